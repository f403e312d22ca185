import Domain

/// A request and its answer as some server or framework prints them in the text of a line: a method, a target and a status, in whatever
/// order and punctuation.
///
/// Known by their own default forms: morgan, Express, Koa, NestJS, Serilog, ASP.NET Core, Puma, Rails, uWSGI, uvicorn, Hypercorn, PHP-FPM,
/// PHP's own server, Undertow, reactor-netty, chi, Fiber, actix, IIS and CloudFront (W3C), AWS load balancers.
public enum RequestInWords {
    /// Bytes that are looked at.
    private static let reach = 4_096

    /// The request of a text that prints one with its answer; nil for anything else.
    public static func find(in whole: UnsafeRawBufferPointer) -> AccessRequest? {
        let text = whole.slice(0, min(whole.count, reach))
        guard let found = request(in: text), !text.has("Request starting") else { return nil }
        guard var access = answer(text, found) else { return nil }
        access.agent = agent(in: text)
        return access
    }

    /// Where method and target stand, of a request whose answer may be told elsewhere.
    public static func opened(in text: UnsafeRawBufferPointer) -> (method: UnsafeRawBufferPointer, target: UnsafeRawBufferPointer)? {
        request(in: text.slice(0, min(text.count, reach))).map { ($0.method, $0.target) }
    }

    /// Whether a line has the columns of W3C's extended form (IIS, CloudFront): stamps of those are UTC.
    static func isW3C(_ line: UnsafeRawBufferPointer) -> Bool {
        guard let found = request(in: line.slice(0, min(line.count, reach))) else { return false }
        return line.at(10) == 9 || isInternetInformation(line, found)
    }

    /// Whether a line is a request by the look of it: it prints one with its answer, or an object holds a method and a status.
    public static func isRequest(_ line: UnsafeRawBufferPointer) -> Bool {
        guard line.at(0) == UInt8(ascii: "{") else { return find(in: line) != nil }
        guard
            line.holdsText("\"GET\"") || line.holdsText("\"POST\"") || line.holdsText("\"HEAD\"") || line.holdsText("\"PUT\"")
                || line.holdsText("\"DELETE\"") || line.holdsText("\"OPTIONS\"")
        else { return line.holdsText("\"res\":{\"statusCode\":") }
        // A provider's document names methods for its links.
        guard !line.holdsText("\"rel\"") else { return false }
        return line.findAnyCase("status") != nil || line.holdsText("\"response_code\"") || line.holdsText("\"incoming request\"")
    }

    private struct Found {
        var method: Bytes
        var target: Bytes
        /// Where the method begins and the target ends.
        var start: Int
        var end: Int
        var isAbsolute: Bool
    }

    private static let methods: [StaticString] = ["POST", "GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"]

    private static func request(in text: Bytes) -> Found? {
        var best: Found?
        for method in methods {
            var from = 0
            while let at = text.find(method, from: from) {
                from = at &+ method.utf8CodeUnitCount
                guard best.map({ at < $0.start }) ?? true else { break }
                guard !isWord(text.at(at &- 1)) || isColour(text, at &- 1), let found = target(text, at, from) else { continue }
                best = found
                break
            }
        }
        return best
    }

    /// Whether the byte ends an escape code of a terminal: `ESC[0m`.
    private static func isColour(_ text: Bytes, _ end: Int) -> Bool {
        guard text.at(end) == UInt8(ascii: "m") else { return false }
        var i = end &- 1
        while i > 0, text[i].isDigit || text[i] == UInt8(ascii: ";") { i &-= 1 }
        return text.at(i) == UInt8(ascii: "[") && text.at(i &- 1) == 27
    }

    /// A word without the escape codes around it.
    private static func uncoloured(_ word: Bytes) -> Bytes {
        var word = word
        while word.at(0) == 27, let end = word.first(UInt8(ascii: "m")) { word = word.from(end &+ 1) }
        return word.first(27).map { word.slice(0, $0) } ?? word
    }

