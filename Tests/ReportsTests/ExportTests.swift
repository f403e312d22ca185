import Domain
import Foundation
import TestKit
import Testing

@testable import Reports

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite struct ExportTests {
    private static let samples: [Sample] = [.refusedNotify(), .neverReturned(), .landed(), .polling()]

    private static func export(_ format: ExportFormat, _ samples: [Sample]) -> String {
        var export = Export(format, sources: samples.first?.sources ?? [])
        var out: [UInt8] = []
        for pass in 0..<export.passes {
            export.begin(pass)
            for sample in samples {
                export.add(sample.verdict, sample.chain, pass: pass)
                out += export.take()
            }
            export.end(pass)
            out += export.take()
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `every line of ndjson is an order with its events`() throws {
        let lines = ExportTests.export(.ndjson, ExportTests.samples).split(separator: "\n")
        #expect(lines.count == 4)
        for (line, sample) in zip(lines, ExportTests.samples) {
            let order = try ExportTests.object(line)
            #expect(order["order"] as? String == sample.verdict.order.description)
            #expect((order["events"] as? [Any])?.count == sample.chain.events.count)
        }
    }

    @Test func `csv has a row an order, and no cell is a formula`() throws {
        let text = ExportTests.export(.csv, ExportTests.samples + OrderPageTests.payloads.map(OrderPageTests.hostile))
        let rows = text.split(separator: "\r\n")
        #expect(rows.count == 1 + 4 + OrderPageTests.payloads.count)
        let width = rows[0].split(separator: ",").count
        for row in rows {
            var cells: [String] = [""]
            var quoted = false
            for character in row {
                if character == "\"" {
                    quoted.toggle()
                } else if character == ",", !quoted {
                    cells.append("")
                } else {
                    cells[cells.count - 1].append(character)
                }
            }
            #expect(cells.count == width, "\(row)")
            for cell in cells { #expect(!(cell.first.map { "=+-@\t\r".contains($0) } ?? false), "\(cell)") }
        }
    }

    @Test func `xes is well-formed whatever the logs carried, and a missing step is no event`() throws {
        final class Counter: NSObject, XMLParserDelegate {
            var counts: [String: Int] = [:]
            var names: [String] = []
            func parser(
                _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
                attributes: [String: String]
            ) {
                counts[name, default: 0] += 1
                if attributes["key"] == "concept:name", let value = attributes["value"] { names.append(value) }
            }
        }
        let samples = ExportTests.samples + OrderPageTests.payloads.map(OrderPageTests.hostile)
        let parser = XMLParser(data: Data(ExportTests.export(.xes, samples).utf8))
        let counter = Counter()
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(counter.counts["trace"] == samples.count)
        #expect(counter.counts["event"] == samples.reduce(0) { $0 + $1.chain.events.count })
        #expect(!counter.names.contains("returned"))
        #expect(ExportTests.export(.xes, ExportTests.samples).contains("key=\"paychain:missing:"))
    }

    @Test func `ocel names each object once, and relates events to objects that are there`() throws {
        var bare = Sample("E0")
        bare.verdict.outcome = .unknown
        let samples = [bare] + ExportTests.samples + OrderPageTests.payloads.map(OrderPageTests.hostile)
        let log = try ExportTests.object(ExportTests.export(.ocel, samples))
        let objects = try #require(log["objects"] as? [[String: Any]])
        let events = try #require(log["events"] as? [[String: Any]])
        let ids = objects.compactMap { $0["id"] as? String }
        #expect(Set(ids).count == ids.count && ids.count == objects.count)
        #expect(objects.filter { $0["type"] as? String == "order" }.count == samples.count)
        #expect(events.count == samples.reduce(0) { $0 + $1.chain.events.count })
        let types = Set((log["eventTypes"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String })
        for item in objects + events {
            for related in item["relationships"] as? [[String: Any]] ?? [] { #expect(ids.contains(related["objectId"] as? String ?? "")) }
        }
        for event in events { #expect(types.contains(event["type"] as? String ?? "")) }
        #expect(try ExportTests.object(ExportTests.export(.ocel, []))["events"] as? [Any] != nil)
    }

    @Test func `otlp has a trace an order, identifiers in hexadecimal, and errors where a break is open`() throws {
        let samples = ExportTests.samples + OrderPageTests.payloads.map(OrderPageTests.hostile)
        let lines = ExportTests.export(.otlp, samples).split(separator: "\n")
        #expect(lines.count == samples.count)
        var traces: Set<String> = []
        for (line, sample) in zip(lines, samples) {
            let resources = try #require(try ExportTests.object(line)["resourceSpans"] as? [[String: Any]])
            let spans = resources.flatMap { $0["scopeSpans"] as? [[String: Any]] ?? [] }.flatMap { $0["spans"] as? [[String: Any]] ?? [] }
            let ids = spans.compactMap { $0["spanId"] as? String }
            #expect(
                Set(ids).count == spans.count
                    && ids.allSatisfy { $0.count == 16 && UInt64($0, radix: 16) ?? 0 > 0 && $0 == $0.lowercased() })
            for span in spans {
                let trace = try #require(span["traceId"] as? String)
                #expect(trace.count == 32 && trace == trace.lowercased())
                traces.insert(trace)
                let (from, to) = (span["startTimeUnixNano"] as? String, span["endTimeUnixNano"] as? String)
                #expect(try #require(from.flatMap(UInt64.init)) <= (try #require(to.flatMap(UInt64.init))))
            }
            let root = try #require(spans.first { $0["parentSpanId"] == nil })
            #expect(spans.filter { $0["parentSpanId"] == nil }.count == 1)
            #expect(spans.allSatisfy { $0["parentSpanId"] == nil || $0["parentSpanId"] as? String == root["spanId"] as? String })
            let isOpen = sample.verdict.breaks.contains { $0.closedAt == nil }
            #expect(((root["status"] as? [String: Any])?["code"] as? Int == 2) == isOpen)
            let inside = (root["events"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(inside.filter { $0 == "step.missing" }.count == sample.verdict.missingSteps.count)
            let names = spans.compactMap { $0["name"] as? String }
            for step in sample.verdict.missingSteps { #expect(!names.contains(step.step.rawValue)) }
        }
        #expect(traces.count == Set(samples.map(\.verdict.order)).count)
    }

    @Test func `formats are declared whole`() {
        #expect(Set(ExportFormat.all.map(\.name)).count == ExportFormat.all.count)
        for format in ExportFormat.all {
            #expect(!format.summary.zh.isEmpty && !format.details.zh.isEmpty && ExportFormat.named(format.name) != nil)
        }
    }
}
