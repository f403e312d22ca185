import Decoding
import Domain

/// The fields of one record by meaning: one slot a key, filled in one pass, the shallowest value first.
struct FieldTable {
    private let slots: UnsafeMutablePointer<Slot>
    private let known: UnsafeMutablePointer<Known>
    /// Which keys were seen, one bit each.
    private let seen: UnsafeMutablePointer<UInt64>
    /// Whether an order number stands inside a URL or another encoded value.
    private(set) var hasNestedNumber = false

    private struct Slot {
        var value: Bytes
        var depth: UInt8
        var kind: FieldKind
    }

    /// A spelling that was met, byte by byte, and what it means: logs use the same few dozen spellings again and again.
    private struct Known {
        var head: UInt64 = 0
        var tail: UInt64 = 0
        var length: UInt8 = 0
        var isMeant = false
        var meaning = FieldKey.event
    }

    private static let slotCount = FieldKey.allCases.count
    private static let knownCount = 1_024
    private static let wordCount = 4

    /// Makes a table over memory that its owner frees.
    init(memory: UnsafeMutableRawPointer) {
        slots = memory.bindMemory(to: Slot.self, capacity: FieldTable.slotCount)
        let spellings = memory + MemoryLayout<Slot>.stride * FieldTable.slotCount
        known = spellings.bindMemory(to: Known.self, capacity: FieldTable.knownCount)
        known.initialize(repeating: Known(), count: FieldTable.knownCount)
        seen = (spellings + MemoryLayout<Known>.stride * FieldTable.knownCount).bindMemory(to: UInt64.self, capacity: FieldTable.wordCount)
        seen.initialize(repeating: 0, count: FieldTable.wordCount)
    }

    /// How much memory it takes.
    static var byteCount: Int {
        MemoryLayout<Slot>.stride * slotCount + MemoryLayout<Known>.stride * knownCount + MemoryLayout<UInt64>.stride * wordCount
    }

    /// The meaning of a key; a short spelling is looked up in the table of all only once.
    @inline(__always) func meaning(of key: Bytes, _ keys: KeyTable) -> FieldKey? {
        let length = key.count
        guard length > 0, length <= 16, let base = key.baseAddress else { return keys.meaning(of: key) }
        var head: UInt64 = 0
        var tail: UInt64 = 0
        if length >= 8 {
            head = base.loadUnaligned(as: UInt64.self)
            tail = base.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
        } else if length >= 4 {
            head = UInt64(base.loadUnaligned(as: UInt32.self))
            tail = UInt64(base.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
        } else {
            head = UInt64(key[0]) | UInt64(key[length &>> 1]) &<< 8 | UInt64(key[length &- 1]) &<< 16
        }
        let mixed = (head ^ tail &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(length)) &* 0xA076_1D64_78BD_642F
        let place = known + Int(truncatingIfNeeded: mixed &>> 54)
        if place.pointee.head != head || place.pointee.tail != tail || place.pointee.length != UInt8(truncatingIfNeeded: length) {
            learn(key, head, tail, at: place, keys)
        }
        return place.pointee.isMeant ? place.pointee.meaning : nil
    }

    @inline(never)
    private func learn(_ key: Bytes, _ head: UInt64, _ tail: UInt64, at place: UnsafeMutablePointer<Known>, _ keys: KeyTable) {
        let meaning = keys.meaning(of: key)
        place.pointee = Known(
            head: head, tail: tail, length: UInt8(truncatingIfNeeded: key.count), isMeant: meaning != nil, meaning: meaning ?? .event)
    }

    /// Forgets everything.
    mutating func reset() {
        seen.update(repeating: 0, count: FieldTable.wordCount)
        hasNestedNumber = false
    }

    /// Whether a key was seen.
    @inline(__always) func has(_ key: FieldKey) -> Bool {
        seen[Int(key.rawValue &>> 6)] & (1 &<< UInt64(key.rawValue & 63)) != 0
    }

    /// Whether any key was seen that stands from one to another in the order of the cases; both among the first 64.
    @inline(__always) func hasAny(from first: FieldKey, through last: FieldKey) -> Bool {
        seen[0] & (UInt64.max &<< UInt64(first.rawValue)) & (UInt64.max &>> (63 &- UInt64(last.rawValue))) != 0
    }

    /// The value of a key, or nil.
    @inline(__always) subscript(key: FieldKey) -> Bytes? {
        has(key) ? slots[Int(key.rawValue)].value : nil
    }

    /// At which depth a key stood; 255 when it was not seen.
    func depth(of key: FieldKey) -> UInt8 { has(key) ? slots[Int(key.rawValue)].depth : 255 }

    /// What a value is.
    func kind(of key: FieldKey) -> FieldKind { has(key) ? slots[Int(key.rawValue)].kind : .null }

    /// Takes a value: a shallower one replaces a deeper one, the first of one depth stays.
    @inline(__always) mutating func take(_ key: FieldKey, _ value: Bytes, kind: FieldKind, depth: UInt8) {
        var key = key
        if depth > 0 {
            switch key {
            case .identifier: key = .nestedIdentifier
            case .orderNumber, .orderID, .attemptNumber, .merchantNumber: if value.count > 0 { hasNestedNumber = true }
            default: break
            }
        }
        if has(key), slots[Int(key.rawValue)].depth <= depth { return }
        set(key, value, kind: kind, depth: depth)
    }

    /// Puts a value in place of whatever is there.
    @inline(__always) mutating func set(_ key: FieldKey, _ value: Bytes, kind: FieldKind = .string, depth: UInt8 = 0) {
        seen[Int(key.rawValue &>> 6)] |= 1 &<< UInt64(key.rawValue & 63)
        slots[Int(key.rawValue)] = Slot(value: value, depth: depth, kind: kind)
    }
}
