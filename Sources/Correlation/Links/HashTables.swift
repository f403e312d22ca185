import Domain

/// Names that were seen a moment ago: spares the tables the same edge again and again. It may forget, and never invents.
struct RecentNames: Sendable {
    private static let count = 1 << 13
    private var names = [UInt64](repeating: 0, count: RecentNames.count)

    /// Whether the name is new here; remembers it.
    @inline(__always) mutating func isNew(_ name: UInt64) -> Bool {
        let place = Int(truncatingIfNeeded: name &>> 40) & (RecentNames.count &- 1)
        if names[place] == name { return false }
        names[place] = name
        return true
    }
}

/// An open-addressing table from 64-bit names to small values; a name is a hash already, so it is its own place.
struct NameTable<Value: Sendable>: Sendable {
    private var names: [UInt64] = []
    private var values: [Value?] = []
    private var mask = -1
    private(set) var count = 0

    init(capacity: Int = 0) {
        if capacity > 0 { resize(to: capacity) }
    }

    @inline(__always) private func place(_ name: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: name &>> 17 ^ name) & mask
        while values[place] != nil, names[place] != name { place = (place &+ 1) & mask }
        return place
    }

    /// The value of a name.
    subscript(name: UInt64) -> Value? {
        @inline(__always) get { mask < 0 ? nil : values[place(name)] }
        set {
            guard let newValue else { return }
            if mask < 0 || (count &+ 1) &* 3 > values.count &* 2 { resize(to: max(16, count &* 2)) }
            let place = place(name)
            if values[place] == nil { count &+= 1 }
            (names[place], values[place]) = (name, newValue)
        }
    }

    /// The names as a filter.
    var filter: NameFilter {
        var filter = NameFilter(count: count)
        for place in values.indices where values[place] != nil { filter.insert(names[place]) }
        return filter
    }

    /// Gives all values, in no particular order.
    func forEach(_ body: (Value) -> Void) {
        for value in values { if let value { body(value) } }
    }

    /// Gives all names with their values, in no particular order.
    func forEach(_ body: (UInt64, Value) -> Void) {
        for (name, value) in zip(names, values) { if let value { body(name, value) } }
    }

    private mutating func resize(to wanted: Int) {
        var size = 16
        while size &* 2 < wanted &* 3 { size &*= 2 }
        let (oldNames, oldValues) = (names, values)
        names = [UInt64](repeating: 0, count: size)
        values = [Value?](repeating: nil, count: size)
        mask = size &- 1
        for i in oldValues.indices where oldValues[i] != nil {
            let place = place(oldNames[i])
            (names[place], values[place]) = (oldNames[i], oldValues[i])
        }
    }
}

/// A bit for each of some names: one look tells of most others that they are none of them.
struct NameFilter: Sendable {
    private var words: [UInt64]

    /// Makes an empty filter for about `count` names.
    init(count: Int) {
        var size = 64
        while size < count { size *= 2 }
        words = [UInt64](repeating: 0, count: size)
    }

    mutating func insert(_ name: UInt64) { words[place(name)] |= 1 &<< (name & 63) }

    /// False: surely none of the names.
    @inline(__always) func mayContain(_ name: UInt64) -> Bool { words[place(name)] & (1 &<< (name & 63)) != 0 }

    @inline(__always) private func place(_ name: UInt64) -> Int { Int(truncatingIfNeeded: name &>> 6) & (words.count &- 1) }
}

/// Says that one name stands for another.
struct Edge: Hashable, Comparable, Sendable {
    var from: UInt64
    var to: UInt64

    static func < (a: Edge, b: Edge) -> Bool { a.from != b.from ? a.from < b.from : a.to < b.to }
}

extension Array<Edge> {
    /// Sorted, each edge once.
    consuming func sortedUnique() -> [Edge] {
        sort()
        var kept = 0
        for i in indices where i == 0 || self[i] != self[kept &- 1] {
            self[kept] = self[i]
            kept &+= 1
        }
        removeLast(count &- kept)
        return self
    }

    /// The first place whose `from` is not below `name`, in a sorted array.
    func lowerBound(_ name: UInt64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low &+ high) / 2
            if self[middle].from < name { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}
