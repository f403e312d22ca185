import Domain
@preconcurrency import Glibc
import Sources
import TestKit
import Testing

@Suite struct EncodingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// UTF-8 to another encoding in one piece, by iconv.
    static func encode(_ text: String, _ encoding: String) -> [UInt8] {
        guard let handle = iconv_open(encoding, "UTF-8") else { return [] }
        defer { iconv_close(handle) }
        var input = text.utf8.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: input.count * 4 + 16)
        var left = input.count
        var space = output.count
        let room = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var from = input.baseAddress
                var to = output.baseAddress
                _ = iconv(handle, &from, &left, &to, &space)
            }
        }
        return output[..<(room - space)].map { UInt8(bitPattern: $0) }
    }

    static func gbk(_ text: String) -> [UInt8] { encode(text, "GB18030") }

    static func utf16(_ text: String, little: Bool, mark: Bool = true) -> [UInt8] {
        ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap {
            little ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
        }
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        var text: [UInt8]
        var encoding: String
        var notes: [String] = []

        /// Zero bytes stand behind some text.
        var hasZerosInside: Bool { !encoding.hasPrefix("utf-16") && bytes.drop { $0 == 0 }.contains(0) }

        init(_ description: String, _ bytes: [UInt8], _ text: String, _ encoding: String, notes: [String] = []) {
            self.init(description, bytes, Array(text.utf8), encoding, notes: notes)
        }

        init(_ description: String, _ bytes: [UInt8], _ text: [UInt8], _ encoding: String, notes: [String] = []) {
            (testDescription, self.bytes, self.text, self.encoding, self.notes) = (description, bytes, text, encoding, notes)
        }
    }

    static let bill = "#支付宝业务明细查询\n#账号：[20889999000011110156]\n支付宝交易号,商户订单号,业务类型\n2026110222001,202611020001\t,交易\n"
    static let ascii = String(repeating: "2026-11-02 10:02:11 INFO order=1\n", count: 4_000)
    static let long = String(repeating: "支付", count: 40_000)
    static let utf8WithCuts = String(repeating: "订单支付成功\n", count: 20)

    static let cases: [Case] = [
        Case("empty", [], "", "utf-8"),
        Case("ASCII", Array("a\r\nb".utf8), "a\r\nb", "utf-8"),
        Case("UTF-8", Array(bill.utf8), bill, "utf-8"),
        Case("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(bill.utf8), bill, "utf-8"),
        Case("only a mark", [0xEF, 0xBB, 0xBF], "", "utf-8"),
        Case("GBK", gbk(bill), bill, "gb18030"),
        Case("GBK with four-byte characters", gbk("支付成功 😀 ㊣ ḿ\n"), "支付成功 😀 ㊣ ḿ\n", "gb18030"),
        Case("GBK after much ASCII", gbk(ascii + bill), ascii + bill, "gb18030"),
        Case("GBK, two characters only", gbk("退款\n"), "退款\n", "gb18030"),
        Case("GBK without a line end", gbk("支付成功"), "支付成功", "gb18030"),
        Case("GBK in a line of 160,000 bytes", gbk("x\(long)\n\(bill)"), "x\(long)\n\(bill)", "gb18030"),
        Case("GBK with lines that are UTF-8", gbk(bill) + Array("订单已支付\n".utf8) + gbk(bill), bill + "订单已支付\n" + bill, "gb18030"),
        Case("GBK that happens to be UTF-8 in one line", gbk(bill + "联通\n"), bill + "联通\n", "gb18030"),
        Case("GBK with a cut character", gbk(bill) + [0xD6, 10] + gbk(bill), bill + "\u{FFFD}\n" + bill, "gb18030"),
        Case(
            "GBK with zero bytes", gbk(bill) + [0, 0, 0] + gbk("付\n"), bill + "付\n", "gb18030", notes: ["a run of 3 zero bytes skipped"]),
        Case(
            "UTF-8 with cut characters", Array(utf8WithCuts.utf8) + [0xE6, 0x94, 10, 0xE6, 10] + Array(utf8WithCuts.utf8),
            Array(utf8WithCuts.utf8) + [0xE6, 0x94, 10, 0xE6, 10] + Array(utf8WithCuts.utf8), "utf-8"),
        Case("only cut characters", Array("a\u{20}".utf8) + [0xE6, 0xB1, 10], Array("a\u{20}".utf8) + [0xE6, 0xB1, 10], "utf-8"),
        Case("Latin-1", Array("caf".utf8) + [0xE9, 32, 0xE0, 32, 10], Array("caf".utf8) + [0xE9, 32, 0xE0, 32, 10], "utf-8"),
        Case("UTF-16LE", utf16(bill + "😀\n", little: true), bill + "😀\n", "utf-16le"),
        Case("UTF-16BE", utf16(bill + "😀\n", little: false), bill + "😀\n", "utf-16be"),
        Case("UTF-16LE without a mark", utf16(ascii + bill, little: true, mark: false), ascii + bill, "utf-16le"),
        Case("UTF-16LE with a lone surrogate", [0xFF, 0xFE, 0x00, 0xD8, 0x61, 0x00, 0x0A], "\u{FFFD}a\u{FFFD}", "utf-16le"),
        Case(
            "UTF-16 with a character of line feed's bytes", utf16("\u{0A0A}\u{0A00}\u{000A}a\n", little: true), "\u{0A0A}\u{0A00}\na\n",
            "utf-16le"),
        Case(
            "zero bytes at the start", [UInt8](repeating: 0, count: 5_000) + Array(bill.utf8), bill, "utf-8",
            notes: ["a run of 5000 zero bytes skipped"]),
        Case(
            "zero bytes inside", Array("a\n".utf8) + [0, 0] + Array("b\n".utf8) + [0], "a\nb\n", "utf-8",
            notes: ["2 runs of together 3 zero bytes skipped"]),
    ]

    @Test(arguments: cases) func encoding(_ given: Case) throws {
        let path = try folder.write(given.bytes, to: "a.log")
        for block in [1, 777, 256 << 10, Limits.blockLength] {
            let reading = try Reading(path, block: block)
            #expect(reading.bytes == given.text)
            #expect(reading.encoding == given.encoding)
            #expect(reading.notes == given.notes)
            #expect(reading.reasons.isEmpty)
            // Lines may have stood where zero bytes stand now.
            #expect(reading.losses.allSatisfy { !$0.untilEnd } && reading.losses.isEmpty == !given.hasZerosInside)
        }
        // The same inside gzip, with a short first member.
        let half = min(100, given.bytes.count)
        let packed = Packing.gzip(Array(given.bytes[..<half])) + Packing.gzip(Array(given.bytes[half...]))
        #expect(try Reading(folder.write(packed, to: "a.gz")).bytes == given.text)
    }

    /// Every line start maps to the sum of the bytes before it, counted line by line.
    @Test(arguments: ["GB18030", "UTF-16LE", "UTF-8"]) func offsetsOfLineStarts(_ name: String) throws {
        var random = Seeded(state: 5)
        var expected: [(utf8: UInt64, original: UInt64)] = []
        var bytes: [UInt8] = name == "UTF-16LE" ? [0xFF, 0xFE] : name == "UTF-8" ? [0xEF, 0xBB, 0xBF] : []
        var utf8: UInt64 = 0
        for line in 0..<6_000 {
            let words = ["支付", "order", "成功", "，", "trade", "退款 "].shuffled(using: &random).prefix(Int.random(in: 0...6, using: &random))
            let text = (line % 3 == 0 ? "\(line) plain" : words.joined()) + "\n"
            expected.append((utf8, UInt64(bytes.count)))
            bytes += Self.encode(text, name)
            utf8 += UInt64(text.utf8.count)
            if name != "UTF-16LE", line % 50 == 7 { bytes += [0, 0] }
        }
        let reader = try #require(SourceReader.open(DiscoveredFile(path: folder.write(bytes, to: "a.log"))).readers.first)
        #expect(Reading(reader).encoding == name.lowercased())
        for line in expected.indices {
            // Zero bytes in front of a line belong to it as well as to nothing: the line begins behind them.
            let skipped: UInt64 = name != "UTF-16LE" && line > 0 && (line - 1) % 50 == 7 ? 2 : 0
            let found = reader.originalOffset(expected[line].utf8)
            #expect(found == expected[line].original || found + skipped == expected[line].original)
        }
    }

    @Test func contentIDIsThatOfTheText() throws {
        let text = Packing.log(lines: 3_000, seed: 3)
        let plain = try Reading(folder.write(text, to: "a.log"))
        #expect(plain.contentID == StableHash.of(Array(text[..<Limits.contentIDLength])))
        #expect(try Reading(folder.write(Packing.gzip(text, level: 1), to: "b.gz")).contentID == plain.contentID)
        #expect(try Reading(folder.write(text + text, to: "c.log"), block: 100).contentID == plain.contentID)
    }

    /// No bytes at all may crash it or make it depend on the block size.
    @Test func anyBytes() throws {
        var random = Seeded(state: 77)
        for round in 0..<200 {
            let pool: [[UInt8]] = [
                [0], [0, 0, 0], [10], Array("order=1 ".utf8), Array("支付".utf8), Self.gbk("支付成功"), [0xFF], [0xE6], [0x1F, 0x8B, 8],
                [UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random)],
            ]
            var bytes: [UInt8] = round % 5 == 0 ? [0xFF, 0xFE] : round % 7 == 0 ? [0xFE, 0xFF] : []
            for _ in 0..<Int.random(in: 0..<600, using: &random) { bytes += pool[Int.random(in: 0..<pool.count, using: &random)] }
            let path = try folder.write(bytes, to: "any")
            let reading = try Reading(path)
            #expect(try Reading(path, block: 13) == reading)
        }
    }
}
