import Domain

extension SourceReader {
    /// Why what was delivered may hold wrong bytes: a checksum or the packed data themselves did not fit. Nil when nothing says so.
    ///
    /// A flipped bit changes text long before the decoder notices, if it does: lines of such a source are still worth reading, but no
    /// line may be missed in it. A source that is merely cut short is sound up to its end. Complete when ``read(into:)`` has returned 0.
    public var distrust: String? {
        damage.first { !$0.isNote && SourceReader.meansWrongBytes($0.reason) }?.reason
    }

    /// Whether damage of this kind leaves wrong bytes, not only missing ones. A source of which it was said once has a gap with this reason
    /// for good, also in a store.
    public static func meansWrongBytes(_ reason: String) -> Bool {
        guard reason.hasPrefix("gzip: ") || reason.hasPrefix("zip: ") else { return false }
        let sound = ["gzip: unexpected end", "gzip: foreign bytes", "gzip: invalid header", "gzip: packed more", "gzip: more damage"]
        return !sound.contains { reason.hasPrefix($0) }
    }
}
