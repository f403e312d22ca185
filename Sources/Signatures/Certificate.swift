import COpenSSL

/// One X.509 certificate; freed with its last reference.
final class Certificate: @unchecked Sendable {
    // A parsed certificate is only read, which libcrypto allows from any thread.
    let handle: OpaquePointer

    /// Reads DER; nil when the bytes are no certificate, or something stands behind it.
    init?(der: [UInt8]) {
        let parsed: OpaquePointer? = der.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return nil }
            var cursor: UnsafePointer<UInt8>? = base
            guard let found = d2i_X509(nil, &cursor, CLong(bytes.count)) else { return nil }
            guard cursor == base + bytes.count else {
                X509_free(found)
                return nil
            }
            return found
        }
        guard let parsed else {
            ERR_clear_error()
            return nil
        }
        handle = parsed
    }

    deinit { X509_free(handle) }

    /// Whether it carries the extension with this object identifier.
    func has(_ identifier: String) -> Bool {
        guard let object = OBJ_txt2obj(identifier, 1) else { return false }
        defer { ASN1_OBJECT_free(object) }
        return X509_get_ext_by_OBJ(handle, object, -1) >= 0
    }

    /// SHA-256 of the whole certificate.
    var fingerprint: [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 32
        let isDone = digest.withUnsafeMutableBufferPointer { X509_digest(handle, EVP_sha256(), $0.baseAddress, &length) }
        return isDone == 1 && length == 32 ? digest : []
    }
}

/// The key of a certificate that a root vouches for.
final class PublicKey: @unchecked Sendable {
    // Only read after its making, as above.
    private let handle: OpaquePointer

    /// Takes a certificate's key.
    init?(of certificate: Certificate) {
        guard let key = X509_get_pubkey(certificate.handle) else { return nil }
        handle = key
    }

    deinit { EVP_PKEY_free(handle) }

    /// Whether `signature` (R and S, 32 bytes each) is this P-256 key's over the SHA-256 of `signed`.
    func signs(_ signed: UnsafeRawBufferPointer, _ signature: [UInt8]) -> Bool {
        guard signature.count == 64, EVP_PKEY_get_bits(handle) == 256, let encoded = PublicKey.encoded(signature),
            let context = EVP_MD_CTX_new()
        else { return false }
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        guard EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, handle) == 1 else { return false }
        let result = encoded.withUnsafeBufferPointer { signature in
            EVP_DigestVerify(
                context, signature.baseAddress, signature.count, signed.baseAddress?.assumingMemoryBound(to: UInt8.self), signed.count)
        }
        return result == 1
    }

    /// R and S as the sequence that libcrypto verifies.
    private static func encoded(_ signature: [UInt8]) -> [UInt8]? {
        signature.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress, let r = BN_bin2bn(base, 32, nil) else { return nil }
            guard let s = BN_bin2bn(base + 32, 32, nil), let pair = ECDSA_SIG_new() else {
                BN_free(r)
                return nil
            }
            defer { ECDSA_SIG_free(pair) }
            // The pair owns both numbers from here on.
            guard ECDSA_SIG_set0(pair, r, s) == 1 else { return nil }
            var out: UnsafeMutablePointer<UInt8>?
            let length = i2d_ECDSA_SIG(pair, &out)
            guard length > 0, let out else { return nil }
            defer { CRYPTO_free(out, #file, 0) }
            return Array(UnsafeBufferPointer(start: out, count: Int(length)))
        }
    }
}
