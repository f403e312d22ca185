import COpenSSL
import Domain
import Synchronization

/// Checks signed App Store documents offline: the chain in `x5c` up to Apple's root, its purpose, and the ES256 signature
/// (facts.md §3.4). No network, so no revocation lists.
///
/// Safe from any thread. A chain is checked once and its key kept: all documents of a time share one.
public final class JWSVerifier: Sendable {
    /// Chains kept; beyond them all are forgotten and checked again.
    private static let chainBound = 64
    /// Bytes of a chain that is kept; Apple's takes 2,500, a longer one is checked every time.
    private static let keptLength = 16 << 10

    private struct Known {
        var key: PublicKey?
        var fault: SignatureFault?
        /// The day it was checked for: certificates run out.
        var day: Int64
    }

    private let root: [UInt8]
    private let chains = Mutex<[[[UInt8]]: Known]>([:])

    /// Trusts Apple's root.
    public convenience init() { self.init(root: AppleRoot.der) }

    /// Trusts another root.
    ///
    /// - Parameter root: the certificate as DER.
    public init(root: [UInt8]) { self.root = root }

    /// Checks one compact JWS.
    ///
    /// - Parameters:
    ///   - jws: `header.payload.signature`.
    ///   - moment: when it was signed, as the document says; the certificates must have been valid then.
    public func check(_ jws: UnsafeRawBufferPointer, at moment: Instant) -> SignatureResult {
        guard let parts = JWSParts(jws) else { return .unchecked(.malformed) }
        guard parts.algorithm.elementsEqual("ES256".utf8) else { return .invalid(.wrongAlgorithm) }
        guard !parts.certificates.isEmpty else { return .unchecked(.noCertificates) }
        let encoded = parts.certificates.compactMap { $0 }
        guard encoded.count == parts.certificates.count else { return .unchecked(.unreadableCertificates) }
        let known = chain(encoded, at: moment)
        if known.fault == .unreadableCertificates { return .unchecked(.unreadableCertificates) }
        if let fault = known.fault { return .invalid(fault) }
        guard let key = known.key, key.signs(parts.signed, parts.signature) else { return .invalid(.wrongSignature) }
        return .valid
    }

    private func chain(_ encoded: [[UInt8]], at moment: Instant) -> Known {
        let day = moment.microseconds / TimeSpan.days(1).microseconds
        if let known = chains.withLock({ $0[encoded] }), known.day == day { return known }
        let found = read(encoded, at: moment, day: day)
        guard encoded.reduce(0, { $0 + $1.count }) <= JWSVerifier.keptLength else { return found }
        chains.withLock { chains in
            if chains.count >= JWSVerifier.chainBound { chains.removeAll(keepingCapacity: true) }
            chains[encoded] = found
        }
        return found
    }

    private func read(_ encoded: [[UInt8]], at moment: Instant, day: Int64) -> Known {
        let certificates = encoded.compactMap { Certificate(der: $0) }
        guard certificates.count == encoded.count, let leaf = certificates.first else {
            return Known(key: nil, fault: .unreadableCertificates, day: day)
        }
        if let fault = CertificateChain.fault(leaf: leaf, others: Array(certificates.dropFirst()), root: root, at: moment) {
            return Known(key: nil, fault: fault, day: day)
        }
        guard certificates.count >= 2, leaf.has(AppleRoot.leafMark), certificates[1].has(AppleRoot.intermediateMark),
            let key = PublicKey(of: leaf)
        else { return Known(key: nil, fault: .wrongPurpose, day: day) }
        return Known(key: key, fault: nil, day: day)
    }
}

/// The way from a certificate to the trusted root.
enum CertificateChain {
    /// What is wrong with a chain at a moment; nil when the root vouches for the leaf.
    static func fault(leaf: Certificate, others: [Certificate], root: [UInt8], at moment: Instant) -> SignatureFault? {
        guard let trusted = Certificate(der: root), let store = X509_STORE_new() else { return .untrustedRoot }
        defer {
            X509_STORE_free(store)
            ERR_clear_error()
        }
        guard X509_STORE_add_cert(store, trusted.handle) == 1, let between = paychain_certificates() else { return .untrustedRoot }
        defer { paychain_free(between) }
        for certificate in others where paychain_push(between, certificate.handle) == 0 { return .brokenChain }
        guard let context = X509_STORE_CTX_new() else { return .brokenChain }
        defer { X509_STORE_CTX_free(context) }
        guard X509_STORE_CTX_init(context, store, leaf.handle, between) == 1 else { return .brokenChain }
        X509_STORE_CTX_set_time(context, 0, Int(moment.microseconds / 1_000_000))
        if X509_verify_cert(context) == 1 { return nil }
        switch X509_STORE_CTX_get_error(context) {
        case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED: return .outOfDate
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: return .untrustedRoot
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            return .untrustedRoot
        default: return .brokenChain
        }
    }
}
