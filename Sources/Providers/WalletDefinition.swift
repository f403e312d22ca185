import Domain

/// How a provider's wallet is opened, as URL interceptors see it (facts.md §1.5, §2.4).
public struct WalletDefinition: Sendable {
    /// An https host that hands over to the wallet.
    public struct Host: Sendable {
        /// The host, lower case.
        public let host: StaticString
        /// Words of which the path must hold one, lower case; empty when every path of the host is a launch.
        public let pathWords: [StaticString]

        /// Makes a host entry.
        public init(_ host: StaticString, pathWords: [StaticString] = []) {
            (self.host, self.pathWords) = (host, pathWords)
        }
    }

    /// URL schemes of the wallet, lower case, without `:`.
    public let schemes: [StaticString]
    /// https hosts that open it.
    public let launchHosts: [Host]
    /// https hosts of its cashier pages: they are checkout pages, not launches.
    public let checkoutHosts: [StaticString]

    /// Makes a wallet.
    public init(schemes: [StaticString], launchHosts: [Host] = [], checkoutHosts: [StaticString] = []) {
        (self.schemes, self.launchHosts, self.checkoutHosts) = (schemes, launchHosts, checkoutHosts)
    }

    /// A provider without a wallet of its own.
    public static let none = WalletDefinition(schemes: [])

    /// Whether a scheme opens the wallet; letters may be of either case.
    public func owns(scheme: UnsafeRawBufferPointer) -> Bool {
        for known in schemes where equalsIgnoringCase(scheme, known) { return true }
        return false
    }

    /// Whether an https URL of this host and path hands over to the wallet.
    public func launches(host: UnsafeRawBufferPointer, path: UnsafeRawBufferPointer) -> Bool {
        for known in launchHosts where equalsIgnoringCase(host, known.host) {
            if known.pathWords.isEmpty { return true }
            for word in known.pathWords where containsIgnoringCase(path, word) { return true }
        }
        return false
    }

    /// Whether a host serves the provider's cashier pages.
    public func isCheckout(host: UnsafeRawBufferPointer) -> Bool {
        for known in checkoutHosts where equalsIgnoringCase(host, known) { return true }
        return false
    }

    /// Whether a scheme opens the wallet of any provider.
    public static func anyOwns(scheme: UnsafeRawBufferPointer) -> Bool {
        for known in allSchemes where equalsIgnoringCase(scheme, known) { return true }
        return false
    }

    /// Whether an https URL of this host and path hands over to the wallet of any provider.
    public static func anyLaunches(host: UnsafeRawBufferPointer, path: UnsafeRawBufferPointer) -> Bool {
        guard allLaunchHosts.contains(where: { equalsIgnoringCase(host, $0) }) else { return false }
        return ProviderDefinition.all.contains { $0.wallet.launches(host: host, path: path) }
    }

    /// Whether a host serves the cashier pages of any provider.
    public static func anyIsCheckout(host: UnsafeRawBufferPointer) -> Bool {
        for known in allCheckoutHosts where equalsIgnoringCase(host, known) { return true }
        return false
    }

    // Gathered once: walking over the providers would count references for every line.
    private static let allSchemes: [StaticString] = ProviderDefinition.all.flatMap(\.wallet.schemes)
    private static let allLaunchHosts: [StaticString] = ProviderDefinition.all.flatMap { $0.wallet.launchHosts.map(\.host) }
    private static let allCheckoutHosts: [StaticString] = ProviderDefinition.all.flatMap(\.wallet.checkoutHosts)

    /// The same for text.
    public static func anyOwns(scheme: String) -> Bool {
        var scheme = scheme
        return scheme.withUTF8 { anyOwns(scheme: UnsafeRawBufferPointer($0)) }
    }
}

/// Equal but for the case of ASCII letters; `known` is lower case.
@inlinable func equalsIgnoringCase(_ text: UnsafeRawBufferPointer, _ known: StaticString) -> Bool {
    guard text.count == known.utf8CodeUnitCount else { return false }
    for i in 0..<text.count where lowered(text[i]) != known.utf8Start[i] { return false }
    return true
}

/// Whether `word` (lower case) stands somewhere in `text`.
@inlinable func containsIgnoringCase(_ text: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard length <= text.count else { return false }
    for start in 0...(text.count - length) {
        var i = 0
        while i < length, lowered(text[start &+ i]) == word.utf8Start[i] { i &+= 1 }
        if i == length { return true }
    }
    return false
}

/// An ASCII letter in lower case; other bytes as they are.
@inlinable func lowered(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
