import Domain

/// One table's tree of pages, filled with rows in ascending order of their keys (SQLite's file format, section 1.6, "B-tree Pages").
struct TablePages: ~Copyable {
    private static let leafHeader = 8
    private static let interiorHeader = 12
    /// A child's page, its largest key, and the place that leads there.
    private static let longestInteriorCell = 4 + 9 + 2

    private let file: PageFile
    /// The page at which SQLite looks for the table.
    private let root: UInt32
    private let page: UnsafeMutableRawBufferPointer
    private var cells = 0
    /// Where the cells begin, which grow from the end of the page.
    private var start: Int
    /// Pages that are full, each with the largest key in it.
    private var leaves: [Child] = []
    private var lastKey: Int64?

    private struct Child {
        var page: UInt32
        var key: Int64
    }

    init(_ file: PageFile, root: Int64) {
        (self.file, self.root, start) = (file, UInt32(truncatingIfNeeded: root), file.usable)
        page = .allocate(byteCount: file.length, alignment: Limits.bufferAlignment)
        page.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { page.deallocate() }

    /// Whether a row with this key can be added.
    func takes(_ key: Int64) -> Bool { lastKey.map { $0 < key } ?? true }

    /// Adds a row behind all others.
    mutating func append(_ key: Int64, _ record: UnsafeRawBufferPointer) throws(StoreError) {
        let local = TablePages.localLength(record.count, file.usable)
        let spills = local < record.count
        let number = UInt64(bitPattern: key)
        let length = Varint.length(UInt64(record.count)) + Varint.length(number) + local + (spills ? 4 : 0)
        if start - length < TablePages.leafHeader + 2 * (cells + 1) { try endLeaf() }
        start -= length
        var at = start
        at += Varint.write(UInt64(record.count), to: page, at: at)
        at += Varint.write(number, to: page, at: at)
        UnsafeMutableRawBufferPointer(rebasing: page[at...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: record[..<local]))
        if spills { store(try spill(UnsafeRawBufferPointer(rebasing: record[local...])), at: at + local) }
        page.storeBytes(of: UInt16(truncatingIfNeeded: start).bigEndian, toByteOffset: TablePages.leafHeader + 2 * cells, as: UInt16.self)
        cells += 1
        lastKey = key
    }

    /// Writes what is left, and the pages that lead to the leaves.
    mutating func finish() throws(StoreError) {
        guard !leaves.isEmpty else {
            guard cells > 0 else { return }
            sealLeaf()
            return try file.write(root, UnsafeRawBufferPointer(page))
        }
        if cells > 0 { try endLeaf() }
        let widest = (file.usable - TablePages.interiorHeader) / TablePages.longestInteriorCell
        var level = leaves
        while level.count > widest {
            // About as many in each, so that none has a single child.
            let count = (level.count + widest - 1) / widest
            var above: [Child] = []
            for place in 0..<count {
                let children = level[(level.count * place / count)..<(level.count * (place + 1) / count)]
                let number = try file.take()
                try write(children, to: number)
                if let last = children.last { above.append(Child(page: number, key: last.key)) }
            }
            level = above
        }
        try write(level[...], to: root)
    }

    private mutating func endLeaf() throws(StoreError) {
        guard let lastKey else { return }
        sealLeaf()
        let number = try file.take()
        try file.write(number, UnsafeRawBufferPointer(page))
        leaves.append(Child(page: number, key: lastKey))
        clear()
    }

    private func sealLeaf() {
        page[0] = 0x0D
        seal(TablePages.leafHeader)
    }

    /// No free blocks, how many cells, where they begin; what lay between header and cells is gone.
    private func seal(_ header: Int) {
        (page[1], page[2], page[7]) = (0, 0, 0)
        UnsafeMutableRawBufferPointer(rebasing: page[(header + 2 * cells)..<start]).initializeMemory(as: UInt8.self, repeating: 0)
        page.storeBytes(of: UInt16(truncatingIfNeeded: cells).bigEndian, toByteOffset: 3, as: UInt16.self)
        // 0 stands for 65536.
        page.storeBytes(of: UInt16(truncatingIfNeeded: start).bigEndian, toByteOffset: 5, as: UInt16.self)
    }

    private mutating func clear() { (cells, start) = (0, file.usable) }

    /// A page that leads to others: each but the last with its largest key.
    private mutating func write(_ children: ArraySlice<Child>, to number: UInt32) throws(StoreError) {
        clear()
        for child in children.dropLast() {
            let key = UInt64(bitPattern: child.key)
            start -= 4 + Varint.length(key)
            store(child.page, at: start)
            _ = Varint.write(key, to: page, at: start + 4)
            page.storeBytes(
                of: UInt16(truncatingIfNeeded: start).bigEndian, toByteOffset: TablePages.interiorHeader + 2 * cells, as: UInt16.self)
            cells += 1
        }
        page[0] = 0x05
        seal(TablePages.interiorHeader)
        if let last = children.last { store(last.page, at: 8) }
        try file.write(number, UnsafeRawBufferPointer(page))
        clear()
    }

    /// Writes what does not fit on a page to pages of its own; the first of them.
    private func spill(_ bytes: UnsafeRawBufferPointer) throws(StoreError) -> UInt32 {
        let length = file.usable
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: file.length, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        let first = try file.take()
        var (number, position) = (first, 0)
        while position < bytes.count {
            let end = min(position + length - 4, bytes.count)
            let following = end < bytes.count ? try file.take() : 0
            room.initializeMemory(as: UInt8.self, repeating: 0)
            room.storeBytes(of: following.bigEndian, as: UInt32.self)
            UnsafeMutableRawBufferPointer(rebasing: room[4...]).copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
            try file.write(number, UnsafeRawBufferPointer(room))
            (number, position) = (following, end)
        }
        return first
    }

    private func store(_ number: UInt32, at offset: Int) {
        page.storeBytes(of: number.bigEndian, toByteOffset: offset, as: UInt32.self)
    }

    /// How many bytes of a record lie on its leaf (section 1.6: "the amount of payload that spills onto overflow pages").
    private static func localLength(_ count: Int, _ length: Int) -> Int {
        guard count > length - 35 else { return count }
        let least = (length - 12) * 32 / 255 - 23
        let some = least + (count - least) % (length - 4)
        return some <= length - 35 ? some : least
    }
}

/// SQLite's integers of one to nine bytes: groups of seven bits, the highest first; the ninth byte has all eight.
enum Varint {
    static func length(_ value: UInt64) -> Int {
        if value < 0x80 { return 1 }
        return value >> 56 != 0 ? 9 : (64 - value.leadingZeroBitCount + 6) / 7
    }

    /// Writes a value; how many bytes it took.
    static func write(_ value: UInt64, to room: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let length = length(value)
        var rest = value
        var at = length
        if length == 9 {
            room[offset + 8] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
            at = 8
        }
        var more: UInt8 = length == 9 ? 0x80 : 0
        while at > 0 {
            at -= 1
            room[offset + at] = UInt8(truncatingIfNeeded: rest & 0x7F) | more
            rest >>= 7
            more = 0x80
        }
        return length
    }
}
