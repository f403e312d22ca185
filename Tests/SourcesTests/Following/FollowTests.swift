import Domain
@preconcurrency import Glibc
import Sources
import TestKit
import Testing

@Suite struct FollowTests {
    @Test func followsAThousandFiles() throws {
        let followed = try Followed { $0.openFiles = 100 }
        for number in 0..<1_000 { try followed.write(number..<(number + 1), to: "\(number).log") }
        followed.pump()
        for number in 0..<1_000 { try followed.write((1_000 + number)..<(1_001 + number), to: "\(number).log") }
        followed.pump()
        followed.expectOnce(2_000)
        #expect(followed.streams.count == 1_000 && followed.follower.isCaughtUp)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func takesAZipWhenItIsWhole() throws {
        let followed = try Followed()
        let zip = Packing.zip([(Array("one.csv".utf8), Array("a,b\n1,2\n".utf8)), (Array("two.csv".utf8), Array("c\n3\n".utf8))])
        try followed.append(Array(zip[..<60]), to: "bill.zip")
        followed.settle(500)
        #expect(followed.streams.isEmpty)
        try followed.append(Array(zip[60...]), to: "bill.zip")
        followed.settle()
        #expect(followed.streams.count == 2 && followed.streams.values.allSatisfy { $0.isEnded })
        followed.move("bill.zip", "old.zip")
        followed.settle()
        #expect(Set(followed.streams.values.map { $0.name.hasSuffix("old.zip!one.csv") }) == [true, false])
        try followed.restart()
        followed.settle()
        #expect(followed.streams.count == 2)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func takesATableWhenItsWriterIsDone() throws {
        let followed = try Followed()
        try followed.append("date,order\n", to: "bill.csv")
        followed.settle(30)
        try followed.append("2026-11-02,1\n", to: "bill.csv")
        followed.settle(30)
        #expect(followed.streams.isEmpty)
        followed.settle()
        #expect(followed.lines == ["date,order", "2026-11-02,1"])
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func takesATableThatIsALog() throws {
        let followed = try Followed()
        for number in 0..<40 {
            try followed.append("2026-11-02,\(number)\n", to: "events.csv")
            followed.settle(30)
        }
        #expect(followed.lines.count > 20)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test(arguments: ["gzip", "zip", "xz"]) func tellsDamageWhenNothingMoreComes(_ kind: String) throws {
        let followed = try Followed()
        let member = Packing.gzip(Packing.log(lines: 400, seed: 1))
        let bytes =
            kind == "gzip"
            ? Packing.gzip("first\n") + member.prefix(5_000)
            : kind == "zip" ? [0x50, 0x4B, 3, 4, 0, 0] : [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0]
        try followed.append(Array(bytes), to: "a.log.gz")
        followed.settle(500)
        #expect(followed.lines == (kind == "gzip" ? ["first"] : []))
        followed.drain()
        try followed.expectAsBatch()
        if kind == "gzip" {
            #expect(followed.lines.count > 50)
            let state = try #require(followed.follower.state(of: 0))
            #expect(state.damage.map(\.reason) == ["gzip: unexpected end"])
            // It goes on after all: then everything is taken anew.
            try followed.restart { try followed.append(Array(member.dropFirst(5_000)), to: "a.log.gz") }
            followed.settle(400)
            #expect(followed.voided == 1 && followed.lines.count == 401)
            followed.drain()
            try followed.expectAsBatch()
        } else {
            #expect(followed.follower.problems.count == 1)
        }
    }

    @Test func aPackedFileThatStaysCutIsTakenAfterAWhile() throws {
        let followed = try Followed { $0.patience = .seconds(1) }
        try followed.append(Array(Packing.gzip(Packing.log(lines: 400, seed: 1)).prefix(5_000)), to: "a.log.gz")
        followed.settle(500)
        #expect(followed.streams.isEmpty)
        followed.settle(1_000)
        #expect(followed.streams[0]?.losses.map(\.reason) == ["gzip: unexpected end"] && followed.streams[0]?.isEnded == true)
    }

    @Test(arguments: ["utf-8", "gb18030", "utf-16le", "utf-16be", "bare utf-16le"], [1, 7, 1_000]) func readsEncodings(
        _ encoding: String, _ step: Int
    ) throws {
        let text = (0..<60).map { "2026-11-02 10:02:11 订单\($0) 支付成功\n" }.joined()
        let bytes: [UInt8] =
            switch encoding {
            case "gb18030": EncodingTests.gbk(text)
            case "utf-16le": EncodingTests.utf16(text, little: true)
            case "utf-16be": EncodingTests.utf16(text, little: false)
            case "bare utf-16le": EncodingTests.utf16(text.filter { $0.isASCII }, little: true, mark: false)
            default: Array(text.utf8)
            }
        let followed = try Followed { $0.settle = .seconds(30) }
        for start in stride(from: 0, to: bytes.count, by: step) {
            try followed.append(Array(bytes[start..<min(start + step, bytes.count)]), to: "a.log")
            while followed.take() != .idle {}
        }
        followed.pump()
        #expect(followed.streams[0]?.bytes.count ?? 0 > 1_400)
        #expect(String(validating: followed.streams[0]?.bytes ?? [], as: UTF8.self) != nil)
        try followed.restart()
        followed.pump()
        #expect(followed.lines.count == 60 && followed.voided == 0)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func takesBackAnEncodingThatTurnsOutOtherwise() throws {
        let followed = try Followed()
        try followed.append("2026-11-02 支付成功\n", to: "a.log")
        followed.pump()
        #expect(followed.lines == ["2026-11-02 支付成功"])
        for _ in 0..<50 {
            try followed.append(EncodingTests.gbk("2026-11-02 订单已经支付成功并且发货\n"), to: "a.log")
            followed.pump()
        }
        #expect(followed.voided >= 1)
        followed.drain()
        try followed.expectAsBatch()
        #expect(followed.streams.count == 1)
    }

    @Test func waitsForMoreOfAFewCharacters() throws {
        let followed = try Followed()
        try followed.append(EncodingTests.gbk("a=1\nb=支\n"), to: "a.log")
        followed.pump()
        #expect(followed.lines == ["a=1", "b="])
        followed.settle(500)
        #expect(followed.lines.count == 2)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func refusesWhatIsNoFile() throws {
        let followed = try Followed()
        #expect(mkfifo(followed.path("a.log"), 0o644) == 0)
        try followed.write(0..<1, to: "b.log")
        followed.settle()
        #expect(followed.follower.problems.filter { $0.reason.hasPrefix("is a FIFO") }.count == 1)
        followed.expectOnce(1)
    }

    @Test func goesOnAfterADrain() throws {
        let followed = try Followed()
        try followed.write(0..<30, to: "a.log")
        try followed.append(Packing.gzip(Followed.event(30) + "\n"), to: "b.log.gz")
        followed.drain()
        #expect(followed.streams.values.allSatisfy { $0.isEnded })
        try followed.restart {
            try followed.write(31..<33, to: "a.log")
            try followed.append(Packing.gzip(Followed.event(33) + "\n"), to: "b.log.gz")
        }
        followed.settle()
        followed.expectOnce(34)
        #expect(followed.voided == 0 && followed.streams.count == 2)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func takesBackHalfACharacterOfADrain() throws {
        let followed = try Followed()
        let bytes = Array("支付\n".utf8)
        try followed.append(Array(bytes[..<4]), to: "a.log")
        followed.drain()
        try followed.expectAsBatch()
        try followed.restart { try followed.append(Array(bytes[4...]), to: "a.log") }
        followed.settle()
        #expect(followed.voided == 1 && followed.lines == ["支付"])
    }

    @Test func resumesLargeFilesAtTheirPlace() throws {
        let followed = try Followed()
        try followed.append(Packing.log(lines: 4_000, seed: 3), to: "a.log")
        followed.pump()
        let before = followed.streams[0]?.bytes.count ?? 0
        try followed.restart { try followed.append(Packing.log(lines: 1_000, seed: 4), to: "a.log") }
        followed.pump()
        #expect(followed.streams[0]?.resumedAt == UInt64(before) && before > Limits.contentIDLength)
        #expect(followed.lines.count == 5_000 && followed.voided == 0)
        followed.drain()
        try followed.expectAsBatch()
    }

    @Test func readsARewoundStreamAgain() throws {
        let followed = try Followed()
        try followed.write(0..<9, to: "a.log")
        followed.pump()
        let checkpoints = followed.follower.checkpoints().map { $0.rewound() }
        let again = FileFollower(paths: followed.paths, resume: checkpoints, options: followed.options)
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        #expect(again.next(into: room, waitMilliseconds: 0) == .opened(stream: 0, name: followed.path("a.log"), resumedAt: 0))
        let count = followed.streams[0]?.bytes.count ?? 0
        #expect(again.next(into: room, waitMilliseconds: 0) == .bytes(stream: 0, count: count))
    }

    /// The beginning that a checkpoint knows may be a date alone; killed twice, the file is another one behind the same date.
    @Test(arguments: [20, 90]) func aRewoundStreamIsNotWhatWasWrittenInItsPlace(_ lines: Int) throws {
        let followed = try Followed()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { room.deallocate() }
        func line(_ number: Int, _ word: String) -> [UInt8] { Array("2026-11-02 17:40:28 \(word) \(number)\n".utf8) }
        try followed.append(line(0, "old").prefix(11).map { $0 }, to: "a.log")
        followed.pump()
        var checkpoints = followed.follower.checkpoints().map { $0.rewound() }
        try followed.append(line(0, "old").dropFirst(11) + (1..<40).flatMap { line($0, "old") }, to: "a.log")
        let second = FileFollower(paths: followed.paths, resume: checkpoints, options: followed.options)
        var isGiven = false
        for _ in 0..<20 where !isGiven { if case .bytes = second.next(into: room, waitMilliseconds: 0) { isGiven = true } }
        #expect(isGiven)
        checkpoints = second.checkpoints().map { $0.rewound() }
        followed.cut("a.log")
        try followed.append((0..<lines).flatMap { line($0, "new") }, to: "a.log")
        let third = FileFollower(paths: followed.paths, resume: checkpoints, options: followed.options)
        third.drain()
        var given: Set<Int> = []
        for _ in 0..<200 {
            let event = third.next(into: room, waitMilliseconds: 0)
            if case .bytes(let stream, _) = event { given.insert(stream) }
            if event == .drained { break }
        }
        #expect(given == [1])
    }

    @Test func forgedCheckpointsAreNoHarm() throws {
        let followed = try Followed()
        try followed.write(0..<9, to: "a.log")
        followed.pump()
        let good = try #require(followed.follower.checkpoints().first).bytes
        var random = Seeded(state: 5)
        for length in good.indices { #expect(FollowCheckpoint(bytes: Array(good[..<length])) == nil) }
        for _ in 0..<60 {
            var bad = good
            bad[Int.random(in: 1..<bad.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            guard let checkpoint = FollowCheckpoint(bytes: bad) else { continue }
            let again = FileFollower(paths: followed.paths, resume: [checkpoint], options: followed.options)
            let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
            defer { room.deallocate() }
            again.drain()
            for _ in 0..<1_000 where again.next(into: room, waitMilliseconds: 0) == .drained { break }
        }
    }

    @Test func tellsWhatWasOverwrittenBeforeItWasRead() throws {
        let followed = try Followed()
        try followed.append("支付成功".utf8.dropLast(1).map { $0 }, to: "a.log")
        followed.pump()
        followed.cut("a.log")
        followed.settle(600)
        #expect(followed.streams[0]?.losses.map(\.untilEnd) == [true] && followed.streams[0]?.isEnded == true)
        #expect(followed.streams[0]?.losses.first?.reason == "overwritten or removed before it was read: 2 bytes")
    }

    @Test func followsADescriptor() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let followed = try Followed(["/dev/fd/\(ends[0])"])
        followed.pump()
        for number in 0..<3 {
            let bytes = Array((Followed.event(number) + "\n").utf8)
            #expect(write(ends[1], bytes, bytes.count) == bytes.count)
            while followed.take(wait: 20) != .idle {}
        }
        followed.expectOnce(3)
        #expect(followed.follower.checkpoints().isEmpty)
        close(ends[1])
        while followed.take(wait: 20) != .idle {}
        #expect(followed.streams[0]?.isEnded == true)
        close(ends[0])
    }

    @Test func keepsAPackedPipeUntilItIsWhole() throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let followed = try Followed(["/dev/fd/\(ends[0])"])
        let packed = Packing.gzip(Packing.log(lines: 100, seed: 9))
        for part in [packed[..<50], packed[50...]] {
            #expect(write(ends[1], Array(part), part.count) == part.count)
            while followed.take(wait: 20) != .idle {}
        }
        #expect(followed.lines.isEmpty)
        close(ends[1])
        while followed.take(wait: 20) != .idle {}
        #expect(followed.lines.count == 100)
        close(ends[0])
    }

    @Test func unpacksOneFileAfterTheOtherAndReadsPlainOnesBeside() throws {
        let followed = try Followed()
        try followed.restart {
            for number in 0..<3 {
                try followed.append(Packing.gzip(Packing.log(lines: 40_000, seed: UInt64(number))), to: "a.\(number).log.gz")
                try followed.append(Packing.log(lines: 30_000, seed: UInt64(10 + number)), to: "b.\(number).log")
            }
        }
        while followed.take() != .idle { followed.idle(20) }
        followed.settle(400)
        let blocks = followed.log.compactMap { event in
            if case .bytes(let stream, _) = event { followed.streams[stream]?.name.suffix(11) } else { nil }
        }
        let packed = blocks.filter { $0.hasSuffix(".gz") }
        let turns = zip(packed, packed.dropFirst()).count { $0 != $1 }
        #expect(packed.count > 6 && turns == 2, "\(packed)")
        let last = try #require(blocks.lastIndex { !$0.hasSuffix(".gz") })
        #expect(blocks[..<last].contains { $0.hasSuffix(".gz") })
        #expect(followed.lines.count == 210_000)
    }

    @Test func wakesFromAnotherThread() throws {
        let followed = try Followed { $0.poll = .seconds(100) }
        followed.pump()
        followed.follower.wake()
        #expect(followed.take(wait: 60_000) == .idle)
    }
}
