import Domain
import Testing

@testable import Configuration

@Suite struct PatternTests {
    private func captures(_ pattern: String, _ text: [UInt8]) throws -> [String]? {
        let compiled = try CompiledPattern(pattern)
        var found: [String]?
        let matched = text.withUnsafeBytes { bytes in
            compiled.captures(in: bytes) { captured in found = (0...captured.groupCount).map { captured[$0].text } }
        }
        #expect(matched == (found != nil))
        return found
    }

    @Test(
        arguments: [
            ("order=(\\S+)", "paid order=42 now", ["order=42", "42"]), ("(a)|(b)", "xb", ["b", "", "b"]), ("x*", "abc", [""]),
            ("支付(.)", "去支付宝", ["支付宝", "宝"]), ("^$", "", [""]), ("a(?=b)", "ab", ["a"]),
            ("\\[order\\]\\[([^\\]]+)\\]", "Create [order][A-1] [amount][1]", ["[order][A-1]", "A-1"]), ("(?i)PAID", "paid", ["paid"]),
            ("(\\S+)->(\\S+)", "订单 待支付->已支付", ["待支付->已支付", "待支付", "已支付"]), ("(\\D+)(\\W)1", "付款完1", ["付款完1", "付款", "完"]),
            ("[[:alpha:]\\S]+\\Q\\S\\E", "x支\\S", ["x支\\S"]), ("[]\\S]+(\\S)", "支]付", ["支]付", "付"]),
        ] as [(String, String, [String])])
    func finds(pattern: String, text: String, expected: [String]) throws {
        #expect(try captures(pattern, Array(text.utf8)) == expected)
    }

    @Test func absentIsAbsent() throws {
        #expect(try captures("b", []) == nil)
        #expect(try captures("b", Array("aaa".utf8)) == nil)
    }

    /// Logs may hold any bytes: what is valid around them is still found, and nothing is read outside the text.
    @Test func invalidBytesDoNoHarm() throws {
        #expect(try captures("no=(\\d+)", [0xFF, 0xC3] + Array("no=7".utf8) + [0xE4, 0xBD]) == ["no=7", "7"])
        #expect(try captures(".+x", [0xFF, 0xFE, 0xC0]) == nil)
        #expect(try captures("(?<=a)b\\K", Array("ab".utf8)) == [""])
    }

    @Test func runawayPatternsAreGivenUpAndCounted() throws {
        let pattern = try CompiledPattern("(?:(?:a+)+)+$")
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 4_000) + [UInt8(ascii: "!")]
        #expect(!text.withUnsafeBytes { pattern.matches($0) })
        #expect(pattern.exceededMatches == 1)
    }

    @Test(arguments: [("(", 1), ("a(b", 3), ("[", 1), ("*a", 1), ("(?<n", 4), ("\\C", 2), ("支(", 2)])
    func mistakes(pattern: String, column: Int) throws {
        let error = #expect(throws: PatternError.self) { _ = try CompiledPattern(pattern) }
        #expect(error?.message.isEmpty == false)
        #expect((error?.column ?? 0) >= column)
    }

    @Test func tooLong() {
        #expect(throws: PatternError.self) { _ = try CompiledPattern(String(repeating: "a", count: Limits.patternLength + 1)) }
    }

    @Test func oneMatcherServesManyThreads() async throws {
        let pattern = try CompiledPattern("n=(\\d+)")
        let good = await withTaskGroup(of: Int.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    var good = 0
                    for number in 0..<500 {
                        let text = Array("worker \(worker) n=\(number)".utf8)
                        text.withUnsafeBytes { bytes in
                            _ = pattern.captures(in: bytes) { good += $0[1].text == String(number) ? 1 : 0 }
                        }
                    }
                    return good
                }
            }
            return await group.reduce(0, +)
        }
        #expect(good == 2_000)
    }

    @Test(arguments: [
        ("alipay callback ok", "alipay callback ok"), ("order=(\\S+)", "order="), ("Notify in \\[order\\]", "Notify in [order]"),
        ("a|b", ""), ("(a|b)ccc", "ccc"), ("abc*de", "ab"), ("abc?xyz", "xyz"), ("ab+cd", "ab"), ("支付?宝", "支"), ("(?i)paid", ""),
        ("(?:x)paid", "paid"), ("x{2}ab", "ab"), ("a{b|c}def", ""), ("[abc]def[x]g", "def"), ("\\d+yuan", "yuan"), ("\\Qa|b\\E", ""),
        ("State \\w+ -> \\w+", "State "), ("[[:alpha:]]x", ""), ("", ""), ("\\.log\\.", ".log."), ("(a(b)c)d", "d"), ("a(*ACCEPT)bc", ""),
        ("(x[)]y)zz", "zz"), ("^abc$", "abc"), ("a.bcd", "bcd"), ("x{,3}yz", "yz"),
    ])
    func literals(pattern: String, literal: String) {
        #expect(String(decoding: RequiredLiteral.of(Array(pattern.utf8)), as: UTF8.self) == literal)
    }

    @Test(arguments: [
        ("pay\\.tap ", true), ("支付", true), ("{", false), ("^abc", false), ("abc$", false), ("abc+", false), ("abc?", false),
        ("a.c", false), ("a(b)", false), ("a|b", false), ("(?i)abc", false), ("abc\\d", false), ("", false), ("\\Qabc\\E", false),
    ])
    func literalsThatAreAll(pattern: String, isAll: Bool) {
        #expect(RequiredLiteral.isAll(of: Array(pattern.utf8)) == isAll)
    }

    /// Whatever the pattern: a text that matches contains the literal; one that contains it matches where nothing else is asked for.
    @Test(arguments: Array(UInt64(1)...8)) func literalsAreReallyRequired(seed: UInt64) {
        var state = seed
        func random(_ below: UInt64) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % below)
        }
        let pieces = [
            "a", "b", "ab", "\\.", ".", "*", "+", "?", "(", ")", "(?:", "|", "[ab]", "[^a]", "{2}", "{", "}", "\\d", "^", "$", "支", "(?i)",
        ]
        var (matched, literal) = (0, 0)
        for _ in 0..<3_000 {
            let source = (0...random(6)).map { _ in pieces[random(UInt64(pieces.count))] }.joined()
            guard let pattern = try? CompiledPattern(source) else { continue }
            for _ in 0..<10 {
                let text = Array((0...random(6)).map { _ in ["a", "b", ".", "1", "支", "B", "{", "}"][random(8)] }.joined().utf8)
                let isThere = pattern.literal.isEmpty || text.indices.contains { text[$0...].starts(with: pattern.literal) }
                let isMatch = text.withUnsafeBytes { pattern.matches($0) }
                #expect(isThere || !isMatch, "\(source) matches \(String(decoding: text, as: UTF8.self))")
                if pattern.isLiteral {
                    literal += 1
                    #expect(isThere == isMatch, "\(source) and \(String(decoding: text, as: UTF8.self))")
                }
                if isMatch { matched += 1 }
            }
        }
        #expect(matched > 500)
        #expect(literal > 500)
    }
}
