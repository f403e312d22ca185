import Domain
import Testing

@testable import Correlation

private let number = [(AttributeKey.orderNumber, "O")]
private let noon = 1_790_000_000.0

extension Rows {
    /// A delivery as an application logs it: received, verified, answered within 0.1 s.
    fileprivate mutating func delivery(
        _ at: Double, id: String, status: String = "200", body: String = "success", ok: String = "true", paid: Double = noon
    ) {
        add(
            .notifyReceived, at,
            number + [
                (.notifyID, id), (.provider, "alipay"), (.status, "paid"), (.paidAt, "\(Int64(paid * 1_000_000))"),
                (.sentAt, "\(Int64(at.rounded(.down) * 1_000_000))"),
            ])
        add(.notifyVerified, at + 0.02, number + [(.ok, ok)])
        add(.notifyAnswered, at + 0.1, number + [(.httpStatus, status), (.body, body)])
    }

    fileprivate mutating func edge(
        _ at: Double, _ status: String, _ bytes: String, _ more: [(AttributeKey, String)] = [], source: UInt32 = 7,
        binding: Binding = .alias
    ) {
        add(
            .notifyReceived, at.rounded(.down), by: .serverEdge, source: source, resolution: .second, binding: binding,
            [(.path, "/n"), (.httpStatus, status), (.bytes, bytes), (.agent, "provider")] + more)
    }
}

@Suite struct LedgerTests {
    @Test func applicationAndAccessLinesOfOneRequestAreOneDelivery() {
        var rows = Rows()
        rows.delivery(noon + 1.3, id: "n")
        rows.edge(noon + 1.4, "200", "10")
        rows.delivery(noon + 241.3, id: "n")
        let chain = rows.chain("O")
        #expect(chain.deliveries.count == 2)
        #expect(chain.deliveries.map(\.number) == [1, 2])
        #expect(chain.deliveries[0].bytes == 10)
        #expect(chain.deliveries[0].body == "success")
        #expect(chain.deliveries[0].edge != nil)
        #expect(chain.deliveries[0].ok == true)
        #expect(chain.deliveries[0].duration == .milliseconds(100))
        #expect(chain.deliveries[1].bytes == nil)
    }

