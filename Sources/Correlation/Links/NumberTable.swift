import Domain

/// Every number that some line names as an order or an attempt, with its text: masks and bare tokens are matched against it.
struct NumberTable: Sendable {
    /// What is known of one number.
    struct Entry: Sendable {
        var hash: UInt64
        var textStart: UInt32
        var textLength: UInt8
        var roles: Roles
    }

    /// In which ways lines used a number.
    struct Roles: OptionSet, Sendable {
        let rawValue: UInt8
        /// `order.created` names it, or it stands as `orderNo` beside an attempt.
        static let namesOrder = Roles(rawValue: 1)
        /// It stands as `out_trade_no` beside an order number.
        static let namesAttempt = Roles(rawValue: 2)
    }

    private(set) var entries: [Entry] = []
    private(set) var text: [UInt8] = []
    private var slots: [UInt32] = []
    private var mask = -1

    /// Notes a number in a role.
    mutating func note(_ hash: UInt64, _ value: UnsafeRawBufferPointer, _ roles: Roles) {
        if mask < 0 || (entries.count &+ 1) &* 3 > slots.count &* 2 { grow() }
        let place = place(hash)
        if slots[place] != 0 {
            entries[Int(slots[place]) &- 1].roles.formUnion(roles)
            return
        }
        // 4 GB of numbers: beyond it a number is known by its hash only
        let fits = text.count &+ value.count < Int(UInt32.max) && value.count <= 255
        entries.append(
            Entry(
                hash: hash, textStart: UInt32(truncatingIfNeeded: fits ? text.count : 0),
                textLength: UInt8(truncatingIfNeeded: fits ? value.count : 0), roles: roles))
        if fits { text.append(contentsOf: value) }
        slots[place] = UInt32(truncatingIfNeeded: entries.count)
    }

    /// What is known of a number; nil when no line names it.
    func entry(_ hash: UInt64) -> Entry? {
        guard mask >= 0 else { return nil }
        let slot = slots[place(hash)]
        return slot == 0 ? nil : entries[Int(slot) &- 1]
    }

    /// The bytes of a number.
    func bytes(of entry: Entry) -> ArraySlice<UInt8> {
        text[Int(entry.textStart)..<(Int(entry.textStart) + Int(entry.textLength))]
    }

    /// Adds what another worker noted.
    mutating func merge(_ other: NumberTable) {
        other.text.withUnsafeBytes { bytes in
            for entry in other.entries {
                let start = Int(entry.textStart)
                note(entry.hash, UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(entry.textLength))]), entry.roles)
            }
        }
    }

    @inline(__always) private func place(_ hash: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: hash &>> 17 ^ hash) & mask
        while slots[place] != 0, entries[Int(slots[place]) &- 1].hash != hash { place = (place &+ 1) & mask }
        return place
    }

    private mutating func grow() {
        let size = max(1_024, slots.count &* 2)
        slots = [UInt32](repeating: 0, count: size)
        mask = size &- 1
        for i in entries.indices {
            var place = Int(truncatingIfNeeded: entries[i].hash &>> 17 ^ entries[i].hash) & mask
            while slots[place] != 0 { place = (place &+ 1) & mask }
            slots[place] = UInt32(truncatingIfNeeded: i &+ 1)
        }
    }
}
