import Alerts
import Domain
import Foundation
import Reports
import Serving
import Store
import TestKit
import Testing

@testable import Web

/// A store with a few orders and a service over it, asked without sockets.
final class Shop {
    /// Markup, script, a formula, a control sequence and a direction mark: what a log line may carry into any field.
    static let hostile = "=1+\"><script>alert(1)</script><img src=x onerror=alert(1)>' & {{7*7}} \u{202E}\u{1B}[31m"

    let folder: TemporaryFolder
    let path: String
    let service: WebService

    /// - Parameter orders: how many plain orders there are beside the hostile one.
    init(orders: Int = 120, access: AccessPolicy = AccessPolicy()) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/shop.db"
        service = WebService(Shop.settings(path, access))
        try fill(orders)
    }

    static func settings(_ path: String, _ access: AccessPolicy = AccessPolicy()) -> WebSettings {
        var settings = WebSettings(
            database: path, access: access, version: "1.2.3",
            readTime: { text, asOf in text == "2h" ? asOf.map { $0 - .hours(2) } : text == "2026-11-02" ? Shop.at(0) : nil })
        settings.alerts = { (_) throws(StoreError) in
            StoredAlerts(
                asOf: Shop.at(600),
                rows: ["firing", "pending", "held"].map {
                    AlertRow(
                        state: $0, labels: [.init("alertname", Shop.hostile), .init(Shop.hostile, Shop.hostile)],
                        annotations: [.init("summary", Shop.hostile)], value: Shop.hostile, activeAt: Shop.at(1), firedAt: Shop.at(2),
                        heldBy: [Shop.hostile])
                })
        }
        return settings
    }

    static func at(_ minute: Int) -> Instant {
        CivilTime(year: 2026, month: 11, day: 2, hour: minute / 60, minute: minute % 60, second: 0, microsecond: 0).instant(
            offset: .hours(8))
    }

    /// Writes the store anew.
    func fill(_ count: Int) throws {
        let builder = try StoreBuilder(path: path)
        var batch = OrderBatch()
        for index in 0..<count {
            let (verdict, chain) = Shop.order("N\(1_000 + index)", index)
            batch.append(verdict, chain)
        }
        let (verdict, chain) = Shop.hostileOrder()
        batch.append(verdict, chain)
        try builder.write(batch)
        var context = RunContext(asOf: Shop.at(600))
        context.serverApp = WitnessCoverage(stretches: [Stretch(from: Shop.at(0), to: Shop.at(600))])
        try builder.commit(context: context, summary: Shop.summary(count), sources: [Shop.source])
    }

    private static var source: SourceInfo {
        SourceInfo(
            name: "logs/\(hostile).log", contentID: 1, witness: .serverApp, format: hostile, span: Stretch(from: at(0), to: at(590)),
            gaps: [Gap(stretch: Stretch(from: at(10), to: .distantFuture), why: hostile)], lines: 9, evidence: 4)
    }

    static func order(_ number: String, _ index: Int) -> (Verdict, Chain) {
        var chain = Chain(order: OrderNumber(number))
        chain.events = [
            Evidence(
                event: .orderCreated, at: at(index), resolution: .second, witness: .serverApp, source: 0, line: UInt32(index + 1),
                offset: UInt64(index), identity: UInt64(index), device: 0, binding: .direct)
        ]
        var verdict = Verdict(order: chain.order, asOf: at(600))
        verdict.flow = index % 2 == 0 ? .alipayH5 : .wechatSDK
        verdict.outcome = index % 5 == 0 ? .abandoned : .paid
        verdict.experience = index % 5 == 0 ? nil : .landed
        verdict.amount = Money(units: Int64(100 + index), scale: 2, currency: "CNY")
        // Every seventh has no time at all.
        if index % 7 != 3 { verdict.createdAt = at(index) }
        if verdict.outcome == .paid, verdict.createdAt != nil { verdict.paidAt = at(index + 1) }
        verdict.steps = [
            StepVerdict(step: .orderCreated, state: .seen, at: at(index), evidence: 0),
            StepVerdict(step: .markedPaid, state: index % 10 == 1 ? .missing : .seen, at: at(index + 2), due: at(index + 5)),
        ]
        if index % 10 == 1 {
            verdict.breaks = [Break(code: .paidNotMarked, stage: .mark, severity: .critical, owner: .server, evidence: [0])]
            verdict.primaryBreak = .paidNotMarked
        }
        verdict.aliases = [(.tradeNumber, ["T\(number)"]), (.session, ["shared-\(index / 2)"])]
        verdict.segments.appVersion = index % 3 == 0 ? "5.2.1" : "5.2.0"
        return (verdict, chain)
    }

    /// An order with something hostile wherever a log's text may stand.
    private static func hostileOrder() -> (Verdict, Chain) {
        var (verdict, chain) = order(hostile, 1)
        for key in AttributeKey.allCases { AttributeWriter.append(key, hostile, to: &chain.arena) }
        chain.events[0].attributesLength = UInt32(chain.arena.count)
        chain.devices = [
            DeviceSession(
                key: 7, offset: ClockOffset(low: .seconds(200), high: .seconds(201)), coverage: WitnessCoverage(), name: hostile,
                platform: hostile)
        ]
        for event in EventKind.allCases {
            var one = chain.events[0]
            (one.event, one.identity) = (event, UInt64(event.rawValue) + 100)
            if event.layer == .client { (one.witness, one.device) = (.client, 7) }
            chain.events.append(one)
        }
        verdict.breaks = BreakCode.allCases.map { code in
            Break(
                code: code, stage: .notify, severity: .critical, owner: .server, reason: hostile, explainedBy: .notifyRejected, attempt: 3,
                attemptsUnseen: 2, hint: hostile, evidence: Array(chain.events.indices.prefix(3)))
        }
        verdict.primaryBreak = .notifyRejected
        verdict.amount = Money(units: 12_800, scale: 2, currency: "<b>")
        verdict.aliases = [AttributeKey.tradeNumber, .session, .prepayID, .notifyID, .requestID].map { ($0, [hostile]) }
        (verdict.segments.appVersion, verdict.segments.osVersion, verdict.segments.channel) = (hostile, hostile, hostile)
        (verdict.segments.returnVia, verdict.segments.platform, verdict.segments.provider) = (hostile, hostile, hostile)
        verdict.remarks = Remark.allCases
        return (verdict, chain)
    }

    private static func summary(_ count: Int) -> Summary {
        var summary = Summary(asOf: at(600))
        summary.orders = count + 1
        (summary.outcomes, summary.experiences) = ([.paid: count], [.landed: count])
        summary.paidAmounts = [Money(units: 5_000, scale: 2, currency: "CNY"), Money(units: 1, scale: 0, currency: hostile)]
        (summary.stuckOrders, summary.stuckAmounts) = (13, summary.paidAmounts)
        summary.funnels = [
            (
                .alipayH5, 60,
                [
                    Summary.FunnelStep(step: .orderCreated, orders: 60, conversion: 1, medianSeconds: 0),
                    Summary.FunnelStep(step: .markedPaid, orders: 48, conversion: 0.8, medianSeconds: 120.5),
                ]
            )
        ]
        summary.breaks = [
            Summary.BreakCount(
                code: .paidNotMarked, orders: 13, primary: 13, amounts: summary.paidAmounts, bySeverity: [13, 0, 0],
                example: OrderNumber(hostile))
        ]
        summary.findings = Finding.Code.allCases.map {
            Finding(
                code: $0, place: hostile, httpStatus: 419, count: 3, orders: 2, span: Stretch(from: at(0), to: at(9)),
                isNote: $0 == .probesRefused)
        }
        summary.coverage = [Summary.SourceCoverage(source: source)]
        summary.notes = [hostile]
        summary.inputs.damaged = [
            Damage(source: hostile, at: hostile, reason: hostile), Damage(source: hostile, at: "", reason: hostile, isNote: true),
        ]
        summary.inputs.unbound = 3
        summary.unboundItems = [
            Summary.UnboundItem(
                event: .notifyReceived, source: hostile, at: at(3), ids: [.init(kind: .notifyID, value: hostile)], why: hostile)
        ]
        return summary
    }

    /// Asks the service as the server does: headers first, then the answer.
    func ask(_ target: String, _ headers: [(String, String)] = [], method: String = "GET", host: String? = "localhost") throws
        -> HTTPResponse
    {
        let all = (host.map { [("Host", $0)] } ?? []) + headers
        let request = HTTPRequest(
            method: method, target: try #require(HTTPTarget(target)), headers: all.map { HTTPRequest.Header($0.0, $0.1) })
        if case .refuse(let answer) = service.admit(request) { return answer }
        return service.answer(request)
    }
}

