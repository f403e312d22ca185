import Serving
import Synchronization

/// Answers with what it was asked; refuses and takes bodies as its path says.
struct Echo: HTTPService {
    let received = Received()

    func admit(_ request: HTTPRequest) -> HTTPAdmission {
        switch request.target.segments.first {
        case "secret": .refuse(.text(401, "no"))
        case "pieces": .pieces(Receiver(received))
        case "small": .whole(maximum: 10)
        default: .whole(maximum: 1 << 20)
        }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        if request.target.segments.first == "stream" {
            let left = Left(3)
            return HTTPResponse(status: 200, body: .pieces { left.take() ? Array("piece;".utf8) : nil })
        }
        var lines = [request.method, request.target.path]
        lines += request.target.query.map { "\($0.name)=\($0.value)" }
        lines.append("\(request.body.count)")
        return .text(200, lines.joined(separator: "|"))
    }

    final class Left: Sendable {
        private let count: Mutex<Int>
        init(_ count: Int) { self.count = Mutex(count) }
        func take() -> Bool {
            count.withLock {
                $0 -= 1
                return $0 >= 0
            }
        }
    }

    final class Received: Sendable {
        let bytes = Mutex(0)
        let abandoned = Mutex(0)
    }

    final class Receiver: BodyReceiver {
        private let received: Received
        init(_ received: Received) { self.received = received }
        func receive(_ piece: UnsafeRawBufferPointer) -> HTTPResponse? {
            received.bytes.withLock { $0 += piece.count }
            return nil
        }
        func finish() -> HTTPResponse { .text(202, "\(received.bytes.withLock { $0 })") }
        func abandon() { received.abandoned.withLock { $0 += 1 } }
    }
}
