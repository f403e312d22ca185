/// Who may ask: the names that the server answers to, a token, an identity that a trusted proxy vouches for.
public struct AccessPolicy: Sendable {
    /// Names beside `localhost` and numeric addresses that a request may have in `Host`, in lower case and without a port.
    ///
    /// A page of another site can make a browser send requests here under its own name (DNS rebinding); it cannot choose a numeric one.
    public var hosts: Set<String>
    /// What a client must show; nil: nothing.
    public var token: [UInt8]?
    /// The header in which a trusted proxy says who it is.
    public var identityHeader: String?
    /// Numeric addresses of trusted proxies, in their canonical form.
    public var proxies: Set<String>
    /// Paths that need neither, for those who only ask whether the server lives.
    public var open: Set<String>

    /// Makes a policy.
    public init(
        hosts: Set<String> = [], token: [UInt8]? = nil, identityHeader: String? = nil, proxies: Set<String> = [], open: Set<String> = []
    ) {
        (self.hosts, self.token, self.identityHeader, self.proxies, self.open) = (hosts, token, identityHeader, proxies, open)
    }

    /// Who asks, or why not.
    public enum Decision: Sendable, Equatable {
        /// Anybody, or whoever the proxy names.
        case granted(identity: String?)
        /// The name in `Host` is not ours (421), or there is none or several (400).
        case wrongHost(status: Int)
        /// A token is needed, or the one shown is wrong.
        case unauthorized
    }

    /// Decides on the headers alone.
    public func decide(_ request: HTTPRequest) -> Decision {
        guard request.count(of: "host") == 1, let host = request.header("host"), !host.isEmpty else { return .wrongHost(status: 400) }
        guard answers(to: host) else { return .wrongHost(status: 421) }
        if let identityHeader, proxies.contains(request.peer), request.count(of: identityHeader) == 1,
            let identity = request.header(identityHeader), !identity.isEmpty
        {
            return .granted(identity: identity)
        }
        if open.contains(request.target.path) { return .granted(identity: nil) }
        guard let token else { return identityHeader == nil ? .granted(identity: nil) : .unauthorized }
        guard let shown = AccessPolicy.shown(request.header("authorization") ?? ""), AccessPolicy.isSame(shown, token) else {
            return .unauthorized
        }
        return .granted(identity: nil)
    }

    private func answers(to host: String) -> Bool {
        var name = host.lowercased()[...]
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return false }
            let port = name[name.index(after: end)...]
            return ListenAddress.canonical(String(name[..<end].dropFirst())) != nil
                && (port.isEmpty || port.first == ":" && port.dropFirst().utf8.allSatisfy { 48...57 ~= $0 })
        }
        if let colon = name.firstIndex(of: ":") {
            guard name[name.index(after: colon)...].utf8.allSatisfy({ 48...57 ~= $0 }) else { return false }
            name = name[..<colon]
        }
        if name.hasSuffix(".") { name = name.dropLast() }
        return name == "localhost" || ListenAddress.canonical(String(name)) != nil || hosts.contains(String(name))
    }

    /// The token of `Bearer TOKEN`, or the password of `Basic …`: what a browser sends when it asks its user.
    static func shown(_ header: String) -> [UInt8]? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        switch parts[0].lowercased() {
        case "bearer": return Array(parts[1].utf8)
        case "basic":
            guard let decoded = Base64.decode(parts[1].utf8), let colon = decoded.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            return Array(decoded[(colon + 1)...])
        default: return nil
        }
    }

    /// Compares in a time that depends on the lengths alone.
    static func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        var difference = UInt8(truncatingIfNeeded: a.count ^ b.count) | (a.count == b.count ? 0 : 1)
        for index in a.indices { difference |= a[index] ^ (b.isEmpty ? 1 : b[index % b.count]) }
        return difference == 0
    }
}

/// Base64 (RFC 4648 §4).
enum Base64 {
    static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        var out: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(byte) else { return nil }
            bits = bits << 6 | value
            count += 1
            if count % 4 == 0 { out += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)] }
        }
        guard padding <= 2 else { return nil }
        switch count % 4 {
        case 0: return out
        case 2: return out + [UInt8(bits >> 4 & 255)]
        case 3: return out + [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: return nil
        }
    }

    private static func value(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 65...90: UInt32(byte - 65)
        case 97...122: UInt32(byte - 71)
        case 48...57: UInt32(byte + 4)
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
