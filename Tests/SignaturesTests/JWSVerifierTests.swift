import Domain
import TestKit
import Testing

@testable import Signatures

@Suite struct JWSVerifierTests {
    static let root = decoded(SignedDocuments.root)
    /// Within every certificate's time but the short one's.
    static let signed = CivilTime(year: 2027, month: 1, day: 1).instant(offset: .zero)

    static func decoded(_ text: String) -> [UInt8] { Array(text.utf8).withUnsafeBytes { JWSParts.base64($0) ?? [] } }

    static func check(_ jws: [UInt8], root: [UInt8] = root, at moment: Instant = signed) -> SignatureResult {
        let verifier = JWSVerifier(root: root)
        let first = jws.withUnsafeBytes { verifier.check($0, at: moment) }
        // The second time the chain is a known one.
        let again = jws.withUnsafeBytes { verifier.check($0, at: moment) }
        #expect(first == again)
        return first
    }

    @Test(
        arguments: [
            ("good", SignedDocuments.good, .valid), ("without its root", SignedDocuments.withoutRoot, .valid),
            ("changed payload", SignedDocuments.changedPayload, .invalid(.wrongSignature)),
            ("changed signature", SignedDocuments.changedSignature, .invalid(.wrongSignature)),
            ("short signature", SignedDocuments.shortSignature, .invalid(.wrongSignature)),
            ("another key", SignedDocuments.otherKey, .invalid(.wrongSignature)),
            ("no App Store mark", SignedDocuments.withoutMark, .invalid(.wrongPurpose)),
            ("leaf alone", SignedDocuments.leafAlone, .invalid(.untrustedRoot)),
            ("intermediate first", SignedDocuments.otherOrder, .invalid(.wrongPurpose)),
            ("short lived", SignedDocuments.shortLived, .invalid(.outOfDate)),
            ("issuer is no authority", SignedDocuments.issuerIsNoAuthority, .invalid(.brokenChain)),
            ("larger key", SignedDocuments.largerKey, .invalid(.wrongSignature)),
            ("alg none", SignedDocuments.noAlgorithm, .invalid(.wrongAlgorithm)),
            ("no certificates", SignedDocuments.noCertificates, .unchecked(.noCertificates)),
            ("cut certificates", SignedDocuments.cutCertificates, .unchecked(.unreadableCertificates)),
            ("masked certificates", SignedDocuments.noBase64, .unchecked(.unreadableCertificates)),
            ("no JWS", "eyJhbGciOiJFUzI1NiJ9", .unchecked(.malformed)), ("nothing", "", .unchecked(.malformed)),
            ("dots", "..", .unchecked(.malformed)), ("four parts", "a.b.c.d", .unchecked(.malformed)),
        ] as [(String, String, SignatureResult)]) func finds(name: String, jws: String, expected: SignatureResult)
    {
        #expect(Self.check(Array(jws.utf8)) == expected, "\(name)")
    }

    @Test func trustsNoOtherRoot() {
        #expect(Self.check(Array(SignedDocuments.good.utf8), root: Self.decoded(SignedDocuments.otherRoot)) == .invalid(.untrustedRoot))
        #expect(Self.check(Array(SignedDocuments.good.utf8), root: AppleRoot.der) == .invalid(.untrustedRoot))
        #expect(Self.check(Array(SignedDocuments.good.utf8), root: [1, 2, 3]) == .invalid(.untrustedRoot))
    }

    @Test func looksAtTheTimeOfSigning() {
        let verifier = JWSVerifier(root: Self.root)
        func check(_ year: Int, _ month: Int, _ day: Int) -> SignatureResult {
            let moment = CivilTime(year: year, month: month, day: day).instant(offset: .zero)
            return Array(SignedDocuments.shortLived.utf8).withUnsafeBytes { verifier.check($0, at: moment) }
        }
        #expect(check(2026, 12, 10) == .valid)
        #expect(check(2026, 10, 1) == .invalid(.outOfDate))
        #expect(check(2027, 6, 1) == .invalid(.outOfDate))
        #expect(check(2026, 12, 11) == .valid)
    }

    @Test func holdsApplesOwnRoot() throws {
        let root = try #require(Certificate(der: AppleRoot.der))
        let hexadecimal = root.fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
    }

    @Test func survivesBeingCutAnywhere() {
        let bytes = Array(SignedDocuments.good.utf8)
        for end in stride(from: 0, to: bytes.count, by: 3) { #expect(Self.check(Array(bytes[..<end])) != .valid) }
    }

    @Test func acceptsNoChangedByte() {
        let verifier = JWSVerifier(root: Self.root)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        let bytes = Array(SignedDocuments.good.utf8)
        for _ in 0..<400 {
            var copy = bytes
            let place = random(copy.count)
            copy[place] = UInt8(truncatingIfNeeded: random(256))
            let result = copy.withUnsafeBytes { verifier.check($0, at: Self.signed) }
            // The last character of a part has spare bits, `-` and `+` are one letter: the same document written otherwise.
            if result == .valid { #expect(JWSVerifierTests.means(copy) == JWSVerifierTests.means(bytes)) }
        }
    }

    private static func means(_ jws: [UInt8]) -> [[UInt8]] {
        jws.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { part in
            Array(part).withUnsafeBytes { JWSParts.base64($0) ?? [] }
        }
    }
}
