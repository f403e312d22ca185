import Alerts
import Commands
import Domain
import Foundation
import Notifying
import TestKit
import Testing

@testable import Web

/// Every output of every declared command over one world: what a test holds of all of them holds of the next command too.
///
/// What there is to cover is read from the declarations. A command, a word of its first operand, an option that shapes what is written, a
/// choice of such an option, a file ending of an export, a route of the server or a receiver's kind that no run here uses is a gap, and fails.
struct EveryOutput {
    /// One call of the program.
    struct Run {
        var words: [String]
        /// How it may end.
        var codes: Set<Int32> = [0]
        /// Files that it writes.
        var files: [String] = []
        var input: [UInt8]?
        /// Shows places as they are on the disk; what is handed on does not.
        var showsPlaces = true
    }

    /// What one call wrote.
    struct Piece {
        enum Form { case terminal, html, json, xml, csv, markdown, rows }
        var name: String
        var form: Form
        var bytes: [UInt8]
        var showsPlaces: Bool
    }

    let folder: TemporaryFolder
    /// Folders of logs.
    let paths: [String]
    let store: String
    let key: String
    /// An order that has much to show.
    let order: String
    /// The period of all orders.
    let period: (from: String, to: String)
    /// The words `--config FILE`, where there is one.
    var settings: [String] = []

    /// Where nobody listens, until a test does.
    private static let nowhere = "http://127.0.0.1:9/"

    /// The variable of a receiver's address, secret or token.
    private static func variable(_ what: String, of kind: ReceiverSettings.Kind) -> String { "\(what)_\(kind.rawValue.uppercased())" }

    /// What a receiver of a kind takes besides its name, with every secret that it can have.
    private static func receiver(_ kind: ReceiverSettings.Kind) -> String {
        let address = kind.addressIsSecret ? "url_env: \(variable("HOOK", of: kind))" : "url: \"\(nowhere)\(kind.rawValue)\""
        let secret = kind.takesSecret ? ", secret_env: \(variable("SECRET", of: kind))" : ""
        let token = kind.takesToken ? ", token_env: \(variable("TOKEN", of: kind))" : ""
        return "{name: \(kind.rawValue), type: \(kind.rawValue), \(address)\(secret)\(token)}"
    }

    private var masked: [String] { ["--mask-key-file", key] + settings }

    private func rules() throws -> (rules: String, tests: String) {
        var text = """
            groups:
              - name: g
                rules:
                  - alert: Any
                    measure: break_count
                    by: [break, app_version, channel]
                    window: 24h
                    threshold: "> 0"
                    annotations: {summary: "{{ labels.break }} {{ labels.app_version }} {{ labels.channel }}: {{ examples }}"}

            """
        // A watch would go on trying to reach receivers that are not there.
        try folder.write(Array(text.utf8), to: "silent.yaml")
        text += "receivers:\n"
        for notifier in Notifier.all { text += "  - \(EveryOutput.receiver(notifier.kind))\n" }
        text += "route: {receiver: [\(Notifier.all.map(\.kind.rawValue).joined(separator: ", "))]}\n"
        try folder.write(Array(text.utf8), to: "rules.yaml")
        let tests = """
            rule_files: [rules.yaml]
            tests:
              - name: a day of this store
                store: \(store)
                alert_rule_test: [{eval_time: 1h, alertname: Any, exp_alerts: [{exp_labels: {severity: none}}]}]
            """
        return (folder.path + "/rules.yaml", try folder.write(Array(tests.utf8), to: "rules.test.yaml"))
    }

