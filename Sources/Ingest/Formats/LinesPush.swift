import Domain

extension PushFormat {
    /// Lines as they are, or JSON objects one a line; Fluent Bit and Vector also send a list of objects.
    static let lines = PushFormat(
        name: "lines", paths: ["/ingest/{source}"],
        // The last is what curl says of a body when nobody tells it otherwise.
        mediaTypes: [
            "text/plain", "application/x-ndjson", "application/json", "application/jsonl", "application/octet-stream",
            "application/x-www-form-urlencoded",
        ],
        gives: (
            zh: "逐行原样接收:文本、NDJSON,或一个 JSON 数组(每个元素一行);来源名取自路径",
            en: "lines as they are: text, NDJSON, or one JSON list whose elements become lines; the source is named in the path"
        ),
        senders: ["curl", "Fluent Bit (http)", "Vector (http)"],
        examples: [
            Example(
                request: PushRequest(path: "/ingest/pay", contentType: "text/plain", body: Array("order.created orderNo=A1\npaid\n".utf8)),
                lines: [PushedLines(source: "push/pay", lines: Array("order.created orderNo=A1\npaid\n".utf8), count: 2)]),
            Example(
                request: PushRequest(
                    path: "/ingest/pay", contentType: "application/x-www-form-urlencoded", body: Array("paid orderNo=A1&x=%41\n".utf8)),
                lines: [PushedLines(source: "push/pay", lines: Array("paid orderNo=A1&x=%41\n".utf8), count: 1)]),
            Example(
                request: PushRequest(
                    path: "/ingest/shop%2Fpay-1", contentType: "application/json",
                    body: Array(#"[ {"date": 1788242251.101, "log": "a"}, {"log": "b"} ]"#.utf8)),
                lines: [
                    PushedLines(
                        source: "push/shop/pay-1", lines: Array("{\"date\":1788242251.101,\"log\":\"a\"}\n{\"log\":\"b\"}\n".utf8), count: 2
                    )
                ]),
        ],
        read: { (body, mediaType, source) throws(PushFault) in
            guard let name = SourceNames.name(ofPath: source) else {
                throw PushFault(status: 404, text: "the path names no source: /ingest/NAME, at most \(Limits.pushNameLength) bytes")
            }
            var gatherer = LineGatherer()
            if mediaType == "application/json", body.first(where: { $0 > 32 }) == UInt8(ascii: "[") {
                for element in try JSONReader.read(body).elements ?? [] { gatherer.add(element.bytes, to: name) }
            } else {
                // Whatever is no UTF-8 is replaced: in a stream of pushes no sample tells another encoding.
                for line in Array(String(decoding: body, as: UTF8.self).utf8).split(separator: 10, omittingEmptySubsequences: false) {
                    if !line.isEmpty { gatherer.add(Array(line), to: name) }
                }
            }
            return .taken(gatherer.lines)
        },
        refuse: { error, _ in error })
}
