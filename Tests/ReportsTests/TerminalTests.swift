import Domain
import Testing

@testable import Reports

@Suite struct TerminalTests {
    @Test(
        "columns of text",
        arguments: [
            ("abc", 3), ("支付", 4), ("ａ", 2), ("¥12.00", 6), ("e\u{301}", 1), ("😀", 2), ("●│✗", 3), ("、。", 4), ("한국", 4), ("", 0),
            ("\u{20000}", 2),
        ] as [(String, Int)])
    func width(_ text: String, _ columns: Int) { #expect(TextWidth.of(text) == columns) }

    @Test(
        "control and bidi characters are shown, never sent",
        arguments: [
            ("plain 支付", "plain 支付"), ("\u{1B}[2J", "␛[2J"), ("a\nb\tc\r", "a␊b␉c␍"), ("\u{7F}", "␡"), ("x\u{202E}y", "x\\u{202E}y"),
            ("\u{200B}", "\\u{200B}"), ("\u{9B}31m", "\\u{9B}31m"), ("\u{FEFF}", "\\u{FEFF}"), ("\u{E0041}", "\\u{E0041}"), ("\u{0}", "␀"),
        ] as [(String, String)])
    func visible(_ text: String, _ shown: String) { #expect(VisibleText.make(text) == shown) }

    @Test func `no text of a log can reach the terminal raw`() {
        var page = Page(ReportStyle(language: .en, usesColor: false))
        page.line("order \u{1B}]0;title\u{7} \u{202E}txt")
        page.paragraph(StyledText("\u{1B}[31m"), first: StyledText("\u{9D}"))
        page.table([[StyledText("\u{8}\u{8}"), StyledText("b")]])
        #expect(!page.text.unicodeScalars.contains { $0 != "\n" && VisibleText.isDangerous($0) })
    }

    struct Wrap: CustomTestStringConvertible {
        var text: String
        var columns: Int
        var lines: [String]
        var testDescription: String { text }
    }

    @Test(
        "text wraps at blanks, between CJK characters, and keeps punctuation in its place",
        arguments: [
            Wrap(text: "short", columns: 10, lines: ["short"]),
            Wrap(text: "one two three", columns: 7, lines: ["one two", "three"]),
            Wrap(text: "abcdefghij", columns: 4, lines: ["abcd", "efgh", "ij"]),
            Wrap(text: "异步通知被拒绝", columns: 6, lines: ["异步通", "知被拒", "绝"]),
            Wrap(text: "通知被拒，订单", columns: 8, lines: ["通知被", "拒，订单"]),
            Wrap(text: "拒绝（原因）", columns: 6, lines: ["拒绝", "（原", "因）"]),
        ])
    func wraps(_ item: Wrap) {
        let lines = StyledText(item.text).wrapped(to: item.columns)
        #expect(lines.map { $0.pieces.map(\.text).joined() } == item.lines)
        #expect(lines.allSatisfy { $0.width <= item.columns })
    }

    @Test func `a cut says so`() {
        let cut = StyledText("支付成功了").cut(to: 6)
        #expect(cut.pieces.map(\.text).joined() == "支付…")
        #expect(cut.width <= 6)
        #expect(StyledText("abc").cut(to: 3).width == 3)
    }

    @Test func `colours are sent only when asked for`() {
        var plain = Page(ReportStyle(language: .en))
        plain.line("x", .critical)
        #expect(plain.text == "x\n")
        var colored = Page(ReportStyle(language: .en, usesColor: true))
        colored.line("x", .critical)
        #expect(colored.text == "\u{1B}[1;38;5;202mx\u{1B}[0m\n")
    }

    @Test(
        "lengths of time in two units",
        arguments: [
            (480, "480 ms", "480 毫秒"), (28_000, "28 s", "28 秒"), (270_000, "4 min 30 s", "4 分 30 秒"), (7_200_000, "2 h", "2 小时"),
            (7_500_000, "2 h 5 min", "2 小时 5 分"), (273_600_000, "3 d 4 h", "3 天 4 小时"), (0, "0 ms", "0 毫秒"),
        ] as [(Int64, String, String)])
    func spans(_ milliseconds: Int64, _ english: String, _ chinese: String) {
        #expect(TimeText(zone: .shanghai, language: .en).span(.milliseconds(milliseconds)) == english)
        #expect(TimeText(zone: .shanghai, language: .zh).span(.milliseconds(milliseconds)) == chinese)
    }

    @Test func `extreme instants and spans do not trap`() {
        let time = TimeText(zone: .shanghai, language: .en)
        #expect(time.full(.distantPast) == "ever before")
        #expect(!time.span(TimeSpan(microseconds: .min)).isEmpty)
        #expect(!time.clock(.distantFuture, .microsecond).isEmpty)
    }

    @Test(
        "money with separators",
        arguments: [
            (Money(units: 12_800, scale: 2, currency: "CNY"), "¥128.00"),
            (Money(units: 128_000_050, scale: 2, currency: "CNY"), "¥1,280,000.50"),
            (Money(units: -100, scale: 2, currency: "USD"), "-$1.00"), (Money(units: 5, scale: 0, currency: "JPY"), "JPY 5.00"),
            (Money(units: 599, scale: 1, currency: ""), "59.90"),
        ] as [(Money, String)])
    func money(_ money: Money, _ text: String) { #expect(MoneyText.make(money) == text) }

    @Test func `shares never round a fault away`() {
        #expect(Share.percent(999_999, of: 1_000_000) == "99.9 %")
        #expect(Share.percent(1, of: 1_000_000) == "0.1 %")
        #expect(Share.percent(0, of: 10) == "0.0 %")
        #expect(Share.percent(10, of: 10) == "100.0 %")
        #expect(Share.percent(0, of: 0) == "–")
    }
}

@Suite struct PhraseTests {
    @Test(
        "sentences of other rooms in Chinese",
        arguments: [
            ("gzip: unexpected end", "gzip：意外结束"), ("cannot be read: Permission denied", "无法读取：权限不足"),
            ("is a FIFO, not a file: pipe it into paychain and name - instead", "是命名管道而非文件：请用管道传给 paychain，并以 - 作为路径"),
            ("must be at least 1", "不能小于 1"), ("must be 0…24 hours", "须在 0…24 小时之间"),
            ("3 runs of together 12 zero bytes skipped", "跳过 3 段共 12 个零字节"),
            ("a.log: stamps without a zone were read in the configured zone", "a.log：无时区的时间按配置的时区读取"), ("something new", "something new"),
            ("cannot be read: No such file or directory", "无法读取：没有该文件或目录"), ("Read-only file system", "文件系统只读"),
            ("line 3, column 14", "第 3 行第 14 列"), ("a web page, not a file: a value is expected here", "是网页而非该文件：此处应为一个值"),
            ("", ""),
        ])
    func chinese(_ english: String, _ chinese: String) {
        #expect(Phrase.make(english, .zh) == chinese)
        #expect(Phrase.make(english, .en) == english)
    }

    @Test func `every sentence keeps its values`() {
        for (english, chinese) in Phrase.catalogue {
            #expect(english.filter { $0 == "*" }.count == chinese.filter { $0 == "*" }.count, "\(english)")
        }
    }
}
