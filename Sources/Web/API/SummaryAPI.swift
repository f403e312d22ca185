import Domain
import Reports
import Serving
import Store

extension Route {
    /// The run.
    static let summaryJSON = Route(
        "/api/v1/summary", .api, Text(en: "the whole run, as `paychain analyze --json` prints it", zh: "整体结果，同 `paychain analyze --json`"),
        shape: .summary
    ) { (call) throws(WebFailure) in
        let summary = try call.read { _, snapshot in snapshot.summary }
        return .json { SummaryJSON.append(summary, to: &$0) }
    }

    /// The funnel of a filter.
    static let funnelJSON = Route(
        "/api/v1/funnel", .api,
        Text(en: "the funnel by flow; with a filter, over its orders", zh: "按流程的漏斗；给出条件时只统计符合条件的订单"),
        parameters: OrderQuery.parameters, shape: .object([.init("orders", .integer), .init("funnel", .array(.funnel))])
    ) { (call) throws(WebFailure) in
        let funnels = try FunnelCount.make(call)
        return .json { json in
            json.beginObject()
            json.key("orders")
            json.integer(funnels.reduce(0) { $0 + $1.orders })
            SummaryJSON.append(funnels: funnels, to: &json)
            json.endObject()
        }
    }

    /// The findings.
    static let findingsJSON = Route(
        "/api/v1/findings", .api, Text(en: "faults of the system that no single order can show", zh: "系统级发现"),
        shape: .object([.init("as_of", .nullable(.instant)), .init("findings", .array(.finding))])
    ) { (call) throws(WebFailure) in
        let summary = try call.read { _, snapshot in snapshot.summary }
        return .json { json in
            json.beginObject()
            json.key("as_of")
            json.asOf(summary.asOf)
            json.key("findings")
            json.beginArray()
            for finding in summary.findings { SummaryJSON.append(finding, to: &json) }
            json.endArray()
            json.endObject()
        }
    }

    /// The sources.
    static let sourcesJSON = Route(
        "/api/v1/sources", .api, Text(en: "what was read: coverage, gaps, damage", zh: "读取了什么：覆盖范围、缺口、损坏"),
        shape: .object([
            .init("as_of", .nullable(.instant)), .init("inputs", .inputs), .init("sources", .array(.source)),
            .init("notes", .array(.string)),
        ])
    ) { (call) throws(WebFailure) in
        let summary = try call.read { _, snapshot in snapshot.summary }
        return .json { json in
            json.beginObject()
            json.key("as_of")
            json.asOf(summary.asOf)
            SummaryJSON.append(summary.inputs, to: &json)
            json.key("sources")
            json.beginArray()
            for entry in summary.coverage { SummaryJSON.append(entry.source, to: &json) }
            json.endArray()
            json.key("notes")
            json.beginArray()
            for note in summary.notes { json.string(note) }
            json.endArray()
            json.endObject()
        }
    }

    /// What a word means.
    static let explainJSON = Route(
        "/api/v1/explain/{word}", .api,
        Text(en: "what a break, step, status code or symptom means", zh: "断点、步骤、状态码或现象的含义"),
        parameters: [
            .init(
                name: "word", isInPath: true, help: Text(en: "a code, kind/code, or what is seen in words", zh: "代码、类别/代码，或用文字描述现象"),
                example: "notify_rejected"), OrderQuery.language,
        ],
        shape: .object([
            .init("query", .string), .init("language", .all(Language.self)), .init("entries", .array(.explanation)),
            .init("suggestions", .array(.string)),
        ])
    ) { (call) throws(WebFailure) in
        let asked = call.path["word"] ?? ""
        let answer = Knowledge.find(asked)
        return .json { ExplanationJSON.append(answer, asked: asked, call.language, to: &$0) }
    }

    /// The state of the store, for whoever waits for a change.
    static let stateJSON = Route(
        "/api/v1/state", .api, Text(en: "a word that changes with the store", zh: "随存储变化的标记"),
        shape: .object([.init("state", .string), .init("as_of", .nullable(.instant))])
    ) { (call) throws(WebFailure) in
        let snapshot = try call.read { _, snapshot in snapshot }
        return .json { json in
            json.beginObject()
            json.key("state")
            json.string(snapshot.tag)
            json.key("as_of")
            json.asOf(snapshot.asOf)
            json.endObject()
        }
    }

    /// This API's description.
    static let openAPI = Route(
        "/api/v1/openapi.json", .api, Text(en: "this document", zh: "本文档"), shape: .map(.named("Any") { .object([]) })
    ) { (call) throws(WebFailure) in
        HTTPResponse(
            status: 200, headers: [.init("Content-Type", "application/json")],
            body: .bytes(OpenAPIDocument.make(version: call.settings.version)))
    }
}
