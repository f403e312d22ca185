import Decoding
import Domain

/// One configured entry, compiled for the lines of a pass: its keys are resolved, and its texts lie as bytes.
final class MappedLine: Sendable {
    /// What the entry makes of a line that it fits.
    let event: EventKind
    /// What a line's message must match; nil where a field decides.
    let pattern: (any PatternMatcher)?

    /// A value of ours, and where it comes from.
    private struct Part {
        var key: FieldKey
        var source: Origin
        /// Words of theirs → words of ours.
        var words: [(theirs: [UInt8], ours: [UInt8])]
    }

    private enum Origin {
        case pattern(any PatternMatcher, literal: [UInt8])
        case field([UInt8])
        case constant([UInt8])
    }

    private let parts: [Part]

    init(_ mapping: EventMapping, keys: KeyTable) {
        event = mapping.event
        pattern = if case .pattern(let pattern) = mapping.test { pattern } else { nil }
        // A key without a meaning of ours has no place to go.
        func part(_ key: String, _ source: Origin) -> Part? {
            guard let meaning = Array(key.utf8).withUnsafeBytes({ keys.meaning(of: $0) }) else { return nil }
            let words = mapping.words[key, default: [:]].sorted { $0.key < $1.key }
            return Part(key: meaning, source: source, words: words.map { (Array($0.key.utf8), Array($0.value.utf8)) })
        }
        parts =
            mapping.fields.compactMap { part($0.key, .pattern($0.pattern, literal: $0.pattern.literal)) }
            + mapping.copies.compactMap { part($0.key, .field(Array($0.field.utf8))) }
            + mapping.constants.compactMap { part($0.key, .constant(Array($0.value.utf8))) }
    }

    /// Puts the entry's values over the line's own fields.
    ///
    /// - Parameter room: holds what is not part of the line.
    func fill(_ reading: inout Reading, text: Bytes, fields: borrowing FieldList, room: UnsafeMutableRawBufferPointer) {
        var used = 0
        for index in parts.indices {
            let key = parts[index].key
            switch parts[index].source {
            case .pattern(let pattern, let literal):
                guard text.holds(literal), let value = pattern.capture(in: text), value.count > 0 else { continue }
                reading.fields.set(key, ours(value, index, room, &used))
            case .field(let name):
                for place in 0..<fields.count where fields[place].key.same(as: name) {
                    reading.fields.set(key, ours(fields[place].value, index, room, &used))
                    break
                }
            case .constant(let value):
                guard let value = copy(value, room, &used) else { continue }
                reading.fields.set(key, ours(value, index, room, &used))
            }
        }
    }

    /// Our word for one of theirs, or the value as it is.
    private func ours(_ value: Bytes, _ part: Int, _ room: UnsafeMutableRawBufferPointer, _ used: inout Int) -> Bytes {
        for index in parts[part].words.indices where value.same(as: parts[part].words[index].theirs) {
            return copy(parts[part].words[index].ours, room, &used) ?? value
        }
        return value
    }

    private func copy(_ bytes: [UInt8], _ room: UnsafeMutableRawBufferPointer, _ used: inout Int) -> Bytes? {
        guard bytes.count <= room.count - used else { return nil }
        let target = UnsafeMutableRawBufferPointer(rebasing: room[used..<(used + bytes.count)])
        target.copyBytes(from: bytes)
        used += bytes.count
        return Bytes(UnsafeRawBufferPointer(target))
    }
}

extension UnsafeRawBufferPointer {
    /// Whether both hold the same bytes.
    @inline(__always) fileprivate func same(as other: [UInt8]) -> Bool {
        count == other.count && other.withUnsafeBytes { same(as: $0) }
    }

    /// Whether the bytes stand anywhere in these; none do.
    @inline(__always) fileprivate func holds(_ other: [UInt8]) -> Bool {
        other.isEmpty || other.withUnsafeBytes { find($0) } != nil
    }
}
