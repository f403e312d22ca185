import Decoding
import Domain

/// Which requests of an access log are evidence: the merchant's own endpoints first, then the configured ones, then the usual words
/// (client-and-server-lines.md, "Access logs").
final class RequestRules: Sendable {
    private let notify: EndpointTable
    private let returns: EndpointTable
    private let query: EndpointTable
    /// Literals without which no request is evidence by the usual words: what recognisers declare, and the endpoints' own.
    private let usualScanner: AnchorScanner

    /// Literals of endpoints that are searched for at most; with more of them every record is looked at, which is cheaper.
    private static let anchorBound = 48

    /// Compiles the known endpoints; those with a literal around the number go before the ones without.
    init(_ endpoints: Endpoints) {
        notify = EndpointTable(endpoints.notify)
        returns = EndpointTable(endpoints.returns)
        query = EndpointTable(endpoints.query)
        let pages = Set(returns.anchors + query.anchors)
        needsEveryRecord = pages.count > RequestRules.anchorBound
        let searched = needsEveryRecord ? [] : pages.sorted { $0.lexicographicallyPrecedes($1) }
        // A notify is a POST: one literal stands for its thousands of paths.
        anchors = searched + (notify.isEmpty || needsEveryRecord ? [] : [Array("POST".utf8)])
        let all = Set(notify.anchors).union(searched)
        let known = all.count > RequestRules.anchorBound ? searched : all.sorted { $0.lexicographicallyPrecedes($1) }
        usualScanner = known.isEmpty ? Anchors.shared : Anchors.scanner(with: known)
    }

    /// Literals without which a line cannot be one of the known endpoints' requests.
    let anchors: [[UInt8]]
    /// There are too many return and query pages to search for each.
    let needsEveryRecord: Bool

    /// Literals of the usual words.
    static let usualAnchors: [StaticString] = [
        // A request to an endpoint that an order of the same log teaches.
        "POST",
        "/notify", "/callback", "/webhook", "/pay/return", "/pay/result", "/payment/return", "payment-status", "/pay/status",
        "/order/status",
        "/order/query",
        "Completed 2", "Completed 3", "Completed 4", "Completed 5", "\"res\":{\"statusCode\":",
        "/orders/query", "/pay/query", "/payment/status", "queryOrder", "/orderquery",
    ]

    /// What a request is, and the number its endpoint's template finds in it.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - line: its whole line: the usual words count only where an anchor stands, however the line came to be looked at.
    func event(of request: AccessRequest, in line: Bytes) -> (event: EventKind, number: Bytes?)? {
        let target = request.parts
        let isPost = request.method.equals("POST")
        if isPost, let number = notify.match(target) { return (.notifyReceived, number) }
        if let number = returns.match(target) { return (.returnServed, number) }
        if let number = query.match(target) { return (.queryReceived, number) }
        guard let event = usual(target.path, isPost: isPost), usualScanner.contains(in: line) else { return nil }
        return (event, nil)
    }

    /// Whether a path speaks of payments: webhooks have many senders.
    private static func isPaying(_ path: Bytes) -> Bool {
        path.holdsAnyCase("stripe") || path.holdsAnyCase("paypal") || path.holdsAnyCase("/pay") || path.holdsAnyCase("checkout")
    }

    private func usual(_ path: Bytes, isPost: Bool) -> EventKind? {
        if path.holds("payment-status") { return .queryReceived }
        var isOrderPath = false
        var start = 0
        while start < path.count {
            let end = path.first(47, from: start) ?? path.count
            let segment = path.slice(start, end)
            if isPost, segment.hasAnyCase("notify") || segment.hasAnyCase("callback") { return .notifyReceived }
            if isPost, segment.hasAnyCase("webhook"), RequestRules.isPaying(path) { return .notifyReceived }
            if segment.equalsAnyCase("pay") || segment.equalsAnyCase("payment") || segment.hasAnyCase("order")
                || segment.equalsAnyCase("payments")
            {
                isOrderPath = true
            }
            start = end &+ 1
        }
        if path.holds("/pay/return") || path.holds("/pay/result") || path.holds("/payment/return") { return .returnServed }
        guard isOrderPath else { return nil }
        if path.ends("/status") || path.ends("/query") || path.ends("/queryOrder") || path.ends("/orderquery") { return .queryReceived }
        return nil
    }
}

extension Reading {
    /// Writes the row of one request, the fields of its query being taken; false when nobody but a tool sent it.
    mutating func putRequest(_ request: AccessRequest, event: EventKind, number found: Bytes?) -> Bool {
        let agent = agents.of(request.agent)
        if event == .notifyReceived, agent.isTool { return false }
        guard rows.begin(event, .serverEdge) else { return false }
        let target = request.parts
        if let number = Reading.usable(found) {
            putFound(number)
        } else if !putNumbers(), !putPathCandidates(target.path, event: event) {
            // A number may stand behind any key of the query.
            var pairs = QueryPairs(target.query)
            while let pair = pairs.next(), !rows.has(.candidateNumber) {
                if pair.value.count >= 6, pair.value.count <= 64, pair.value.allSatisfy(\.isIdentifier),
                    pair.value.filter(\.isDigit).count >= 4
                {
                    rows.put(.candidateNumber, pair.value)
                }
            }
        }
        putAlias(.tradeNumber, .tradeNumber)
        putAlias(.requestID, .requestID)
        putSession()
        rows.put(.method, request.method.cut(to: 8))
        rows.put(.path, target.path.cut(to: 200))
        if request.status > 0 { rows.put(.httpStatus, number: Int64(request.status)) }
        if request.bytes >= 0 { rows.put(.bytes, number: request.bytes) }
        if request.duration >= 0 { rows.put(.duration, number: request.duration) }
        rows.put(.agent, agent.word)
        if agent.isTool { rows.put(.tool, "true") }
        if let code = resultCode, event == .returnServed { rows.put(.resultCode, code) }
        if let method = fields[.method], method.ends("pay.return"), let flow = words.flows.flow(of: method) { rows.put(.flow, flow.bytes) }
        putSecret(in: request.target)
        return true
    }

    private mutating func putFound(_ number: Bytes) {
        if number.first(42) != nil {
            rows.put(.maskedNumber, number)
        } else {
            rows.put(.orderNumber, number)
        }
    }

    /// Path segments that may be order numbers. Of `/orders/NUMBER/payment-status` and its like the one segment is the number.
    private mutating func putPathCandidates(_ path: Bytes, event: EventKind) -> Bool {
        var start = 0
        var any = false
        while start < path.count {
            let end = path.first(47, from: start) ?? path.count
            let segment = path.slice(start, end)
            start = end &+ 1
            guard segment.count >= 4, segment.count <= Limits.identifierLength else { continue }
            var digits = 0
            var isName = true
            for byte in segment {
                if byte.isDigit { digits &+= 1 }
                if !(byte.isIdentifier || byte == 46 || byte == 37) { isName = false }
            }
            guard isName, digits >= 3, !(segment[0].lowered == 118 && segment.count <= 4) else { continue }
            rows.put(.candidateNumber, segment)
            any = true
        }
        return any
    }
}
