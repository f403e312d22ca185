import Domain

/// How much a ``LinkIndex`` had tied together at some moment.
public struct LinkMark: Sendable {
    let aliases: Int
    let trades: Int
    let attempts: Int
}

/// What sources tie together whose bytes may be wrong: a flipped bit in a packed file changes the text behind it long before its
/// checksum is read, and copies pieces of one line into another, so that a line names two orders that have nothing to do with each other.
struct DoubtfulTies: Sendable {
    var aliases: [Edge] = []
    var trades: [Edge] = []
    var attempts: [Edge] = []

    var isEmpty: Bool { aliases.isEmpty && trades.isEmpty && attempts.isEmpty }

    /// Takes away what was added to `edges` since they were `count`.
    static func move(_ edges: inout [Edge], since count: Int, to doubtful: inout [Edge]) {
        guard count < edges.count else { return }
        doubtful.append(contentsOf: edges[count...])
        edges.removeSubrange(count...)
    }

    /// Takes away what only these sources say.
    static func move(_ edges: inout [Edge], saidBy told: [UInt32], of sources: Set<UInt32>, to doubtful: inout [Edge]) {
        var sound: [Edge] = []
        sound.reserveCapacity(edges.count)
        for (edge, source) in zip(edges, told) {
            if sources.contains(source) { doubtful.append(edge) } else { sound.append(edge) }
        }
        edges = sound
    }

    mutating func merge(_ other: DoubtfulTies) {
        aliases.append(contentsOf: other.aliases)
        trades.append(contentsOf: other.trades)
        attempts.append(contentsOf: other.attempts)
    }
}

/// The source of each tie of a ``LinkIndex``, tie by tie.
struct Tellers: Sendable {
    var aliases: [UInt32] = []
    var trades: [UInt32] = []
    var attempts: [UInt32] = []
}

extension LinkIndex {
    /// Takes over what damaged sources say of identifiers that no sound source ties to anything. A number that a line calls an order's own
    /// is no attempt of another order on their word.
    mutating func settleDoubts() {
        guard !doubtful.isEmpty else { return }
        aliases += LinkIndex.untold(doubtful.aliases, beside: [aliases] + otherAliases)
        trades += LinkIndex.untold(doubtful.trades, beside: [trades])
        attempts += LinkIndex.untold(doubtful.attempts, beside: [attempts]).filter { edge in
            numbers.entry(edge.from)?.roles.contains(.namesOrder) != true
        }
        doubtful = DoubtfulTies()
    }

    private static func untold(_ doubtful: [Edge], beside sound: [[Edge]]) -> [Edge] {
        guard !doubtful.isEmpty else { return [] }
        var told = NameTable<Bool>(capacity: sound.reduce(0) { $0 + $1.count })
        for edges in sound { for edge in edges { told[edge.from] = true } }
        return doubtful.filter { told[$0.from] == nil }
    }
}
