import Domain

/// Gathers the requests without an order that may be the notify that some order seems to lack.
struct UnboundNotifies {
    private var notifies: [RunContext.UnboundNotify] = []
    /// Paths and providers: a handful, and hundreds of thousands of requests share them.
    private var words: [String: String] = [:]
    /// Words that are remembered: paths may carry numbers.
    private static let remembered = 1 << 10

    /// Looks at a row without an order.
    mutating func note(_ row: Evidence, _ attributes: Attributes, isInferred: Bool) {
        guard row.event == .notifyReceived, attributes[.probe] == nil, attributes[.tool] == nil else { return }
        guard attributes[.agent]?.equals("tool") != true else { return }
        notifies.append(
            RunContext.UnboundNotify(
                at: row.at, path: word(attributes[.path]), provider: word(attributes[.provider]), isInferred: isInferred))
    }

    private mutating func word(_ bytes: UnsafeRawBufferPointer?) -> String {
        guard let text = bytes?.text else { return "" }
        if let known = words[text] { return known }
        if words.count < UnboundNotifies.remembered { words[text] = text }
        return text
    }

    /// All of them, in the order of time.
    consuming func sorted() -> [RunContext.UnboundNotify] {
        var all = notifies
        notifies = []
        all.sort { ($0.at, $0.path, $0.provider, $0.isInferred ? 1 : 0) < ($1.at, $1.path, $1.provider, $1.isInferred ? 1 : 0) }
        return all
    }
}
