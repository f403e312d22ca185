import Foundation

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// A web server on this machine for one test: it answers paths as it is told, one request a connection.
final class WebServer: @unchecked Sendable {
    /// What a path is answered.
    struct Answer: Sendable {
        var status = 200
        var headers: [String] = ["Content-Type: application/json"]
        var body: [UInt8] = []
        /// Seconds before the answer.
        var delay = 0.0
    }

    /// A request as it came, where answers are the same for all paths.
    struct Request: Sendable {
        var path: String
        var body: [UInt8]
    }

    /// Requests are noted on other threads.
    private final class Notes: @unchecked Sendable {
        private let lock = NSLock()
        private var requests: [Request] = []
        var all: [Request] { lock.withLock { requests } }
        func add(_ request: Request) { lock.withLock { requests.append(request) } }
    }

    /// `http://127.0.0.1:PORT`.
    let address: String
    private let descriptor: Int32
    private let notes = Notes()

    /// What was asked so far.
    var requests: [Request] { notes.all }

    /// Starts serving.
    ///
    /// - Parameters:
    ///   - answers: what each path is answered.
    ///   - otherwise: what all other paths are answered; nil: that there is no such page.
    init(_ answers: [String: Answer], otherwise: Answer? = nil) throws {
        #if canImport(Glibc)
            let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let socket = Darwin.socket(AF_INET, SOCK_STREAM, 0)
        #endif
        descriptor = socket
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isReady = withUnsafeMutablePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, length) == 0 && listen(socket, 16) == 0 && getsockname(socket, address, &length) == 0
            }
        }
        guard isReady else { throw CocoaError(.fileWriteUnknown) }
        address = "http://127.0.0.1:\(UInt16(bigEndian: place.sin_port))"
        let (listening, notes) = (socket, notes)
        Thread.detachNewThread {
            while true {
                let client = accept(listening, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { WebServer.serve(client, answers, otherwise, notes) }
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func serve(_ client: Int32, _ answers: [String: Answer], _ otherwise: Answer?, _ notes: Notes) {
        defer { close(client) }
        var request: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        var head = request[...]
        var length = 0
        while true {
            if let end = request.firstRange(of: [13, 10, 13, 10]) {
                head = request[..<end.lowerBound]
                let field = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n").first {
                    $0.hasPrefix("content-length:")
                }
                length = end.upperBound + (field.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0)
                if request.count >= length { break }
            }
            let count = recv(client, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            request += chunk[..<count]
        }
        let path = String(decoding: head, as: UTF8.self).split(separator: " ").dropFirst().first.map(String.init) ?? ""
        notes.add(Request(path: path, body: Array(request[min(head.count + 4, request.count)...])))
        let answer =
            answers[path] ?? otherwise ?? Answer(status: 404, headers: ["Content-Type: text/html"], body: Array("<html>no</html>".utf8))
        if answer.delay > 0 { Thread.sleep(forTimeInterval: answer.delay) }
        let status = "HTTP/1.1 \(answer.status) X\r\nConnection: close\r\nContent-Length: \(answer.body.count)\r\n"
        let bytes = Array((status + answer.headers.map { $0 + "\r\n" }.joined() + "\r\n").utf8) + answer.body
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Glibc)
                let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            #else
                let count = rest.withUnsafeBytes { send(client, $0.baseAddress, $0.count, 0) }
            #endif
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
