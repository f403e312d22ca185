import Domain
import Testing

@testable import Correlation

/// One order in a world whose truth is known; the device shows `offset` more than it is.
struct World {
    var random: Seeded
    var offset: Double

    /// Builds the rows of one order; some are lost, as logs lose them.
    mutating func order(_ name: String, start: Double, losses: Double) -> Rows {
        var rows = Rows()
        func device(_ at: Double) -> Double { ((at + offset) * 1_000).rounded(.down) / 1_000 }
        let cut = Double.random(in: 0...1, using: &random)
        var clientRows: [(EventKind, Double, [(AttributeKey, String)])] = []
        var serverRows: [(EventKind, Double, Witness, [(AttributeKey, String)])] = []
        let number = [(AttributeKey.orderNumber, name)]
        var t = start
        func step(_ low: Double, _ high: Double) -> Double {
            t += Double.random(in: low...high, using: &random)
            return t
        }
        clientRows.append((.payTapped, step(0, 1), number))
        serverRows.append((.orderCreated, step(0.01, 0.4), .serverApp, number))
        clientRows.append((.orderSaved, step(0.01, 0.9), number))
        clientRows.append((.walletOpened, step(0.5, 5), number + [(.ok, "true")]))
        let paid = step(2, 40)
        serverRows.append(
            (
                .tradeRecorded, paid.rounded(.down), .provider,
                number + [(.status, "paid"), (.provider, "alipay"), (.paidAt, "\(Int64(paid.rounded(.down)) * 1_000_000)")]
            ))
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            clientRows.append((.querySent, step(0.2, 6), number))
            if Double.random(in: 0...1, using: &random) < 0.2 {
                clientRows.append((.queryFailed, step(0.2, 3), number))
                continue
            }
            serverRows.append((.queryReceived, step(0.001, 0.5), .serverApp, number))
            serverRows.append((.serverQueryAnswered, step(0.001, 0.3), .serverApp, number))
            serverRows.append((.queryReceived, t.rounded(.down), .serverEdge, number + [(.httpStatus, "200"), (.agent, "other")]))
            clientRows.append((.clientQueryAnswered, step(0.001, 0.8), number))
        }
        // a log loses its beginning or its end, of one side only
        if losses > 0 {
            let keep = 1 - losses * cut
            switch Int.random(in: 0..<4, using: &random) {
            case 0: clientRows.removeFirst(Int(Double(clientRows.count) * (1 - keep)))
            case 1: clientRows.removeLast(Int(Double(clientRows.count) * (1 - keep)))
            case 2: serverRows.removeFirst(Int(Double(serverRows.count) * (1 - keep)))
            default: serverRows.removeLast(Int(Double(serverRows.count) * (1 - keep)))
            }
        }
        for (event, at, attributes) in clientRows { rows.add(event, device(at), source: 1, device: 9, attributes) }
        for (event, at, witness, attributes) in serverRows {
            rows.add(
                event, at, by: witness, source: witness == .serverApp ? 2 : witness == .serverEdge ? 3 : 4,
                resolution: witness == .serverApp ? .millisecond : .second, attributes)
        }
        return rows
    }
}

@Suite struct ClockTests {
    @Test(arguments: 0..<400) func theTrueOffsetIsNeverExcluded(seed: Int) {
        var world = World(random: Seeded(UInt64(seed)), offset: 0)
        let offset = Double.random(in: -86_400...86_400, using: &world.random)
        world.offset = seed % 5 == 0 ? 0 : offset
        var table = ClockTable()
        for k in 0..<Int.random(in: 1...4, using: &world.random) {
            let rows = world.order("W\(k)", start: 1_790_000_000 + Double(k) * 600, losses: seed % 2 == 0 ? 0 : 0.8)
            let device = DeviceSession(key: 9, offset: .unknown, coverage: WitnessCoverage())
            table.add(ClockEstimator.bounds(in: rows.chain("W\(k)", devices: [device])))
        }
        let known = table.offset(of: 9)
        let truth = Int64((world.offset * 1_000_000).rounded())
        #expect(known.isConsistent)
        #expect(known.low.microseconds <= truth)
        #expect(truth <= known.high.microseconds)
    }

