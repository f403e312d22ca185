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
            RunContext.UnboundNotify(at: Instant(microseconds: Int64($0)), path: "/pay/notify", provider: "alipay", isInferred: false)
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
}
