import Domain
import TestKit
import Testing

@testable import Masking

@Suite struct MaskerTests {
    static let masker = Masker(key: MaskKey(low: 1, high: 2))

    static func masked(_ text: String) -> String { String(decoding: masker.masked(Array(text.utf8)), as: UTF8.self) }

    @Test func `the keyed hash gives the values of its authors`() {
        // Reference vectors of SipHash-2-4-128: key 00…0f, messages of the first n of 00, 01, 02, …
        let key = MaskKey(low: 0x0706_0504_0302_0100, high: 0x0f0e_0d0c_0b0a_0908)
        let hash = KeyedHash(key)
        func bytes(_ pair: (UInt64, UInt64)) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: pair.0 >> ($0 * 8)) } + (0..<8).map { UInt8(truncatingIfNeeded: pair.1 >> ($0 * 8)) }
        }
        #expect(
            bytes(hash([]))
                == [0xa3, 0x81, 0x7f, 0x04, 0xba, 0x25, 0xa8, 0xe6, 0x6d, 0xf6, 0x72, 0x14, 0xc7, 0x55, 0x02, 0x93])
        #expect(
            bytes(hash([0]))
                == [0xda, 0x87, 0xc1, 0xd8, 0x6b, 0x99, 0xaf, 0x44, 0x34, 0x76, 0x59, 0x11, 0x9b, 0x22, 0xfc, 0x45])
        #expect(
            bytes(hash((0..<15).map { UInt8($0) }))
                == [0x54, 0x93, 0xe9, 0x99, 0x33, 0xb0, 0xa8, 0x11, 0x7e, 0x08, 0xec, 0x0f, 0x97, 0xcf, 0xc3, 0xd9])
    }

    @Test func `a key is written and read as hexadecimal`() {
        let key = MaskKey(low: 0x0102, high: 0xfedc_ba98_7654_3210)
        #expect(key.hex == "fedcba98765432100000000000000102")
        #expect(MaskKey(hex: Array((key.hex + "\n").utf8)) == key)
        #expect(MaskKey(hex: Array("xyz".utf8)) == nil)
        #expect(MaskKey.random() != MaskKey.random())
    }

    /// A text, the value that must go, and the label of its token.
    static let cases: [(text: String, value: String, label: String)] = [
        ("buyer_id=2088123456781234&seller_id=9", "2088123456781234", "buyer_id"),
        (#"{"buyer_logon_id":"zhang***@example.com","x":1}"#, "zhang***@example.com", "email"),
        (#"{\"openid\":\"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o\"}"#, "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o", "openid"),
        ("<openid><![CDATA[oUpF8uMuAJO_M2pxb1Q9zNjWeS6o]]></openid>", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o", "openid"),
        ("payer oUpF8uMuAJO_M2pxb1Q9zNjWeS6o paid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o", "openid"),
        ("[buyer_id] => 2088123456781234", "2088123456781234", "buyer_id"),
        ("user_id: 42, next", "42", "user_id"), ("userId=42 next=1", "42", "user_id"),
        ("call 13800138000 now", "13800138000", "phone"), ("tel:+8613800138000.", "+8613800138000", "phone"),
        ("url=https%3A%2F%2Fx.example%2F%3Fphone%3D13800138000%26a%3D1", "13800138000", "phone"),
        ("a%2540b", "", ""),
        ("m=zhang%2540example.com&x", "zhang%2540example.com", "email"), ("138-0013-8000 called", "138-0013-8000", "phone"),
        ("id 11010519491231002X ok", "11010519491231002X", "id_card"),
        ("card 6222021234567890128 declined", "6222021234567890128", "bank_card"),
        ("card 4111111111111111 declined", "4111111111111111", "bank_card"),
        ("card 4111 1111 1111 1111 declined", "4111 1111 1111 1111", "bank_card"),
        ("GET /api/users/42/orders", "42", "user_id"), ("/u/zhang3/pay", "zhang3", "user_id"),
        ("Authorization: Bearer abc.def", "Bearer abc.def", "secret"),
        ("jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln end", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "token"),
        ("access_token=abc123;", "abc123", "token"), ("realname=San Zhang amount=1", "San Zhang", "name"),
        ("收货人：张三，电话：13800138000", "张三", "name"), ("手机号＝13800138000", "13800138000", "phone"),
        (#""name":"张三""#, "张三", "name"), ("from 203.0.113.9:443", "203.0.113.9", "ip"), ("from 2001:db8::7 x", "2001:db8::7", "ip"),
        ("phone１３８００１３８０００", "１３８００１３８０００", "phone"),
        // Packed: {"mobile":"13800138000"}, twice; behind a path; with the alphabet of URLs; cut.
        ("attach=eyJtb2JpbGUiOiIxMzgwMDEzODAwMCJ9 ok", "eyJtb2JpbGUiOiIxMzgwMDEzODAwMCJ9", "packed"),
        ("p=ZXlKdGIySnBiR1VpT2lJeE16Z3dNREV6T0RBd01DSjk%3D", "ZXlKdGIySnBiR1VpT2lJeE16Z3dNREV6T0RBd01DSjk", "packed"),
        ("GET /cb/eyJtb2JpbGUiOiIxMzgwMDEzODAwMCJ9/x", "eyJtb2JpbGUiOiIxMzgwMDEzODAwMCJ9", "packed"),
        ("eyJtb2JpbGUiOiIxMzgwMDEzODAwMC", "eyJtb2JpbGUiOiIxMzgwMDEzODAwMC", "packed"),
        ("by \\x31\\x33\\x38\\x30\\x30\\x31\\x33\\x38\\x30\\x30\\x30", "\\x31\\x33\\x38", "phone"),
        ("by &#49;&#51;800138000", "&#49;&#51;800138000", "phone"), ("<![cdata[x]] <openid><![cdata[abc]]>", "abc", "openid"),
        ("key sk_" + "live_51HqLyjWDarjtT1zdp7dc used", "live_51HqLyjWDarjtT1zdp7dc", "secret"),
        ("id LTAI5tABCDefgh12345678ij used", "LTAI5tABCDefgh12345678ij", "secret"),
        ("x_AKIAABCDEFGH12345678 y", "AKIAABCDEFGH12345678", "secret"),
        ("mch_key=abcdef", "abcdef", "secret"), ("alipay_account=zhang", "zhang", "logon_id"),
        ("x_eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "token"),
        ("idfa=ABC-1", "ABC-1", "device"), ("birthday=1990-01-01", "1990-01-01", "birthday"),
    ]

    @Test func `every form and field is replaced, wherever it hides`() {
        for one in MaskerTests.cases where !one.value.isEmpty {
            let text = MaskerTests.masked(one.text)
            #expect(!text.contains(one.value), "\(one.text) → \(text)")
            #expect(text.contains(one.label + "~"), "\(one.text) → \(text)")
        }
    }

    @Test func `numbers, codes and words stay`() {
        for text in [
            "out_trade_no=202611020001000111&trade_no=2026110222001400001234567890", "transaction_id=4200001234202611021234567890",
            "notify_id=2026110200222110000abcdef0123456789", "10:02:11.480 version 5.2.1 at 10.0.0.7:8080",
            "order 20261102000100011 not found", "/api/v1/orders/SO20261102-0000090/payment-status", "a%2540b", "user_id=null",
            #"{"name":"pay-api","level":30}"#, "error=ACQ.TRADE_NOT_EXIST sub_code=x", "2026-11-02 10:02:11 +0800", "/users/me/orders",
            "3b83b7cd2 and-b1d0b9d4ed ios-aa0343d250", "sum 1.23e11 tax 0.13", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
            "ConnectionRefusedExceptionInTransport", "com.example.PayServiceImplementation", "aGVsbG8gd29ybGQgYW5kIG1vcmU=",
            "wx201410272009395522657a690389285100", "MIIabc", "/api/PaymentCallbackController/AlipayNotifyHandler",
        ] {
            #expect(MaskerTests.masked(text) == text)
        }
    }

    @Test func `one value has one token, whatever carries it`() {
        func token(_ text: String) -> Substring? {
            let masked = MaskerTests.masked(text)
            return masked.firstRange(of: "~").map { masked[$0.lowerBound...].prefix(13) }
        }
        #expect(token("phone=13800138000") == token("call +8613800138000 now"))
        #expect(token("buyer_id=2088123456781234") == token(#"{"buyer_user_id":"2088123456781234"}"#))
        #expect(token("mail=A@Example.com") == token("a%40example.com "))
        #expect(token("uid=42") == token("/users/42/x"))
        #expect(token("uid=42") != token("uid=43"))
        let other = Masker(key: MaskKey(low: 3, high: 4))
        #expect(other.masked(Array("uid=42".utf8)) != MaskerTests.masker.masked(Array("uid=42".utf8)))
    }

    @Test func `an order's own numbers stay whatever their form`() {
        let text = Array("order 4111111111111111 of 13800138000".utf8)
        let kept = MaskerTests.masker.masked(text, keeping: [Array("4111111111111111".utf8)])
        #expect(String(decoding: kept, as: UTF8.self).hasPrefix("order 4111111111111111 of phone~"))
    }

    @Test func `a row of a table keeps money, stamps and words of codes`() {
        let row = "2026-11-02 10:02:40,`wx1`,1230000109,,o123,SO1,CNY,SUCCESS,0.01,\"张三\",月卡"
        let text = String(
            decoding: MaskerTests.masker.masked(record: Array(row.utf8), isTable: true, keeping: [Array("SO1".utf8)]), as: UTF8.self)
        #expect(text.hasPrefix("2026-11-02 10:02:40,`cell~"))
        #expect(text.contains(",1230000109,,cell~"))
        #expect(text.contains(",SO1,CNY,SUCCESS,0.01,\"cell~"))
        #expect(!text.contains("张三") && !text.contains("月卡"))
    }

    @Test func `no bytes break it, and what the quick look passes has nothing in it`() {
        var generator = Seeded(state: 7)
        let pieces: [[UInt8]] =
            [
                "%25", "%", "\\u00", "\\x31", "&#49;", "eyJtb2JpbGUiOiIxMzgwMDEzODAwMCJ9", "sk_" + "live_51HqLyjWDarjtT1zdp7dc",
                "AKIAABCDEFGH12345678", "\\", "\"", "&quot;", "&", "=", ":", "buyer_id", "phone", "<openid>", "138", "00138000", "@", ".",
                "eyJ", "/users/", "+86",
                "4111", " ", "-", "２", "：", "张",
            ].map { Array($0.utf8) } + [[0xFF], [0xE3, 0x80], [0xEF, 0xBC], [0]]
        for _ in 0..<4_000 {
            var text: [UInt8] = []
            for _ in 0..<Int.random(in: 0...14, using: &generator) {
                text += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                if Bool.random(using: &generator) { text.append(UInt8.random(in: 0...255, using: &generator)) }
            }
            let masked = MaskerTests.masker.masked(text)
            let decoded = text.withUnsafeBytes { DecodedText($0) }
            if text.withUnsafeBytes({ !EvidenceMask.hasForm($0) }) {
                #expect(
                    PersonalForm.find(in: decoded.bytes).isEmpty && PackedText.find(in: decoded.bytes, depth: 4).isEmpty,
                    "\(String(decoding: text, as: UTF8.self))")
            }
            if masked == text { #expect(PersonalText.find(in: decoded.bytes).isEmpty) }
        }
    }

    @Test func `twelve signs tell whether text may follow`() {
        var generator = Seeded(state: 23)
        func looks(_ bytes: [UInt8], _ alphabet: String) -> Bool {
            let signs = Array(alphabet.utf8)
            var out: [UInt8] = []
            for index in stride(from: 0, to: 9, by: 3) {
                let bits = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                for shift in [18, 12, 6, 0] { out.append(signs[bits >> shift & 63]) }
            }
            return out.withUnsafeBytes(PackedText.looksPacked)
        }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        let pieces = ["a", "Z", "~", " ", "\n", "é", "张", "２", "😀", "{\"", "13800138000"]
        for _ in 0..<2_000 {
            var text: [UInt8] = []
            while text.count < 9 { text += Array(pieces[Int.random(in: 0..<pieces.count, using: &generator)].utf8) }
            #expect(looks(text, letters + "+/") && looks(text, letters + "-_"))
            // A control character, or a byte that no character begins with, is no text.
            for wrong in [0, 7, 127, 0xC0, 0xF8, 0xFF] as [UInt8] {
                var broken = text
                broken[Int.random(in: 0..<9, using: &generator)] = wrong
                #expect(!looks(broken, letters + "+/"))
            }
        }
        #expect(!Array("eyJtb2JpbGU".utf8).withUnsafeBytes(PackedText.looksPacked), "eleven signs are too few")
        #expect(!Array("eyJtb2Jpb*U6".utf8).withUnsafeBytes(PackedText.looksPacked))
    }

    @Test func `what is sealed is read with its key alone`() {
        var generator = Seeded(state: 11)
        for count in [0, 1, 15, 16, 17, 1_000] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let key = MaskKey(low: generator.next(), high: generator.next())
            let sealed = SealedBytes.seal(bytes, key: key)
            #expect(sealed.withUnsafeBytes { SealedBytes.open($0, key: key) } == bytes)
            #expect(sealed.withUnsafeBytes { SealedBytes.open($0, key: MaskKey(low: 1, high: 2)) } == nil)
            if count > 16 { #expect(sealed.firstRange(of: bytes) == nil && sealed != SealedBytes.seal(bytes, key: key)) }
        }
        let plain = Array("a line that was never sealed".utf8)
        #expect(plain.withUnsafeBytes { SealedBytes.open($0, key: MaskKey(low: 1, high: 2)) } == plain)
    }

    @Test(arguments: [
        "13800138000", "a@b.cn", "oUpF8uMuAJOM2pxb1Q9zNjWeS6oA", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x", "8.8.8.8", "2001:db8::1",
        "4111 1111 1111 1111", "11010119900307002X", "+8613800138000", "2088102116773037", "a%40b.cn",
        "cGhvbmU9MTM4MDAxMzgwMDAmbmFtZT1h",
    ]) func `the quick look sees a form wherever it stands`(form: String) {
        var generator = Seeded(state: 11)
        for before in 0..<150 {
            // Words that are nobody's, of any length, and a border.
            let filler = (0..<before).map { _ in Array("klmn_z,".utf8).randomElement(using: &generator) ?? 0 }
            for border in [" ", "=", "/", ",", ""] where !border.isEmpty || before == 0 {
                for behind in ["", " z", ",zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"] {
                    let text = filler + Array(border.utf8) + Array(form.utf8) + Array(behind.utf8)
                    #expect(text.withUnsafeBytes { EvidenceMask.hasForm($0) }, "\(String(decoding: text, as: UTF8.self))")
                }
            }
        }
        let words =
            "timeout of the gateway, 3 retries; mall_0000012f7c, 2026-11-02 10:00, ck_5f9bebfc4667 and 5e59303b2ecd72e03b7acae56409dd2c"
        for end in 0...words.utf8.count {
            let part = Array(words.utf8.prefix(end))
            #expect(!part.withUnsafeBytes { EvidenceMask.hasForm($0) })
        }
    }

    @Test func `rows are masked by key, and rows without anything personal pass as they are`() {
        func packed(_ pairs: [(AttributeKey, String)]) -> [UInt8] {
            var bytes: [UInt8] = []
            for (key, value) in pairs { AttributeWriter.append(key, value, to: &bytes) }
            return bytes
        }
        var mask = EvidenceMask(MaskerTests.masker)
        let row = Evidence(
            event: .handlerFailed, at: Instant(microseconds: 0), resolution: .second, witness: .serverApp, source: 0, line: 1, offset: 0,
            identity: 1)
        func apply(_ pairs: [(AttributeKey, String)]) -> [(AttributeKey, String)] {
            var batch = EvidenceBatch()
            for bytes in [packed([(.note, "before")]), packed(pairs), packed([(.note, "behind")])] {
                bytes.withUnsafeBytes { batch.append(row, attributes: $0) }
            }
            mask.apply(&batch)
            #expect(batch.withAttributes(of: batch.rows[0]) { $0[.note]?.text } == "before")
            #expect(batch.withAttributes(of: batch.rows[2]) { $0[.note]?.text } == "behind")
            if String(decoding: batch.arena, as: UTF8.self).contains("~") {
                #expect(!String(decoding: batch.arena, as: UTF8.self).contains("=42"))
            }
            return batch.withAttributes(of: batch.rows[1]) { $0.map { ($0.key, $0.value.text) } }
        }
        let plain: [(AttributeKey, String)] = [(.orderNumber, "13800138000"), (.device, "ios-1527cc8a68"), (.error, "timeout after 5 s")]
        #expect(apply(plain).elementsEqual(plain) { $0 == $1 })
        let masked = apply([
            (.orderNumber, "13800138000"), (.error, "user_id=42 failed"), (.device, "13800138000"), (.path, "/users/42/pay"),
        ])
        #expect(masked[0] == (.orderNumber, "13800138000"))
        #expect(masked[1].1.hasPrefix("user_id=user_id~") && masked[1].1.hasSuffix(" failed"))
        #expect(masked[2].1.hasPrefix("phone~"))
        #expect(masked[3].1.hasPrefix("/users/user_id~") && masked[3].1.hasSuffix("/pay"))
    }
}
