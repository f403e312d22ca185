import Decoding
import Domain

/// The entries of one mapping, asked in their order.
///
/// Every line of the mapped files is held against every entry, so what refutes most of them lies together as bytes: asking an entry
/// itself costs counting references to it, which took as long as looking for its literal.
final class MappedLines: Sendable {
    /// What a line must show before an entry is asked: places in `bytes`.
    private struct Glance {
        /// A field's name; nil: `value` is a literal of the pattern.
        var key: Range<Int>?
        var value: Range<Int>
        /// A line that shows it fits: the entry need not be asked.
        var decides: Bool
    }

    private let entries: [MappedLine]
    private let glances: [Glance]
    private let bytes: [UInt8]

    init(_ mapping: SourceMapping, keys: KeyTable) {
        entries = mapping.events.map { MappedLine($0, keys: keys) }
        var bytes: [UInt8] = []
        func put(_ text: some Sequence<UInt8>) -> Range<Int> {
            let start = bytes.count
            bytes += text
            return start..<bytes.count
        }
        glances = mapping.events.map { entry in
            switch entry.test {
            case .pattern(let pattern): Glance(key: nil, value: put(pattern.literal), decides: pattern.isLiteral)
            case .field(let key, let value): Glance(key: put(key.utf8), value: put(value.utf8), decides: true)
            }
        }
        self.bytes = bytes
    }

    /// The first entry that fits a line.
    func first(for text: Bytes, fields: borrowing FieldList) -> MappedLine? {
        for index in entries.indices where mayFit(index, text, fields) {
            let entry = entries[index]
            if glances[index].decides || entry.pattern?.matches(text) ?? true { return entry }
        }
        return nil
    }

    /// Whether a line has the entry's literal, or its field: that is all a field asks for.
    @inline(__always) private func mayFit(_ index: Int, _ text: Bytes, _ fields: borrowing FieldList) -> Bool {
        let glance = glances[index]
        return bytes.withUnsafeBytes { all in
            let value = Bytes(rebasing: all[glance.value])
            guard let name = glance.key else { return value.isEmpty || text.find(value) != nil }
            let key = Bytes(rebasing: all[name])
            for place in 0..<fields.count where fields[place].key.same(as: key) && fields[place].value.same(as: value) { return true }
            return false
        }
    }
}
