import Domain
import Testing

@testable import Correlation

@Suite struct FittingRequestsTests {
    /// Posts of a few seconds, by a binder's own reading of access lines.
    private static func lines(_ random: inout Seeded) -> WaitingLines {
        let shelf = RowShelf()
        for count in 0..<60 {
            let row = Evidence(
                event: .notifyReceived, at: Instant(microseconds: Int64.random(in: 0...60, using: &random) * 1_000_000),
                resolution: .second,
                witness: .serverEdge, source: 1, line: UInt32(count), offset: UInt64(count), identity: UInt64(count))
            var attributes: [UInt8] = []
            AttributeWriter.append(.path, Bool.random(using: &random) ? "/a/notify" : "/b/notify", to: &attributes)
            AttributeWriter.append(.httpStatus, Bool.random(using: &random) ? "200" : "500", to: &attributes)
            // A few took so long that they are no request of a delivery any more.
            AttributeWriter.append(.duration, "\(Int64.random(in: 0...90, using: &random) * 1_000_000)", to: &attributes)
            attributes.withUnsafeBytes { shelf.append(row, attributes: $0, tie: 0) }
        }
        shelf.sort()
        return WaitingLines(shelf)
    }

    @Test("both ways agree with comparing everything", arguments: 1...20)
    func againstComparingAll(_ seed: UInt64) {
        var random = Seeded(seed)
        let lines = FittingRequestsTests.lines(&random)
        var logged: [WaitingLines.Logged] = (0..<50).map { number in
            let from = Instant(microseconds: Int64.random(in: -5...65, using: &random) * 1_000_000)
            let length = number % 7 == 0 ? Int64.random(in: 0...300, using: &random) : Int64.random(in: 0...2, using: &random)
            return WaitingLines.Logged(
                owner: .order(UInt64(number)), isTaken: Bool.random(using: &random),
                status: [0, 200, 500].randomElement(using: &random) ?? 0,
                from: from, to: from + .seconds(length), path: 0)
        }
        logged.sort { $0.from < $1.from }
        let fitting = FittingRequests(lines, logged)
        // An access line's stamp lies at the end of the request.
        func fits(_ post: Int, _ delivery: Int) -> Bool {
            let reach = DeliveryLedger.sameRequest + Limits.handlerReach
            return lines.posts[post].end >= logged[delivery].from - DeliveryLedger.sameRequest
                && lines.posts[post].end <= logged[delivery].to + reach && RequestPairing.fits(lines.posts[post], logged[delivery])
        }
        for post in lines.posts.indices {
            var found: [Int] = []
            fitting.forEachDelivery(of: post) {
                found.append($0); return true
            }
            let wanted = logged.indices.filter { fits(post, $0) }
            #expect(found == wanted)
            #expect(fitting.onlyDelivery(of: post) { _ in true } == (wanted.count == 1 ? wanted[0] : nil))
        }
        for delivery in logged.indices {
            var found: [Int] = []
            fitting.forEachPost(of: delivery) {
                found.append($0); return true
            }
            let wanted = lines.posts.indices.filter { fits($0, delivery) }
            #expect(found == wanted)
            #expect(fitting.onlyPost(of: delivery) { _ in true } == (wanted.count == 1 ? wanted[0] : nil))
        }
    }
}
