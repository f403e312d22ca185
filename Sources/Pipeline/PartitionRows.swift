import Domain

/// The rows of one partition, grouped by order: what the chains of a partition are built from.
///
/// The packed bytes are taken as they are; a row is unpacked when its order's turn comes. Memory is used again for the next partition.
struct PartitionRows: ~Copyable {
    /// Packed rows; their attributes lie among them.
    private var bytes = Scratch<UInt8>(capacity: 1 << 16)
    private var places = Scratch<Int>()
    private var keys = Scratch<UInt64>()
    /// Rows from here on were bound while linking.
    private var firstLate = 0

    /// Row indices, order after order.
    private var sorted = Scratch<Int32>()
    /// Orders in ascending hash: key and the range of its rows in `sorted`.
    private(set) var groups = Scratch<(key: UInt64, rows: Range<Int>)>()
    private var slots = Scratch<Int32>()
    private var groupOfRow = Scratch<Int32>()
    private var counts = Scratch<(key: UInt64, count: Int)>()
    private var order = Scratch<Int32>()
    private var starts = Scratch<Int>()

    private var own = Scratch<Evidence>()

    init() {}

    /// The rows of the order taken last.
    var rows: UnsafeBufferPointer<Evidence> { UnsafeBufferPointer(own.elements) }
    /// Their attributes.
    var arena: UnsafeRawBufferPointer { bytes.bytes }

    /// Empties it and keeps its memory.
    mutating func removeAll() {
        bytes.removeAll()
        places.removeAll()
        keys.removeAll()
        firstLate = 0
    }

    /// Makes room for so many bytes: growing by doubling would take half as much again.
    mutating func reserve(_ length: Int) { bytes.reserve(length) }

    /// Adds partition `index` of one store.
    mutating func add(_ index: Int, of store: PartitionStore) { add(OrderSlice(partition: index), of: store) }

    /// Adds a slice of one store.
    ///
    /// - Parameters:
    ///   - isLate: whether its rows found their order while linking; such stores come last.
    ///   - keeps: whether a row is wanted; nil: all are.
    mutating func add(
        _ slice: OrderSlice, of store: PartitionStore, isLate: Bool = false,
        keeping keeps: ((_ key: UInt64, _ row: Evidence, _ attributes: UnsafeRawBufferPointer) -> Bool)? = nil
    ) {
        store.append(slice, to: &bytes, keeping: keeps) { key, place in
            places.append(place)
            keys.append(key)
        }
        if !isLate { firstLate = places.count }
    }

    /// Counts the rows of every order and scatters their indices: linear, and independent of how workers shared the files.
    mutating func group() {
        var capacity = 16
        while capacity < keys.count * 2 { capacity *= 2 }
        slots.fill(-1, count: capacity)
        groupOfRow.removeAll()
        counts.removeAll()
        for key in keys.elements {
            var slot = Int(truncatingIfNeeded: key) & (capacity - 1)
            while slots[slot] >= 0, counts[Int(slots[slot])].key != key { slot = (slot + 1) & (capacity - 1) }
            if slots[slot] < 0 {
                slots[slot] = Int32(truncatingIfNeeded: counts.count)
                counts.append((key, 0))
            }
            counts[Int(slots[slot])].count += 1
            groupOfRow.append(slots[slot])
        }
        order.removeAll()
        for index in counts.indices { order.append(Int32(truncatingIfNeeded: index)) }
        let known = counts.elements
        order.sort { known[Int($0)].key < known[Int($1)].key }
        starts.fill(0, count: counts.count)
        groups.removeAll()
        var position = 0
        for index in order.elements {
            let (key, count) = counts[Int(index)]
            starts[Int(index)] = position
            groups.append((key, position..<(position + count)))
            position += count
        }
        sorted.fill(0, count: keys.count)
        for index in groupOfRow.indices {
            let group = Int(groupOfRow[index])
            sorted[starts[group]] = Int32(truncatingIfNeeded: index)
            starts[group] += 1
        }
    }

    /// Unpacks the rows of one group.
    ///
    /// - Parameter adjust: sees every row, may change it, and says whether it belongs here.
    /// - Returns: the order's number, where one of its rows bears it: the bytes that hash to the group's key.
    @inline(__always)
    mutating func take(_ group: Int, adjust: (_ row: inout Evidence, _ isLate: Bool) -> Bool) -> OrderNumber? {
        own.removeAll()
        var number: OrderNumber?
        let (key, range) = groups[group]
        let all = bytes.bytes
        for place in range {
            let index = Int(sorted[place])
            var row = PartitionStore.row(at: places[index], in: all)
            guard adjust(&row, index >= firstLate) else { continue }
            own.append(row)
            guard number == nil else { continue }
            if let value = Attributes(of: row, in: all)[.orderNumber], StableHash.of(value) == key {
                number = OrderNumber(bytes: Array(value))
            }
        }
        return number
    }
}
