import CMicrohttpd
import Domain

/// One request on its way through the library's calls.
final class Exchange {
    enum Phase {
        /// The headers have not been looked at.
        case headers
        case whole(maximum: Int)
        case pieces(any BodyReceiver)
        /// The answer is known; what still comes is thrown away.
        case refused(HTTPResponse, thrownAway: Int)
        case over
    }

    let target: String
    var phase = Phase.headers
    var request: HTTPRequest?
    var body: [UInt8] = []

    init(target: String) { self.target = target }

    /// Takes a piece of the body; false breaks the connection off.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        switch phase {
        case .headers, .over: return false
        case .whole(let maximum):
            guard body.count + piece.count <= maximum else {
                body = []
                phase = .refused(.tooLarge(maximum), thrownAway: piece.count)
                return true
            }
            body.append(contentsOf: piece)
        case .pieces(let receiver):
            if let answer = receiver.receive(piece) { phase = .refused(answer, thrownAway: 0) }
        case .refused(let answer, let thrownAway):
            // A client that sends without end although it is refused is not worth the answer.
            guard thrownAway + piece.count <= Limits.serverThrownAway else { return false }
            phase = .refused(answer, thrownAway: thrownAway + piece.count)
        }
        return true
    }

    /// The answer, once the request has arrived.
    func answer(by service: any HTTPService) -> HTTPResponse? {
        defer { phase = .over }
        switch phase {
        case .headers, .over: return nil
        case .refused(let answer, _): return answer
        case .pieces(let receiver): return receiver.finish()
        case .whole:
            guard var request else { return nil }
            request.body = body
            body = []
            return service.answer(request)
        }
    }

    /// The request is over, with or without an answer.
    func end() {
        if case .pieces(let receiver) = phase { receiver.abandon() }
        phase = .over
    }
}

extension HTTPResponse {
    /// 413.
    static func tooLarge(_ maximum: Int) -> HTTPResponse { .text(413, "the body is longer than \(maximum) bytes") }
}
