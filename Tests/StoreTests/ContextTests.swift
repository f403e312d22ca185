import Domain
import Testing

@testable import Store

/// A look-up reads what the judge knew of the run, and not the hundred thousand notifies that a run may have left unbound.
@Suite struct ContextTests {
    @Test func unboundNotifiesStandApartFromWhatEveryLookUpReads() throws {
        let folder = try TemporaryFolder()
        var context = RunContext(asOf: Instant(microseconds: 7))
        context.appSchemes = ["shopdemo"]
        context.unboundNotifies = (0..<20_000).map {
            RunContext.UnboundNotify(at: Instant(microseconds: Int64($0)), path: 5, provider: "alipay", isInferred: false)
        }
        let builder = try StoreBuilder(path: folder["a.db"])
        try builder.commit(context: context, summary: Summary(asOf: context.asOf), sources: [])
        let store = try Store.open(path: folder["a.db"], mode: .readOnly)
        #expect(try store.run().map { RunContextCodec.encode($0.context) } == RunContextCodec.encode(context))
        let read = try store.database.integer("SELECT length(context) FROM run WHERE id = 1")
        #expect(try #require(read) < 200)
        context.unboundNotifies = []
        #expect(try store.context().map { RunContextCodec.encode($0) } == RunContextCodec.encode(context))
    }

    @Test func aStoreOfBeforeHasEachRequestForItself() throws {
        var context = RunContext(asOf: Instant(microseconds: 7))
        context.unboundNotifies = [
            RunContext.UnboundNotify(at: Instant(microseconds: 9_000_000), path: StableHash.of("/p"), provider: "x", isInferred: true)
        ]
        var bytes = RunContextCodec.encode(context)
        // Before, a request had one moment, and its path as a text.
        let end = bytes.count - 3
        bytes.replaceSubrange((end - 9)..<end, with: [2] + Array("/p".utf8))
        bytes[0] = 2
        let read = try bytes.withUnsafeBytes { try RunContextCodec.decode($0) }
        #expect(read.unboundNotifies == context.unboundNotifies)
    }
}
