import Domain

/// Masks the attributes of rows where evidence enters, before anything keeps or shows it.
///
/// One a worker. A row without a suspicious attribute costs a look at each of its bytes and no allocation.
public struct EvidenceMask {
    private let masker: Masker
    private let kinds = AttributeMasking.byCode
    private var packed: [UInt8] = []

    /// Makes a mask.
    public init(_ masker: Masker) { self.masker = masker }

    /// Masks the rows of a batch; what a row's attributes were is gone from its arena too.
    public mutating func apply(_ batch: inout EvidenceBatch) {
        let suspicious = batch.arena.withUnsafeBytes { arena in
            batch.rows.indices.filter { isSuspicious(EvidenceMask.attributes(of: batch.rows[$0], in: arena)) }
        }
        for index in suspicious {
            let row = batch.rows[index]
            guard batch.arena.withUnsafeBytes({ rewrite(EvidenceMask.attributes(of: row, in: $0)) }) else { continue }
            let start = Int(row.attributesStart)
            for place in start..<(start + Int(row.attributesLength)) { batch.arena[place] = 0 }
            batch.rows[index].attributesStart = UInt32(truncatingIfNeeded: batch.arena.count)
            batch.rows[index].attributesLength = UInt32(truncatingIfNeeded: packed.count)
            batch.arena += packed
        }
    }

    @inline(__always)
    private static func attributes(of row: Evidence, in arena: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = Int(row.attributesStart)
        return UnsafeRawBufferPointer(rebasing: arena[start..<(start &+ Int(row.attributesLength))])
    }

    private func isSuspicious(_ attributes: UnsafeRawBufferPointer) -> Bool {
        kinds.withUnsafeBufferPointer { kinds in
            var cursor = AttributeCursor(Attributes(attributes))
            while cursor.next() {
                switch kinds[Int(cursor.code)] {
                case .keep: continue
                case .text: if EvidenceMask.hasForm(cursor.value) || EvidenceMask.hasField(cursor.value) { return true }
                }
            }
            return false
        }
    }

    /// Whether a value may hold a personal form: cheap, and never false where one is there.
    static func hasForm(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count >= 6 else { return false }
        var digits = 0
        var grouped = 0
        var dots = 0
        var colons = 0
        var token = 0
        var index = 0
        var packed = PackedText.Scan()
        while index < value.count {
            let byte = value[index]
            if packed.mayEnd(before: byte, at: index, in: value) { return true }
            if byte &- 48 < 10 {
                digits &+= 1
                token &+= 1
                index &+= 1
                continue
            }
            if digits > 0 {
                if mayBeNumber(value, end: index, digits) { return true }
                grouped &+= digits
                digits = 0
            }
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "+"), 0xEF: return true
            case 32, UInt8(ascii: "-"):
                if byte == 32 {
                    if mayBeOpenID(value, end: index, token) { return true }
                    token = 0
                } else {
                    token &+= 1
                }
                index &+= 1
                continue
            case UInt8(ascii: "."):
                dots &+= 1
                if dots >= 3 { return true }
            case UInt8(ascii: ":"):
                colons &+= 1
                if colons >= 2 { return true }
                dots = 0
            default: dots = byte == UInt8(ascii: "_") ? dots : 0
            }
            if grouped >= 11, grouped <= 19 { return true }
            grouped = 0
            if byte | 0x20 >= 97 && byte | 0x20 <= 122 || byte == UInt8(ascii: "_") {
                if byte == UInt8(ascii: "e"), index &+ 2 < value.count, value[index &+ 1] == UInt8(ascii: "y") { return true }
                token &+= 1
            } else {
                if mayBeOpenID(value, end: index, token) { return true }
                token = 0
            }
            index &+= 1
        }
        if packed.mayEnd(before: 32, at: index, in: value) { return true }
        if digits > 0, mayBeNumber(value, end: index, digits) { return true }
        grouped &+= digits
        return grouped >= 11 && grouped <= 19 && grouped != digits || mayBeOpenID(value, end: index, token)
    }

    @inline(__always)
    private static func mayBeOpenID(_ value: UnsafeRawBufferPointer, end: Int, _ length: Int) -> Bool {
        length == 28 && value[end &- 28] == UInt8(ascii: "o")
    }

    /// Whether a run of digits has the length and the beginning of a personal number (``PersonalForm/label(ofNumber:)``).
    @inline(__always)
    private static func mayBeNumber(_ value: UnsafeRawBufferPointer, end: Int, _ count: Int) -> Bool {
        guard count >= 11, count <= 19 else { return false }
        let start = end &- count
        let (a, b) = (value[start] &- 48, value[start &+ 1] &- 48)
        switch count {
        case 11: return a == 1 && b >= 3
        case 13: return a == 8 && b == 6
        case 15: return a == 0 && b == 0 || a == 3 && (b == 4 || b == 7)
        case 16: return a == 2 && (b == 0 && value[start &+ 2] == 56 || b >= 2 && b <= 7) || a >= 3 && a <= 6
        // The last of an identity card's 18 may be an X.
        case 17, 18: return (value[start &+ 6] == 49 || value[start &+ 6] == 50) && a >= 1 || a == 6
        default: return a == 6 || a == 4
        }
    }

    /// Whether a value may hold a named field, or a path with a segment that begins like one of a person: `/u…`, `/m…`, `/c…`, `/b…`, `/pr…`.
    private static func hasField(_ value: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < value.count {
            switch value[index] {
            case UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"): return true
            case UInt8(ascii: "/") where index &+ 2 < value.count:
                switch value[index &+ 1] | 0x20 {
                case UInt8(ascii: "u"), UInt8(ascii: "m"), UInt8(ascii: "c"), UInt8(ascii: "b"): return true
                case UInt8(ascii: "p"): if value[index &+ 2] | 0x20 == UInt8(ascii: "r") { return true }
                default: break
                }
            default: break
            }
            index &+= 1
        }
        return false
    }

    /// Packs the attributes anew; false when nothing had to be replaced.
    private mutating func rewrite(_ attributes: UnsafeRawBufferPointer) -> Bool {
        packed.removeAll(keepingCapacity: true)
        var changed = false
        var cursor = AttributeCursor(Attributes(attributes))
        while cursor.next() {
            guard let key = AttributeKey(rawValue: cursor.code) else { continue }
            if AttributeMasking.of(key) != .keep, let masked = masker.masked(cursor.value) {
                masked.withUnsafeBytes { AttributeWriter.append(key, $0, to: &packed) }
                changed = true
            } else {
                AttributeWriter.append(key, cursor.value, to: &packed)
            }
        }
        return changed
    }
}
