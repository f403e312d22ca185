import Decoding
import Domain

/// Requests whose answer is told in a later record: Rails' `Started …` and `Completed …`, Fastify's `incoming request` and
/// `request completed`.
struct OpenRequests {
    private struct Entry {
        var name: UInt64
        var method: [UInt8]
        var target: [UInt8]
    }

    private var entries: [Entry] = []
    /// Requests that wait at most: a server that answers none of so many has lost their ends.
    private static let bound = 256
    /// Endpoints of one log that are compiled while it is read; a log with more of them names no order in a way known here.
    static let ownBound = 64

    /// Notes the beginning of a request.
    mutating func begin(_ name: UInt64, method: Bytes, target: Bytes) {
        entries.removeAll { $0.name == name }
        if entries.count >= OpenRequests.bound { entries.removeFirst() }
        entries.append(Entry(name: name, method: Array(method.cut(to: 8)), target: Array(target.cut(to: 2_048))))
    }

    /// The request that ends under a name; it is forgotten.
    mutating func end(_ name: UInt64) -> (method: [UInt8], target: [UInt8])? {
        guard let index = entries.lastIndex(where: { $0.name == name }) else { return nil }
        let entry = entries.remove(at: index)
        return (entry.method, entry.target)
    }
}

extension SourceExtractor {
    /// What a request is by the endpoints that orders of the same log taught before it: an application that prints its own requests is read
    /// before the others' endpoints are known.
    mutating func learntEvent(of request: AccessRequest) -> (event: EventKind, number: Bytes?)? {
        guard !reading.learnt.notify.isEmpty, request.method.equals("POST") else { return nil }
        if ownEndpoints.count != reading.learnt.notify.count, reading.learnt.notify.count <= OpenRequests.ownBound {
            ownEndpoints = (reading.learnt.notify.count, EndpointTable(reading.learnt.notify))
        }
        return ownEndpoints.table.match(request.parts).map { (.notifyReceived, $0) }
    }

    /// Looks for a request that the record prints in its own words or fields; true when it was one, evidence or not.
    mutating func recognisePrintedRequest() -> Bool {
        // A delivery's own parameters say more than its request line.
        if reading.fields.has(.tradeStatus) || (reading.fields[.body]?.count ?? 0) > 2 { return false }
        if reading.record.message.at(0) == UInt8(ascii: "{") { return recogniseRequestFields() }
        let text = reading.record.message
        if let request = RequestInWords.find(in: text)
            ?? (text.holds("status=") || text.holds("\"status\"") ? RequestInFields.find(in: room.fieldList) : nil)
        {
            recognise(request)
            return true
        }
        let name = StableHash.of(reading.record.processID)
        if let at = text.find("Started "), text.holds(" for "), let opened = RequestInWords.opened(in: text) {
            openRequests.begin(StableHash.of(text.slice(0, at).trimmed, seed: name), method: opened.method, target: opened.target)
            return true
        }
        guard let at = text.find("Completed "), at < 96, let status = text.word(at: at &+ 10).integer, (100...599).contains(status),
            let opened = openRequests.end(StableHash.of(text.slice(0, at).trimmed, seed: name))
        else { return false }
        recognise(opened, status: Int(status))
        return true
    }

    private mutating func recogniseRequestFields() -> Bool {
        guard let part = RequestInFields.parts(of: room.fieldList) else { return false }
        if let request = RequestInFields.find(in: room.fieldList) {
            recognise(request)
            return true
        }
        guard part.id.count > 0 else { return false }
        let name = StableHash.of(part.id)
        if part.method.count > 0 {
            openRequests.begin(name, method: part.method, target: part.target)
            return false
        }
        guard let opened = openRequests.end(name) else { return false }
        recognise(opened, status: part.status)
        return true
    }

    private mutating func recognise(_ opened: (method: [UInt8], target: [UInt8]), status: Int) {
        opened.method.withUnsafeBytes { method in
            opened.target.withUnsafeBytes { target in
                recognise(AccessRequest(method: method, target: target, status: status), anchored: true)
            }
        }
    }
}
