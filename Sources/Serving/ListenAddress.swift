#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where a server listens: a numeric address and a port, or a socket file.
public struct ListenAddress: Sendable, Equatable {
    /// What kind of address.
    public enum Place: Sendable, Equatable {
        /// Four bytes.
        case ipv4([UInt8])
        /// Sixteen bytes.
        case ipv6([UInt8])
        /// A path.
        case file(String)
    }

    /// The address.
    public var place: Place
    /// The port; 0 takes a free one.
    public var port: UInt16

    /// Makes an address from its parts.
    public init(place: Place, port: UInt16) { (self.place, self.port) = (place, port) }

    /// Any free port of 127.0.0.1.
    public static let anyLoopback = ListenAddress(place: .ipv4([127, 0, 0, 1]), port: 0)

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, `:8080` and `*:8080` (all addresses), `unix:/path`.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst(5))
            // sun_path holds 104 bytes on Darwin, 108 on Linux, its final zero included.
            guard !path.isEmpty, path.utf8.count < 104 else { return nil }
            self.init(place: .file(path), port: 0)
            return
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }), let port = UInt16(digits) else { return nil }
        let host = String(text[..<colon])
        switch host {
        case "", "*": self.init(place: .ipv6([UInt8](repeating: 0, count: 16)), port: port)
        case "localhost": self.init(place: .ipv4([127, 0, 0, 1]), port: port)
        default:
            if host.hasPrefix("["), host.hasSuffix("]"), let bytes = ListenAddress.bytes(String(host.dropFirst().dropLast()), AF_INET6) {
                self.init(place: .ipv6(bytes), port: port)
            } else if let bytes = ListenAddress.bytes(host, AF_INET) {
                self.init(place: .ipv4(bytes), port: port)
            } else {
                return nil
            }
        }
    }

    /// Only this machine can reach it.
    public var isLoopback: Bool {
        switch place {
        case .ipv4(let bytes): bytes.first == 127
        case .ipv6(let bytes): bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
        case .file: true
        }
    }

    /// As it is typed.
    public var text: String {
        switch place {
        case .ipv4(let bytes): "\(ListenAddress.text(bytes)):\(port)"
        case .ipv6(let bytes): "[\(ListenAddress.text(bytes))]:\(port)"
        case .file(let path): "unix:\(path)"
        }
    }

    /// The bytes of a numeric address.
    static func bytes(_ text: String, _ family: Int32) -> [UInt8]? {
        var out = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
        return inet_pton(family, text, &out) == 1 ? out : nil
    }

    /// A numeric address in its canonical form; an IPv4 address that came over IPv6 is an IPv4 address.
    static func text(_ bytes: [UInt8]) -> String {
        if bytes.count == 16, bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return text(Array(bytes[12...]))
        }
        var out = [CChar](repeating: 0, count: 64)
        guard inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &out, socklen_t(out.count)) != nil else { return "" }
        return String(decoding: out.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The canonical form of a numeric address; nil for anything else.
    public static func canonical(_ text: String) -> String? {
        (bytes(text, AF_INET) ?? bytes(text, AF_INET6)).map { ListenAddress.text($0) }
    }
}
