import Decoding
import Domain
import Providers

/// Names of URL parameters that hold what no log should: access tokens, keys, coupon secrets (vocabulary §6, rank 33).
///
/// The wallet's own one-time values and signatures are none, and PayPal's `token` names a checkout.
enum Secrets {
    /// The name of the first secret in a URL's query, or nil.
    static func name(in url: Bytes) -> Bytes? {
        let target = URLTarget(url)
        guard target.query.count > 3 || target.fragment.count > 3 else { return nil }
        // Hardly any URL has such a name: whose URL it is matters only then.
        guard let name = name(inQuery: target.query) ?? name(inQuery: target.fragment) else { return nil }
        if WalletDefinition.anyOwns(scheme: Reading.scheme(of: url)) { return nil }
        if let parts = URLParts(url) {
            if WalletDefinition.anyIsCheckout(host: parts.host) || WalletDefinition.anyLaunches(host: parts.host, path: parts.path) {
                return nil
            }
            if parts.host.ends("alipay.com") || parts.host.ends("alipaydev.com") || parts.host.ends("tenpay.com") { return nil }
        }
        return name
    }

    private static func name(inQuery query: Bytes) -> Bytes? {
        var pairs = QueryPairs(query)
        while let pair = pairs.next() {
            guard pair.value.count >= 4, pair.key.count >= 3, pair.key.count < 32,
                lengths[Int(pair.key[0].lowered)] & (1 &<< UInt32(pair.key.count)) != 0
            else { continue }
            for known in names where pair.key.equalsAnyCase(known) { return pair.key }
            guard pair.value.count >= 16 else { continue }
            for known in longNames where pair.key.equalsAnyCase(known) {
                if query.holds("PayerID=") || query.holds("paymentId=") { break }
                return pair.key
            }
        }
        return nil
    }

    /// How long the names are that begin with a letter, one bit a length: hardly any other key has such a length.
    private static let lengths: [UInt32] = {
        var lengths = [UInt32](repeating: 0, count: 256)
        for name in names + longNames { lengths[Int(name.utf8Start[0])] |= 1 &<< UInt32(name.utf8CodeUnitCount) }
        return lengths
    }()

    private static let names: [StaticString] = [
        "access_token", "accesstoken", "access-token", "refresh_token", "refreshtoken", "api_key", "apikey", "api-key", "x-api-key",
        "app_key", "appkey", "secret_key", "secretkey", "client_secret", "clientsecret", "app_secret", "appsecret", "secret",
        "private_key", "privatekey", "password", "passwd", "pwd", "coupon_secret", "couponsecret", "coupon_key", "couponkey",
        "coupon_token", "coupontoken", "auth_token", "authtoken", "user_token", "usertoken", "login_token", "logintoken", "id_token",
        "session_token", "sessiontoken", "jwt", "bearer", "authorization", "key",
    ]
    /// Names that are secrets only when their value is long enough to be one.
    private static let longNames: [StaticString] = ["token", "auth"]
}
