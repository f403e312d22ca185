import Domain

/// Which offset of the decompressed stream a UTF-8 offset stands for: exact at line starts, also where bytes were transcoded, left
/// out or put in.
struct OffsetMap {
    /// From here on both offsets advance alike, until the next anchor.
    private struct Anchor {
        var utf8: UInt64
        var original: UInt64
    }

    private var anchors: [Anchor] = []

    /// Whether both offsets are the same everywhere so far.
    var isEmpty: Bool { anchors.isEmpty }

    /// The original offset of a UTF-8 offset.
    func original(_ utf8: UInt64) -> UInt64 {
        guard let index = last(where: { $0.utf8 <= utf8 }) else { return utf8 }
        return anchors[index].original &+ (utf8 &- anchors[index].utf8)
    }

    /// The UTF-8 offset of an original offset; for one that was left out, that of what follows.
    func utf8(_ original: UInt64) -> UInt64 {
        guard let index = last(where: { $0.original <= original }) else { return min(original, anchors.first?.utf8 ?? original) }
        let (sum, overflow) = anchors[index].utf8.addingReportingOverflow(original &- anchors[index].original)
        let utf8 = overflow ? .max : sum
        return index + 1 < anchors.count ? min(utf8, anchors[index + 1].utf8) : utf8
    }

    /// Says that the two offsets belong together; remembered only where they do not follow from the last anchor.
    mutating func anchor(utf8: UInt64, original: UInt64) {
        guard self.original(utf8) != original else { return }
        if let last = anchors.last, last.utf8 == utf8 { anchors.removeLast() }
        anchors.append(Anchor(utf8: utf8, original: original))
        guard anchors.count > Limits.offsetAnchors else { return }
        // Rows are asked for soon after their block was read: the older half can do with every second anchor.
        let half = anchors.count / 2
        var kept: [Anchor] = []
        kept.reserveCapacity(anchors.count)
        for index in stride(from: 0, to: half, by: 2) { kept.append(anchors[index]) }
        kept.append(contentsOf: anchors[half...])
        anchors = kept
    }

    /// Index of the last anchor that holds; anchors that hold stand before those that do not.
    private func last(where holds: (Anchor) -> Bool) -> Int? {
        guard let newest = anchors.last else { return nil }
        if holds(newest) { return anchors.count - 1 }
        var low = 0
        var high = anchors.count - 1
        while low < high {
            let middle = (low + high) / 2
            if holds(anchors[middle]) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }
}
