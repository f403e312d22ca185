import Domain
import TestKit
import Testing

@testable import Recognition

/// Extractors of one thread share the memory that a record in hand needs.
@Suite struct SharedRoomTests {
    private static let plan = ExtractionPlan(
        settings: RecognitionSettings(reference: CivilTime(year: 2026, month: 11, day: 3).instant(offset: .zero)), endpoints: Endpoints())

    /// Every source's bytes in pieces, dealt among the sources at random; what each of them gives.
    private func read(_ sources: [[UInt8]], in room: ExtractionRoom?, seed: UInt64) -> [[String]] {
        var random = Seeded(state: seed)
        var places = [Int](repeating: 0, count: sources.count)
        var first = SourceExtractor(name: "0.log", sourceIndex: 0, plan: Self.plan, room: room)
        var second = SourceExtractor(name: "1.log", sourceIndex: 1, plan: Self.plan, room: room)
        var batches = [EvidenceBatch(), EvidenceBatch()]
        while zip(places, sources).contains(where: { $0 < $1.count }) {
            let index = Int.random(in: 0...1, using: &random)
            let end = min(places[index] + Int.random(in: 1...4_000, using: &random), sources[index].count)
            sources[index][places[index]..<end].withUnsafeBytes { bytes in
                if index == 0 { first.consume(bytes, into: &batches[0]) } else { second.consume(bytes, into: &batches[1]) }
            }
            if Bool.random(using: &random) { if index == 0 { first.rest() } else { second.rest() } }
            places[index] = end
        }
        first.finish(losses: [], into: &batches[0])
        second.finish(losses: [], into: &batches[1])
        return batches.map { batch in
            batch.rows.map { row in
                batch.withAttributes(of: row) { "\(row.event) \(row.at) \(row.offset) \(row.line) \(row.identity) \(Array($0.bytes))" }
            }
        }
    }

    @Test("sources that are read in turns give what each gives by itself", arguments: [1, 2, 3, 4] as [UInt64])
    func interleaved(_ seed: UInt64) {
        var random = Seeded(state: seed)
        func log(_ prefix: String) -> [UInt8] {
            var text = ""
            for number in 0..<1_500 {
                let order = "\(prefix)\(100_000 + number)"
                let time = "2026-11-03 10:\(10 + number / 60 % 50):\(10 + number % 50)"
                switch Int.random(in: 0...3, using: &random) {
                case 0: text += "\(time).123 INFO [pay] order.created order_no=\(order) amount=12.50 provider=alipay\n"
                case 1:
                    text +=
                        "{\"time\":\"\(time)\",\"level\":\"info\",\"msg\":\"notify.received\",\"out_trade_no\":\"\(order)\",\"memo\":\"a\\u00e9 \\\"b\\\"\"}\n"
                case 2: text += "\(time).456 INFO notify body=out_trade_no%3D\(order)%26trade_status%3DTRADE_SUCCESS\n"
                default: text += "\(time).789 DEBUG nothing to see \(number)\n"
                }
            }
            return Array(text.utf8)
        }
        let sources = [log("A"), log("B")]
        let alone = read(sources, in: nil, seed: seed)
        #expect(alone[0].count > 500)
        #expect(read(sources, in: ExtractionRoom(Self.plan), seed: seed &+ 1) == alone)
    }
}
