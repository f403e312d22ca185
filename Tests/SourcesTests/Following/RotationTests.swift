import Domain
@preconcurrency import Glibc
import Sources
import TestKit
import Testing

/// A way in which files are rotated, written and lost; every event must be counted exactly once.
struct RotationScript: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is followed.
    var paths = [""]
    /// Plays it and says how many events were written.
    let play: @Sendable (Followed) throws -> Int
    /// Whether the files at the end are all that was ever handed out.
    var isAsBatch = true

    init(_ name: String, paths: [String] = [""], isAsBatch: Bool = true, _ play: @escaping @Sendable (Followed) throws -> Int) {
        (testDescription, self.paths, self.isAsBatch, self.play) = (name, paths, isAsBatch, play)
    }

    static let all: [RotationScript] = [
        RotationScript("rename and create") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.write(5..<9, to: "a.log")
            f.settle()
            return 9
        },
        RotationScript("rename; the writer goes on in the old file for a while") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.write(5..<6, to: "a.log.1")
            f.pump()
            try f.write(6..<9, to: "a.log")
            try f.write(9..<10, to: "a.log.1")
            f.settle()
            return 10
        },
        RotationScript("several generations between two looks") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.write(5..<6, to: "a.log")
            f.move("a.log", "a.log.1")
            try f.write(6..<8, to: "a.log")
            f.move("a.log.1", "a.log.2")
            f.move("a.log", "a.log.1")
            try f.write(8..<10, to: "a.log")
            f.move("a.log.2", "a.log.3")
            f.move("a.log.1", "a.log.2")
            f.move("a.log", "a.log.1")
            try f.write(10..<12, to: "a.log")
            f.settle()
            return 12
        },
        RotationScript("rename, and the new file stays empty") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.append("", to: "a.log")
            f.settle()
            return 5
        },
        RotationScript("copytruncate") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            try f.write(5..<8, to: "a.log")
            f.settle()
            return 8
        },
        RotationScript("copytruncate with lines that were not read before") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.write(5..<9, to: "a.log")
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            try f.write(9..<20, to: "a.log")
            f.settle()
            return 20
        },
        RotationScript("copytruncate, the copy is packed at once") { f in
            try f.write(0..<500, to: "a.log")
            f.pump()
            try f.write(500..<510, to: "a.log")
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            try f.gzip("a.log.1")
            try f.write(510..<512, to: "a.log")
            f.settle(400)
            return 512
        },
        RotationScript("copytruncate twice") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            try f.write(5..<8, to: "a.log")
            f.settle()
            f.move("a.log.1", "a.log.2")
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            try f.write(8..<15, to: "a.log")
            f.settle()
            return 15
        },
        RotationScript("copytruncate with a line read after the copy was made", isAsBatch: false) { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.copy("a.log", "a.log.1")
            try f.write(5..<6, to: "a.log")
            f.pump()
            f.cut("a.log")
            f.settle()
            try f.write(6..<9, to: "a.log")
            f.settle()
            return 9
        },
        RotationScript("packed a rotation later") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.write(5..<8, to: "a.log")
            f.settle()
            try f.gzip("a.log.1") { f.pump() }
            f.move("a.log.1.gz", "a.log.2.gz")
            f.move("a.log", "a.log.1")
            try f.write(8..<9, to: "a.log")
            f.settle(400)
            return 9
        },
        RotationScript("packed at once after the rename") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.write(5..<6, to: "a.log")
            try f.gzip("a.log.1")
            f.settle(400)
            return 6
        },
        RotationScript("packed and gone between its opening and its first byte") { f in
            try f.restart {
                try f.write(0..<5, to: "a.log.1")
                try f.write(5..<6, to: "a.log")
            }
            for _ in 0..<10 where f.streams.values.allSatisfy({ !$0.name.hasSuffix("a.log.1") }) { f.take() }
            try f.gzip("a.log.1")
            f.idle(50)
            f.settle(400)
            return 6
        },
        RotationScript("packed beside a file that was not read yet, which goes then") { f in
            try f.restart {
                try f.write(0..<5, to: "a.log.1")
                try f.append(Packing.gzip(f.contents("a.log.1")), to: "a.log.1.gz")
                try f.write(5..<6, to: "a.log")
            }
            f.pump(quiet: 0)
            f.remove("a.log.1")
            f.settle(400)
            return 6
        },
        RotationScript("a large file is packed while it is still there") { f in
            try f.write(0..<3_000, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            let packed = Packing.gzip(f.contents("a.log.1"))
            try f.append(packed, to: "a.log.1.gz")
            f.pump()
            f.remove("a.log.1")
            try f.write(3_000..<3_001, to: "a.log")
            f.settle(400)
            return 3_001
        },
        RotationScript("date-named files", paths: ["app-*.log"]) { f in
            try f.write(0..<4, to: "app-2026-11-01.log")
            f.pump()
            try f.write(4..<6, to: "app-2026-11-02.log")
            try f.write(6..<7, to: "app-2026-11-01.log")
            f.settle()
            try f.write(7..<9, to: "app-2026-11-03.log")
            f.settle()
            return 9
        },
        RotationScript("written anew, shorter", isAsBatch: false) { f in
            try f.write(0..<9, to: "a.log")
            f.pump()
            try f.append(Followed.event(9) + "\n", to: "a.log", truncating: true)
            f.settle()
            return 10
        },
        RotationScript("written anew, equally long", isAsBatch: false) { f in
            try f.write(0..<2, to: "a.log")
            f.pump()
            try f.append(Followed.event(2) + "\n" + Followed.event(3) + "\n", to: "a.log", truncating: true)
            f.settle()
            return 4
        },
        RotationScript("written anew, longer", isAsBatch: false) { f in
            try f.write(0..<2, to: "a.log")
            f.pump()
            try f.append((2..<9).map { Followed.event($0) + "\n" }.joined(), to: "a.log", truncating: true)
            f.settle()
            return 9
        },
        RotationScript("an inode is used again", isAsBatch: false) { f in
            for round in 0..<10 {
                try f.write((round * 3)..<(round * 3 + 3), to: "a.log")
                f.pump()
                f.remove("a.log")
                if round % 3 == 0 { f.pump() }
            }
            f.settle(400)
            return 30
        },
        RotationScript("files come and go", isAsBatch: false) { f in
            try f.write(0..<2, to: "a.log")
            try f.write(2..<4, to: "b.log")
            f.pump()
            f.remove("a.log")
            try f.write(4..<6, to: "c.log")
            f.settle(400)
            try f.write(6..<8, to: "a.log")
            f.settle()
            return 8
        },
        RotationScript("a hard link beside the file") { f in
            try f.write(0..<3, to: "b.log")
            f.pump()
            #expect(link(f.path("b.log"), f.path("a.log")) == 0)
            f.settle()
            try f.write(3..<5, to: "a.log")
            f.settle()
            f.remove("b.log")
            f.settle()
            try f.write(5..<6, to: "a.log")
            f.settle()
            return 6
        },
        RotationScript("a symbolic link that goes on to the next file", paths: ["current.log"], isAsBatch: false) { f in
            try f.write(0..<3, to: "app-1.log")
            #expect(symlink("app-1.log", f.path("current.log")) == 0)
            f.settle()
            try f.write(3..<4, to: "app-1.log")
            try f.write(4..<6, to: "app-2.log")
            f.remove("current.log")
            #expect(symlink("app-2.log", f.path("current.log")) == 0)
            f.settle(400)
            try f.write(6..<8, to: "app-2.log")
            f.settle()
            return 8
        },
        RotationScript("a gzip that grows member by member") { f in
            for round in 0..<4 {
                try f.append(Packing.gzip(Followed.event(round) + "\n"), to: "a.log.gz")
                f.settle(120)
            }
            return 4
        },
        RotationScript("a gzip member that is cut at the moment") { f in
            let member = Packing.gzip((1..<50).map { Followed.event($0) + "\n" }.joined())
            try f.append(Packing.gzip(Followed.event(0) + "\n"), to: "a.log.gz")
            f.settle()
            try f.append(Array(member[..<100]), to: "a.log.gz")
            f.settle()
            #expect(f.lines.count == 1)
            try f.append(Array(member[100...]), to: "a.log.gz")
            f.settle()
            #expect(f.lines.count == 50)
            return 50
        },
        RotationScript("rotated while nobody looked") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.restart {
                try f.write(5..<7, to: "a.log")
                f.move("a.log", "a.log.1")
                try f.write(7..<9, to: "a.log")
            }
            f.settle()
            return 9
        },
        RotationScript("copied and truncated while nobody looked") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.restart {
                try f.write(5..<7, to: "a.log")
                try f.copy("a.log", "a.log.1")
                f.cut("a.log")
                try f.write(7..<19, to: "a.log")
            }
            f.settle()
            return 19
        },
        RotationScript("rotated and packed while nobody looked") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            try f.restart {
                try f.write(5..<7, to: "a.log")
                f.move("a.log", "a.log.1")
                try f.write(7..<9, to: "a.log")
                try f.gzip("a.log.1")
            }
            f.settle(400)
            return 9
        },
        RotationScript("packed days after it was read, over a restart") { f in
            try f.write(0..<5, to: "a.log")
            f.pump()
            f.move("a.log", "a.log.1")
            try f.write(5..<6, to: "a.log")
            f.settle()
            try f.restart {
                try f.gzip("a.log.1")
                f.move("a.log.1.gz", "a.log-20261102.gz")
            }
            f.settle(400)
            return 6
        },
        RotationScript("a folder that is made later", paths: ["logs"]) { f in
            f.pump()
            f.makeFolder("logs")
            f.makeFolder("logs/app")
            try f.write(0..<3, to: "logs/app/a.log")
            f.settle()
            try f.write(3..<4, to: "logs/app/a.log")
            f.settle()
            return 4
        },
        RotationScript("a folder that moves") { f in
            f.makeFolder("one")
            try f.write(0..<3, to: "one/a.log")
            f.pump()
            f.move("one", "two")
            try f.write(3..<5, to: "two/a.log")
            f.settle()
            try f.write(5..<6, to: "two/a.log")
            f.settle()
            return 6
        },
        RotationScript("half a line, half a character") { f in
            let bytes = Array((0..<3).map { Followed.event($0) + "\n" }.joined().utf8)
            for byte in bytes {
                try f.append([byte], to: "a.log")
                if byte >= 0x80 || byte == 10 { f.take() }
            }
            f.settle()
            return 3
        },
        RotationScript("room taken in advance with zero bytes") { f in
            try f.append([UInt8](repeating: 0, count: 4_096), to: "a.log")
            f.settle()
            var at = 0
            for number in 0..<4 {
                let bytes = Array((Followed.event(number) + "\n").utf8)
                let descriptor = open(f.path("a.log"), O_WRONLY)
                #expect(pwrite(descriptor, bytes, bytes.count, off_t(at)) == bytes.count)
                close(descriptor)
                at += bytes.count
                f.settle(60)
                #expect(f.lines.count == number + 1)
            }
            return 4
        },
        RotationScript("a writer that keeps its place after truncation") { f in
            try f.write(0..<3, to: "a.log")
            f.pump()
            try f.copy("a.log", "a.log.1")
            f.cut("a.log")
            f.settle()
            let bytes = Array((Followed.event(3) + "\n").utf8)
            let descriptor = open(f.path("a.log"), O_WRONLY)
            #expect(pwrite(descriptor, bytes, bytes.count, 3 * off_t(bytes.count)) == bytes.count)
            close(descriptor)
            f.settle()
            return 4
        },
        RotationScript("a link that leads nowhere, then to a file", paths: ["a.log"]) { f in
            #expect(symlink("b.log", f.path("a.log")) == 0)
            f.settle()
            #expect(f.follower.problems.count == 1)
            try f.write(0..<3, to: "b.log")
            f.settle()
            #expect(f.follower.problems.isEmpty)
            return 3
        },
        RotationScript("rotated over and over while it is written to") { f in
            for round in 0..<25 {
                try f.write((round * 4)..<(round * 4 + 2), to: "a.log")
                if round % 3 == 1 { f.pump(quiet: 10) }
                try f.write((round * 4 + 2)..<(round * 4 + 4), to: "a.log")
                if round % 2 == 1 { f.take() }
                for old in stride(from: round, through: 1, by: -1) { f.move("a.log.\(old)", "a.log.\(old + 1)") }
                f.move("a.log", "a.log.1")
            }
            f.settle(400)
            return 100
        },
    ]
}

extension Followed {
    func append(_ text: String, to name: String, truncating: Bool) throws {
        try append(Array(text.utf8), to: name, flags: truncating ? O_TRUNC : O_APPEND)
    }
}

@Suite struct RotationTests {
    @Test(arguments: RotationScript.all, [true, false]) func countsEveryEventOnce(_ script: RotationScript, _ usesNotices: Bool) throws {
        let followed = try Followed(script.paths, usesNotices: usesNotices)
        let events = try script.play(followed)
        followed.expectOnce(events, "before the drain")
        followed.drain()
        let found = SourceDiscovery.expand(followed.paths)
        followed.expectOnce(events, "after the drain")
        #expect(found.readable || !script.isAsBatch)
        if script.isAsBatch { try followed.expectAsBatch() }
    }
}
