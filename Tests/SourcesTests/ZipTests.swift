import CZip
import Domain
import Sources
import TestKit
import Testing

@Suite struct ZipTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func open(_ bytes: [UInt8], _ name: String = "a.zip") throws -> (readings: [String: Reading], problems: [Damage], names: [String]) {
        let path = try folder.write(bytes, to: name)
        let (readers, problems) = SourceReader.open(DiscoveredFile(path: path))
        func short(_ name: String) -> String { String(name.dropFirst(folder.path.count + 1)) }
        let names = readers.map { short($0.name) }
        return (Dictionary(zip(names, readers.map { Reading($0) })) { first, _ in first }, problems, names)
    }

    /// Alipay's bill: GBK names without the UTF-8 flag (facts.md §1.8).
    @Test func namesInGBK() throws {
        let bill = EncodingTests.bill
        let bytes = Packing.zip([
            (EncodingTests.gbk("20889999_20260414_业务明细.csv"), EncodingTests.gbk(bill)),
            (EncodingTests.gbk("20889999_20260414_业务明细(汇总).csv"), EncodingTests.gbk(bill)),
            (Array("日志/支付.log".utf8), Array(bill.utf8)), (Array("folder/".utf8), []), (Array("联通.csv".utf8), []),
        ])
        let found = try open(bytes, "bill.csv.gz")
        #expect(
            found.names == [
                "bill.csv.gz!20889999_20260414_业务明细.csv", "bill.csv.gz!20889999_20260414_业务明细(汇总).csv", "bill.csv.gz!日志/支付.log",
                "bill.csv.gz!联通.csv",
            ])
        #expect(found.readings["bill.csv.gz!20889999_20260414_业务明细.csv"]?.text == bill)
        #expect(found.readings["bill.csv.gz!20889999_20260414_业务明细.csv"]?.encoding == "gb18030")
        #expect(found.readings["bill.csv.gz!日志/支付.log"]?.text == bill)
        #expect(found.problems.isEmpty)
    }

    @Test func namesAreOnlyLabels() throws {
        let found = try open(Packing.zip([(Array("../../etc/passwd".utf8), Array("x".utf8)), (Array("/tmp/a".utf8), Array("y".utf8))]))
        #expect(found.names == ["a.zip!../../etc/passwd", "a.zip!/tmp/a"])
        #expect(found.readings["a.zip!../../etc/passwd"]?.text == "x")
    }

    @Test func membersAreRecognisedByContent() throws {
        let inner = Packing.zip([(Array("x".utf8), Array("x".utf8))])
        let found = try open(
            Packing.zip([
                (Array("a.log".utf8), Packing.gzip("one\n")), (Array("cut".utf8), Array(Packing.gzip("one\n").dropLast(9))),
                (Array("inner.zip".utf8), inner), (Array("a.zst".utf8), [0x28, 0xB5, 0x2F, 0xFD, 0]),
            ]))
        #expect(found.readings["a.zip!a.log"]?.text == "one\n")
        #expect(found.readings["a.zip!cut"]?.reasons == ["gzip: unexpected end"])
        #expect(found.readings["a.zip!inner.zip"]?.reasons == ["zip: not opened inside another archive; unpack it first"])
        #expect(found.readings["a.zip!a.zst"]?.losses.map(\.untilEnd) == [true])
        #expect(try Reading(folder.write(Packing.gzip(inner), to: "b.gz")).reasons == ["zip: not opened inside a gzip"])
    }

    @Test func refused() throws {
        let text = Packing.log(lines: 50, seed: 2)
        let bytes = Packing.zip([(Array("a.log".utf8), text)])
        let locked = try open(Packing.zip([(Array("a.log".utf8), text)], flags: 1))
        #expect(locked.names.isEmpty)
        #expect(locked.problems.map(\.reason) == ["zip: encrypted; unpack it with its password first"])
        let cut = try open(Array(bytes.dropLast(40)))
        #expect(cut.names.isEmpty)
        #expect(cut.problems.map(\.reason) == ["zip: no directory at its end; the archive is cut or damaged"])
        let tar = Array("app.log".utf8) + [UInt8](repeating: 0, count: 250) + Array("ustar\u{0}00".utf8) + [UInt8](repeating: 0, count: 248)
        let others = [([UInt8]([0x28, 0xB5, 0x2F, 0xFD, 1]), "zstd:"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1], "xz:"), (tar, "tar:")]
        for (magic, word) in others {
            let found = try open(magic, "a.log")
            #expect(found.names.isEmpty && found.problems.count == 1 && found.problems[0].reason.hasPrefix(word))
        }
    }

    @Test func wrongChecksumKeepsTheText() throws {
        var bytes = Packing.zip([(Array("a.log".utf8), Array("one\ntwo\n".utf8))])
        bytes[35] ^= 0x20
        let reading = try #require(try open(bytes).readings["a.zip!a.log"])
        #expect(reading.text == "One\ntwo\n" || reading.text == "one\ntwo\n" || reading.bytes.count == 8)
        #expect(reading.reasons == ["zip: CRC error"])
        #expect(reading.losses.isEmpty)
    }

    /// Cut or flipped anywhere: no crash, and what is sound is there.
    @Test func damagedAnywhere() throws {
        let path = "\(folder.path)/deflated.zip"
        let text = Packing.log(lines: 40, seed: 6)
        var code: Int32 = 0
        let archive = try #require(zip_open(path, ZIP_CREATE, &code))
        text.withUnsafeBytes { bytes in
            for name in ["a.log", "b.log"] {
                zip_file_add(archive, name, zip_source_buffer(archive, bytes.baseAddress, UInt64(bytes.count), 0), 0)
            }
            zip_close(archive)
        }
        let whole = try Array(read(path))
        var random = Seeded(state: 8)
        for cut in stride(from: 5, to: whole.count, by: 37) { _ = try open(Array(whole[..<cut]), "cut.zip") }
        for _ in 0..<300 {
            var bytes = whole
            bytes[Int.random(in: 0..<whole.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            let found = try open(bytes, "flipped.zip")
            let sound = found.readings.values.filter { $0.bytes == text }.count
            #expect(
                sound >= 1 || !found.problems.isEmpty || found.readings.isEmpty || found.readings.values.allSatisfy { !$0.damage.isEmpty })
        }
    }

    private func read(_ path: String) throws -> [UInt8] {
        // Through the reader of a plain file with another magic in front would be odd: stdio is enough here.
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let got = fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<got])
    }
}
