import Domain

/// The rows of one partition, grouped by order: what the chains of a partition are built from.
struct PartitionRows {
    /// Rows; their attributes lie in `arena`.
    private(set) var rows: [Evidence] = []
    private(set) var keys: [UInt64] = []
    private(set) var arena: [UInt8] = []
    /// Row indices, order after order.
    private var sorted: [Int32] = []
    /// Orders in ascending hash: key and the range of its rows in `sorted`.
    private(set) var groups: [(key: UInt64, rows: Range<Int>)] = []

    /// The rows of the order taken last; its memory is used again for the next.
    private(set) var own: [Evidence] = []
    /// Their attributes.
    private(set) var ownArena: [UInt8] = []

    init() {}

    /// Empties it and keeps its memory.
    mutating func removeAll() {
        rows.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        arena.removeAll(keepingCapacity: true)
    }

    /// Adds partition `index` of one store.
    ///
    /// - Parameter adjust: sees every row with its key before it is added, may change it, and says whether it belongs here.
    mutating func add(
        _ index: Int, of store: PartitionStore, adjust: (_ key: UInt64, _ row: inout Evidence) -> Bool
    ) {
        store.forEachPart(of: index) { part in
            PartitionStore.forEachRow(in: part) { key, row, attributes in
                var row = row
                guard adjust(key, &row) else { return }
                row.attributesStart = UInt32(truncatingIfNeeded: arena.count)
                row.attributesLength = UInt32(truncatingIfNeeded: attributes.count)
                arena.append(contentsOf: attributes)
                rows.append(row)
                keys.append(key)
            }
        }
    }

    /// Counts the rows of every order and scatters their indices: linear, and independent of how workers shared the files.
    mutating func group() {
        var capacity = 16
        while capacity < rows.count * 2 { capacity *= 2 }
        var slots = [Int32](repeating: -1, count: capacity)
        var groupOfRow = [Int32](repeating: 0, count: rows.count)
        var counts: [(key: UInt64, count: Int)] = []
        for (index, key) in keys.enumerated() {
            var slot = Int(truncatingIfNeeded: key) & (capacity - 1)
            while true {
                let found = slots[slot]
                if found < 0 {
                    slots[slot] = Int32(counts.count)
                    groupOfRow[index] = Int32(counts.count)
                    counts.append((key, 1))
                    break
                }
                if counts[Int(found)].key == key {
                    counts[Int(found)].count += 1
                    groupOfRow[index] = found
                    break
                }
                slot = (slot + 1) & (capacity - 1)
            }
        }
        let order = counts.indices.sorted { counts[$0].key < counts[$1].key }
        var starts = [Int](repeating: 0, count: counts.count)
        groups.removeAll(keepingCapacity: true)
        var position = 0
        for index in order {
            starts[index] = position
            groups.append((counts[index].key, position..<(position + counts[index].count)))
            position += counts[index].count
        }
        sorted = [Int32](repeating: 0, count: rows.count)
        for (index, group) in groupOfRow.enumerated() {
            sorted[starts[Int(group)]] = Int32(index)
            starts[Int(group)] += 1
        }
    }

    /// Puts the rows of one group into ``own``, their attributes into ``ownArena``.
    ///
    /// - Returns: the order's number, where one of its rows bears it: the bytes that hash to the group's key.
    mutating func take(_ group: (key: UInt64, rows: Range<Int>)) -> OrderNumber? {
        own.removeAll(keepingCapacity: true)
        ownArena.removeAll(keepingCapacity: true)
        var number: OrderNumber?
        let (rows, sorted, arena) = (rows, sorted, arena)
        arena.withUnsafeBytes { all in
            for index in group.rows {
                var row = rows[Int(sorted[index])]
                let start = Int(row.attributesStart)
                let attributes = UnsafeRawBufferPointer(rebasing: all[start..<(start + Int(row.attributesLength))])
                row.attributesStart = UInt32(ownArena.count)
                ownArena.append(contentsOf: attributes)
                own.append(row)
                if number == nil, let value = Attributes(attributes)[.orderNumber], StableHash.of(value) == group.key {
                    number = OrderNumber(bytes: Array(value))
                }
            }
        }
        return number
    }
}
