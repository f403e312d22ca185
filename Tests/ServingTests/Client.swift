#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A raw connection to a server of a test: it sends bytes as they are and reads until the server closes or an answer is complete.
final class Client {
    let descriptor: Int32

    init?(port: UInt16) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = port.bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let socket = descriptor
        let answer = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard answer == 0 else {
            close(socket)
            return nil
        }
        // A test that waits for ever would say nothing.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Everything until the server closes.
    func readAll() -> String {
        var out: [UInt8] = []
        while let piece = piece() { out += piece }
        return String(decoding: out, as: UTF8.self)
    }

    /// Everything until a text has come, or the end.
    func read(until text: String) -> String {
        var out: [UInt8] = []
        while !String(decoding: out, as: UTF8.self).contains(text), let piece = piece() { out += piece }
        return String(decoding: out, as: UTF8.self)
    }

    private func piece() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = systemRead(descriptor, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(descriptor, buffer, count) }
