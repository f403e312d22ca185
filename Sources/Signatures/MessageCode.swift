import COpenSSL

/// Keyed hashes of messages, as chat services ask for them.
public enum MessageCode {
    /// HMAC-SHA256 of a message (RFC 2104).
    public static func hmacSHA256(key: [UInt8], message: [UInt8]) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: 32)
        var length: UInt32 = 0
        // An empty array has no address, and OpenSSL takes a null key for the one before.
        let (keyBytes, messageBytes) = (key + [0], message + [0])
        HMAC(EVP_sha256(), keyBytes, Int32(clamping: key.count), messageBytes, message.count, &out, &length)
        return out
    }

    /// Base64 with padding (RFC 4648 §4).
    public static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let chunk = bytes[start..<min(start + 3, bytes.count)]
            var group = chunk.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            group <<= 8 * UInt32(3 - chunk.count)
            for place in 0..<4 {
                out.append(place <= chunk.count ? alphabet[Int(group >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
