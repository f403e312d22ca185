import Domain

/// One or two values: place of the dimension and of the value; 0 for no second one.
struct DriverCandidate: Hashable, Comparable {
    var first: UInt32
    var second: UInt32

    /// One word: hashing is most of gathering them.
    func hash(into hasher: inout Hasher) { hasher.combine(UInt64(first) << 32 | UInt64(second)) }

    static func < (a: DriverCandidate, b: DriverCandidate) -> Bool {
        (a.second == 0 ? 0 : 1, a.first, a.second) < (b.second == 0 ? 0 : 1, b.first, b.second)
    }
}

/// The cells of two periods, and for each of them the candidates that it belongs to: worked out once, added up for every measure and every
/// round of a search.
struct DriverCells {
    /// One dimension, or a pair of them: every cell belongs to one candidate of it at most.
    struct Slot {
        var first: Int
        var second: Int?
    }

    /// Every dimension and every pair.
    static let slots: [Slot] = {
        let all = CaseCube.dimensions.indices
        return all.map { Slot(first: $0) } + all.flatMap { a in all.filter { $0 > a }.map { Slot(first: a, second: $0) } }
    }()
    /// Stands where a cell's value is not told.
    static let none = UInt32.max

    /// The cells, in order.
    let keys: [CubeKey]
    /// Every candidate, in order.
    let candidates: [DriverCandidate]
    /// The slot of each candidate.
    let slotOf: [Int]
    /// The candidate of each cell and slot, or ``none``.
    private let places: [UInt32]

    init(_ keys: [CubeKey]) {
        self.keys = keys
        var met: [DriverCandidate: UInt32] = [:]
        var found: [(candidate: DriverCandidate, slot: Int)] = []
        var places: [UInt32] = []
        places.reserveCapacity(keys.count * DriverCells.slots.count)
        for key in keys {
            for (index, slot) in DriverCells.slots.enumerated() {
                guard let candidate = DriverCells.candidate(key, slot) else {
                    places.append(DriverCells.none)
                    continue
                }
                if let known = met[candidate] {
                    places.append(known)
                } else {
                    places.append(UInt32(found.count))
                    met[candidate] = UInt32(found.count)
                    found.append((candidate, index))
                }
            }
        }
        let order = found.indices.sorted { found[$0].candidate < found[$1].candidate }
        var rank = [UInt32](repeating: 0, count: found.count)
        for (place, old) in order.enumerated() { rank[old] = UInt32(place) }
        candidates = order.map { found[$0].candidate }
        slotOf = order.map { found[$0].slot }
        self.places = places.map { $0 == DriverCells.none ? $0 : rank[Int($0)] }
    }

    /// The candidate that a cell belongs to, or ``none``.
    func candidate(of cell: Int, slot: Int) -> UInt32 { places[cell &* DriverCells.slots.count &+ slot] }

    /// Whether a cell belongs to a candidate.
    func matches(_ cell: Int, _ candidate: Int) -> Bool { self.candidate(of: cell, slot: slotOf[candidate]) == UInt32(candidate) }

    private static func candidate(_ key: CubeKey, _ slot: Slot) -> DriverCandidate? {
        let first = key[slot.first]
        guard first != 0 else { return nil }
        guard let other = slot.second else { return DriverCandidate(first: pack(slot.first, first), second: 0) }
        let second = key[other]
        return second == 0 ? nil : DriverCandidate(first: pack(slot.first, first), second: pack(other, second))
    }

    private static func pack(_ dimension: Int, _ value: UInt16) -> UInt32 { UInt32(dimension) << 16 | UInt32(value) }
}
