import Domain
import Verdicts

/// An order as spans of a trace: the order itself, its seen steps, and the exchanges between lanes.
struct OrderSpans {
    /// SpanKind of OpenTelemetry.
    enum Kind: Int {
        case `internal` = 1
        case server
        case client
        case producer
        case consumer
    }

    /// Something that happened inside a span.
    struct Event {
        var at: Instant
        var name: String
        var attributes: [(String, String)]
    }

    /// One span.
    struct Span {
        var index: Int
        var service: String
        var name: String
        var kind: Kind
        var from: Instant
        var to: Instant
        var attributes: [(String, String)] = []
        var events: [Event] = []
        var error: String?
    }

    /// Services in the order in which they are written: the order, then the lanes.
    static let services = ["paychain"] + Layer.allCases.map(\.rawValue)

    private(set) var spans: [Span] = []
    private let verdict: Verdict
    private let events: ExportedEvents
    private var chain: Chain { events.chain }

    init(_ verdict: Verdict, _ events: ExportedEvents) {
        (self.verdict, self.events) = (verdict, events)
        root()
        steps()
        exchanges()
    }

    private mutating func add(
        _ service: String, _ name: String, _ kind: Kind, from: Instant, to: Instant, _ attributes: [(String, String)] = [],
        events: [Event] = [], error: String? = nil
    ) {
        spans.append(
            Span(
                index: spans.count, service: service, name: name, kind: kind, from: from, to: to, attributes: attributes, events: events,
                error: error))
    }

    private mutating func root() {
        let first = events.moments.first ?? verdict.createdAt ?? verdict.asOf
        let last = events.moments.last ?? first
        var attributes = [
            ("order", verdict.order.description), ("flow", verdict.flow.rawValue), ("outcome", verdict.outcome.rawValue),
            ("as_of", verdict.asOf.rfc3339),
        ]
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { attributes.append((name, value)) } }
        add("experience", verdict.experience?.rawValue)
        add("primary_break", verdict.primaryBreak?.rawValue)
        add("breaks", verdict.breaks.map(\.code.rawValue).joined(separator: " "))
        add("amount", verdict.amount?.decimal)
        add("currency", verdict.amount?.currency)
        add("app_version", verdict.segments.appVersion)
        add("platform", verdict.segments.platform)
        var inside = chain.events.indices.map { index in
            let event = chain.events[index]
            return Event(
                at: events.moments[index], name: event.event.name,
                attributes: [("source", events.reference(index)), ("logged_at", event.at.rfc3339), ("binding", "\(event.binding)")]
                    + events.attributes(index))
        }
        for step in verdict.missingSteps {
            inside.append(
                Event(
                    at: step.due ?? verdict.asOf, name: "step.missing",
                    attributes: [("step", step.step.rawValue), ("due", step.due?.rfc3339 ?? "")]))
        }
        for item in verdict.breaks {
            inside.append(
                Event(
                    at: item.closedAt ?? item.evidence.last.flatMap { events.moments.indices.contains($0) ? events.moments[$0] : nil }
                        ?? last,
                    name: "break",
                    attributes: [
                        ("code", item.code.rawValue), ("severity", item.severity.rawValue), ("owner", item.owner.rawValue),
                        ("reason", item.reason ?? ""), ("closed_at", item.closedAt?.rfc3339 ?? ""),
                        ("evidence", item.evidence.map { events.reference($0) }.joined(separator: " ")),
                    ]))
        }
        let open =
            verdict.breaks.first { $0.code == verdict.primaryBreak && $0.closedAt == nil } ?? verdict.breaks.first { $0.closedAt == nil }
        self.add(
            "paychain", "order \(verdict.order)", .internal, from: first, to: last, attributes, events: inside,
            error: open.map { item in item.code.rawValue + (item.reason.map { "/\($0)" } ?? "") })
    }

    /// Every seen step, from the step seen before it.
    private mutating func steps() {
        let seen = verdict.steps.compactMap { step -> (step: Step, at: Instant, reference: String?)? in
            guard step.state == .seen, let at = step.at else { return nil }
            let index = step.evidence.flatMap { events.moments.indices.contains($0) ? $0 : nil }
            return (step.step, index.map { events.moments[$0] } ?? at, index.map { events.reference($0) })
        }.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        var before: Instant?
        for (step, at, reference) in seen {
            add(
                step.layer.rawValue, step.rawValue, .internal, from: before ?? at, to: at,
                [("step", step.rawValue)] + (reference.map { [("source", $0)] } ?? []))
            before = at
        }
    }

    private mutating func exchanges() {
        for (number, delivery) in chain.deliveries.enumerated() {
            let indices = (delivery.received + [delivery.verified, delivery.answered, delivery.edge, delivery.failed].compactMap { $0 })
                .filter {
                    events.moments.indices.contains($0)
                }
            let times = indices.map { events.moments[$0] }
            guard let first = times.min(), let last = times.max() else { continue }
            var attributes = [("delivery", "\(number + 1)"), ("provider", delivery.provider)]
            if let id = delivery.notifyID { attributes.append(("notify_id", id)) }
            if let status = delivery.httpStatus { attributes.append(("http.response.status_code", "\(status)")) }
            if let ok = delivery.ok { attributes.append(("verified", "\(ok)")) }
            let refused = delivery.ok == false || delivery.failed != nil || (delivery.httpStatus.map { !(200...299).contains($0) } ?? false)
            add(
                Layer.server.rawValue, "notify", .server, from: min(delivery.at, first), to: last, attributes,
                error: refused ? delivery.reason ?? "refused" : nil)
        }
        pairs(.querySent, .clientQueryAnswered, "query", .client)
        pairs(.queryReceived, .serverQueryAnswered, "query", .server)
        pairs(.providerQueried, .providerAnswered, "provider query", .client)
        pairs(.walletOpened, .returnReceived, "wallet", .client)
    }

    /// A question and the answer behind it, one span; a question without an answer is a moment.
    private mutating func pairs(_ question: EventKind, _ answer: EventKind, _ name: String, _ kind: Kind) {
        var open: Int?
        func from(_ index: Int) -> [(String, String)] { [("source", events.reference(index))] }
        for index in chain.events.indices {
            if chain.events[index].event == question {
                if let begun = open {
                    add(question.layer.rawValue, name, kind, from: events.moments[begun], to: events.moments[begun], from(begun))
                }
                open = index
            } else if chain.events[index].event == answer, let begun = open {
                add(
                    question.layer.rawValue, name, kind, from: events.moments[begun], to: events.moments[index],
                    from(begun) + [("answer", events.reference(index))])
                open = nil
            }
        }
        if let begun = open {
            add(question.layer.rawValue, name, kind, from: events.moments[begun], to: events.moments[begun], from(begun))
        }
    }
}