    /// Every call; `serve` and a watch that listens are in ``served()``.
    private func runs(_ rules: (rules: String, tests: String)) -> [Run] {
        let files = { (name: String) in folder.path + "/out-" + name }
        let db = ["--db", store]
        let range = ["--from", period.from, "--to", period.to]
        var runs: [Run] = [
            Run(words: ["analyze", "--json", "--db", store] + masked + paths),
            Run(words: ["analyze", "--no-db"] + masked + paths), Run(words: ["analyze", "--no-db", "--ndjson"] + masked + paths),
            Run(words: ["watch", "--once", "--ndjson", "--db", folder.path + "/watched.db"] + masked + paths),
            Run(words: ["watch", "--once", "--rules", folder.path + "/silent.yaml", "--db", folder.path + "/ruled.db"] + masked + paths),
            Run(words: ["orders"] + db), Run(words: ["orders", "--stuck"] + db, codes: [0, 1]), Run(words: ["orders", "--json"] + db),
            Run(words: ["orders", "--ndjson"] + db),
            Run(words: ["order", order, "--json"] + db), Run(words: ["order", order, "--search"] + db), Run(words: ["order", order] + db),
            Run(words: ["order", order, "--html"] + db + masked.prefix(2), showsPlaces: false),
            Run(
                words: ["order", order, "--html", "-o", files("order.html")] + db + masked.prefix(2), files: [files("order.html")],
                showsPlaces: false),
            Run(words: ["case", "export", order] + db + masked, showsPlaces: false),
            Run(words: ["case", "export", order, "-o", files("case.json")] + db + masked, files: [files("case.json")], showsPlaces: false),
            Run(words: ["report"] + range + db), Run(words: ["report", "--json"] + range + db),
            Run(
                words: ["report"] + ["html", "md", "json", "csv"].flatMap { ["-o", files("report." + $0)] } + range + db,
                files: ["html", "md", "json", "csv"].map { files("report." + $0) }),
            Run(words: ["explain"]), Run(words: ["explain", "--json"]), Run(words: ["explain", "--ndjson"]),
            Run(words: ["explain", order], codes: [0, 1]),
            Run(words: ["lint"] + masked + paths, codes: [0, 1]), Run(words: ["lint", "--json"] + masked + paths, codes: [0, 1]),
            Run(words: ["scenarios"] + masked + paths, codes: [0, 1]),
            Run(words: ["scenarios", "--json"] + masked + paths, codes: [0, 1]),
            Run(
                words: ["scenarios", "--order", "first_install=\(order)", "--require", "all", "--junit", files("scenarios.xml")] + masked
                    + paths,
                codes: [0, 1],
                files: [files("scenarios.xml")]),
            Run(words: ["aasa", paths[0]], codes: [0, 1, 3]), Run(words: ["aasa", "--json", paths[0]], codes: [0, 1, 3]),
            Run(words: ["simulate", folder.path + "/world", "--orders", "3", "--devices", "1"]), Run(words: ["help"]),
            Run(words: ["alerts", "check", rules.rules]), Run(words: ["alerts", "check", "--json", rules.rules]),
            Run(words: ["alerts", "test", rules.tests, "--junit", files("alerts.xml")], codes: [1], files: [files("alerts.xml")]),
            Run(words: ["alerts", "test", "--json", rules.tests], codes: [1]),
            Run(words: ["alerts", "run", rules.rules] + db, codes: [0, 1]),
            Run(words: ["alerts", "run", rules.rules, "--json"] + db, codes: [0, 1]),
            Run(words: ["alerts", "run", rules.rules, "--metrics", "-"] + db, codes: [0, 1]),
            Run(words: ["alerts", "backtest", rules.rules] + range + db),
            Run(words: ["alerts", "backtest", rules.rules, "--json"] + range + db),
            // Whatever is not there, or not understood, is named in the error.
            Run(words: ["order", "none-" + order] + db, codes: [1]), Run(words: ["analyze", folder.path + "/nothing"], codes: [3]),
        ]
        runs.append(
            Run(
                words: ["export", "--format", "csv", "--stuck", "-o", files("stuck.csv")] + db + masked.prefix(2), codes: [0, 1],
                files: [files("stuck.csv")], showsPlaces: false))
        for format in EveryOutput.choices(of: "format", in: "export") {
            runs.append(Run(words: ["export", "--format", format] + db + masked.prefix(2), showsPlaces: false))
        }
        return runs
    }

