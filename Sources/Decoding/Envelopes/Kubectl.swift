import Domain

extension EnvelopeFormat {
    /// `kubectl logs --prefix` around the lines of several pods: `[pod/NAME/CONTAINER] line`.
    static let kubectl = EnvelopeFormat.transport(
        "kubectl logs", mark: "[pod/",
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
}
