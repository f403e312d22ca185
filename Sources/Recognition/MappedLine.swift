import Decoding
import Domain

/// Applies one configured entry to a line: captures, copied fields, constants, words.
enum MappedLine {
    /// Whether the entry's test fits.
    static func matches(_ mapping: EventMapping, text: Bytes, fields: borrowing FieldList) -> Bool {
        switch mapping.test {
        case .pattern(let pattern): return pattern.captures(in: text) { _, _ in }
        case .field(let key, let value):
            for index in 0..<fields.count where equal(fields[index].key, key) && equal(fields[index].value, value) { return true }
            return false
        }
    }

    /// Puts the entry's values over the line's own fields.
    static func fill(
        _ reading: inout Reading, from mapping: EventMapping, text: Bytes, fields: borrowing FieldList, room: UnsafeMutableRawBufferPointer
    ) {
        var used = 0
        for (key, pattern) in mapping.fields {
            var value = Bytes.none
            _ = pattern.captures(in: text) { whole, groups in value = groups.first { $0.count > 0 } ?? whole }
            if value.count > 0 { put(key, value, mapping, &reading, room, &used) }
        }
        for (key, field) in mapping.copies {
            for index in 0..<fields.count where equal(fields[index].key, field) {
                put(key, fields[index].value, mapping, &reading, room, &used)
                break
            }
        }
        for (key, value) in mapping.constants {
            if let copy = copy(value, room, &used) { put(key, copy, mapping, &reading, room, &used) }
        }
    }

    private static func put(
        _ key: String, _ value: Bytes, _ mapping: EventMapping, _ reading: inout Reading, _ room: UnsafeMutableRawBufferPointer,
        _ used: inout Int
    ) {
        var value = value
        if let words = mapping.words[key], let ours = words[value.text], let copy = copy(ours, room, &used) { value = copy }
        var key = key
        let meaning = key.withUTF8 { reading.words.keys.meaning(of: Bytes($0)) }
        if let meaning { reading.fields.set(meaning, value) }
    }

    private static func copy(_ text: String, _ room: UnsafeMutableRawBufferPointer, _ used: inout Int) -> Bytes? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.count <= room.count - used else { return nil }
            let target = UnsafeMutableRawBufferPointer(rebasing: room[used..<(used + bytes.count)])
            target.copyMemory(from: UnsafeRawBufferPointer(bytes))
            used += bytes.count
            return Bytes(UnsafeRawBufferPointer(target))
        }
    }

    private static func equal(_ bytes: Bytes, _ text: String) -> Bool {
        var text = text
        return text.withUTF8 { Bytes($0).same(as: bytes) }
    }
}
