import Decoding
import Domain

/// The fields of one record by meaning: one slot a key, filled in one pass, the shallowest value first.
struct FieldTable {
    private let slots: UnsafeMutablePointer<Slot>
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var top: UInt64 = 0
    /// Whether an order number stands inside a URL or another encoded value.
    private(set) var hasNestedNumber = false

    private struct Slot {
        var value: Bytes
        var depth: UInt8
        var kind: FieldKind
    }

    /// Makes a table over slots that its owner frees.
    init(memory: UnsafeMutableRawPointer) {
        slots = memory.bindMemory(to: Slot.self, capacity: FieldKey.allCases.count)
    }

    /// How much memory the slots take.
    static var byteCount: Int { MemoryLayout<Slot>.stride * (FieldKey.allCases.count + 1) }

    /// Forgets everything.
    mutating func reset() { (low, high, top, hasNestedNumber) = (0, 0, 0, false) }

    /// Whether a key was seen.
    @inline(__always) func has(_ key: FieldKey) -> Bool {
        let bit = key.rawValue
        let word = bit < 64 ? low : bit < 128 ? high : top
        return word & (1 &<< UInt64(bit & 63)) != 0
    }

    /// The value of a key, or nil.
    @inline(__always) subscript(key: FieldKey) -> Bytes? {
        has(key) ? slots[Int(key.rawValue)].value : nil
    }

    /// The first value of several keys that is there.
    func first(_ keys: FieldKey...) -> Bytes? {
        for key in keys where has(key) { return slots[Int(key.rawValue)].value }
        return nil
    }

    /// At which depth a key stood; 255 when it was not seen.
    func depth(of key: FieldKey) -> UInt8 { has(key) ? slots[Int(key.rawValue)].depth : 255 }

    /// What a value is.
    func kind(of key: FieldKey) -> FieldKind { has(key) ? slots[Int(key.rawValue)].kind : .null }

    /// Takes a value: a shallower one replaces a deeper one, the first of one depth stays.
    mutating func take(_ key: FieldKey, _ value: Bytes, kind: FieldKind, depth: UInt8) {
        var key = key
        if key == .identifier, depth > 0 { key = .nestedIdentifier }
        switch key {
        case .orderNumber, .orderID, .attemptNumber, .merchantNumber: if depth > 0, value.count > 0 { hasNestedNumber = true }
        default: break
        }
        if has(key), slots[Int(key.rawValue)].depth <= depth { return }
        set(key, value, kind: kind, depth: depth)
    }

    /// Puts a value in place of whatever is there.
    mutating func set(_ key: FieldKey, _ value: Bytes, kind: FieldKind = .string, depth: UInt8 = 0) {
        let bit = key.rawValue
        if bit < 64 {
            low |= 1 &<< UInt64(bit & 63)
        } else if bit < 128 {
            high |= 1 &<< UInt64(bit & 63)
        } else {
            top |= 1 &<< UInt64(bit & 63)
        }
        slots[Int(bit)] = Slot(value: value, depth: depth, kind: kind)
    }
}
