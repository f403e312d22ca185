import Domain

/// Says that one name stands for another, and which source said it.
struct ToldEdge: Sendable {
    var from: UInt64
    var to: UInt64
    var source: UInt32

    var edge: Edge { Edge(from: from, to: to) }
}

/// What one ``LinkIndex`` noted, dealt by name so that it can be asked part by part and leave memory.
final class LinkSpools: Sendable {
    /// alias → number named in the same line, by alias
    let aliases: Spool
    /// provider trade number → number, by trade: they also tell a payment number from the order's
    let trades: Spool
    /// session → device that a client line names with it, by session
    let sessions: Spool
    /// Numbers that lines name, by number: a part is a part of the orders too.
    let numbers: Spool
    /// Runs of evidence of one order on one device, by device and source
    let runs: Spool
    /// attempt number → order number
    let attempts: Spool
    /// order → App Store product that a line names with it; the second has what the app itself names
    let products: Spool
    let appProducts: Spool
    /// session → number of lines with more identifiers than ``aliases`` takes of one
    let crowded: Spool
    /// Whether the rows of each source came in their own order.
    let rowsInSourceOrder: Bool

    /// Binary logarithm of the number of parts.
    static let bits = 6
    /// The same for what belongs to orders, as `PartitionStore` deals them.
    static let orderBits = 8

    init(in pool: SpillPool, rowsInSourceOrder: Bool) {
        self.rowsInSourceOrder = rowsInSourceOrder
        func spool(_ bits: Int) -> Spool { Spool(bits: bits, in: pool) }
        (aliases, trades, sessions, runs) = (spool(LinkSpools.bits), spool(LinkSpools.bits), spool(LinkSpools.bits), spool(LinkSpools.bits))
        (numbers, attempts) = (spool(LinkSpools.orderBits), spool(0))
        (products, appProducts, crowded) = (spool(0), spool(0), spool(LinkSpools.bits))
    }

    /// Forgets all but the numbers.
    func forgetTies() {
        for spool in [aliases, trades, sessions, runs, attempts, products, appProducts, crowded] {
            for part in 0..<spool.count { spool.removeAll(in: part) }
        }
    }

    // A number: [UInt64 hash][UInt8 roles][UInt8 length][bytes]
    private static let numberHeader = 10

    /// Notes that a line names a number.
    func note(number hash: UInt64, _ value: UnsafeRawBufferPointer, _ roles: NumberTable.Roles) {
        // A longer one is known by its hash only.
        let kept = value.count <= 255 ? value.count : 0
        let room = numbers.room(LinkSpools.numberHeader + kept, in: numbers.part(of: hash))
        room.storeBytes(of: hash, as: UInt64.self)
        room.storeBytes(of: roles.rawValue, toByteOffset: 8, as: UInt8.self)
        room.storeBytes(of: UInt8(truncatingIfNeeded: kept), toByteOffset: 9, as: UInt8.self)
        if let source = value.baseAddress { (room + LinkSpools.numberHeader).copyMemory(from: source, byteCount: kept) }
    }

    /// Adds the numbers of one part to a table.
    func read(numbers part: Int, into table: inout NumberTable) {
        numbers.forEachPiece(of: part) { piece in
            var position = 0
            while position + LinkSpools.numberHeader <= piece.count {
                let length = Int(piece[position + 9])
                let start = position + LinkSpools.numberHeader
                guard start + length <= piece.count else { return }
                table.note(
                    piece.loadUnaligned(fromByteOffset: position, as: UInt64.self),
                    UnsafeRawBufferPointer(rebasing: piece[start..<(start + length)]), NumberTable.Roles(rawValue: piece[position + 8]))
                position = start + length
            }
        }
    }
}

extension Array<LinkSpools> {
    /// The numbers of one part, of all workers.
    func numbers(_ part: Int) -> NumberTable {
        var table = NumberTable()
        for spools in self { spools.read(numbers: part, into: &table) }
        return table
    }
}
