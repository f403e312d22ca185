import Domain
import Fetching
import Serving

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What `serve` was told, checked before anything listens: a server that others can reach never starts unprotected.
struct ServeOptions {
    var address = ListenAddress.anyLoopback
    var access = AccessPolicy(open: ["/healthz", "/readyz"])
    var tls: HTTPServer.TLS?
    /// What stands before every path; empty: nothing.
    var basePath = ""
    /// What the user should know, though it is no error.
    var warnings: [Text] = []

    init(_ invocation: Invocation) throws(CommandError) {
        let typed = invocation.arguments["listen"] ?? "127.0.0.1:8080"
        guard let address = ListenAddress(typed) else { throw CommandError(ServingError(.badAddress(typed))) }
        self.address = address
        access.hosts = Set(invocation.arguments.all("allow-host").map { $0.lowercased() })
        try readToken(invocation)
        try readProxy(invocation)
        try readTLS(invocation)
        try readBasePath(invocation)
        guard address.isLoopback || access.token != nil || access.identityHeader != nil else {
            throw CommandError(
                .usage,
                Text(en: "\(address.text) can be reached by others, and nothing asks who they are", zh: "\(address.text) 可被他人访问，却没有任何身份校验"),
                remedy: Text(
                    en:
                        "--token-file FILE asks for a token; --trust-identity-header NAME --trust-proxy ADDR believes a proxy; or listen on 127.0.0.1",
                    zh: "--token-file 文件 要求令牌；--trust-identity-header 名称 --trust-proxy 地址 信任反向代理；或改为监听 127.0.0.1"))
        }
        if !address.isLoopback, tls == nil, access.token != nil {
            warnings.append(
                Text(
                    en: "the token crosses the network in clear: use --tls-cert and --tls-key, or a proxy with TLS",
                    zh: "令牌将以明文经过网络：请使用 --tls-cert 与 --tls-key，或带 TLS 的反向代理"))
        }
    }

    private mutating func readBasePath(_ invocation: Invocation) throws(CommandError) {
        guard let typed = invocation.arguments["base-path"] else { return }
        let segments = typed.split(separator: "/", omittingEmptySubsequences: true)
        let isPlain = segments.allSatisfy { segment in
            segment != "." && segment != ".."
                && segment.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46 || $0 == 95
                }
        }
        guard typed.hasPrefix("/"), isPlain else {
            throw CommandError.badValue(
                "base-path", typed, Text(en: "a path of letters, digits, - . _ and /: /paychain", zh: "由字母、数字、- . _ 与 / 组成的路径，例如 /paychain")
            )
        }
        basePath = segments.map { "/" + $0 }.joined()
    }

    private mutating func readToken(_ invocation: Invocation) throws(CommandError) {
        guard let path = invocation.arguments["token-file"] else { return }
        var bytes = try ServeOptions.read(path, "token-file")[...]
        while let last = bytes.last, [9, 10, 13, 32].contains(last) { bytes.removeLast() }
        guard bytes.count >= Limits.tokenLength, bytes.allSatisfy({ (33...126).contains($0) }) else {
            throw CommandError(
                .usage,
                Text(
                    en: "--token-file \(path): a token is one line of at least \(Limits.tokenLength) printable ASCII characters",
                    zh: "--token-file \(path)：令牌须为一行，至少 \(Limits.tokenLength) 个可打印 ASCII 字符"),
                remedy: Text(en: "`openssl rand -hex 24 > FILE` makes one", zh: "可用 `openssl rand -hex 24 > 文件` 生成"))
        }
        access.token = Array(bytes)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & 0o044 != 0 {
            warnings.append(Text(en: "\(path) can be read by others: `chmod 600 \(path)`", zh: "\(path) 可被其他用户读取：`chmod 600 \(path)`"))
        }
    }

    private mutating func readProxy(_ invocation: Invocation) throws(CommandError) {
        let header = invocation.arguments["trust-identity-header"]
        let proxies = invocation.arguments.all("trust-proxy")
        guard header != nil || !proxies.isEmpty else { return }
        guard let header, !proxies.isEmpty else {
            throw CommandError(
                .usage,
                Text(
                    en: "--trust-identity-header and --trust-proxy belong together: a header is believed from one address only",
                    zh: "--trust-identity-header 与 --trust-proxy 须同时给出：只相信来自指定地址的请求头"))
        }
        guard !header.isEmpty,
            header.utf8.allSatisfy({ (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 })
        else {
            throw CommandError.badValue(
                "trust-identity-header", header, Text(en: "the name of a header: X-Forwarded-User", zh: "请求头名称，例如 X-Forwarded-User"))
        }
        access.identityHeader = header
        for proxy in proxies {
            // A socket file has no addresses: whoever may open it is the proxy.
            guard let canonical = proxy == "unix" ? "" : ListenAddress.canonical(proxy) else {
                throw CommandError.badValue(
                    "trust-proxy", proxy,
                    Text(en: "a numeric address: 127.0.0.1, ::1; or unix for a socket file", zh: "数字地址：127.0.0.1、::1；套接字文件用 unix"))
            }
            access.proxies.insert(canonical)
        }
    }

    private mutating func readTLS(_ invocation: Invocation) throws(CommandError) {
        let (certificate, key) = (invocation.arguments["tls-cert"], invocation.arguments["tls-key"])
        guard certificate != nil || key != nil else { return }
        guard let certificate, let key else {
            throw CommandError(.usage, Text(en: "--tls-cert and --tls-key belong together", zh: "--tls-cert 与 --tls-key 须同时给出"))
        }
        tls = HTTPServer.TLS(
            certificate: String(decoding: try ServeOptions.read(certificate, "tls-cert"), as: UTF8.self),
            key: String(decoding: try ServeOptions.read(key, "tls-key"), as: UTF8.self))
    }

    private static func read(_ path: String, _ option: String) throws(CommandError) -> [UInt8] {
        do throws(LocalFile.Failure) { return try LocalFile.read(path, maximum: Limits.tokenFileLength).bytes } catch {
            throw CommandError(.usage, Text(en: "--\(option) \(path): \(error.reason)", zh: "--\(option) \(path)：\(error.reason)"))
        }
    }
}

extension CommandError {
    /// A server that cannot start is a matter of its options.
    init(_ error: ServingError) { self.init(.usage, error.what, remedy: error.remedy) }
}