extension HTTPResponse {
    var text: String { String(decoding: wholeBody, as: UTF8.self) }

    func object() throws -> Any { try JSONSerialization.jsonObject(with: Data(wholeBody), options: .fragmentsAllowed) }

    /// Headers that keep a page to itself.
    func expectSecured(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(header("x-content-type-options") == "nosniff", sourceLocation: sourceLocation)
        #expect(header("referrer-policy") == "no-referrer", sourceLocation: sourceLocation)
        #expect(header("x-frame-options") == "DENY", sourceLocation: sourceLocation)
        let policy = header("content-security-policy") ?? ""
        #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"), sourceLocation: sourceLocation)
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"), sourceLocation: sourceLocation)
        #expect(header("cache-control") != nil, sourceLocation: sourceLocation)
    }

    /// Fails when anything of a log has become markup, script or a control sequence.
    func expectInert(sourceLocation: SourceLocation = #_sourceLocation) {
        let text = text
        for bad in ["<script>", "<img", "onerror=\"", "onerror=a\"", " style=\"", "javascript:", "<b>", "\u{1B}", "\u{202E}"] {
            #expect(!text.contains(bad), "\(bad)", sourceLocation: sourceLocation)
        }
        // The one script is a file of ours; every tag that begins is one of ours.
        #expect(text.components(separatedBy: "<script").count == 2, sourceLocation: sourceLocation)
        #expect(text.components(separatedBy: "<script src=\"/page-").count == 2, sourceLocation: sourceLocation)
        #expect(text.components(separatedBy: "<").count == text.components(separatedBy: ">").count, sourceLocation: sourceLocation)
    }
}
