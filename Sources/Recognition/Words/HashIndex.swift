/// Small numbers by 64-bit hashes: open addressing, so that a look-up costs a few nanoseconds. A hash is its own name.
struct HashIndex: Sendable {
    private var hashes: [UInt64] = []
    /// The number plus one; 0 is a free place.
    private var values: [Int] = []
    private var mask = -1
    private(set) var count = 0

    /// Whether it holds nothing.
    var isEmpty: Bool { count == 0 }

    /// The number of a hash; a number once given is only replaced, never taken away.
    subscript(hash: UInt64) -> Int? {
        @inline(__always) get {
            guard mask >= 0 else { return nil }
            let value = values[place(hash)]
            return value == 0 ? nil : value &- 1
        }
        set {
            guard let newValue, newValue >= 0, newValue < .max else { return }
            if (count &+ 1) &* 2 > values.count { grow() }
            let place = place(hash)
            if values[place] == 0 { count &+= 1 }
            (hashes[place], values[place]) = (hash, newValue &+ 1)
        }
    }

    @inline(__always) private func place(_ hash: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: hash &>> 20 ^ hash) & mask
        while values[place] != 0, hashes[place] != hash { place = (place &+ 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldHashes, oldValues) = (hashes, values)
        let size = max(32, oldValues.count &* 2)
        (hashes, values) = ([UInt64](repeating: 0, count: size), [Int](repeating: 0, count: size))
        mask = size &- 1
        for index in oldValues.indices where oldValues[index] != 0 {
            let place = place(oldHashes[index])
            (hashes[place], values[place]) = (oldHashes[index], oldValues[index])
        }
    }
}
