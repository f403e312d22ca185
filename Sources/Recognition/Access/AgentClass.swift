import Decoding
import Domain

/// Who sent a request, by its user agent (facts.md §1.1, §2.1, §6; vocabulary §7).
enum AgentClass {
    /// Alipay and WeChat (`Mozilla/4.0`), Apple (`App Store/1.0`), Stripe, PayPal.
    case provider
    /// A browser.
    case browser
    /// curl, wget, Postman, ApiPost, python-requests.
    case tool
    /// A vulnerability scanner or crawler.
    case scanner
    /// An app's own network code, a relay, nothing.
    case other

    /// The word of the attribute.
    var word: StaticString {
        switch self {
        case .provider: "provider"
        case .browser: "browser"
        case .tool: "tool"
        case .scanner: "scanner"
        case .other: "other"
        }
    }

    /// A developer's tool or a scanner: never the sender of a notify.
    var isTool: Bool { self == .tool || self == .scanner }

    /// The class of a user agent.
    static func of(_ agent: Bytes) -> AgentClass {
        if agent.count == 0 || agent.equals("-") { return .other }
        if agent.equals("Mozilla/4.0") || agent.has("App Store/") || agent.has("Stripe/") || agent.has("PayPal/") { return .provider }
        for word in tools where agent.holdsAnyCase(word) { return .tool }
        for word in scanners where agent.holdsAnyCase(word) { return .scanner }
        return agent.has("Mozilla/") || agent.has("Opera/") ? .browser : .other
    }

    private static let tools: [StaticString] = [
        "curl/", "wget/", "postman", "apipost", "apifox", "insomnia", "python-requests", "httpie", "python-urllib", "aiohttp", "jmeter",
        "paw/", "hey/", "apachebench", "k6/",
    ]
    private static let scanners: [StaticString] = [
        "zgrab", "masscan", "nmap", "nikto", "sqlmap", "nuclei", "censys", "shodan", "gobuster", "dirbuster", "wpscan", "acunetix",
        "netsparker", "qualys", "bot/", "spider", "crawler", "expanse", "scanner", "httpx", "go-http-scan",
    ]
}
