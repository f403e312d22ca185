import Domain

extension EnvelopeFormat {
    /// `kubectl logs --prefix` around the lines of several pods: `[pod/NAME/CONTAINER] line`.
    static let kubectl = EnvelopeFormat.transport(
        "kubectl logs", start: "[pod/",
        examples: [
            EnvelopeExample(
                text: "[pod/pay-7d9f8-abcde/pay] 2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a", at: "2026-09-01T05:57:31.101Z",
                level: .info, category: "c.e.Pay", service: "pay", message: "a", format: "Logback")
        ]
    ) { line, _, wrapped, _ in
        guard line.has("[pod/"), let slash = line.first(UInt8(ascii: "/"), from: 5),
            let close = line.slice(0, 256).first(UInt8(ascii: "]"), from: slash), line.at(close &+ 1) == 32
        else { return false }
        (wrapped.service, wrapped.stream) = (line.slice(slash &+ 1, close), line.slice(5, slash))
        (wrapped.stamp, wrapped.content) = (nil, line.from(close &+ 2))
        return true
    }

    /// stern around the lines of several pods: `POD CONTAINER line`; a pod's name ends in the five letters or the number that its
    /// controller gave it (stern's default template; Kubernetes, "Object Names and IDs").
    static let stern = EnvelopeFormat.transport(
        "stern",
        examples: [
            EnvelopeExample(
                text: "pay-api-7d9f8c6b5-x7k2p pay 2026-09-01 13:57:31,101 [main] INFO c.e.Pay - a", at: "2026-09-01T05:57:31.101Z",
                level: .info, category: "c.e.Pay", service: "pay", message: "a", format: "Logback"),
            EnvelopeExample(
                text: #"ledger-0 ledger {"time":"2026-09-01T13:57:31.101+08:00","level":"info","event":"job.finished"}"#,
                at: "2026-09-01T05:57:31.101Z", level: .info, service: "ledger",
                message: #"{"time":"2026-09-01T13:57:31.101+08:00","level":"info","event":"job.finished"}"#, format: "JSON lines"),
        ]
    ) { line, _, wrapped, _ in
        var cursor = HeaderCursor(line)
        let pod = cursor.word()
        guard isPod(pod), cursor.eat(32) else { return false }
        let container = cursor.word()
        guard isName(container), container[0].isLetter, RecordLevel(word: container) == nil, cursor.eat(32) else { return false }
        (wrapped.service, wrapped.stream, wrapped.stamp, wrapped.content) = (container, pod, nil, cursor.rest())
        return true
    }

    private static func isPod(_ word: Bytes) -> Bool {
        guard word.count <= 253, isName(word), word[0].isLetter, let dash = word.lastIndex(of: UInt8(ascii: "-")) else { return false }
        let tail = word.from(dash &+ 1)
        return tail.allSatisfy(\.isDigit) || tail.count == 5 && word.slice(0, dash).first(UInt8(ascii: "-")) != nil
    }

    /// Small letters, digits, dashes and points, as Kubernetes has its names.
    private static func isName(_ word: Bytes) -> Bool {
        guard word.count > 1, word.at(word.count &- 1).isLetter || word.at(word.count &- 1).isDigit else { return false }
        return word.allSatisfy {
            $0.isDigit || $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}
