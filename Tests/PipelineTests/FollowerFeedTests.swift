import Domain
import Foundation
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
}
