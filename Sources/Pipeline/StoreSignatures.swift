import Domain
import Recognition
import Signatures

/// The check of App Store signatures as recognition wants it: recognition itself knows no cryptography.
struct StoreSignatures: SignatureChecker {
    /// One for the whole program: chains that were checked once are known to every run. Nothing is loaded before the first document.
    static let shared = StoreSignatures(JWSVerifier())

    private let verifier: JWSVerifier

    init(_ verifier: JWSVerifier) { self.verifier = verifier }

    func check(_ jws: UnsafeRawBufferPointer, at moment: Instant) -> SignatureCheck {
        switch verifier.check(jws, at: moment) {
        case .valid: .valid
        case .invalid(let fault): .invalid(fault.rawValue)
        case .unchecked(let fault): .unchecked(fault.rawValue)
        }
    }
}
