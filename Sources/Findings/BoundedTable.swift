import Domain

/// What is counted by name, for no more names than a bound. Of more names those with the smallest stable hashes stay: which they are, and
/// what was counted of them, depends neither on who met them first nor on how many workers counted.
///
/// A name that is left out once has as many smaller ones before it as the bound allows; more can only come. So it is never let in again,
/// and every name that stays was counted from the first time on.
struct BoundedTable<Value: Sendable>: Sendable {
    private var entries: [UInt64: (name: String, value: Value)] = [:]
    /// The largest hash that may still come in.
    private var largest = UInt64.max
    private let bound: Int
    private let fresh: Value

    /// Makes an empty table; `fresh` is what counting begins with.
    init(bound: Int, fresh: Value) { (self.bound, self.fresh) = (bound, fresh) }

    /// Whether a name is counted; it is let in when there is room for it.
    ///
    /// - Parameter name: asked for only when the name is new.
    mutating func admits(_ hash: UInt64, name: () -> String) -> Bool {
        guard hash <= largest else { return false }
        if entries[hash] != nil { return true }
        entries[hash] = (name(), fresh)
        // Trimmed now and then, not at every name.
        if entries.count >= bound * 2 { trim() }
        return hash <= largest
    }

    /// Changes what was counted of a name that is in.
    mutating func update(_ hash: UInt64, _ change: (inout Value) -> Void) {
        guard let place = entries.index(forKey: hash) else { return }
        change(&entries.values[place].value)
    }

    /// Adds another table, in any order.
    mutating func merge(_ other: BoundedTable, _ add: (inout Value, Value) -> Void) {
        for (hash, theirs) in other.entries where admits(hash, name: { theirs.name }) { update(hash) { add(&$0, theirs.value) } }
    }

    /// What is kept, by name.
    var kept: [(name: String, value: Value)] {
        var all = self
        if all.entries.count > bound { all.trim() }
        return all.entries.values.sorted { $0.name < $1.name }
    }

    private mutating func trim() {
        let hashes = entries.keys.sorted()
        guard hashes.count > bound else { return }
        largest = hashes[bound - 1]
        for hash in hashes[bound...] { entries[hash] = nil }
    }
}
