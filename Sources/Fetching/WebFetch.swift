import CCurl
import Domain

/// One answer of a web server.
public struct WebAnswer: Sendable {
    /// The URL that was asked.
    public var url: String
    /// HTTP status.
    public var status: Int
    /// Where it redirects to, absolute; nil when it does not.
    public var location: String?
    /// `Content-Type`, as sent.
    public var contentType: String?
    /// `Content-Encoding`, as sent.
    public var contentEncoding: String?
    /// The body, decompressed, at most as many bytes as were asked for.
    public var body: [UInt8]
    /// There was more of the body.
    public var isCut: Bool
    /// `Retry-After`, as sent.
    public var retryAfter: String?
}

/// Why there is no answer.
public struct WebFailure: Error, Sendable {
    /// What kind of failure it is.
    public enum Kind: Sendable {
        /// No libcurl is installed.
        case noLibrary
        /// The server's certificate is not trusted.
        case certificate
        /// It took too long.
        case slow
        /// Name lookup, connection, protocol.
        case unreachable
    }

    /// What kind.
    public var kind: Kind
    /// libcurl's own words.
    public var reason: String
}

/// Asks web servers, through libcurl. Only what a user asked for by naming a URL comes here: no analysis ever does.
public enum WebFetch {
    /// Asks for one URL, without following redirects.
    ///
    /// - Parameters:
    ///   - url: an http or https URL.
    ///   - maximum: bytes of the body to keep; what is beyond is not read.
    ///   - time: how long it may take, all in all.
    ///   - agent: the `User-Agent`.
    public static func get(_ url: String, maximum: Int, time: TimeSpan, agent: String) throws(WebFailure) -> WebAnswer {
        try perform(url, maximum: maximum, time: time, agent: agent, headers: [], body: nil)
    }

    /// Sends a body to one URL, without following redirects.
    ///
    /// - Parameters:
    ///   - url: an http or https URL; it never stands in a failure.
    ///   - headers: `Name: value` lines.
    ///   - body: what is sent.
    ///   - maximum: bytes of the answer's body to keep.
    ///   - time: how long it may take, all in all.
    ///   - agent: the `User-Agent`.
    public static func post(
        _ url: String, headers: [String], body: [UInt8], maximum: Int, time: TimeSpan, agent: String
    ) throws(WebFailure) -> WebAnswer {
        // A server that thinks about `100-continue` would cost a second.
        try perform(url, maximum: maximum, time: time, agent: agent, headers: headers + ["Expect:"], body: body)
    }

    private static func perform(
        _ url: String, maximum: Int, time: TimeSpan, agent: String, headers: [String], body: [UInt8]?
    ) throws(WebFailure) -> WebAnswer {
        guard let curl = CurlLibrary.shared, let handle = curl.make() else {
            throw WebFailure(kind: .noLibrary, reason: "libcurl is not installed")
        }
        defer { curl.cleanUp(handle) }
        let sink = Sink(maximum: maximum)
        let receiver = Unmanaged.passUnretained(sink).toOpaque()
        let milliseconds = Int(clamping: max(1, time.microseconds / 1_000))
        var code = paychain_curl_web_only(curl.set, handle)
        func set(_ option: CURLoption, _ value: Int) {
            if code == CURLE_OK { code = paychain_curl_set_long(curl.set, handle, option, value) }
        }
        func set(_ option: CURLoption, _ value: String) {
            if code == CURLE_OK { code = value.withCString { paychain_curl_set_pointer(curl.set, handle, option, $0) } }
        }
        set(CURLOPT_URL, url)
        set(CURLOPT_USERAGENT, agent)
        // Every encoding that this libcurl knows: the size that counts is the decompressed one.
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, min(milliseconds, 10_000))
        set(CURLOPT_TIMEOUT_MS, milliseconds)
        var list: UnsafeMutableRawPointer?
        for line in headers { list = line.withCString { paychain_curl_append(curl.append, list, $0) } ?? list }
        defer { paychain_curl_free_list(curl.freeList, list) }
        if list != nil, code == CURLE_OK { code = paychain_curl_set_pointer(curl.set, handle, CURLOPT_HTTPHEADER, list) }
        if let body, code == CURLE_OK {
            code = body.withUnsafeBytes { paychain_curl_set_body(curl.set, handle, $0.baseAddress, $0.count) }
        }
        guard code == CURLE_OK else { throw failure(code, curl) }
        _ = paychain_curl_set_writer(curl.set, handle, CURLOPT_WRITEFUNCTION, Sink.body)
        _ = paychain_curl_set_pointer(curl.set, handle, CURLOPT_WRITEDATA, receiver)
        _ = paychain_curl_set_writer(curl.set, handle, CURLOPT_HEADERFUNCTION, Sink.header)
        _ = paychain_curl_set_pointer(curl.set, handle, CURLOPT_HEADERDATA, receiver)
        let result = withExtendedLifetime(sink) { curl.perform(handle) }
        // A body cut by us ends as a write error: that is no failure.
        guard result == CURLE_OK || sink.isCut else { throw failure(result, curl) }
        var status = 0
        _ = paychain_curl_get_long(curl.get, handle, CURLINFO_RESPONSE_CODE, &status)
        return WebAnswer(
            url: url, status: status, location: text(CURLINFO_REDIRECT_URL, handle, curl),
            contentType: text(CURLINFO_CONTENT_TYPE, handle, curl), contentEncoding: sink.contentEncoding, body: sink.bytes,
            isCut: sink.isCut, retryAfter: sink.retryAfter)
    }

    private static func text(_ info: CURLINFO, _ handle: UnsafeMutableRawPointer, _ curl: CurlLibrary) -> String? {
        var value: UnsafePointer<CChar>?
        guard paychain_curl_get_text(curl.get, handle, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    private static func failure(_ code: CURLcode, _ curl: CurlLibrary) -> WebFailure {
        let kind: WebFailure.Kind =
            switch code {
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR: .certificate
            case CURLE_OPERATION_TIMEDOUT: .slow
            default: .unreachable
            }
        return WebFailure(kind: kind, reason: curl.text(code).map { String(cString: $0) } ?? "error \(code.rawValue)")
    }
}

/// Takes what libcurl receives, up to a bound.
private final class Sink {
    var bytes: [UInt8] = []
    var isCut = false
    var contentEncoding: String?
    var retryAfter: String?
    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    /// Takes a piece of the body; a shorter count than given ends the transfer.
    static let body: curl_write_callback = { data, size, count, target in
        guard let data, let target else { return 0 }
        let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard !overflow else { return 0 }
        let room = sink.maximum - sink.bytes.count
        sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: data, count: min(length, room)))
        guard length <= room else {
            sink.isCut = true
            return 0
        }
        return length
    }

    /// Looks at one header line.
    static let header: curl_write_callback = { data, size, count, target in
        let (length, overflow) = size.multipliedReportingOverflow(by: count)
        guard let data, let target, !overflow else { return 0 }
        let sink = Unmanaged<Sink>.fromOpaque(target).takeUnretainedValue()
        let line = String(decoding: UnsafeRawBufferPointer(start: data, count: min(length, 1_024)), as: UTF8.self)
        if line.lowercased().hasPrefix("content-encoding:") {
            let value = line.dropFirst("content-encoding:".count).filter { !$0.isWhitespace }
            sink.contentEncoding = value.isEmpty ? nil : value
        }
        if line.lowercased().hasPrefix("retry-after:") {
            sink.retryAfter = String(
                line.dropFirst("retry-after:".count).filter { $0 != "\r" && $0 != "\n" && $0 != "\r\n" }.drop { $0 == " " })
        }
        return length
    }
}
