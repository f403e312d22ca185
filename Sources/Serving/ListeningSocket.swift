#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A socket that listens, and where it really does.
struct ListeningSocket {
    let descriptor: Int32
    let address: ListenAddress

    init(_ address: ListenAddress) throws(ServingError) {
        switch address.place {
        case .ipv4(let bytes):
            var place = sockaddr_in()
            place.sin_family = sa_family_t(AF_INET)
            place.sin_port = address.port.bigEndian
            withUnsafeMutableBytes(of: &place.sin_addr) { $0.copyBytes(from: bytes) }
            let opened = try ListeningSocket.open(AF_INET, &place, address)
            descriptor = opened
            ListeningSocket.readName(of: opened, into: &place)
            self.address = ListenAddress(place: address.place, port: UInt16(bigEndian: place.sin_port))
        case .ipv6(let bytes):
            var place = sockaddr_in6()
            place.sin6_family = sa_family_t(AF_INET6)
            place.sin6_port = address.port.bigEndian
            withUnsafeMutableBytes(of: &place.sin6_addr) { $0.copyBytes(from: bytes) }
            let opened = try ListeningSocket.open(AF_INET6, &place, address)
            descriptor = opened
            ListeningSocket.readName(of: opened, into: &place)
            self.address = ListenAddress(place: address.place, port: UInt16(bigEndian: place.sin6_port))
        case .file(let path):
            var place = sockaddr_un()
            place.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &place.sun_path) { target in
                for (index, byte) in path.utf8.enumerated() where index < target.count - 1 { target[index] = byte }
            }
            ListeningSocket.removeDead(path, place)
            descriptor = try ListeningSocket.open(AF_UNIX, &place, address)
            self.address = address
        }
    }

    /// Where a socket really listens: the system chooses the port where 0 was asked for.
    private static func readName<Place>(of descriptor: Int32, into place: inout Place) {
        var length = socklen_t(MemoryLayout<Place>.size)
        _ = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
    }

    private static func open<Place>(_ family: Int32, _ place: inout Place, _ address: ListenAddress) throws(ServingError) -> Int32 {
        let descriptor = stream(family)
        guard descriptor >= 0 else { throw failure(address) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        // `[::]` takes IPv4 too, whatever the system's default.
        var no: Int32 = 0
        if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(MemoryLayout<Int32>.size)) }
        let isBound = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<Place>.size)) } == 0
        }
        guard isBound, listen(descriptor, 1_024) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            let error = failure(address)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// A socket file that nobody listens on any more is in the way.
    private static func removeDead(_ path: String, _ place: sockaddr_un) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = stream(AF_UNIX)
        guard probe >= 0 else { return }
        defer { close(probe) }
        let answer = withUnsafePointer(to: place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(probe, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        if answer != 0, errno == ECONNREFUSED { unlink(path) }
    }

    private static func stream(_ family: Int32) -> Int32 {
        #if canImport(Glibc)
            socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            socket(family, SOCK_STREAM, 0)
        #endif
    }

    private static func failure(_ address: ListenAddress) -> ServingError {
        ServingError(.cannotListen(address.text, reason: String(cString: strerror(errno))))
    }
}