    /// What every call writes, and what it leaves in files and sends.
    func pieces() throws -> [Piece] {
        let rules = try rules()
        var pieces: [Piece] = []
        func add(_ run: Run, _ ran: Ran) throws {
            #expect(ran.signal == 0 && run.codes.contains(ran.code), "\(run.words.prefix(4)): \(ran.code) \(ran.errorText.prefix(400))")
            let name = run.words.prefix(3).joined(separator: " ")
            pieces.append(Piece(name: name, form: EveryOutput.form(run.words), bytes: ran.output, showsPlaces: run.showsPlaces))
            pieces.append(Piece(name: name + " (messages)", form: .terminal, bytes: ran.errors, showsPlaces: run.showsPlaces))
            for file in run.files {
                let ending = file.split(separator: ".").last.map(String.init) ?? ""
                let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
                pieces.append(Piece(name: file, form: EveryOutput.form(ofFile: ending), bytes: bytes, showsPlaces: run.showsPlaces))
            }
        }
        // Every second one in Chinese: words differ, values do not.
        for (place, run) in runs(rules).enumerated() {
            try add(run, try Ran(run.words + ["--lang", place % 2 == 0 ? "en" : "zh"], input: run.input))
        }
        // One stage after the other, each on what the one before wrote, sorted as the next one wants it.
        var rows: [UInt8]?
        for stage in ["extract", "link", "judge"] {
            let run = Run(words: ["stage", stage] + masked + (stage == "extract" ? paths : []), input: rows)
            let ran = try Ran(run.words, input: rows)
            try add(run, ran)
            rows = Array(ran.text.split(separator: "\n").map { Array($0.utf8) + [10] }.sorted { $0.lexicographicallyPrecedes($1) }.joined())
        }
        pieces += try sent(rules.rules)
        pieces += try served()
        return pieces
    }

