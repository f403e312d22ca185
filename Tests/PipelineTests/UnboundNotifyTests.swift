import Domain
import TestKit
import Testing

@testable import Pipeline

/// Requests without an order are kept by the minute; whoever asks for a minute or more is answered as if each were kept.
@Suite struct UnboundNotifyTests {
    private static func row(at: Instant) -> Evidence {
        Evidence(event: .notifyReceived, at: at, resolution: .second, witness: .serverEdge, source: 1, line: 1, offset: 1, identity: 1)
    }

    @Test("by the minute or each for itself", arguments: 1...40)
    func againstKeepingEach(_ seed: UInt64) {
        var random = Seeded(state: seed)
        let span = [300, 3_000, 100_000][Int(seed % 3)] as Int64
        let begin: Int64 = 1_790_000_000
        var each: [(at: Instant, path: String, isInferred: Bool)] = []
        var gathered = UnboundNotifies()
        for _ in 0..<Int.random(in: 1...300, using: &random) {
            let at = Instant(microseconds: (begin + Int64.random(in: 0...span, using: &random)) * 1_000_000)
            let path = ["", "/a", "/b"].randomElement(using: &random) ?? ""
            let isInferred = Bool.random(using: &random)
            each.append((at, path, isInferred))
            var attributes: [UInt8] = []
            if !path.isEmpty { AttributeWriter.append(.path, path, to: &attributes) }
            attributes.withUnsafeBytes { gathered.note(UnboundNotifyTests.row(at: at), Attributes($0), isInferred: isInferred) }
        }
        var context = RunContext(asOf: .distantFuture)
        context.unboundNotifies = gathered.sorted
        #expect(context.unboundNotifies.count <= 6 * (Int(span) / 60 + 2))
        for _ in 0..<400 {
            let from = Instant(microseconds: (begin + Int64.random(in: -400...(span + 400), using: &random)) * 1_000_000)
            let to = from + .seconds(Int64.random(in: 60...600, using: &random))
            let path = ["", "/a", "/b", "/c"].randomElement(using: &random) ?? ""
            let withInferred = Bool.random(using: &random)
            let wanted = each.contains {
                $0.at >= from && $0.at <= to && (path.isEmpty || $0.path.isEmpty || $0.path == path) && (withInferred || !$0.isInferred)
            }
            #expect(context.hasUnboundNotify(from: from, to: to, path: path, provider: "", withInferred: withInferred) == wanted)
        }
    }

    @Test func toolsAndProbesAreNoNotify() {
        var gathered = UnboundNotifies()
        for (key, value) in [(AttributeKey.agent, "tool"), (.tool, "true"), (.probe, "true")] {
            var attributes: [UInt8] = []
            AttributeWriter.append(key, value, to: &attributes)
            attributes.withUnsafeBytes { gathered.note(UnboundNotifyTests.row(at: .undated), Attributes($0), isInferred: false) }
        }
        #expect(gathered.sorted.isEmpty)
    }
}
