import Domain
import TestKit
import Testing

@testable import Store

@Suite struct RestartTableTests {
    private func files(_ contents: UInt64...) -> [RestartPoints] {
        contents.map { content in
            RestartPoints(
                contentID: content, size: 9_000,
                points: (1...3).map { RestartPoint(offset: $0 * 1_000, bits: $0 * 77, window: [UInt8($0), 0, 255]) })
        }
    }

    private func source(_ content: UInt64) -> SourceInfo {
        SourceInfo(name: "\(content).log.gz", contentID: content, witness: .serverApp)
    }

    @Test func theLastPlaceBeforeEachOffsetIsFound() throws {
        let folder = try TemporaryFolder()
        let builder = try StoreBuilder(path: folder["a.db"])
        try builder.commit(
            context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [source(.max)], restarts: files(.max))
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        let found = try store.restarts(of: .max, before: [999, 1_000, 2_999, .max, 5])
        #expect(found.keys.sorted() == [9_000])
        #expect(found[9_000]?.map { $0?.offset } == [nil, 1_000, 2_000, 3_000, nil])
        #expect(found[9_000]?[2] == RestartPoint(offset: 2_000, bits: 154, window: [2, 0, 255]))
        #expect(try store.restarts(of: 5, before: [7]).isEmpty)
    }

    @Test func aLaterRunKeepsThoseOfSourcesThatStay() throws {
        let folder = try TemporaryFolder()
        try StoreBuilder(path: folder["a.db"]).commit(
            context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [source(1), source(2)],
            restarts: files(1, 2))
        try StoreBuilder(path: folder["a.db"]).commit(
            context: RunContext(asOf: .distantPast), summary: Summary(asOf: .distantPast), sources: [source(2), source(3)],
            restarts: files(3))
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try [1, 2, 3].map { try store.restarts(of: $0, before: [1_000]).count } == [0, 1, 1])
    }
}
