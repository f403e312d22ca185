import Domain

extension SourceReader {
    /// Why what was delivered may hold wrong bytes: a checksum or the packed data themselves did not fit. Nil when nothing says so.
    ///
    /// A flipped bit changes text long before the decoder notices, if it does: lines of such a source are still worth reading, but no
    /// line may be missed in it. A source that is merely cut short is sound up to its end. Complete when ``read(into:)`` has returned 0.
    public var distrust: String? {
        damage.first { item in
            guard !item.isNote, item.reason.hasPrefix("gzip: ") || item.reason.hasPrefix("zip: ") else { return false }
            let sound = ["gzip: unexpected end", "gzip: foreign bytes", "gzip: invalid header", "gzip: packed more", "gzip: more damage"]
            return !sound.contains { item.reason.hasPrefix($0) }
        }?.reason
    }
}
