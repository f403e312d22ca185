import Domain
import Testing

@testable import Correlation

/// One builder makes order after order: nothing of one may show in the next.
@Suite struct ReuseTests {
    /// Rows of one order: some sources, devices, deliveries, attempts and duplicates.
    private static func order(_ number: String, using random: inout Seeded) -> Rows {
        let events: [EventKind] = [
            .orderCreated, .notifyReceived, .notifyVerified, .notifyAnswered, .handlerFailed, .orderChanged, .querySent,
            .clientQueryAnswered,
            .queryReceived, .resultShown, .tradeRecorded, .notifySent, .walletOpened, .providerAnswered,
        ]
        var rows = Rows()
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            let event = events.randomElement(using: &random) ?? .orderCreated
            let isClient = event.layer == .client
            var attributes: [(AttributeKey, String)] = [(.orderNumber, number), (.status, "paid"), (.provider, "alipay")]
            if Bool.random(using: &random) { attributes.append((.attemptNumber, "\(number)-\(Int.random(in: 1...3, using: &random))")) }
            if Bool.random(using: &random) { attributes.append((.notifyID, "n\(Int.random(in: 1...4, using: &random))")) }
            if Int.random(in: 0..<4, using: &random) == 0 { attributes.append((.ok, "false")) }
            let at = Double.random(in: 0...900, using: &random)
            let device = DeviceKey(isClient ? Int.random(in: 7...8, using: &random) : 0)
            let source = UInt32(isClient ? Int.random(in: 10...12, using: &random) : Int.random(in: 0...4, using: &random))
            let edge = event == .notifyReceived && Bool.random(using: &random)
            rows.add(event, at, by: edge ? .serverEdge : nil, source: source, device: device, attributes)
            if Int.random(in: 0..<6, using: &random) == 0, let row = rows.batch.rows.last {
                var copy = row
                copy.source += 20
                let bytes = rows.batch.withAttributes(of: row) { Array($0.bytes) }
                bytes.withUnsafeBytes { rows.batch.append(copy, attributes: $0) }
            }
        }
        return rows
    }

    private static func text(_ chain: Chain) -> String {
        "\(chain.events.map { "\($0.event) \($0.identity) \($0.source) \($0.attributesStart) \($0.attributesLength)" }) \(chain.arena)"
            + " \(chain.deliveries) \(chain.attempts) \(chain.devices.map(\.key))"
    }

    @Test(arguments: 0..<20) func aUsedBuilderBuildsWhatAFreshOneDoes(_ seed: Int) {
        var random = Seeded(UInt64(seed) &+ 31)
        var builder = ChainBuilder(sources: SourceOrder())
        var pairs = ClockPairs()
        var chain = Chain(order: OrderNumber(""))
        for number in 0..<30 {
            let order = OrderNumber("O\(number)")
            let rows = ReuseTests.order(order.description, using: &random)
            let offset = ClockOffset(low: .milliseconds(-500), high: .milliseconds(500))
            let devices = [DeviceKey(7), 8].map { DeviceSession(key: $0, offset: offset, coverage: WitnessCoverage()) }
            let fresh = ChainBuilder.build(
                order: order, rows: rows.batch.rows, arena: rows.batch.arena, devices: devices, sources: SourceOrder())
            let duplicates = rows.batch.rows.withUnsafeBufferPointer { all in
                rows.batch.arena.withUnsafeBytes { builder.build(order, rows: all, arena: $0, devices: devices, into: &chain) }
            }
            #expect(duplicates == fresh.duplicates)
            #expect(ReuseTests.text(chain) == ReuseTests.text(fresh.chain))
            pairs.find(in: chain)
            let bounds = Array(pairs.bounds.elements)
            #expect(bounds == ClockEstimator.bounds(in: fresh.chain))
        }
    }

    @Test(arguments: 0..<10) func aFilterNeverDeniesAName(_ seed: Int) {
        var random = Seeded(UInt64(seed))
        var table = NameTable<Int>()
        let names = (0..<Int.random(in: 0...500, using: &random)).map { _ in UInt64.random(in: 0 ... .max, using: &random) }
        for (value, name) in names.enumerated() { table[name] = value }
        let filter = table.filter
        #expect(names.allSatisfy { filter.mayContain($0) })
    }
}
