import Domain
import Testing

@testable import Decoding

@Suite struct UnescapeTests {
    @Test(arguments: [
        (#"a\nb\"c\\d\/e"#, "a\nb\"c\\d/e"), (#"\u652f\u4ed8"#, "支付"), (#"\U652f\U4ed8"#, "支付"), (#"\ud83d\ude00!"#, "😀!"),
        (#"\ud83d!"#, "\u{FFFD}!"), (#"\x22x\x"#, "\"xx"), (#"\u12"#, "u12"), (#"tail\"#, #"tail\"#),
    ])
    func strings(escaped: String, plain: String) {
        var arena = ByteArena()
        let result = Array(escaped.utf8).withUnsafeBytes { FieldScanner.unescaped($0, &arena)?.text }
        #expect(result == plain)
    }
}
