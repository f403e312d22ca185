/// A YAML document as a small tree that knows where everything stands.
struct YAMLNode: Sendable {
    /// What stands there.
    indirect enum Content: Sendable {
        /// Text; `isPlain` when it was written without quotes.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// Pairs in the order of the file; no key comes twice.
        case mapping([(key: String, mark: Mark, value: YAMLNode)])
    }

    var content: Content
    var mark: Mark
    /// How many nodes it consists of, aliases expanded.
    var size = 1

    /// Nothing stands there: `key:`, `~`, `null`.
    var isNull: Bool {
        guard case .scalar(let text, isPlain: true) = content else { return false }
        return text.isEmpty || text == "~" || text == "null"
    }
}
