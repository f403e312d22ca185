import Domain
@preconcurrency import Glibc
import Sources
import TestKit
import Testing

@Suite struct DiscoveryTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Expands paths below the folder and gives names relative to it.
    func expand(_ paths: String...) -> (files: [String], problems: [String], notes: [String], readable: Bool) {
        let found = SourceDiscovery.expand(paths.map { $0 == "-" ? $0 : "\(folder.path)\($0)" })
        let prefix = folder.path
        func short(_ text: String) -> String {
            text.split(separator: " ", omittingEmptySubsequences: false)
                .map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : String($0) }.joined(separator: " ")
        }
        return (
            found.files.map { short($0.path) }, found.problems.filter { !$0.isNote }.map { "\(short($0.source)) \(short($0.reason))" },
            found.problems.filter(\.isNote).map { "\(short($0.source)) \(short($0.reason))" }, found.readable
        )
    }

    @Test func folderInTheOrderOfBytes() throws {
        for name in ["b/z.log", "b/a.log", "B.log", "a.log.1", "a.log", "支付.log", "b.log", "empty.log"] {
            try folder.write(name == "empty.log" ? "" : name, to: name)
        }
        let found = expand("")
        #expect(found.files == ["/B.log", "/a.log", "/a.log.1", "/b/a.log", "/b/z.log", "/b.log", "/empty.log", "/支付.log"])
        #expect(found.problems.isEmpty && found.notes.isEmpty && found.readable)
    }

    @Test func leftOut() throws {
        try folder.write("x", to: ".hidden/a.log")
        try folder.write("x", to: ".a.log")
        try folder.write("SQLite format 3\0 and pages", to: "paychain.db")
        try folder.write([0x37, 0x7F, 0x06, 0x82, 0], to: "paychain.db-wal")
        try folder.write([1, 2, 3], to: "paychain.db-shm")
        try folder.write("a log after all", to: "other-shm")
        mkfifo("\(folder.path)/fifo", 0o600)
        let found = expand("")
        #expect(found.files == ["/other-shm"])
        #expect(
            found.notes == [
                " 2 hidden entries skipped", "/fifo is a FIFO: skipped", "/paychain.db is a database, not a log: skipped",
                "/paychain.db-shm is a database, not a log: skipped", "/paychain.db-wal is a database, not a log: skipped",
            ])
        #expect(found.problems.isEmpty && found.readable)
        #expect(expand("/.a.log").files == ["/.a.log"])
        #expect(expand("/paychain.db").readable)
    }

    @Test func namedFIFODoesNotHang() throws {
        mkfifo("\(folder.path)/fifo", 0o600)
        let found = expand("/fifo")
        #expect(found.files.isEmpty && !found.readable)
        #expect(found.problems == ["/fifo is a FIFO, not a file: pipe it into paychain and name - instead"])
    }

    @Test func symbolicLinks() throws {
        try folder.write("x", to: "logs/a.log")
        symlink("..", "\(folder.path)/logs/loop")
        symlink("a.log", "\(folder.path)/logs/current.log")
        symlink("gone", "\(folder.path)/logs/dangling")
        symlink("self", "\(folder.path)/logs/self")
        let found = expand("/logs")
        #expect(found.files == ["/logs/a.log"])
        #expect(
            found.notes == [
                "/logs/current.log is the file /logs/a.log again: read once", "/logs/loop/logs is the folder /logs again: read once",
            ])
        #expect(
            found.problems == [
                "/logs/dangling cannot be read: No such file or directory",
                "/logs/self cannot be read: Too many levels of symbolic links",
            ])
    }

    @Test func globs() throws {
        for name in ["s1/pay-1.log", "s1/pay-2.log", "s2/pay-1.log", "s2/web.log", "odd[1].log", "odd1.log"] {
            try folder.write("x", to: name)
        }
        #expect(expand("/s*/pay-*.log").files == ["/s1/pay-1.log", "/s1/pay-2.log", "/s2/pay-1.log"])
        #expect(expand("/s[2]").files == ["/s2/pay-1.log", "/s2/web.log"])
        #expect(expand("/odd[1].log").files == ["/odd[1].log"])
        #expect(expand("/none*").problems == ["/none* no file matches this pattern"])
        #expect(!expand("/none*").readable)
    }

    @Test func severalPaths() throws {
        try folder.write("x", to: "a.log")
        let found = expand("/gone.log", "/a.log", "-", "/a.log", "-")
        #expect(found.files == ["/a.log", "-"])
        #expect(found.problems == ["/gone.log cannot be read: No such file or directory"])
        #expect(found.notes == ["/a.log is the file /a.log again: read once"])
        #expect(found.readable)
        #expect(!SourceDiscovery.expand([]).readable)
        #expect(!expand("/gone.log").readable)
    }

    @Test func unreadable() throws {
        let path = try folder.write("x", to: "logs/secret.log")
        try folder.write("x", to: "logs/z.log")
        chmod(path, 0)
        let found = expand("/logs")
        #expect(found.files.last == "/logs/z.log")
        // Root reads everything.
        if access(path, R_OK) != 0 { #expect(found.problems == ["/logs/secret.log cannot be read: Permission denied"]) }
        chmod(path, 0o600)
    }

    @Test func goneBetweenFindingAndReading() throws {
        let path = try folder.write("x", to: "a.log")
        let reader = try #require(SourceReader.open(DiscoveredFile(path: path)).readers.first)
        unlink(path)
        let reading = Reading(reader)
        #expect(reading.bytes.isEmpty)
        #expect(reading.reasons == ["cannot be read: No such file or directory"])
        #expect(SourceReader.open(DiscoveredFile(path: path)).problems.map(\.reason) == ["cannot be read: No such file or directory"])
    }

    /// What a shell's `<(command)` gives: a pipe that is already open.
    @Test(arguments: ["plain", "gzip", "cut gzip", "zip", "GBK"]) func openDescriptor(_ form: String) throws {
        let text = Packing.log(lines: 300, seed: 4)
        let packed = Packing.gzip(text)
        let bytes =
            switch form {
            case "gzip": packed + packed
            case "cut gzip": Array(packed.dropLast(50))
            case "zip": Packing.zip([(Array("a.log".utf8), text)])
            case "GBK": EncodingTests.gbk(String(decoding: text, as: UTF8.self))
            default: text
            }
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        defer { close(ends[0]) }
        // The pipe holds 64 KiB: everything fits before the first read.
        #expect(write(ends[1], bytes, bytes.count) == bytes.count)
        close(ends[1])
        let found = SourceDiscovery.expand(["/dev/fd/\(ends[0])"])
        #expect(found.readable && found.problems.isEmpty)
        let opened = SourceReader.open(try #require(found.files.first))
        let reading = Reading(try #require(opened.readers.first))
        switch form {
        case "gzip": #expect(reading.bytes == text + text)
        case "cut gzip":
            #expect(text.starts(with: reading.bytes) && reading.bytes.count > text.count / 2)
            #expect(reading.losses.map(\.untilEnd) == [true])
        default: #expect(reading.bytes == text)
        }
    }
}
