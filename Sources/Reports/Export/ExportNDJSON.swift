import Domain

extension ExportFormat {
    /// One JSON object a line.
    static let ndjson = ExportFormat(
        name: "ndjson",
        summary: Text(en: "one JSON object a line: the verdict with its events", zh: "每行一个 JSON 对象：判定及其全部证据"),
        details: Text(
            en: "The object of `order --json`: verdict, steps, breaks with evidence, and every event with its attributes and source.",
            zh: "即 `order --json` 的对象：判定、步骤、断点与证据，以及每条证据的属性和出处。"),
        passes: 1
    ) { NDJSONExporter(sources: $0) }
}

private struct NDJSONExporter: OrderExporter {
    let sources: [SourceInfo]
    var json = JSONWriter(capacity: 1 << 14)

    func begin(pass: Int, into out: inout [UInt8]) {}
    func end(pass: Int, into out: inout [UInt8]) {}

    mutating func add(_ verdict: Verdict, _ chain: Chain, pass: Int, into out: inout [UInt8]) {
        VerdictJSON(sources: sources).append(verdict, chain: chain, rawLines: nil, to: &json)
        json.newline()
        out += json.bytes
        json.removeAll()
    }
}