    /// Brute force over whole offsets: which of them no pair refutes.
    @Test(arguments: 0..<60) func pairsAgreeWithBruteForce(seed: Int) {
        var random = Seeded(UInt64(seed))
        var rows = Rows()
        let truth = Int.random(in: -50...50, using: &random)
        var pairs: [(device: Int, server: Int)] = []
        for k in 0..<3 {
            let sent = 100 + k * 100
            let received = sent + Int.random(in: 0...5, using: &random)
            let answered = received + Int.random(in: 0...5, using: &random)
            let read = answered + Int.random(in: 0...5, using: &random)
            rows.add(.querySent, Double(sent + truth), source: 1, device: 9, resolution: .second)
            rows.add(.clientQueryAnswered, Double(read + truth), source: 1, device: 9, resolution: .second)
            rows.add(.queryReceived, Double(received), source: 2, resolution: .second)
            rows.add(.serverQueryAnswered, Double(answered), source: 2, resolution: .second)
            pairs.append((sent + truth, received))
            pairs.append((read + truth, answered))
        }
        let bounds = ClockEstimator.bounds(in: rows.chain("O", devices: []))
        let possible = (-200...200).filter { offset in
            pairs.enumerated().allSatisfy { i, pair in
                // stamps are whole seconds: the true moments lie up to a second later
                i % 2 == 0 ? pair.device - offset <= pair.server + 1 : pair.server <= pair.device + 1 - offset
            }
        }
        #expect(bounds.count == 1)
        #expect(bounds.first?.offset.low == .seconds(Int64(possible.first ?? 0)))
        #expect(bounds.first?.offset.high == .seconds(Int64(possible.last ?? 0)))
    }

    @Test func aClockSetBetweenTwoProcessesGivesTwoEpochs() {
        var table = ClockTable()
        let first = ClockOffset(low: .seconds(10), high: .seconds(12))
        let second = ClockOffset(low: .seconds(-3), high: .seconds(-1))
        table.add([ClockBound(device: 1, process: 5, offset: first), ClockBound(device: 1, process: 6, offset: second)])
        #expect(!table.offset(of: 1).isConsistent)
        #expect(table.offset(of: 1, processes: [5]) == first)
        #expect(table.offset(of: 1, processes: [6]) == second)
        #expect(!table.offset(of: 1, processes: [5, 6]).isConsistent)
        table.add([ClockBound(device: 1, process: 5, offset: second)])
        #expect(!table.offset(of: 1, processes: [5]).isConsistent)
        #expect(table.offset(of: 2) == .unknown)
    }

    @Test func anOrderKeptBeforeAWalletThatNamesNoneIsKeptBeforeThePayment() {
        func low(wallet: Bool) -> TimeSpan? {
            let number = [(AttributeKey.orderNumber, "O")]
            var rows = Rows()
            rows.add(.orderCreated, 100, source: 2, number)
            rows.add(.orderSaved, 3_701, source: 1, device: 9, number)
            if wallet { rows.add(.walletOpened, 3_705, source: 1, device: 9, binding: .window, [(.ok, "true")]) }
            rows.add(.tradeRecorded, 140, source: 4, resolution: .second, number + [(.status, "paid"), (.paidAt, "140000000")])
            return ClockEstimator.bounds(in: rows.chain("O")).first?.offset.low
        }
        #expect(low(wallet: true) == .seconds(3_701 - 141))
        #expect(low(wallet: false) == ClockOffset.unknown.low)
    }

    @Test func aTapMayPrecedeTheOrder() {
        var rows = Rows()
        rows.add(.payTapped, 100, source: 1, device: 9, [(.orderNumber, "O")])
        rows.add(.orderCreated, 100.5, source: 2, [(.orderNumber, "O")])
        rows.add(.orderSaved, 100.8, source: 1, device: 9, [(.orderNumber, "O")])
        let bounds = ClockEstimator.bounds(in: rows.chain("O"))
        #expect(bounds.map(\.offset.high) == [.milliseconds(301)])
    }
}