    @Test("a logger that gives each line an id of its own parts no delivery from what came of it")
    func anIdForEachLine() {
        var rows = Rows()
        rows.add(.notifyReceived, noon + 1, number + [(.notifyID, "n"), (.requestID, "r1"), (.status, "failed")])
        rows.add(.notifyVerified, noon + 1.02, number + [(.ok, "true"), (.requestID, "r2")])
        rows.add(.notifyAnswered, noon + 1.1, number + [(.httpStatus, "200"), (.requestID, "r3")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.count == 1)
        #expect(chain.deliveries.first?.ok == true)
        #expect(chain.deliveries.first?.httpStatus == 200)
    }

    @Test("of two deliveries at once the ids tell which is meant")
    func idsOfTwoAtOnce() {
        var rows = Rows()
        rows.add(.notifyReceived, noon + 1, number + [(.requestID, "r1"), (.status, "paid")])
        rows.add(.notifyReceived, noon + 1.4, number + [(.notifyID, "n"), (.requestID, "r2"), (.status, "paid")])
        rows.add(.notifyVerified, noon + 1.5, number + [(.ok, "false"), (.requestID, "r1")])
        rows.add(.notifyVerified, noon + 1.6, number + [(.ok, "true"), (.requestID, "r3")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.first?.ok == false)
    }

    @Test func anotherStatusOrAnotherSecondIsAnotherRequest() {
        var rows = Rows()
        rows.delivery(noon + 1.3, id: "n")
        rows.edge(noon + 1.4, "500", "10")
        rows.edge(noon + 4.4, "200", "7")
        #expect(rows.chain("O").deliveries.count == 3)
    }

    @Test func twoServersLoggingOneRequestAreOne() {
        var rows = Rows()
        rows.edge(noon + 1, "403", "162", [(.duration, "20000")], source: 7)
        rows.edge(noon + 1, "403", "150", [(.duration, "10000")], source: 8)
        rows.edge(noon + 1, "403", "162", source: 7)
        let chain = rows.chain("O")
        #expect(chain.deliveries.count == 2)
        #expect(chain.deliveries.map(\.bytes) == [162, 162])
    }

    @Test func aSlowRequestBeginsBeforeItsStamp() {
        var rows = Rows()
        rows.add(
            .notifyReceived, noon + 30,
            number + [(.provider, "apple"), (.notifyID, "u"), (.notifiedAt, "\(Int64(noon * 1_000_000) + 30_000_000)")])
        rows.add(.notifyAnswered, noon + 61, number + [(.httpStatus, "200")])
        rows.edge(noon + 61, "200", "2", [(.duration, "31200000")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.count == 1)
        #expect(chain.deliveries[0].duration == TimeSpan(microseconds: 31_200_000))
        #expect(chain.deliveries[0].number == 1)
    }

    @Test func interleavedDeliveriesEachHaveTheirLines() {
        var rows = Rows()
        rows.add(.notifyReceived, noon + 1, number + [(.notifyID, "a")])
        rows.add(.notifyReceived, noon + 1.221, number + [(.notifyID, "b")])
        rows.add(.notifyVerified, noon + 1.3, number + [(.notifyID, "a"), (.ok, "false"), (.reason, "signature")])
        rows.add(.notifyVerified, noon + 1.31, number + [(.ok, "true")])
        rows.add(.notifyAnswered, noon + 1.4, number + [(.httpStatus, "200")])
        rows.add(.notifyAnswered, noon + 1.5, number + [(.httpStatus, "200")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.map(\.ok) == [false, true])
        #expect(chain.deliveries.allSatisfy { $0.answered != nil })
        #expect(chain.deliveries[0].reason == "signature")
    }

    @Test func rawAndDecryptedLineAreOneDeliveryAndRepeatsAreNot() {
        var rows = Rows()
        rows.add(.notifyReceived, noon, binding: .alias, [(.notifyID, "w")])
        rows.add(.notifyReceived, noon + 0.02, number + [(.notifyID, "w"), (.status, "paid")])
        rows.add(.notifyAnswered, noon + 0.05, number + [(.httpStatus, "204")])
        rows.add(.notifyReceived, noon + 0.3, number + [(.notifyID, "w"), (.status, "paid")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.map(\.received.count) == [2, 1])
        #expect(chain.deliveries[0].status == "paid")
        #expect(chain.deliveries[0].binding == .direct)
    }

    @Test func handlersWithoutAReceivedLineStillMakeADelivery() {
        var rows = Rows()
        rows.add(.notifyVerified, noon, number + [(.ok, "true")])
        rows.add(.notifyAnswered, noon + 0.1, number + [(.httpStatus, "200")])
        rows.add(.handlerFailed, noon + 600, number)
        let chain = rows.chain("O")
        #expect(chain.deliveries.count == 1)
        #expect(chain.deliveries[0].failed == nil)
    }

    @Test func anErrorBesideARefusedRequestIsItsReason() {
        var rows = Rows()
        rows.add(.handlerFailed, noon + 1.2, number + [(.error, "boom")])
        rows.edge(noon + 1.3, "500", "0")
        #expect(rows.chain("O").deliveries.first?.failed != nil)
    }

    @Test func probesAndToolsAreNoDeliveries() {
        var rows = Rows()
        rows.edge(noon, "500", "130", [(.probe, "true")])
        rows.add(.notifyReceived, noon + 5, by: .serverEdge, source: 7, number + [(.agent, "tool"), (.httpStatus, "400")])
        #expect(rows.chain("O").deliveries.isEmpty)
    }

    @Test func theProvidersRecordJoinsOrStandsAlone() {
        var rows = Rows()
        rows.delivery(noon + 1.3, id: "n")
        rows.add(.notifySent, noon + 1, number + [(.provider, "alipay"), (.deliveryResult, "SUCCESS"), (.attemptIndex, "1")])
        rows.add(.notifySent, noon + 700, number + [(.provider, "alipay"), (.deliveryResult, "NO_RESPONSE"), (.attemptIndex, "3")])
        let chain = rows.chain("O")
        #expect(chain.deliveries.map { $0.received.count } == [1, 0])
        #expect(chain.deliveries.map { $0.sent != nil } == [true, true])
        #expect(chain.deliveries.map(\.number) == [1, 3])
    }

    @Test(arguments: [(1_441.0, 4), (866.0, 3), (1.0, 1), (241.0, 2)]) func theDelayTellsTheNumber(delay: Double, number: Int) {
        var rows = Rows()
        rows.delivery(noon + delay, id: "n")
        #expect(rows.chain("O").deliveries.first?.number == number)
    }

    @Test func aRefundsNotifyIsNotTheEighthOfThePayment() {
        var rows = Rows()
        rows.add(
            .notifyReceived, noon + 86_000,
            number + [
                (.notifyID, "r"), (.provider, "alipay"), (.status, "paid"), (.paidAt, "\(Int64(noon * 1_000_000))"),
                (.refundedAmount, "1.00"),
                (.sentAt, "\(Int64((noon + 86_000) * 1_000_000))"), (.closedAt, "\(Int64((noon + 85_999) * 1_000_000))"),
            ])
        #expect(rows.chain("O").deliveries.first?.number == 1)
    }
}
