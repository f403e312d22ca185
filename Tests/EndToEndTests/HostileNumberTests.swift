import Foundation
import TestKit
import Testing

/// An order number is text from a log, and is shown to people: it may be anything.
@Suite struct HostileNumberTests {
    static let numbers = [
        "\u{1B}[31mA1\u{1B}]0;pwned\u{7}", "<script>alert(1)</script>&amp;\"'", "=1+cmd|' /C calc'!A0", "@SUM(A1)", "A\u{202E}1002\u{2066}",
        "A\u{9B}31m\u{85}1", "订单-🧾-é", "A\nB\tC\rD", "../../etc/passwd", "A\u{0}B", "{\"order_no\":\"B\"}", "%2541%00",
    ]

    @Test("nothing of it reaches the terminal, and no other order changes", arguments: numbers)
    func shown(_ number: String) throws {
        let scene = try Scene(seed: 9)
        let whole = try scene.verdicts()
        let victim = try #require(
            try whole.lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .compactMap { $0["order"] as? String }.sorted().first)
        let quoted = try JSONSerialization.data(withJSONObject: [number], options: [.withoutEscapingSlashes])
        let inside = String(decoding: quoted.dropFirst(2).dropLast(2), as: UTF8.self)
        try scene.replace(victim, with: inside)
        let ran = try scene.verdicts()
        ran.expect(0)
        ran.expectNothingRaw()
        let others = whole.lines.filter { !$0.contains(victim) }
        #expect(Set(ran.lines).isSuperset(of: others), "\(Set(others).subtracting(ran.lines).first ?? "")")
        let database = scene.folder.path + "/a.db"
        let kept = try Ran(["analyze", "--db", database, "--config", scene.configuration, scene.logs])
        kept.expect(0)
        kept.expectNothingRaw()
        for words in [["orders", "--db", database], ["orders", "--db", database, "--ndjson"]] {
            let list = try Ran(words)
            list.expect(0)
            list.expectNothingRaw()
        }
        guard !number.contains("\u{0}") else { return }
        for words in [["--json"], ["--raw"]] {
            let order = try Ran(["order", number, "--db", database] + words)
            #expect(order.signal == 0 && (order.code == 0 || order.code == 1), "\(order.errorText)")
            order.expectNothingRaw()
        }
    }

    @Test func `a number of ten thousand bytes is no number`() throws {
        let scene = try Scene(seed: 10)
        let whole = try scene.verdicts()
        let victim = try #require(
            try whole.lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
                .compactMap { $0["order"] as? String }.sorted().first)
        let path = try scene.path("server/pay-json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let long = String(repeating: "9", count: 10_000)
        try text.replacingOccurrences(of: victim, with: long).write(toFile: path, atomically: true, encoding: .utf8)
        let ran = try scene.verdicts()
        ran.expect(0)
        #expect(!ran.text.contains(long.prefix(200)))
        let others = whole.lines.filter { !$0.contains(victim) }
        #expect(Set(ran.lines).isSuperset(of: others))
    }

    @Test func `numbers beyond every range are no trap`() throws {
        let huge = [
            "9223372036854775807", "-9223372036854775808", "99999999999999999999999", "1e400", "-0", "0.0000000000001",
            "18446744073709551616",
        ]
        let scene = try Scene(seed: 11)
        let bytes = try scene.bytes("server/pay-json")
        var text = ""
        for value in huge {
            for key in [
                "time", "ts", "timestamp", "amount", "total_amount", "timeout_express", "time_expire", "duration", "duration_ms",
                "http_status",
                "gmt_payment", "notify_time", "paid_at", "attempt", "expires_date_ms",
            ] {
                for quoted in [value, "\"\(value)\"", "\"\(value)d\"", "\"\(value)m\""] {
                    text +=
                        "{\"time\":\"2026-11-02T10:30:00.000+08:00\",\"level\":\"info\",\"event\":\"order.created\",\"order_no\":\"H1\",\"\(key)\":\(quoted)}\n"
                    text += "{\"\(key)\":\(quoted),\"event\":\"notify.received\",\"order_no\":\"H1\"}\n"
                }
            }
        }
        try scene.folder.write(bytes + Array(text.utf8), to: "logs/server/huge.jsonl")
        for name in ["year", "zone", "epoch"] {
            let stamp = [
                "year": "99999-99-99T99:99:99.999999999999+99:99", "zone": "2026-11-02T10:30:00.000+99999:00", "epoch": "-99999999999999",
            ]
            let line = "\(stamp[name] ?? "") INFO order.created order_no=H2 amount=1.00\n"
            try scene.folder.write(Array(String(repeating: line, count: 5).utf8), to: "logs/server/\(name).log")
        }
        let ran = try scene.verdicts()
        ran.expect(0)
        try scene.run().expect(0)
    }
}
