import Configuration
import Domain
import Recognition
import TestKit
import Testing

@testable import Pipeline

/// Recognition is given Apple's root, and nothing else vouches.
@Suite struct StoreSignatureTests {
    static let settings = RecognitionSettings(Settings(), reference: Instant(microseconds: 1_798_761_600_000_000))

    static func check(_ document: String) -> SignatureCheck? {
        Array(document.utf8).withUnsafeBytes { settings.signatures?.check($0, at: settings.reference) }
    }

    @Test(
        arguments: [
            (SignedDocuments.good, .invalid("untrusted_root")), (SignedDocuments.noAlgorithm, .invalid("wrong_algorithm")),
            (SignedDocuments.noCertificates, .unchecked("no_certificates")),
            (SignedDocuments.cutCertificates, .unchecked("unreadable_certificates")),
        ] as [(String, SignatureCheck)]) func trustsApplesRootOnly(document: String, expected: SignatureCheck)
    {
        #expect(Self.check(document) == expected)
    }
}
