import Domain
import Testing

@testable import Configuration

@Suite struct GlobTests {
    @Test(arguments: [
        ("a.log", "a.log", true), ("a.log", "b.log", false), ("a.log", "A.log", false), ("a.log", "x/a.log", false),
        ("*.log", "a.log", true), ("*.log", ".log", true), ("*.log", "x/a.log", false), ("pay-*.log.gz", "pay-1.log.gz", true),
        ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXcYb", false), ("**/*.log", "a.log", true), ("**/*.log", "x/y/a.log", true),
        ("logs/**", "logs/x/y.log", true), ("logs/**", "log/x", false), ("logs/**/a.log", "logs/a.log", true),
        ("logs/**/a.log", "logs/x/b.log", false), ("logs/", "logs/x/y.log", true), ("logs", "logs/x", false), ("?.log", "支.log", true),
        ("?.log", "ab.log", false), ("[ab].log", "b.log", true), ("[!ab].log", "b.log", false), ("[a-c]x", "bx", true),
        ("[]]x", "]x", true),
        ("[a-c]x", "dx", false), ("./a.log", "a.log", true), ("a.log", "./a.log", true), ("../a.log", "../a.log", true),
        ("bill.zip", "bill.zip!2088.csv", true), ("*.zip!*.csv", "bill.zip!2088.csv", true), ("*.gz", "bill.zip!2088.gz.csv", false),
        ("-", "-", true), ("*", "-", false), ("a**b", "axyb", true), ("**", "x/y/z", true),
    ])
    func matches(pattern: String, name: String, expected: Bool) {
        #expect(Glob(pattern, relativeTo: ".")?.matches(name) == expected)
    }

    @Test func patternsAreRelativeToTheirFolder() {
        #expect(Glob("logs/*.log", relativeTo: "cases/one")?.matches("cases/one/logs/a.log") == true)
        #expect(Glob("logs/*.log", relativeTo: "cases/one")?.matches("logs/a.log") == false)
        #expect(Glob("../shared/*.log", relativeTo: "cases/one")?.matches("cases/shared/a.log") == true)
        #expect(Glob("/var/log/*.log", relativeTo: "cases")?.matches("/var/log/a.log") == true)
        #expect(Glob("*.log", relativeTo: "/data/[x]*")?.matches("/data/[x]*/a.log") == true)
        #expect(Glob("*.log", relativeTo: "/data/[x]*")?.matches("/data/xx/a.log") == false)
    }

    @Test func noPatterns() {
        #expect(Glob("", relativeTo: ".") == nil)
        #expect(Glob("[a", relativeTo: ".") == nil)
    }

    /// Stars are never tried in all combinations.
    @Test func manyStarsStayQuick() {
        let pattern = String(repeating: "a*", count: 200) + "b"
        #expect(Glob(pattern, relativeTo: ".")?.matches(String(repeating: "a", count: 5_000)) == false)
    }
}
