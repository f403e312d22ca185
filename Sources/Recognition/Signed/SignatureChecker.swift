import Domain

/// What an offline check of a signed document found. A fact, no error.
public enum SignatureCheck: Hashable, Sendable {
    /// A certificate that a trusted root vouches for signed it.
    case valid
    /// It was not: the document proves nothing. The word says why.
    case invalid(String)
    /// Nothing stands there to check it with. The word says why.
    case unchecked(String)
}

/// Checks signed App Store documents; made and injected from outside, because this room knows no cryptography.
public protocol SignatureChecker: Sendable {
    /// Checks one compact JWS.
    ///
    /// - Parameters:
    ///   - jws: `header.payload.signature`, as it stands in the record.
    ///   - moment: when it was signed, as the document says.
    func check(_ jws: UnsafeRawBufferPointer, at moment: Instant) -> SignatureCheck
}
