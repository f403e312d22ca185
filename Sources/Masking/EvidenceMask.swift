import CScan
import Domain

/// Masks the attributes of rows where evidence enters, before anything keeps or shows it.
///
/// One a worker. A row without a suspicious attribute costs a look at each of its bytes and no allocation.
public struct EvidenceMask {
    private let masker: Masker
    private let kinds = AttributeMasking.byCode
    private var packed: [UInt8] = []
    private var suspicious: [Int] = []
    private var clean = CleanValues()

    /// Makes a mask.
    public init(_ masker: Masker) { self.masker = masker }

    /// Masks the rows of a batch; what a row's attributes were is gone from its arena too.
    public mutating func apply(_ batch: inout EvidenceBatch) {
        suspicious.removeAll(keepingCapacity: true)
        batch.arena.withUnsafeBytes { arena in
            batch.rows.withUnsafeMutableBufferPointer { rows in
                kinds.withUnsafeBufferPointer { kinds in
                    for index in rows.indices {
                        let (keys, hint) = EvidenceMask.look(Attributes(of: rows[index], in: arena), kinds)
                        rows[index].keys = keys
                        if hint { suspicious.append(index) }
                    }
                }
            }
        }
        for index in suspicious {
            let row = batch.rows[index]
            guard batch.arena.withUnsafeBytes({ rewrite(Attributes(of: row, in: $0)) }) else { continue }
            let start = Int(row.attributesStart)
            for place in start..<(start + Int(row.attributesLength)) { batch.arena[place] = 0 }
            batch.rows[index].attributesStart = UInt32(truncatingIfNeeded: batch.arena.count)
            batch.rows[index].attributesLength = UInt32(truncatingIfNeeded: packed.count)
            batch.arena += packed
        }
    }

    /// The keys of a row, and whether something in it may be personal.
    @inline(__always)
    private static func look(
        _ attributes: Attributes, _ kinds: UnsafeBufferPointer<AttributeMasking>
    ) -> (keys: RowKeys, isSuspicious: Bool) {
        var keys = RowKeys()
        var isSuspicious = false
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            keys.insert(cursor.code)
            let kind = kinds[Int(cursor.code)]
            if kind != .keep, !isSuspicious { isSuspicious = EvidenceMask.isSuspicious(cursor.value, kind) }
        }
        return (keys, isSuspicious)
    }

    @inline(__always)
    private static func isSuspicious(_ value: UnsafeRawBufferPointer, _ kind: AttributeMasking) -> Bool {
        switch kind {
        case .keep: false
        case .text: hasForm(value) || hasField(value)
        }
    }

    /// Whether a value may hold a personal form: cheap, and never false where one is there.
    @inline(__always)
    static func hasForm(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count >= 6, let base = value.baseAddress, cscan_may_identify(base, value.count) != 0 else { return false }
        return hasFormByByte(value)
    }

    @inline(never)
    private static func hasFormByByte(_ value: UnsafeRawBufferPointer) -> Bool {
        var digits = 0
        // Digits of a number in groups, which begins where no token goes on, and how many groups there are.
        var grouped = 0
        var groups = 0
        var isGroup = false
        var dots = 0
        var colons = 0
        var token = 0
        var index = 0
        var packed = PackedText.Scan()
        while index < value.count {
            let byte = value[index]
            if packed.mayEnd(before: byte, at: index, in: value) { return true }
            if byte &- 48 < 10 {
                if digits == 0, !isGroup {
                    isGroup = index == 0 || !PersonalForm.isToken(value[index &- 1])
                    (grouped, groups) = (0, 0)
                }
                digits &+= 1
                token &+= 1
                index &+= 1
                continue
            }
            if digits > 0 {
                if mayBeNumber(value, end: index, digits) { return true }
                grouped &+= digits
                groups &+= 1
                digits = 0
            }
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: "+"), 0xEF: return true
            // A blank or a comma of Chinese text, which may stand between groups.
            case 0xE3 where index &+ 1 < value.count && value[index &+ 1] == 0x80: return true
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
            if isGroup, groups >= 2, grouped >= 11 { return true }
            isGroup = false
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
        if digits > 0 { (grouped, groups) = (grouped &+ digits, groups &+ 1) }
        return isGroup && groups >= 2 && grouped >= 11 || mayBeOpenID(value, end: index, token)
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
        guard isWhole(value, start, end) else { return false }
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

    /// Whether a run of digits is all of its token, but for a word for telephone before it and the X of an identity card behind it.
    private static func isWhole(_ value: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
        if end < value.count, PersonalForm.isAlphanumeric(value[end]) {
            let isCard = end &- start == 17 && value[end] | 0x20 == UInt8(ascii: "x")
            guard isCard, end &+ 1 == value.count || !PersonalForm.isAlphanumeric(value[end &+ 1]) else { return false }
        }
        var first = start
        while first > 0, PersonalForm.isAlphanumeric(value[first &- 1]) {
            guard PersonalForm.isLetter(value[first &- 1]), start &- first < 16 else { return false }
            first &-= 1
        }
        return first == start || PersonalForm.telephoneWords.contains(value[first..<start].map { $0 | 0x20 })
    }

    /// Whether a value may hold a named field, or a path with a segment that begins like one of a person: `/u…`, `/m…`, `/c…`, `/b…`, `/pr…`.
    private static func hasField(_ value: UnsafeRawBufferPointer) -> Bool {
        // Most values hold none of the signs.
        guard let base = value.baseAddress,
            cscan_holds_any(base, value.count, UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "/")) != 0
        else { return false }
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
    private mutating func rewrite(_ attributes: Attributes) -> Bool {
        packed.removeAll(keepingCapacity: true)
        var changed = false
        var cursor = AttributeCursor(attributes)
        while cursor.next() {
            guard let key = AttributeKey(rawValue: cursor.code) else { continue }
            if let masked = masked(cursor.value, kinds[Int(cursor.code)]) {
                masked.withUnsafeBytes { AttributeWriter.append(key, $0, to: &packed) }
                changed = true
            } else {
                AttributeWriter.append(key, cursor.value, to: &packed)
            }
        }
        return changed
    }

    /// The value with tokens; nil when nothing in it is personal. In a row with a personal value all others are looked at as texts.
    private mutating func masked(_ value: UnsafeRawBufferPointer, _ kind: AttributeMasking) -> [UInt8]? {
        guard kind != .keep, EvidenceMask.isSuspicious(value, .text), !clean.contains(value) else { return nil }
        let masked = masker.masked(value)
        if masked == nil { clean.note(value) }
        return masked
    }
}

/// Values that were looked through and have nothing personal in them: paths and answers come again and again.
///
/// A table of fixed size in which a new value takes the place of an old one; nothing personal is ever kept in it.
private struct CleanValues {
    private static let count = 512
    /// Longer values are hardly ever the same twice.
    private static let longest = 256
    private var values = [[UInt8]](repeating: [], count: CleanValues.count)

    private static func place(_ value: UnsafeRawBufferPointer) -> Int { Int(truncatingIfNeeded: StableHash.of(value) >> 32) & (count - 1) }

    func contains(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count <= CleanValues.longest else { return false }
        return values[CleanValues.place(value)].withUnsafeBytes { $0.equals(value) }
    }

    mutating func note(_ value: UnsafeRawBufferPointer) {
        guard value.count <= CleanValues.longest else { return }
        values[CleanValues.place(value)] = Array(value)
    }
}
