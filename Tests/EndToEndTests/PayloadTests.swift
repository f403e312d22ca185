import Foundation
import TestKit
import Testing

/// Script, HTML, formulas, escape codes and marks that turn text around, in every field that a log can carry: nothing of it has an effect in
/// anything that is written.
@Suite struct PayloadTests {
    static let script = "<script>alert(1)</script>"
    static let image = "\"><img src=x onerror=alert(2)>"
    static let formula = "=cmd|' /C calc'!A0"
    static let escape = "\u{1B}[31mred\u{9B}2J\u{7}"
    static let turned = "\u{202E}gnp\u{2066}x\u{200F}"
    static let all = [
        script, image, formula, "@SUM(1)", "+1+1", escape, turned, "[x](javascript:alert(3))", "{{7*7}}", "</text></svg>", "|a|b|",
    ]

    /// Logs whose every free field holds every payload in turn.
    static func logs(_ folder: TemporaryFolder) throws {
        var (server, access, client, bill) = ("", "", "", "order_no,trade_no,status,total_amount,created_at,paid_at,note\n")
        func json(_ pairs: [(String, String)]) throws -> String {
            let parts = try pairs.map { key, value in
                let quoted = try JSONSerialization.data(withJSONObject: [value], options: [.withoutEscapingSlashes])
                return "\"\(key)\":" + String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
            }
            return "{" + parts.joined(separator: ",") + "}\n"
        }
        for (index, load) in all.enumerated() {
            let (order, clock) = ("PP2026110210\(10 + index)", "10:\(10 + index):00")
            let stamp = "2026-11-02T\(clock)+08:00"
            let common = [("time", stamp), ("orderNo", order)]
            server += try json(
                common + [
                    ("event", "order.created"), ("amount", "128.00"), ("currency", "CNY"), ("flow", "alipay_h5"), ("channel", load),
                    ("platform", load), ("app_version", load), ("os_version", load), ("provider", "alipay"), ("sid", load), ("title", load),
                ])
            server += try json(
                common + [
                    ("event", "notify.received"), ("trade_status", "TRADE_SUCCESS"), ("trade_no", "T" + order), ("total_amount", "128.00"),
                    ("notify_id", load), ("body", load),
                ])
            server += try json(common + [("event", "notify.verified"), ("ok", "false"), ("reason", load)])
            server += try json(common + [("event", "notify.answered"), ("status", "500"), ("body", load), ("reason", load)])
            server += try json(common + [("event", "handler.failed"), ("error", load), ("thread", load), ("logger", load)])
            server += try json(common + [("event", "order.changed"), ("from", load), ("to", load), ("by", load)])
            access +=
                "192.0.2.1 - - [02/Nov/2026:\(clock) +0800] \"POST /pay/notify?out_trade_no=\(order)&x=\(load) HTTP/1.1\" 500 12 \"\(load)\" \"\(load)\"\n"
            client +=
                try json(
                    common + [
                        ("event", "return.received"), ("via", "url_scheme"), ("url", "shop://pay?orderNo=\(order)&x=" + load),
                        ("device", load),
                        ("app_version", load), ("platform", load),
                    ])
            client += try json(common + [("event", "query.failed"), ("error", load)])
            bill +=
                "\(order),\"T\(order)\",TRADE_SUCCESS,128.00,2026-11-02 \(clock),2026-11-02 \(clock),\"\(load.replacingOccurrences(of: "\"", with: "\"\""))\"\n"
        }
        try folder.write(Array(server.utf8), to: "server/app \u{202E}<b>.json")
        try folder.write(Array(access.utf8), to: "edge/access.log")
        try folder.write(Array(client.utf8), to: "client/app.json")
        try folder.write(Array(bill.utf8), to: "provider/=orders.csv")
    }

    @Test func `nothing of a payload has an effect in anything that is written`() throws {
        let folder = try TemporaryFolder()
        try PayloadTests.logs(folder)
        let outputs = EveryOutput(
            folder: folder, paths: ["server", "edge", "client", "provider"].map { folder.path + "/" + $0 },
            store: folder.path + "/store.db",
            key: folder.path + "/key/mask.key", order: "PP202611021010", period: ("2026-11-02", "2026-11-03"))
        for piece in try outputs.pieces() {
            let text = String(decoding: piece.bytes, as: UTF8.self)
            expectNoControls(text, piece)
            switch piece.form {
            case .html: expectPlainHTML(text, piece.name)
            case .csv: expectPlainCells(text, piece.name)
            case .markdown:
                let active = text.replacing("\\]", with: "")
                #expect(!active.contains("<script") && !active.contains("<img") && !active.contains("](javascript"), "\(piece.name)")
            case .xml:
                #expect(!text.contains("<script") && !text.contains("<img"), "\(piece.name)")
                let ran = try Ran(
                    script:
                        "command -v python3 >/dev/null || exit 0; exec python3 -c 'import sys,xml.dom.minidom as m; m.parse(sys.argv[1])' \"$1\"",
                    [try folder.write(piece.bytes, to: "piece.xml")])
                #expect(ran.code == 0, "\(piece.name) is no XML: \(ran.errorText.suffix(200))")
            case .json, .rows, .terminal: break
            }
        }
    }

    /// Neither a terminal nor an editor may be steered.
    private func expectNoControls(_ text: String, _ piece: EveryOutput.Piece) {
        var raw: Set<UInt32> = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            // The lines of a file of rows; a spreadsheet's byte order mark and line ends.
            case 10: continue
            case 9 where piece.form == .rows || piece.name.contains("simulate"): continue
            case 13,
                0xFEFF where piece.form == .csv:
                continue
            case 0..<32, 127..<160, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF: raw.insert(scalar.value)
            default: continue
            }
        }
        #expect(raw.isEmpty, "\(piece.name): \(raw.map { String($0, radix: 16) }.sorted())")
    }

    /// Every tag and attribute of a page is one of its own.
    private func expectPlainHTML(_ text: String, _ name: String) {
        let tags: Set<String> = [
            "html", "head", "meta", "title", "style", "link", "script", "body", "main", "header", "nav", "footer", "section", "div", "span",
            "p", "a",
            "h1", "h2", "h3", "ul", "ol", "li", "dl", "dt", "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "form", "label",
            "input", "select", "option", "button", "details", "summary", "pre", "code", "svg", "rect", "text", "line", "path", "circle",
            "g", "strong",
            "em", "i", "time", "figure", "figcaption", "fieldset", "legend", "br", "b", "small",
        ]
        for match in text.matches(of: /<\/?([a-zA-Z][a-zA-Z0-9]*)((?:[^<>"]|"[^"]*")*)>/) {
            let tag = String(match.1).lowercased()
            #expect(tags.contains(tag), "\(name): <\(tag)>")
            #expect(!match.2.replacing(/"[^"]*"/, with: "").contains(#/\son[a-z]+\s*=/#), "\(name): \(match.0)")
            #expect(!match.2.lowercased().contains("=\"javascript:"), "\(name): \(match.0)")
            // The server's own file, and nothing inline.
            if tag == "script", !match.0.hasPrefix("</") { #expect(match.2.contains("src=\"/"), "\(name): \(match.0)") }
        }
        #expect(!text.contains("alert(1)</script>") && !text.contains("<img"), "\(name)")
    }

    /// No cell begins with what a spreadsheet would run.
    private func expectPlainCells(_ text: String, _ name: String) {
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            for match in line.matches(of: /(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/) {
                let cell = String(match.1 ?? match.2 ?? "")
                guard let first = cell.first, "=+-@\t".contains(first) else { continue }
                #expect(Double(cell) != nil, "\(name): \(cell)")
            }
        }
    }
}
