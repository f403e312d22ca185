import Configuration
import Domain
import Masking
import TestKit
import Testing

@testable import Pipeline

/// Short streams whose beginnings are packed while nothing comes.
@Suite struct RestingStreamTests {
    private func rows(_ pieces: [[UInt8]], rests: Bool) -> [[String]] {
        let plans = WatchPlans(Settings(), maskKey: .ofThisProcess, now: Instant(microseconds: 1_793_600_000_000_000))
        let stream = WatchedStream(id: 0, name: "app.log", isNeverLate: false)
        var told: [[String]] = []
        for (place, piece) in pieces.enumerated() {
            piece.withUnsafeBytes { stream.take($0, plans: plans) { $0 } }
            if rests { stream.rest() }
            stream.refresh(plans: plans, isLast: place == pieces.count - 1) { $0 }
            if rests { stream.rest() }
            var all: [String] = []
            for batch in [stream.rows, stream.provisional] {
                for row in batch.rows {
                    batch.withAttributes(of: row) { all.append("\(row.offset) \(row.line) \(row.event) \(row.at) \(Array($0.bytes))") }
                }
            }
            told.append(all)
        }
        return told
    }

    @Test("a stream that rests between its lines gives the rows of one that does not", arguments: 0..<6)
    func rests(_ seed: Int) {
        var random = Seeded(state: UInt64(seed))
        var bytes: [UInt8] = []
        for order in 0..<Int.random(in: 10...900, using: &random) {
            let time = "2026-11-02T10:\(10 + order / 60 % 50):\(10 + order % 50)+08:00"
            let line =
                #"{"time":"\#(time)","level":"info","event":"order.created","orderNo":"A\#(order)","amount":"2.00","flow":"alipay_h5"}"#
            bytes += Array(line.utf8)
            bytes.append(10)
        }
        var pieces: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + Int.random(in: 1...9_000, using: &random))
            pieces.append(Array(bytes[start..<end]))
            start = end
        }
        let told = rows(pieces, rests: true)
        #expect(told == rows(pieces, rests: false))
        #expect(told.last?.isEmpty == false)
    }
}
