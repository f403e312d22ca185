import Foundation
import TestKit
import Testing

/// Stores without orders, and periods without any: every answer says so, and none makes up a moment or a reason.
@Suite struct EmptyStoreTests {
    /// Logs of which no line has a stamp, logs of which none speaks of an order, and no logs at all.
    static let worlds: [String: String] = [
        "nothing": "", "undated": "hello\nworld\n", "noise": "2026-11-02 10:00:00 INFO cache warmed\n2026-11-02 10:05:00 INFO done\n",
    ]

    private func store(_ text: String, _ folder: TemporaryFolder) throws -> String {
        if text.isEmpty {
            try FileManager.default.createDirectory(atPath: folder.path + "/logs", withIntermediateDirectories: true)
        } else {
            try folder.write(Array(text.utf8), to: "logs/app.log")
        }
        let store = folder.path + "/a.db"
        for words in [["--json"], []] {
            let ran = try Ran(["analyze", folder.path + "/logs", "--db", store] + words)
            #expect(ran.code == 0, "\(ran.errorText)")
            expectNoMadeUpMoment(ran)
        }
        return store
    }

    /// The Unix epoch is the moment of nothing.
    private func expectNoMadeUpMoment(_ ran: Ran, _ what: String = "") {
        // A default of the XES standard's globals, which no event uses.
        let text = (ran.text + ran.errorText).replacingOccurrences(of: "\"time:timestamp\" value=\"1970-01-01T00:00:00.000Z\"", with: "")
        for word in ["1970", "1969", "ever before", "很早以前"] {
            #expect(!text.contains(word), "\(what): \(text.range(of: word).map { String(text[..<$0.upperBound].suffix(120)) } ?? "")")
        }
    }

    @Test("no command makes up a moment, and each says that there are no orders", arguments: worlds.keys.sorted())
    func empty(_ world: String) throws {
        let folder = try TemporaryFolder()
        let db = ["--db", try store(EmptyStoreTests.worlds[world] ?? "", folder)]
        let rules = try folder.write(
            Array(
                #"{groups: [{name: g, rules: [{alert: A, measure: break_count, window: 1h, threshold: "> 0"}]}]}"#.utf8), to: "rules.yaml")
        for language in ["en", "zh"] {
            let said = language == "zh" ? "没有订单" : "no orders"
            func run(_ words: [String], _ codes: ClosedRange<Int32> = 1...1, says: Bool = true) throws -> Ran {
                let ran = try Ran(words + db + ["--lang", language])
                #expect(ran.signal == 0 && codes.contains(ran.code), "\(words): \(ran.code) \(ran.errorText)")
                expectNoMadeUpMoment(ran, words.joined(separator: " "))
                if says { #expect((ran.text + ran.errorText).contains(said), "\(words): \(ran.text)\(ran.errorText)") }
                return ran
            }
            for words in [[], ["--stuck"], ["--json"], ["--ndjson"]] { _ = try run(["orders"] + words) }
            _ = try run(["order", "1"])
            _ = try run(["case", "export", "1"])
            for format in ["ndjson", "csv", "xes", "ocel", "otlp"] { _ = try run(["export", "--format", format]) }
            _ = try run(["report"])
            _ = try run(["report", "--json"])
            for words in [["--week", "2026-W47"], ["--day", "2026-11-02"], ["--from", "2026-11-01", "--to", "2026-11-03"]] {
                _ = try run(["report"] + words)
                let ran = try run(
                    ["report", "-o", folder.path + "/r.html", "-o", folder.path + "/r.md", "-o", folder.path + "/r.csv"] + words)
                #expect(ran.text.split(separator: "\n").count == 1, "\(ran.text)")
                let page = try String(contentsOfFile: folder.path + "/r.html", encoding: .utf8)
                #expect(page.contains(said) && !page.contains("1970") && !page.contains("NaN"))
            }
            _ = try run(["alerts", "run", rules], 0...1, says: false)
            _ = try run(["alerts", "run", rules, "--json"], 0...1, says: false)
            _ = try run(["alerts", "backtest", rules], 0...1, says: false)
        }
        let logs = folder.path + "/logs"
        for words in [
            ["lint", logs], ["scenarios", logs], ["scenarios", logs, "--json"], ["scenarios", logs, "--junit", "-", "--quiet"],
        ] {
            let ran = try Ran(words)
            #expect(ran.signal == 0 && ran.code <= 1, "\(words): \(ran.errorText)")
            expectNoMadeUpMoment(ran, words[0])
        }
    }

    @Test("no page and no call makes up a moment", arguments: worlds.keys.sorted())
    func served(_ world: String) throws {
        let folder = try TemporaryFolder()
        let store = try store(EmptyStoreTests.worlds[world] ?? "", folder)
        let ran = try Ran(
            script: """
                cd "$1"
                "$PAYCHAIN" serve --db "$2" --listen 127.0.0.1:0 2>err &
                pid=$!
                until grep -q 'serving' err || ! kill -0 $pid 2>/dev/null; do sleep 0.05; done
                URL=$(sed -n 's/.*on \\(http:[^;]*\\);.*/\\1/p' err)
                for lang in en zh; do
                    for path in / /orders /repair /funnel /breaks /findings /sources /alerts /orders/1 /api/v1/summary /api/v1/orders \
                        /api/v1/funnel /api/v1/findings /api/v1/sources /api/v1/alerts /api/v1/state /metrics; do
                        printf '\\036%s %s\\n' "$lang" "$path"
                        curl -s "$URL$path?lang=$lang"
                    done
                done
                kill -TERM $pid
                wait $pid
                """, [folder.path, store])
        ran.expect(0)
        expectNoMadeUpMoment(ran, "serve")
        for page in ran.text.split(separator: "\u{1E}") {
            for path in ["/", "/orders", "/repair", "/funnel", "/breaks"] {
                if page.hasPrefix("en \(path)\n") { #expect(page.contains("The store holds no orders"), "\(path)") }
                if page.hasPrefix("zh \(path)\n") { #expect(page.contains("存储中没有订单"), "\(path)") }
            }
            if page.hasPrefix("en /metrics") {
                #expect(!page.contains("as_of_timestamp_seconds 0") && page.contains("paychain_stuck_orders 0"))
            }
        }
    }

    @Test func `a period without orders says where they are, and one order is a report`() throws {
        let scene = try Scene(seed: 3, orders: 1)
        let store = scene.folder.path + "/one.db"
        #expect(try Ran(["analyze", scene.logs, "--config", scene.configuration, "--db", store, "--quiet"]).code == 0)
        for (language, said) in [("en", "The store's orders are of 2026-11-02"), ("zh", "存储中的订单日期为 2026-11-02")] {
            let none = try Ran(["report", "--week", "2026-W20", "--db", store, "--lang", language])
            #expect(none.code == 1 && none.text.contains(said), "\(none.text)")
            let later = try Ran(["report", "--week", "2027-W20", "--db", store, "--lang", language])
            #expect(later.code == 1 && later.text.contains(language == "en" ? "begins after" : "之后才开始"), "\(later.text)")
            let one = try Ran(["report", "--day", "2026-11-02", "--db", store, "--lang", language])
            #expect(one.code == 0 && !one.text.contains("NaN") && one.text.contains(language == "en" ? " 1 order, " : "1 笔"), "\(one.text)")
        }
        let none = try Ran(["orders", "--since", "2027-01-01", "--db", store, "--lang", "en"])
        #expect(none.code == 1 && none.text == "No order fits.\n")
    }
}
