import Decoding
import Domain

/// Finds what a key means by one hash of its folded bytes.
///
/// Open addressing over the folded spellings of ``FieldKey``; a configured order-number key is one more entry.
///
/// A view of memory that its owner gives back, so that handing it on counts no reference.
struct KeyTable: @unchecked Sendable {
    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int

    private struct Slot {
        var hash: UInt64 = 0
        var key: UInt8 = 0
        var used = false
    }

    /// Makes the table of the built-in spellings and the configured keys of order numbers.
    init(orderNumberKeys: [String]) {
        var entries: [(UInt64, FieldKey)] = []
        for key in FieldKey.allCases {
            for spelling in key.spellings {
                entries.append((KeyTable.fold(Bytes(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount)), key))
            }
        }
        for name in orderNumberKeys {
            var name = name
            entries.append((name.withUTF8 { KeyTable.fold(Bytes($0)) }, .orderNumber))
        }
        var capacity = 512
        while capacity < entries.count * 3 { capacity *= 2 }
        slots = .allocate(capacity: capacity)
        slots.initialize(repeating: Slot(), count: capacity)
        mask = capacity - 1
        for (hash, key) in entries {
            var index = Int(truncatingIfNeeded: hash) & mask
            while slots[index].used, slots[index].hash != hash { index = (index + 1) & mask }
            // A configured key wins over a built-in meaning.
            slots[index] = Slot(hash: hash, key: key.rawValue, used: true)
        }
    }

    /// Gives the memory back.
    func deallocate() { slots.deallocate() }

    /// The meaning of a key, or nil.
    func meaning(of key: Bytes) -> FieldKey? {
        guard key.count > 0, key.count <= 48 else { return nil }
        let hash = KeyTable.fold(key)
        var index = Int(truncatingIfNeeded: hash) & mask
        while true {
            let slot = slots[index]
            guard slot.used else { return nil }
            if slot.hash == hash { return FieldKey(rawValue: slot.key) }
            index = (index &+ 1) & mask
        }
    }

    /// A 64-bit FNV-1a of the bytes in lower case without `_`, `-`, `.` and blanks, mixed once at the end.
    @inline(__always) static func fold(_ key: Bytes) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key where byte != 95 && byte != 45 && byte != 46 && byte != 32 {
            hash = (hash ^ UInt64(byte.lowered)) &* 0x0000_0100_0000_01B3
        }
        return hash ^ (hash &>> 29)
    }
}
