import Domain
import Reports

/// The shapes of what the command line writes as JSON (contract.md); the API answers with the same.
extension Shape {
    static func all<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) -> Shape where Word.RawValue == String {
        .words(Word.allCases.map(\.rawValue))
    }

    static let money = Shape.named("Money") {
        .object([.init("value", .decimal, "exact"), .init("currency", .string, "ISO 4217; empty where no line tells")])
    }

    static let amounts = Shape.map(.decimal)

    static let orderBreak = Shape.named("Break") {
        .object([
            .init("code", .all(BreakCode.self), "the fault; /explain/CODE says what it means"), .init("stage", .all(Stage.self)),
            .init("severity", .all(Severity.self)), .init("owner", .all(Owner.self), "who has to act"), .init("reason", .nullable(.string)),
            .init("confidence", .all(Confidence.self)), .init("explained_by", .nullable(.string), "the fired break that explains it"),
            .init("closed_at", .nullable(.instant), "when it healed"), .init("attempt", .nullable(.integer), "number of the delivery"),
            .init("attempts_unseen", .nullable(.integer)), .init("hint", .nullable(.string)),
            .init("evidence", .array(.nullable(.string)), "file:line"),
        ])
    }

    static let step = Shape.named("Step") {
        .object([
            .init("step", .all(Step.self)), .init("state", .all(StepState.self)), .init("at", .nullable(.instant), isOptional: true),
            .init("due", .nullable(.instant), isOptional: true), .init("evidence", .nullable(.string), "file:line", isOptional: true),
        ])
    }

    private static let orderMembers: [Member] = [
        .init("order", .string, "the merchant's order number"), .init("flow", .all(Flow.self)),
        .init("outcome", .all(Outcome.self), "the money"), .init("experience", .nullable(.all(Experience.self)), "the payer"),
        .init("primary_break", .nullable(.all(BreakCode.self)), "the one to act on"), .init("breaks", .array(orderBreak)),
        .init("steps", .array(step)), .init("amount", .nullable(money)), .init("created_at", .nullable(.instant)),
        .init("paid_at", .nullable(.instant)), .init("last_evidence_at", .nullable(.instant)), .init("aliases", .map(.array(.string))),
        .init("segments", .map(.nullable(.string))), .init("coverage", .map(.words(CoverageState.allCases.map(\.rawValue)))),
        .init("remarks", .array(.all(Remark.self))), .init("as_of", .nullable(.instant), "the moment the verdict speaks for"),
    ]

    static let order = Shape.named("Order") { .object(orderMembers) }

    static let event = Shape.named("Event") {
        .object([
            .init("event", .string), .init("at", .nullable(.instant), "the raw stamp"),
            .init("earliest", .nullable(.instant), "bounds of the true time of a device's stamp", isOptional: true),
            .init("latest", .nullable(.instant), isOptional: true), .init("source", .nullable(.string), "file:line"),
            .init("binding", .string, "how it was bound to the order"), .init("attributes", .map(.nullable(.string))),
            .init("raw", .string, "the original line, where the server was started with --raw", isOptional: true),
        ])
    }

    static let orderWithEvents = Shape.named("OrderWithEvents") { .object(orderMembers + [.init("events", .array(event))]) }

    static let gap = Shape.object([.init("from", .nullable(.instant)), .init("to", .nullable(.instant)), .init("why", .string)])

    static let source = Shape.named("Source") {
        .object([
            .init("layer", .all(Layer.self)), .init("kind", .words(["device", "app", "edge", "record"])), .init("source", .string),
            .init("format", .string), .init("from", .nullable(.instant)), .init("to", .nullable(.instant)), .init("lines", .integer),
            .init("evidence", .integer), .init("gaps", .array(gap), "where it shows nothing although it should"),
        ])
    }

    static let damage = Shape.object([.init("source", .string), .init("at", .string), .init("reason", .string)])

    static let funnel = Shape.named("Funnel") {
        .object([
            .init("flow", .all(Flow.self)), .init("orders", .integer),
            .init(
                "steps",
                .array(
                    .object([
                        .init("step", .all(Step.self)), .init("orders", .integer, "orders on which it was seen"),
                        .init("conversion", .nullable(.number), "share of the flow's orders, 0…1"),
                        .init("median_seconds", .nullable(.number), "from order_created"),
                        .init("unobserved", .integer, "orders of which the logs cannot tell whether they reached it"),
                    ]))),
        ])
    }

    static let finding = Shape.named("Finding") {
        .object([
            .init("code", .words(Finding.Code.allCases.map(\.rawValue))), .init("where", .string),
            .init("http_status", .nullable(.integer)),
            .init("count", .integer), .init("orders", .integer), .init("from", .nullable(.instant)), .init("to", .nullable(.instant)),
            .init("note", .boolean, "nothing to act on"),
        ])
    }

    static let inputs = Shape.object([
        .init("files", .integer), .init("bytes_read", .integer), .init("bytes_decompressed", .integer), .init("lines", .integer),
        .init("evidence", .integer), .init("noise", .integer), .init("unbound", .integer), .init("duplicates", .integer),
        .init("probes", .integer), .init("implausible_stamps", .integer), .init("damaged", .array(damage)),
    ])

    static let summary = Shape.named("Summary") {
        .object([
            .init("as_of", .nullable(.instant)), .init("inputs", inputs), .init("coverage", .array(source)),
            .init(
                "unbound_items",
                .array(
                    .object([
                        .init("event", .string), .init("source", .string), .init("at", .nullable(.instant)), .init("ids", .map(.string)),
                        .init("why", .string),
                    ]))), .init("notes", .array(.string)), .init("orders", .integer), .init("outcomes", .map(.integer)),
            .init("experience", .map(.integer)), .init("paid_amount", amounts),
            .init("stuck", .object([.init("orders", .integer), .init("amount", amounts)]), "paid, and provably not marked paid"),
            .init("funnel", .array(funnel)),
            .init(
                "breaks",
                .array(
                    .object([
                        .init("code", .all(BreakCode.self)), .init("orders", .integer), .init("primary", .integer),
                        .init("amount", amounts),
                        .init("severity", .map(.integer)), .init("example", .nullable(.string), "one order to look at"),
                    ]))), .init("findings", .array(finding)), .init("elapsed_seconds", .nullable(.number)),
            .init("megabytes_per_second", .nullable(.number)),
        ])
    }

    static let explanation = Shape.named("Explanation") {
        .object(
            [
                .init("code", .string), .init("names", .array(.string)), .init("kind", .all(Explanation.Kind.self)),
                .init("group", .string),
                .init("title", .string),
            ]
                + Explanation.Role.allCases.filter { ![.reasons, .explainedBy, .flows, .owner].contains($0) }.map { role in
                    .init(role.rawValue, role == .rules || role == .due ? .array(.string) : .string, isOptional: true)
                } + [
                    .init("stage", .all(Stage.self), isOptional: true), .init("severities", .array(.all(Severity.self))),
                    .init("owners", .array(.all(Owner.self))), .init("flows", .array(.all(Flow.self))),
                    .init("reasons", .array(.string), isOptional: true), .init("see", .array(.string)),
                ])
    }
}