    /// The bodies that alerts send to every kind of receiver, and what the sender says.
    private func sent(_ rules: String) throws -> [Piece] {
        let ok = Array(#"{"errcode":0,"code":0,"StatusCode":0,"ok":true}"#.utf8)
        let server = try WebServer([:], otherwise: WebServer.Answer(body: ok))
        let path = try folder.write(
            Array(
                try String(contentsOfFile: rules, encoding: .utf8).replacingOccurrences(of: EveryOutput.nowhere, with: server.address + "/")
                    .utf8),
            to: "sending.yaml")
        var environment: [String: String] = [:]
        for kind in Notifier.all.map(\.kind) {
            environment[EveryOutput.variable("HOOK", of: kind)] = server.address + "/" + kind.rawValue
            // What signs or opens is in no body and no message, like what was planted.
            for what in ["SECRET", "TOKEN"] { environment[EveryOutput.variable(what, of: kind)] = "qzSecretOf\(what)\(kind.rawValue)" }
        }
        let ran = try Ran(["alerts", "run", path, "--db", store, "--send"], environment: environment)
        #expect(ran.signal == 0 && ran.code == 1, "\(ran.errorText)")
        let requests = server.requests
        for kind in Notifier.all.map(\.kind.rawValue) {
            #expect(requests.contains { $0.path.hasPrefix("/" + kind) }, "nothing was sent to \(kind): \(ran.errorText)")
        }
        return requests.map { Piece(name: "to " + $0.path, form: .json, bytes: $0.body, showsPlaces: false) } + [
            Piece(name: "alerts run --send", form: .terminal, bytes: ran.output + ran.errors, showsPlaces: true)
        ]
    }

    /// Every address that a page leads to, every declared one, and what the server says on its own account.
    private func served() throws -> [Piece] {
        let ran = try Ran(
            script: """
                cd "$1"
                "$PAYCHAIN" serve --db "$2" --raw --mask-key-file "$3" --listen 127.0.0.1:0 2>err &
                pid=$!
                until grep -q 'serving' err || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
                URL=$(sed -n 's/.*on \\(http:[^;]*\\);.*/\\1/p' err)
                : >pages
                ask() { printf '\\n\\036== %s\\n' "$1"; curl -s -L "$URL$1"; }
                {
                for path in / "/orders/$4" "/api/v1/orders/$4" "/search?q=$4" '/orders?app_version=1' /funnel?since=2026-11-02 /orders/none \
                    '/orders?break=none' /favicon.ico /healthz /readyz /metrics /api/v1/explain/paid_not_marked /search \
                    $(curl -s $URL/api/v1/openapi.json | grep -o '"/[^"]*":{"get"' | sed 's/":{"get"//;s/^"//' | grep -v '{'); do ask "$path"; done
                } >pages
                for round in 1 2; do
                    grep -o '\\(href\\|src\\)="/[^"]*"' pages | sed 's/^[a-z]*="//;s/"$//;s/&amp;/\\&/g;s/#.*//' | sort -u | grep -v '^/orders/' | head -90 >links
                    while read -r link; do ask "$link"; done <links >>pages
                done
                kill -TERM $pid
                wait $pid
                cat pages
                cat err >&2
                """, [folder.path, store, key, order])
        ran.expect(0)
        var pieces = [Piece(name: "serve (messages)", form: .terminal, bytes: ran.errors, showsPlaces: true)]
        var asked: [String] = []
        for part in ran.output.split(separator: 0x1E) {
            guard let end = part.firstIndex(of: 10) else { continue }
            let address = String(decoding: part[..<end].dropFirst(3), as: UTF8.self)
            guard address.hasPrefix("/") else { continue }
            asked.append(address)
            let body = Array(part[(end + 1)...])
            let start = String(decoding: body.prefix(40), as: UTF8.self)
            let form: Piece.Form =
                start.hasPrefix("<!DOCTYPE") ? .html : start.hasPrefix("{") ? .json : address.hasSuffix(".csv") ? .csv : .terminal
            pieces.append(Piece(name: "serve " + address, form: form, bytes: body, showsPlaces: false))
        }
        for route in Route.all where !asked.contains(where: { route.match(EveryOutput.segments($0)) != nil }) {
            Issue.record("no page or call leads to \(route.path), and none is asked here")
        }
        return pieces
    }

    private static func segments(_ address: String) -> [String] {
        let path = address.split(separator: "?", omittingEmptySubsequences: false).first.map(String.init) ?? ""
        return path == "/" ? [] : path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    private static func form(_ words: [String]) -> Piece.Form {
        let format = words.firstIndex(of: "--format").map { words[$0 + 1] } ?? ""
        if words.contains("--html") || words.starts(with: ["case", "export"]) { return .html }
        if words.contains("--json") || words.contains("--ndjson") || ["ndjson", "ocel", "otlp"].contains(format) { return .json }
        if format == "csv" { return .csv }
        if format == "xes" { return .xml }
        return words[0] == "stage" ? .rows : .terminal
    }

    private static func form(ofFile ending: String) -> Piece.Form {
        switch ending {
        case "html": .html
        case "json": .json
        case "xml": .xml
        case "csv": .csv
        default: .markdown
        }
    }

    private static func choices(of option: String, in command: String) -> [String] {
        CommandDefinition.all.first { $0.name == command }?.options.first { $0.name == option }?.choices ?? []
    }

    /// Options that choose what is read, for whom, or how fast, and shape no output; `raw` of `order` is what shows lines as they are.
    private static let shapeless: Set<String> = [
        "config", "memory", "as-of", "tz", "workers", "fail-on", "fail-if-drop", "batch-interval", "lateness", "token-file", "tls-cert",
        "tls-key", "allow-host", "listen", "base-path", "trust-identity-header", "trust-proxy", "break", "outcome", "experience", "flow",
        "since", "until", "app-version", "limit", "raw", "week", "day", "compare", "complaints", "url", "expect", "expect-browser", "team",
        "bundle", "timeout", "mask-key-file", "db", "no-db",
    ]

    /// What is declared and no call here uses.
    func gaps() throws -> [String] {
        let calls = runs(try rules()).map(\.words)
        // Those that are scripts, and those that feed each other.
        let others: [[String]] = [["serve"], ["alerts", "run", "--send"]] + ["extract", "link", "judge"].map { ["stage", $0] }
        var gaps: [String] = []
        for command in CommandDefinition.all {
            let mine = (calls + others).filter { $0[0] == command.name }
            if mine.isEmpty { gaps.append(command.name) }
            let operand = command.operands.split(separator: " ").first.map(String.init) ?? ""
            for word in operand.split(separator: "|") where operand.contains("|") && operand == operand.lowercased() {
                if !mine.contains(where: { $0.contains(String(word)) }) { gaps.append("\(command.name) \(word)") }
            }
            // What it takes to make a world is not what it says.
            for option in command.options where !EveryOutput.shapeless.contains(option.name) && command.name != "simulate" {
                let names = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
                guard mine.contains(where: { !$0.filter(names.contains).isEmpty }) else {
                    gaps.append("\(command.name) --\(option.name)")
                    continue
                }
                guard option.name == "format" else { continue }
                for choice in option.choices where !mine.contains(where: { $0.contains(choice) }) {
                    gaps.append("\(command.name) --\(option.name) \(choice)")
                }
            }
        }
        for kind in ReceiverSettings.Kind.allCases where Notifier.all.filter({ $0.kind == kind }).count != 1 {
            gaps.append("a receiver of type \(kind.rawValue)")
        }
        return gaps
    }
}