    private static func isWord(_ byte: UInt8) -> Bool { byte.isIdentifier || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") }

    /// The target behind a method: behind blanks, a bar or a quote, and behind a host name where that stands between.
    private static func target(_ text: Bytes, _ start: Int, _ methodEnd: Int) -> Found? {
        var i = methodEnd
        for _ in 0..<2 {
            let before = i
            while isSeparator(text.at(i)) || text.at(i) == UInt8(ascii: "\""), i < text.count { i &+= 1 }
            guard i > before else { return nil }
            var end = i
            while end < text.count, !isSeparator(text[end]), text[end] != UInt8(ascii: "\""), text[end] != UInt8(ascii: "'") { end &+= 1 }
            let word = text.slice(i, end)
            let method = text.slice(start, methodEnd)
            if word.at(0) == UInt8(ascii: "/") { return Found(method: method, target: word, start: start, end: end, isAbsolute: false) }
            if word.has("http://") || word.has("https://") {
                guard let slash = word.first(UInt8(ascii: "/"), from: word.has("https://") ? 8 : 7) else { return nil }
                return Found(method: method, target: word.from(slash), start: start, end: end, isAbsolute: true)
            }
            guard word.first(UInt8(ascii: ".")) != nil, word.first(UInt8(ascii: "/")) == nil else { return nil }
            i = end
        }
        return nil
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { byte.isBlank || byte == UInt8(ascii: "|") }

    /// Status, bytes and duration around a request.
    private static func answer(_ text: Bytes, _ found: Found) -> AccessRequest? {
        var access = AccessRequest(method: found.method, target: found.target, status: 0)
        let rest = text.from(found.end)
        if rest.has(" => generated ") {
            guard let at = rest.find("(HTTP/"), let blank = rest.first(32, from: at),
                let status = status(rest.slice(blank &+ 1, blank &+ 4))
            else { return nil }
            (access.status, access.bytes) = (status, rest.word(at: 14).integer ?? -1)
            if let milliseconds = rest.find(" bytes in ").flatMap({ rest.word(at: $0 &+ 10).integer }) {
                access.duration = milliseconds &* 1_000
            }
            return access
        }
        if text.has("Started "), let at = rest.find("\nCompleted ") {
            guard let status = status(rest.word(at: at &+ 11)) else { return nil }
            access.status = status
            return access
        }
        if found.isAbsolute {
            // A request to another host is ours only where a server says so: in the quotes of an access line, or ASP.NET's own words.
            if text.at(found.start &- 1) == UInt8(ascii: "\"") {
                if let status = loadBalancerStatus(text.slice(0, found.start &- 1)) {
                    access.status = status
                    return access
                }
            } else if !text.holdsText("Request finished") {
                return nil
            }
        }
        let columns = isInternetInformation(text, found) ? 4 : 0
        guard behind(rest, skipping: columns, &access) || ahead(text.slice(0, found.start), &access) else { return nil }
        return access
    }

    /// `… 0.001 0.021 0.000 502 502 812 157` in front of the request: the load balancer's own status comes first (AWS' documentation).
    private static func loadBalancerStatus(_ text: Bytes) -> Int? {
        var words: [Bytes] = []
        var end = text.count
        while words.count < 4 {
            while end > 0, text[end &- 1].isBlank { end &-= 1 }
            var start = end
            while start > 0, !text[start &- 1].isBlank { start &-= 1 }
            guard start < end else { return nil }
            words.append(text.slice(start, end))
            end = start
        }
        guard status(words[2]) != nil || words[2].equals("-"), words[0].integer != nil, words[1].integer != nil else { return nil }
        return status(words[3])
    }

    /// IIS writes query, port, user and client behind the path: an address stands in front of the method.
    private static func isInternetInformation(_ text: Bytes, _ found: Found) -> Bool {
        guard found.start >= 8, text.at(4) == UInt8(ascii: "-"), text.at(found.start &- 1) == 32 else { return false }
        var start = found.start &- 1
        while start > 0, !text[start &- 1].isBlank { start &-= 1 }
        let address = text.slice(start, found.start &- 1)
        return address.count >= 3 && address.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
            && address.first(UInt8(ascii: ".")) != nil
    }

    /// The status behind the target, then the bytes where they follow it, and a duration with its unit.
    private static func behind(_ rest: Bytes, skipping columns: Int, _ access: inout AccessRequest) -> Bool {
        var i = 0
        var seen = 0
        var isNext = false
        while i < rest.count, seen < 20 {
            while i < rest.count, isSeparator(rest[i]) || isQuote(rest[i]) || rest[i] == UInt8(ascii: ",") { i &+= 1 }
            let start = i
            while i < rest.count, !isSeparator(rest[i]), rest[i] != UInt8(ascii: ","), !isQuote(rest[i]) || rest.at(i &- 1) == 27 {
                i &+= 1
            }
            guard i > start else { continue }
            let word = uncoloured(rest.slice(start, i))
            guard word.count > 0 else { continue }
            seen &+= 1
            if seen <= columns || word.has("HTTP/") { continue }
            if access.status == 0 {
                if let status = status(named(word)) {
                    access.status = status
                    isNext = true
                }
                continue
            }
            if isNext, access.bytes < 0 { access.bytes = size(word) }
            isNext = false
            if access.duration < 0, let duration = duration(word, rest, i) { access.duration = duration }
        }
        // A server that counts its head, too, says nothing about the body (IIS `sc-bytes`).
        if columns > 0 { access.bytes = -1 }
        return access.status > 0
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "(")
            || byte == UInt8(ascii: ")")
    }

    /// `status=502`, `code:502`: the value of a key that speaks of a status; other words as they are.
    private static func named(_ word: Bytes) -> Bytes {
        guard let mark = word.first(UInt8(ascii: "="), or: UInt8(ascii: ":")), mark > 0 else { return word }
        let key = word.slice(0, mark)
        return key.findAnyCase("status") != nil || key.findAnyCase("code") != nil ? word.from(mark &+ 1) : word
    }

    /// A status in front of the method: in brackets, or among bars.
    private static func ahead(_ text: Bytes, _ access: inout AccessRequest) -> Bool {
        var end = text.count
        var seen = 0
        let hasBars = text.first(UInt8(ascii: "|")) != nil
        while end > 0, seen < 6 {
            while end > 0, isSeparator(text[end &- 1]) || text[end &- 1] == UInt8(ascii: ":") { end &-= 1 }
            var start = end
            while start > 0, !isSeparator(text[start &- 1]) { start &-= 1 }
            guard start < end else { return false }
            seen &+= 1
            let word = text.slice(start, end)
            let isBracketed = word.at(0) == UInt8(ascii: "[") && word.at(word.count &- 1) == UInt8(ascii: "]")
            if let status = status(isBracketed ? word.slice(1, word.count &- 1) : word), isBracketed || hasBars {
                access.status = status
                return true
            }
            if let duration = duration(word, text, end) { access.duration = duration }
            end = start
        }
        return false
    }

    private static func status(_ word: Bytes) -> Int? {
        guard word.count == 3, let number = word.integer, (100...599).contains(number) else { return nil }
        return Int(number)
    }

    /// `157`, `157b`, `157B`; -1 for anything else.
    private static func size(_ word: Bytes) -> Int64 {
        if let number = word.integer { return number }
        guard word.count > 1, word[word.count &- 1] | 32 == UInt8(ascii: "b") else { return -1 }
        return word.slice(0, word.count &- 1).integer ?? -1
    }

    /// `21ms`, `21.12 ms`, `1.2s`, `12µs` in microseconds.
    private static func duration(_ word: Bytes, _ text: Bytes, _ end: Int) -> Int64? {
        var digits = 0
        while digits < word.count, word[digits].isDigit || word[digits] == UInt8(ascii: ".") { digits &+= 1 }
        guard digits > 0, let seconds = RequestLine.duration(word.slice(0, digits)) else { return nil }
        var unit = word.from(digits)
        if unit.isEmpty, text.at(end) == 32 { unit = text.word(at: end &+ 1) }
        if unit.has("ms") { return seconds / 1_000 }
        if unit.has("µs") || unit.has("us") { return seconds / 1_000_000 }
        return unit.equals("s") ? seconds : nil
    }

    /// The user agent, as far as it tells who asked: a browser's or provider's, or a tool's.
    static func agent(in text: Bytes) -> Bytes {
        for word in ["Mozilla/", "App Store/", "Stripe/", "PayPal/"] as [StaticString] {
            guard let at = text.find(word) else { continue }
            let exact = text.slice(at, at &+ 11)
            if exact.equals("Mozilla/4.0"), !text.at(at &+ 11).isIdentifier, text.at(at &+ 11) != UInt8(ascii: "+"),
                text.at(at &+ 11) != UInt8(ascii: "%"), !(text.at(at &+ 11) == 32 && text.at(at &+ 12) == UInt8(ascii: "("))
            {
                return exact
            }
            return text.slice(at, text.first(UInt8(ascii: "\""), from: at) ?? text.wordEnd(from: at))
        }
        for word in ["curl/", "Wget/", "PostmanRuntime", "python-requests", "ApiPOST", "Apifox", "okhttp/", "kube-probe"] as [StaticString]
        {
            guard let at = text.find(word) else { continue }
            var end = at
            while end < text.count, !isSeparator(text[end]), text[end] != UInt8(ascii: "}"), text[end] != UInt8(ascii: "\"") { end &+= 1 }
            return text.slice(at, end)
        }
        return .none
    }
}

extension UnsafeRawBufferPointer {
    /// Whether an ASCII text stands anywhere in it.
    func holdsText(_ text: StaticString) -> Bool { find(text) != nil }

    /// The bytes from a place to the next blank.
    fileprivate func word(at start: Int) -> UnsafeRawBufferPointer { slice(start, wordEnd(from: start)) }
}
