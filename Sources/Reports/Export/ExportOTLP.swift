import Domain
import Verdicts

extension ExportFormat {
    /// OpenTelemetry traces as JSON.
    static let otlp = ExportFormat(
        name: "otlp",
        summary: Text(
            en: "OpenTelemetry traces (OTLP/JSON), one order a line, for Jaeger", zh: "OpenTelemetry 链路（OTLP/JSON），每行一笔订单，可在 Jaeger 中查看"),
        details: Text(
            en:
                "A line is one TracesData (the form of the OpenTelemetry file exporter). The order is the root span, its seen steps and the exchanges between lanes are spans, all evidence is span events with its source. An order with an open break has the status error. Missing steps are events `step.missing` of the root, never spans.",
            zh:
                "每行一个 TracesData（OpenTelemetry 文件导出器的格式）。订单为根 span，已见步骤与泳道间的交互为子 span，全部证据为带出处的 span event。有未恢复断点的订单状态为 error。缺失的步骤只作为根 span 的 `step.missing` 事件，不作为 span。"
        ),
        passes: 1
    ) { OTLPExporter(sources: $0) }
}

/// Identifiers of OpenTelemetry: hexadecimal in small letters, made of the order's number so that an order keeps its trace.
enum OTLPIDs {
    static func trace(_ order: OrderNumber) -> String {
        hex(StableHash.of(order.bytes, seed: 0x7061_7963_6861_696e)) + hex(max(1, order.stableHash))
    }

    static func span(_ order: OrderNumber, _ index: Int) -> String {
        hex(max(1, StableHash.of(order.bytes, seed: UInt64(truncatingIfNeeded: index) &+ 1)))
    }

    static func hex(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

private struct OTLPExporter: OrderExporter {
    let sources: [SourceInfo]
    private var json = JSONWriter(capacity: 1 << 14)

    init(sources: [SourceInfo]) { self.sources = sources }

    func begin(pass: Int, into out: inout [UInt8]) {}
    func end(pass: Int, into out: inout [UInt8]) {}

    mutating func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8]) {
        json.beginObject()
        json.key("resourceSpans")
        json.beginArray()
        let spans = OrderSpans(verdict, ExportedEvents(chain, sources: sources))
        for service in OrderSpans.services {
            let own = spans.spans.filter { $0.service == service }
            guard !own.isEmpty else { continue }
            json.beginObject()
            json.key("resource")
            json.beginObject()
            attributes([("service.name", service), ("service.namespace", "payment")])
            json.endObject()
            json.key("scopeSpans")
            json.beginArray()
            json.beginObject()
            json.key("scope")
            json.beginObject()
            json.key("name")
            json.string("paychain")
            json.endObject()
            json.key("spans")
            json.beginArray()
            for span in own { write(span, of: chain.order, parent: spans.spans.first?.index) }
            json.endArray()
            json.endObject()
            json.endArray()
            json.endObject()
        }
        json.endArray()
        json.endObject()
        json.newline()
        out += json.bytes
        json.removeAll()
    }

    private mutating func write(_ span: OrderSpans.Span, of order: OrderNumber, parent: Int?) {
        json.beginObject()
        json.key("traceId")
        json.string(OTLPIDs.trace(order))
        json.key("spanId")
        json.string(OTLPIDs.span(order, span.index))
        if let parent, parent != span.index {
            json.key("parentSpanId")
            json.string(OTLPIDs.span(order, parent))
        }
        json.key("name")
        json.string(span.name)
        json.key("kind")
        json.integer(span.kind.rawValue)
        json.key("startTimeUnixNano")
        json.string(nanoseconds(span.from))
        json.key("endTimeUnixNano")
        json.string(nanoseconds(max(span.from, span.to)))
        attributes(span.attributes)
        json.key("events")
        json.beginArray()
        for event in span.events {
            json.beginObject()
            json.key("timeUnixNano")
            json.string(nanoseconds(event.at))
            json.key("name")
            json.string(event.name)
            attributes(event.attributes)
            json.endObject()
        }
        json.endArray()
        json.key("status")
        json.beginObject()
        if let error = span.error {
            json.key("code")
            json.integer(2)
            json.key("message")
            json.string(error)
        }
        json.endObject()
        json.endObject()
    }

    private mutating func attributes(_ pairs: [(String, String)]) {
        json.key("attributes")
        json.beginArray()
        for (key, value) in pairs {
            json.beginObject()
            json.key("key")
            json.string(key)
            json.key("value")
            json.beginObject()
            json.key("stringValue")
            json.string(value)
            json.endObject()
            json.endObject()
        }
        json.endArray()
    }

    /// Nanoseconds since 1970 as the decimal text that the JSON mapping of 64-bit integers asks for; never negative.
    private func nanoseconds(_ instant: Instant) -> String {
        instant.microseconds <= 0 || instant == .distantFuture ? "0" : "\(instant.microseconds)000"
    }
}
