/// What an offline check of a signed document found. A fact like any other: it never throws and never traps, whatever the bytes.
public enum SignatureResult: Hashable, Sendable {
    /// The signature is the one of a certificate that a trusted root vouches for.
    case valid
    /// It is not: never a proof.
    case invalid(SignatureFault)
    /// There is nothing to check it with: no certificates, or what stands there is none (a log that cut or masked them).
    case unchecked(SignatureFault)
}

/// Why a signature is not valid, or could not be checked. The raw value is the word of evidence.
public enum SignatureFault: String, Sendable, CaseIterable {
    /// Not `header.payload.signature`, or a header that cannot be read.
    case malformed
    /// Not ES256: `none` and shared secrets prove nothing about who signed.
    case wrongAlgorithm = "wrong_algorithm"
    /// The header has no `x5c`.
    case noCertificates = "no_certificates"
    /// What stands in `x5c` is no certificate.
    case unreadableCertificates = "unreadable_certificates"
    /// The chain ends at another root.
    case untrustedRoot = "untrusted_root"
    /// A certificate is not signed by the one behind it, or must not sign others.
    case brokenChain = "broken_chain"
    /// A certificate was not valid at the time of signing.
    case outOfDate = "out_of_date"
    /// The chain is Apple's, but not that of App Store documents.
    case wrongPurpose = "wrong_purpose"
    /// The document is not what was signed, or another key signed it.
    case wrongSignature = "wrong_signature"
}
