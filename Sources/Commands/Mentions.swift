import Domain
import Sources

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Lines of the logs that name an order and gave no evidence: words that the program does not understand.
///
/// Found by reading the logs again (`order --search`): remembering every such line of a run would cost the way of all the others.
struct Mentions {
    /// Places of the first ones: `file:line`.
    private(set) var places: [String] = []
    /// How many there are.
    private(set) var count = 0
    /// Files that cannot be read any more.
    private(set) var unreadable: [String] = []
    private static let shown = 10

    /// Reads the sources again.
    ///
    /// - Parameters:
    ///   - number: the order's number.
    ///   - chain: its evidence; the lines of it are no mentions.
    init(of number: OrderNumber, chain: Chain, sources: [SourceInfo]) {
        guard !number.bytes.isEmpty else { return }
        var known: [String: Set<UInt32>] = [:]
        for event in chain.events where Int(event.source) < sources.count {
            known[sources[Int(event.source)].name, default: []].insert(event.line)
        }
        var names: [String] = []
        for source in sources where source.name != "-" {
            // The services of a mixed stream lie in one file, the members of an archive too.
            var name = source.name
            if let service = name.firstRange(of: " @ ") { name = String(name[service.upperBound...]) }
            if let member = name.firstIndex(of: "!") { name = String(name[..<member]) }
            if !names.contains(name) { names.append(name) }
        }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { block.deallocate() }
        for name in names.sorted() {
            let opened = SourceReader.open(DiscoveredFile(path: name))
            if opened.readers.isEmpty { unreadable.append(name) }
            for reader in opened.readers { read(reader, number.bytes, known[reader.name] ?? [], block) }
        }
    }

    private mutating func read(_ reader: SourceReader, _ number: [UInt8], _ known: Set<UInt32>, _ block: UnsafeMutableRawBufferPointer) {
        var rest: [UInt8] = []
        var line: UInt32 = 1
        while true {
            let count = reader.read(into: block)
            if count == 0 { break }
            rest.append(contentsOf: block[..<count])
            guard let end = rest.lastIndex(of: 10) else {
                // A line without end: what names the order in its beginning is found when the line ends, or here.
                if rest.count > Limits.blockLength * 4 { rest.removeFirst(rest.count - Limits.blockLength) }
                continue
            }
            rest[...end].withUnsafeBytes { look(through: $0, number, known, &line, reader.name) }
            rest.removeFirst(end + 1)
        }
        rest.withUnsafeBytes { look(through: $0, number, known, &line, reader.name) }
    }

    /// Looks through whole lines; most blocks do not hold the number at all.
    private mutating func look(
        through bytes: UnsafeRawBufferPointer, _ number: [UInt8], _ known: Set<UInt32>, _ line: inout UInt32, _ name: String
    ) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        let holds = Mentions.place(of: number, in: bytes, from: 0) != nil
        while start < bytes.count {
            let found = memchr(base + start, 10, bytes.count - start)
            let end = found.map { base.distance(to: UnsafeRawPointer($0)) } ?? bytes.count
            if holds, !known.contains(line), Mentions.names(UnsafeRawBufferPointer(rebasing: bytes[start..<end]), number) {
                count += 1
                if places.count < Mentions.shown { places.append("\(name):\(line)") }
            }
            line &+= 1
            start = end + 1
        }
    }

    /// Whether a line holds the number on token borders. A line that begins with a blank belongs to the record before it.
    static func names(_ line: UnsafeRawBufferPointer, _ number: [UInt8]) -> Bool {
        guard let first = line.first, first != 32, first != 9 else { return false }
        var from = 0
        while let start = place(of: number, in: line, from: from) {
            let end = start + number.count
            if start == 0 || !isPart(line[start - 1]), end == line.count || !isPart(line[end]) { return true }
            from = start + 1
        }
        return false
    }

    /// Where a number stands in bytes, at `from` or behind it.
    private static func place(of number: [UInt8], in bytes: UnsafeRawBufferPointer, from: Int) -> Int? {
        guard let base = bytes.baseAddress, let first = number.first else { return nil }
        var from = from
        while from + number.count <= bytes.count {
            guard let found = memchr(base + from, Int32(first), bytes.count - number.count - from + 1) else { return nil }
            let start = base.distance(to: UnsafeRawPointer(found))
            if number.withUnsafeBytes({ memcmp(base + start, $0.baseAddress ?? base, number.count) }) == 0 { return start }
            from = start + 1
        }
        return nil
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// What is said about them.
    var text: Text {
        let more = count > places.count ? "\n  … +\(count - places.count)" : ""
        let list = places.map { "\n  \($0)" }.joined() + more
        let lost = unreadable.isEmpty ? nil : unreadable.joined(separator: ", ")
        let lostEN = lost.map { "\n  cannot be read any more: \($0)" } ?? ""
        let lostZH = lost.map { "\n  已无法读取：\($0)" } ?? ""
        switch count {
        case 0: return Text(en: "no other line names this order" + lostEN, zh: "没有其他日志行提到该订单" + lostZH)
        case 1: return Text(en: "1 line names this order and was not understood:\(list)\(lostEN)", zh: "1 行提到该订单但未能识别：\(list)\(lostZH)")
        default:
            return Text(
                en: "\(count) lines name this order and were not understood:\(list)\(lostEN)", zh: "\(count) 行提到该订单但未能识别：\(list)\(lostZH)")
        }
    }
}
