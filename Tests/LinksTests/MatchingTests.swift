import Testing

@testable import Links

/// Which URLs a rule opens, by Apple's documented rules: applinks.Details.Components, applinks.SubstitutionVariables, the archived
/// Support Universal Links, and sessions 717 of WWDC 2019 and 10098 of WWDC 2020.
@Suite struct MatchingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var rule: String
        var url: String
        var opens: Bool
        var testDescription: String { "\(rule) \(opens ? "opens" : "does not open") \(url)" }
    }

    static func file(_ members: String, _ links: String = "") -> AssociationFile {
        let json = "{\"applinks\":{\(links)\"details\":[{\"appIDs\":[\"ABCDE12345.com.example.shop\"],\(members)}]}}"
        return AssociationSubject(name: "test", bytes: Array(json.utf8)).file
    }

    static func opens(_ file: AssociationFile, _ url: String) throws -> Bool {
        try file.decide(#require(LinkURL(url.isEmpty || url.hasPrefix("/") ? "https://shop.example.com" + url : url))).opens != nil
    }

    static let paths: [Row] = [
        // A path alone matches itself.
        Row(rule: "/pay/result", url: "/pay/result", opens: true), Row(rule: "/pay/result", url: "/pay/result/", opens: false),
        Row(rule: "/pay/result", url: "/pay", opens: false), Row(rule: "/pay/result", url: "/pay/results", opens: false),
        Row(rule: "/pay/result/", url: "/pay/result", opens: false), Row(rule: "/", url: "", opens: true),
        Row(rule: "/", url: "/", opens: true), Row(rule: "/", url: "/a", opens: false),
        // Case counts.
        Row(rule: "/pay/result", url: "/Pay/result", opens: false), Row(rule: "/Pay/*", url: "/pay/result", opens: false),
        // Query and fragment are not compared.
        Row(rule: "/pay/result", url: "/pay/result?orderNo=1", opens: true), Row(rule: "/pay/result", url: "/pay/result#top", opens: true),
        Row(rule: "/pay/result", url: "/pay/result?a=1#b", opens: true), Row(rule: "/pay?orderNo=*", url: "/pay?orderNo=1", opens: false),
        // `*`: any characters, none too, across slashes.
        Row(rule: "*", url: "/", opens: true), Row(rule: "*", url: "/a/b/c", opens: true), Row(rule: "/*", url: "/a/b/c", opens: true),
        Row(rule: "/pay/*", url: "/pay/result", opens: true), Row(rule: "/pay/*", url: "/pay/a/b", opens: true),
        Row(rule: "/pay/*", url: "/pay/", opens: true), Row(rule: "/pay/*", url: "/pay", opens: false),
        Row(rule: "/pay*", url: "/pay", opens: true), Row(rule: "/pay*", url: "/payment", opens: true),
        Row(rule: "/*/result", url: "/pay/result", opens: true), Row(rule: "/*/result", url: "/a/b/result", opens: true),
        Row(rule: "/*/result", url: "/result", opens: false), Row(rule: "*.html", url: "/a/b.html", opens: true),
        Row(rule: "/a*b*c", url: "/aXbYc", opens: true), Row(rule: "/a*b*c", url: "/abc", opens: true),
        Row(rule: "/a*b*c", url: "/acb", opens: false),
        // `?`: exactly one character.
        Row(rule: "/202?/article", url: "/2024/article", opens: true), Row(rule: "/202?/article", url: "/202/article", opens: false),
        Row(rule: "/202?/article", url: "/20244/article", opens: false),
        Row(rule: "/foo/*/bar/201?/x", url: "/foo/a/b/bar/2015/x", opens: true),
        Row(rule: "/foo/*/bar/201?/x", url: "/foo/bar/2015/x", opens: false),
        // `?*`: at least one.
        Row(rule: "/pay/?*", url: "/pay/", opens: false), Row(rule: "/pay/?*", url: "/pay/a", opens: true),
        Row(rule: "/pay/?*", url: "/pay/a/b", opens: true),
        // A path that begins with no slash matches nothing; neither does a whole URL.
        Row(rule: "pay/*", url: "/pay/result", opens: false), Row(rule: "https://shop.example.com/pay/*", url: "/pay/a", opens: false),
        // Percent-encoding is compared as written.
        Row(rule: "/%E6%94%AF/*", url: "/%E6%94%AF/a", opens: true), Row(rule: "/a%20b", url: "/a%20b", opens: true),
        // Only web links are universal links.
        Row(rule: "*", url: "myshop://pay/result", opens: false), Row(rule: "*", url: "http://shop.example.com/a", opens: true),
        Row(rule: "/pay", url: "https://SHOP.example.com:443/pay", opens: true),
        // Variables belong to components.
        Row(rule: "/$(lang)/a", url: "/en/a", opens: false), Row(rule: "/$(lang)/a", url: "/$(lang)/a", opens: true),
    ]

    @Test("paths", arguments: paths) func path(_ row: Row) throws {
        #expect(try MatchingTests.opens(MatchingTests.file("\"paths\":[\"\(row.rule)\"]"), row.url) == row.opens)
    }

    static let orders: [Row] = [
        // The first rule that matches decides, not the longest.
        Row(rule: "\"NOT /pay/web/*\",\"*\"", url: "/pay/web/a", opens: false),
        Row(rule: "\"NOT /pay/web/*\",\"*\"", url: "/pay/a", opens: true),
        Row(rule: "\"*\",\"NOT /pay/web/*\"", url: "/pay/web/a", opens: true),
        Row(rule: "\"/user/*\",\"NOT /user/profile\"", url: "/user/profile", opens: true),
        Row(rule: "\"NOT /user/profile\",\"/user/*\"", url: "/user/profile", opens: false),
        Row(rule: "\"NOT *\",\"/a\"", url: "/a", opens: false), Row(rule: "\"NOT /a\"", url: "/b", opens: false),
        // Only `NOT ` in capitals with a blank excludes.
        Row(rule: "\"not /a\",\"*\"", url: "/a", opens: true), Row(rule: "\"NOT/a\",\"*\"", url: "/a", opens: true),
        Row(rule: "", url: "/a", opens: false),
    ]

    @Test("order of paths", arguments: orders) func order(_ row: Row) throws {
        #expect(try MatchingTests.opens(MatchingTests.file("\"paths\":[\(row.rule)]"), row.url) == row.opens)
    }

    static let components: [Row] = [
        // What a component does not name matches everything.
        Row(rule: #"{}"#, url: "/a?b#c", opens: true), Row(rule: #"{"comment":"all"}"#, url: "/", opens: true),
        Row(rule: #"{"/":"/search/"}"#, url: "/search/?q=foo#bar", opens: true),
        Row(rule: #"{"/":"/search/"}"#, url: "/SEARCH/", opens: false),
        Row(rule: #"{"/":"/help/website/*","exclude":true},{"/":"/help/*"}"#, url: "/help/website/a", opens: false),
        Row(rule: #"{"/":"/help/website/*","exclude":true},{"/":"/help/*"}"#, url: "/help/a", opens: true),
        Row(rule: #"{"/":"/help/*"},{"/":"/help/website/*","exclude":true}"#, url: "/help/website/a", opens: true),
        Row(rule: #"{"/":"/a","exclude":false}"#, url: "/a", opens: true),
        Row(rule: #"{"/":"/a","exclude":"true"}"#, url: "/a", opens: true),
        // The fragment.
        Row(rule: ##"{"#":"no_universal_links","exclude":true},{"/":"*"}"##, url: "/a#no_universal_links", opens: false),
        Row(rule: ##"{"#":"no_universal_links","exclude":true},{"/":"*"}"##, url: "/a#x", opens: true),
        Row(rule: ##"{"#":"no_universal_links","exclude":true},{"/":"*"}"##, url: "/a", opens: true),
        Row(rule: ##"{"#":"*market/*"}"##, url: "/#/market/1", opens: true),
        Row(rule: ##"{"/":"/#/market/*"}"##, url: "/#/market/1", opens: false),
        Row(rule: ##"{"#":"?*"}"##, url: "/a", opens: false), Row(rule: ##"{"#":"*"}"##, url: "/a", opens: true),
        // The query as a whole.
        Row(rule: #"{"?":"key=value"}"#, url: "/?key=value", opens: true),
        Row(rule: #"{"?":"key=value"}"#, url: "/?key=value&a=b", opens: false),
        Row(rule: #"{"?":"*a=*"}"#, url: "/x?b=1&a=2", opens: true), Row(rule: #"{"?":"?*"}"#, url: "/x", opens: false),
        Row(rule: #"{"?":"*"}"#, url: "/x", opens: true),
        // The query by items: all must match, others do not matter, an absent one counts as empty, repeated ones must all match.
        Row(rule: #"{"/":"/help/*","?":{"articleNumber":"????"}}"#, url: "/help/a?articleNumber=1234", opens: true),
        Row(rule: #"{"/":"/help/*","?":{"articleNumber":"????"}}"#, url: "/help/a?articleNumber=123", opens: false),
        Row(rule: #"{"?":{"key":"value"}}"#, url: "/?a=1&key=value&b", opens: true),
        Row(rule: #"{"?":{"key":"value"}}"#, url: "/?Key=value", opens: false),
        Row(rule: #"{"?":{"orderNo":"?*"}}"#, url: "/pay", opens: false),
        Row(rule: #"{"?":{"orderNo":"?*"}}"#, url: "/pay?orderNo=", opens: false),
        Row(rule: #"{"?":{"orderNo":"*"}}"#, url: "/pay", opens: true),
        Row(rule: #"{"?":{"orderNo":""}}"#, url: "/pay?orderNo", opens: true),
        Row(rule: #"{"?":{"a":"1"}}"#, url: "/?a=1&a=1", opens: true), Row(rule: #"{"?":{"a":"1"}}"#, url: "/?a=1&a=2", opens: false),
        Row(rule: #"{"?":{"a":"1","b":"?"}}"#, url: "/?b=2&a=1", opens: true),
        Row(rule: #"{"?":{"a":"1","b":"?"}}"#, url: "/?a=1", opens: false),
        // Case.
        Row(rule: #"{"/":"/search/","caseSensitive":false}"#, url: "/SEARCH/", opens: true),
        Row(rule: #"{"/":"/SEARCH/","caseSensitive":false}"#, url: "/search/", opens: true),
        Row(rule: #"{"?":{"a":"X?"},"caseSensitive":false}"#, url: "/?a=xY", opens: true),
        // Percent-encoding.
        Row(rule: #"{"/":"/支付/*"}"#, url: "/%E6%94%AF%E4%BB%98/a", opens: false),
        Row(rule: #"{"/":"/支付/*","percentEncoded":false}"#, url: "/%E6%94%AF%E4%BB%98/a", opens: true),
        Row(rule: #"{"/":"/支付/?","percentEncoded":false}"#, url: "/%E6%94%AF%E4%BB%98/%E4%BB%98", opens: true),
        Row(rule: #"{"/":"/%E6%94%AF/*"}"#, url: "/%E6%94%AF/a", opens: true),
        // Variables.
        Row(rule: #"{"/":"/$(lang)/goods/*"}"#, url: "/zh/goods/1", opens: true),
        Row(rule: #"{"/":"/$(lang)/goods/*"}"#, url: "/xx/goods/1", opens: false),
        Row(rule: #"{"/":"/$(lang)/goods/*"}"#, url: "/ZH/goods/1", opens: false),
        Row(rule: #"{"/":"/$(lang)-$(region)/"}"#, url: "/zh-CN/", opens: true),
        Row(rule: #"{"/":"/$(lang)-$(region)/"}"#, url: "/zh-cn/", opens: false),
        Row(rule: #"{"/":"/o/$(digit)$(digit)"}"#, url: "/o/42", opens: true),
        Row(rule: #"{"/":"/o/$(digit)$(digit)"}"#, url: "/o/4a", opens: false),
        Row(rule: #"{"/":"/$(xdigit)"}"#, url: "/f", opens: true), Row(rule: #"{"/":"/$(xdigit)"}"#, url: "/g", opens: false),
        Row(rule: #"{"/":"/$(upper)$(lower)$(alpha)$(alnum)"}"#, url: "/AbC4", opens: true),
        Row(rule: #"{"/":"/$(upper)$(lower)$(alpha)$(alnum)"}"#, url: "/aBC4", opens: false),
        Row(rule: #"{"/":"/$(food)/*"}"#, url: "/bread/a", opens: true), Row(rule: #"{"/":"/$(food)/*"}"#, url: "/sour-rye/a", opens: true),
        Row(rule: #"{"/":"/$(food)/*"}"#, url: "/pizza/a", opens: false), Row(rule: #"{"/":"/$(Food)/*"}"#, url: "/bread/a", opens: false),
        Row(rule: #"{"/":"/$(food)/*","caseSensitive":false}"#, url: "/BREAD/a", opens: true),
        Row(rule: #"{"?":{"f":"$(food)"}}"#, url: "/?f=bread", opens: true), Row(rule: #"{"/":"/$(food"}"#, url: "/$(food", opens: true),
    ]

    @Test("components", arguments: components) func component(_ row: Row) throws {
        let file = MatchingTests.file("\"components\":[\(row.rule)]", "\"substitutionVariables\":{\"food\":[\"bread\",\"sour-*\"]},")
        #expect(try MatchingTests.opens(file, row.url) == row.opens)
    }

    @Test func `defaults of the file, of the entry and of the component, the nearest first`() throws {
        let file = MatchingTests.file(
            #""defaults":{"percentEncoded":false},"components":[{"/":"/支"},{"/":"/a","caseSensitive":true}]"#,
            #""defaults":{"caseSensitive":false},"#)
        #expect(try MatchingTests.opens(file, "/%E6%94%AF"))
        #expect(try MatchingTests.opens(file, "/a"))
        #expect(try !MatchingTests.opens(file, "/A"))
    }

    @Test func `components silence the paths beside them`() throws {
        let file = MatchingTests.file(#""paths":["/old"],"components":[{"/":"/new"}]"#)
        #expect(try !MatchingTests.opens(file, "/old"))
        #expect(try MatchingTests.opens(file, "/new"))
    }

    @Test func `the app that is listed first gets what both claim`() throws {
        let json =
            #"{"applinks":{"details":[{"appID":"ABCDE12345.a","paths":["/x/*"]},{"appIDs":["ABCDE12345.b","ABCDE12345.c"],"paths":["NOT /x/c","*"]}]}}"#
        let file = AssociationSubject(name: "test", bytes: Array(json.utf8)).file
        let both = try file.decide(#require(LinkURL("/x/1")))
        #expect(both.opens?.text == "ABCDE12345.a")
        #expect(both.alsoClaimedBy.map(\.app.text) == ["ABCDE12345.b", "ABCDE12345.c"])
        let one = try file.decide(#require(LinkURL("/x/c")))
        #expect(one.opens?.text == "ABCDE12345.a" && one.alsoClaimedBy.isEmpty)
        #expect(try file.opens(#require(LinkURL("/x/c")), app: AppIdentifier("ABCDE12345.b")).opens == false)
    }

    @Test func `a file speaks for its own domain`() throws {
        let file = MatchingTests.file("\"paths\":[\"*\"]")
        #expect(try file.decide(#require(LinkURL("https://www.example.com/")), domain: "example.com").reason == .otherDomain)
        #expect(try file.decide(#require(LinkURL("/a")), domain: "example.com").opens != nil)
    }

    /// The slow, obvious matcher: by trying every length for `*`.
    private static func slow(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" { return (0...text.count).contains { slow(pattern.dropFirst(), text.dropFirst($0)) } }
        guard let head = text.first, first == "?" || first == head else { return false }
        return slow(pattern.dropFirst(), text.dropFirst())
    }

    @Test func `matching and covering agree with the slow, obvious matcher`() {
        var random = SeededGenerator(7)
        for _ in 0..<3_000 {
            let pattern = String((0..<Int.random(in: 0...6, using: &random)).map { _ in "ab/*?".randomElement(using: &random) ?? "a" })
            let other = String((0..<Int.random(in: 0...6, using: &random)).map { _ in "ab/*?".randomElement(using: &random) ?? "a" })
            let text = String((0..<Int.random(in: 0...7, using: &random)).map { _ in "ab/".randomElement(using: &random) ?? "a" })
            let (one, two) = (LinkPattern(pattern, variables: nil), LinkPattern(other, variables: nil))
            let expected = MatchingTests.slow(Array(pattern)[...], Array(text)[...])
            #expect(one.matches(text, caseSensitive: true) == expected, "\(pattern) \(text)")
            // What is covered is matched.
            if one.covers(two, caseSensitive: true), MatchingTests.slow(Array(other)[...], Array(text)[...]) {
                #expect(expected, "\(pattern) covers \(other), not \(text)")
            }
        }
    }

    @Test func `a hostile pattern on a long URL costs a bounded time and no crash`() throws {
        let file = MatchingTests.file("\"components\":[{\"/\":\"\(String(repeating: "*a", count: 2_000))\"}]")
        #expect(try !MatchingTests.opens(file, "/" + String(repeating: "a", count: 1_000) + "b"))
        #expect(LinkURL("https://a/" + String(repeating: "x", count: 9_000)) == nil)
        for text in ["", "x", "://", "https://", "https:///a", "//a", "https://[::1]/a", "https://u:p@h:1/a?b#c?d#e"] { _ = LinkURL(text) }
        #expect(LinkURL("https://u:p@H.example:1/a?b#c?d")?.host == "h.example")
        #expect(LinkURL("https://h?x#y?z")?.query == "x")
    }
}

/// A seeded generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
