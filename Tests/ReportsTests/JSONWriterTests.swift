import Domain
import Foundation
import Reports
import Testing

@Suite struct JSONWriterTests {
    struct Case: CustomTestStringConvertible {
        var input: [UInt8]
        var json: String
        var testDescription: String { json }
        init(_ input: [UInt8], _ json: String) { (self.input, self.json) = (input, json) }
        init(_ input: String, _ json: String) { self.init(Array(input.utf8), json) }
    }

    @Test(
        "escapes what JSON and a terminal need",
        arguments: [
            Case("plain", #""plain""#),
            Case(#"a"b\c/"#, #""a\"b\\c/""#),
            Case("line\nfeed\r\ttab", #""line\nfeed\r\ttab""#),
            Case("\u{0}\u{1B}[31m\u{7F}", #""\u0000\u001b[31m\u007f""#),
            Case("支付宝 ¥ 😀", #""支付宝 ¥ 😀""#),
            Case("a\u{202E}b\u{2066}c\u{9B}d", #""a\u202eb\u2066c\u009bd""#),
            Case("\u{E0041}", #""\udb40\udc41""#),
            Case([0x61, 0xFF, 0x62], "\"a\u{FFFD}b\""),
            Case([0xE6, 0x94], "\"\u{FFFD}\""),
        ])
    func strings(_ item: Case) throws {
        var json = JSONWriter()
        json.string(item.input)
        #expect(json.text == item.json)
        let decoded = try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed) as? String
        #expect(decoded == String(decoding: item.input, as: UTF8.self))
    }

    @Test(
        "numbers have at most three decimals and are never NaN",
        arguments: [
            (1.0, "1.0"), (0.0, "0.0"), (0.1234, "0.123"), (12.5, "12.5"), (-0.25, "-0.25"), (1234567.8999, "1234567.9"), (.nan, "null"),
            (.infinity, "null"), (0.007, "0.007"), (1e300, "null"),
        ] as [(Double, String)])
    func numbers(_ value: Double, _ text: String) {
        var json = JSONWriter()
        json.number(value)
        #expect(json.text == text)
    }

    @Test func `commas stand between members and nowhere else`() {
        var json = JSONWriter()
        json.beginObject()
        json.key("a")
        json.beginArray()
        json.endArray()
        json.key("b")
        json.beginArray()
        json.integer(1)
        json.null()
        json.bool(true)
        json.beginObject()
        json.endObject()
        json.endArray()
        json.key("c\"")
        json.instant(nil)
        json.key("d")
        json.instant(Instant(microseconds: 1_793_584_931_480_000))
        json.endObject()
        json.newline()
        json.beginObject()
        json.endObject()
        #expect(json.text == #"{"a":[],"b":[1,null,true,{}],"c\"":null,"d":"2026-11-02T02:02:11.480Z"}"# + "\n{}")
    }

    /// Random strings survive the way through another parser.
    @Test func `any text comes back as it was`() throws {
        var state: UInt64 = 7
        func next(_ bound: UInt32) -> UInt32 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt32(truncatingIfNeeded: state >> 33) % bound
        }
        for _ in 0..<500 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<next(24) {
                let bound: UInt32 = [0x20, 0x80, 0x3000, 0x11_0000][Int(next(4))]
                if let scalar = Unicode.Scalar(next(bound)) { scalars.append(scalar) }
            }
            let text = String(scalars)
            var json = JSONWriter()
            json.string(text)
            let back = try JSONSerialization.jsonObject(with: Data(json.bytes), options: .fragmentsAllowed) as? String
            #expect(back?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            #expect(!json.bytes.contains { $0 < 0x20 || $0 == 0x7F })
        }
    }
}
