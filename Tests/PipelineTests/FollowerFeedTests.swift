import Domain
import Foundation
import TestKit
import Testing

@testable import Pipeline

/// What a process may keep that is killed and killed again while it catches up.
@Suite struct FollowerFeedTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/paychain-feed-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for name in ["a.log", "b.log"] {
            try Data("2026-11-02 10:00:00 \(name)\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
    }

    /// Events until the feed has nothing more.
    private func drain(_ feed: FollowerFeed) -> (opened: [UInt32: Bool], bytes: [UInt32: Int]) {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: 64)
        defer { block.deallocate() }
        var (opened, bytes): ([UInt32: Bool], [UInt32: Int]) = ([:], [:])
        feed.drain()
        while true {
            switch feed.next(into: block, waitMilliseconds: 10) {
            case .opened(let id, _, let isResumed, _): opened[id] = isResumed
            case .bytes(let id, let count): bytes[id, default: 0] += count
            case .drained: return (opened, bytes)
            default: continue
            }
        }
    }

    @Test func aStreamKeepsItsIdThroughProcessesThatReadNothing() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let first = FollowerFeed(paths: [folder], checkpoint: nil, numbers: StreamNumbers(free: 0))
        let read = drain(first)
        #expect(read.opened.values.allSatisfy { !$0 } && read.opened.count == 2)
        var kept = first.checkpoint { _ in true }
        for _ in 0..<3 {
            // It commits something else before anything of these has come again, and dies.
            kept = FollowerFeed(paths: [folder], checkpoint: kept, numbers: StreamNumbers(free: 0)).checkpoint { _ in true }
        }
        let last = drain(FollowerFeed(paths: [folder], checkpoint: kept, numbers: StreamNumbers(free: 0)))
        #expect(last.opened == read.opened.mapValues { _ in true })
        #expect(last.bytes == read.bytes)
    }

    /// A process keeps its checkpoint and is killed, the next one opens the file and is killed before anything of it has come again; then
    /// the file is rotated. What was read has to be known by its content: another content under the old name is another stream.
    @Test(arguments: ["copied", "copied and packed", "renamed", "renamed and packed"], [0, 1, 3])
    func aStreamIsKnownThatWasRotatedBeforeItCameAgain(rotation: String, killed: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // The second file: when the first bytes of the other one come, it is open, and nothing of it has come again.
        let path = folder + "/b.log"
        let old = (0..<30).map { "2026-11-02 10:00:\(10 + $0) old line\n" }.joined()
        try Data(old.utf8).write(to: URL(fileURLWithPath: path))
        let first = FollowerFeed(paths: [folder], checkpoint: nil, numbers: StreamNumbers(free: 0))
        let read = drain(first)
        let id = try #require(read.bytes.first { $0.value == old.utf8.count }?.key)
        var kept = first.checkpoint { _ in true }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: 64)
        defer { block.deallocate() }
        for _ in 0..<killed {
            let feed = FollowerFeed(paths: [folder], checkpoint: kept, numbers: StreamNumbers(free: 9))
            // As far as the first bytes at most.
            for _ in 0..<4 { if case .bytes = feed.next(into: block, waitMilliseconds: 0) { break } }
            kept = feed.checkpoint { _ in true }
        }
        let turned = folder + "/b.log.1"
        if rotation.hasPrefix("copied") {
            try FileManager.default.copyItem(atPath: path, toPath: turned)
            let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data("2026-11-02 11:00:00 new line\n".utf8))
            try handle.close()
        } else {
            try FileManager.default.moveItem(atPath: path, toPath: turned)
            try Data("2026-11-02 11:00:00 new line\n".utf8).write(to: URL(fileURLWithPath: path))
        }
        if rotation.hasSuffix("packed") {
            try Data(Packing.gzip(Array(old.utf8))).write(to: URL(fileURLWithPath: turned + ".gz"))
            try FileManager.default.removeItem(atPath: turned)
        }
        let last = drain(FollowerFeed(paths: [folder], checkpoint: kept, numbers: StreamNumbers(free: 9)))
        #expect(last.bytes[id] == old.utf8.count, "the old stream comes again from its beginning")
        #expect(last.opened.values.filter { !$0 }.count == 1 && last.bytes.values.contains(29), "\(last)")
    }
}
