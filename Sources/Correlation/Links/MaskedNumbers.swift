import Domain

/// Matches masked numbers (`2026****0001`) against the known ones (vocabulary §8 rule 5): one pass over them for each shape of mask.
struct MaskedNumbers {
    private struct Shape: Hashable {
        var length: Int
        var open: [Bool]
    }

    private struct Fit {
        var order: UInt64
        var isAmbiguous: Bool
    }

    private var shapes: [Shape] = []
    private var fits: [NameTable<Fit?>] = []
    /// Masks beyond the bound of shapes: they bind nothing.
    private(set) var refused = 0

    /// Prepares a mask.
    mutating func add(_ mask: UnsafeRawBufferPointer) {
        guard let shape = MaskedNumbers.shape(of: mask) else { return }
        var index = shapes.firstIndex(of: shape)
        if index == nil {
            guard shapes.count < Limits.maskShapes else {
                refused += 1
                return
            }
            shapes.append(shape)
            fits.append(NameTable())
            index = shapes.count - 1
        }
        guard let index else { return }
        let name = MaskedNumbers.name(mask, shape)
        if fits[index][name] == nil { fits[index][name] = .some(nil) }
    }

    /// Looks at every known number.
    mutating func match(_ numbers: NumberTable, canonical: (UInt64) -> UInt64) {
        guard !shapes.isEmpty else { return }
        numbers.text.withUnsafeBytes { text in
            for entry in numbers.entries {
                let start = Int(entry.textStart)
                let bytes = UnsafeRawBufferPointer(rebasing: text[start..<(start + Int(entry.textLength))])
                for index in shapes.indices where shapes[index].length == bytes.count {
                    let name = MaskedNumbers.name(bytes, shapes[index])
                    guard let known = fits[index][name] else { continue }
                    let order = canonical(entry.hash)
                    if let known {
                        if known.order != order { fits[index][name] = Fit(order: known.order, isAmbiguous: true) }
                    } else {
                        fits[index][name] = Fit(order: order, isAmbiguous: false)
                    }
                }
            }
        }
    }

    /// The one order that a mask fits; nil when none or several do.
    func order(for mask: UnsafeRawBufferPointer) -> UInt64? {
        guard let shape = MaskedNumbers.shape(of: mask), let index = shapes.firstIndex(of: shape) else { return nil }
        guard let known = fits[index][MaskedNumbers.name(mask, shape)], let fit = known, !fit.isAmbiguous else { return nil }
        return fit.order
    }

    /// Nil where nothing is left to compare, or nothing is masked.
    private static func shape(of mask: UnsafeRawBufferPointer) -> Shape? {
        let open = mask.map { $0 != UInt8(ascii: "*") }
        guard open.contains(true), open.contains(false), mask.count <= Limits.identifierLength else { return nil }
        return Shape(length: mask.count, open: open)
    }

    private static func name(_ bytes: UnsafeRawBufferPointer, _ shape: Shape) -> UInt64 {
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        for i in 0..<bytes.count where shape.open[i] { kept.append(bytes[i]) }
        return StableHash.of(kept)
    }
}
