import Domain

/// A kind of body that log senders push: one value in one file under `Formats/`, from which help, documentation and tests derive.
public struct PushFormat: Sendable {
    /// A body in this form, and what comes of it.
    public struct Example: Sendable {
        /// Path, types and body.
        public var request: PushRequest
        /// The lines that it gives.
        public var lines: [PushedLines]
    }

    /// Short name: `loki`.
    public let name: String
    /// Where it is sent to; `{source}` stands for a name that the sender chooses.
    public let paths: [String]
    /// Media types that are read; the first is what is assumed where the sender names none.
    public let mediaTypes: [String]
    /// What it gives, in Chinese and English.
    public let gives: (zh: String, en: String)
    /// Who sends it.
    public let senders: [String]
    /// Bodies with what they give.
    public let examples: [Example]
    /// Reads an unpacked body.
    let read: @Sendable (_ body: [UInt8], _ mediaType: String, _ source: String) throws(PushFault) -> PushAnswer
    /// Makes the answer of a fault.
    let refuse: @Sendable (_ error: PushError, _ mediaType: String) -> PushError

    /// All kinds of bodies.
    public static let all: [PushFormat] = [.lines, .loki, .otlp]

    /// Reads a request: nothing is kept, nothing is sent.
    public static func decode(_ request: PushRequest) -> Result<PushAnswer, PushError> {
        for format in all {
            guard let source = format.source(ofPath: request.path) else { continue }
            do throws(PushError) { return .success(try format.decode(request, source)) } catch { return .failure(error) }
        }
        let known = all.flatMap(\.paths).joined(separator: ", ")
        return .failure(PushError(404, "nothing is taken here; bodies are sent to \(known)"))
    }

    /// The name in a path of this format, empty where it has none; nil for another path.
    private func source(ofPath path: String) -> String? {
        for pattern in paths {
            guard let mark = pattern.firstIndex(of: "{") else {
                if path == pattern { return "" }
                continue
            }
            if path.hasPrefix(pattern[..<mark]) { return String(path[path.index(path.startIndex, offsetBy: pattern[..<mark].count)...]) }
        }
        return nil
    }

    private func decode(_ request: PushRequest, _ source: String) throws(PushError) -> PushAnswer {
        let mediaType = request.mediaType.isEmpty ? mediaTypes[0] : request.mediaType
        guard request.method == "POST" else { throw PushError(405, "send this with POST", allow: "POST") }
        guard mediaTypes.contains(mediaType) else {
            throw PushError(415, "Content-Type \(mediaType) is not read here; send \(mediaTypes.joined(separator: ", "))")
        }
        do throws(PushFault) {
            let body = try Unpacking.body(request.body, encoding: request.contentEncoding)
            return try read(body, mediaType, source)
        } catch {
            throw refuse(PushError(error.status, error.text), mediaType)
        }
    }
}

extension PushAnswer {
    /// Lines taken, and nothing to say.
    static func taken(_ lines: [PushedLines]) -> PushAnswer {
        PushAnswer(lines: lines, status: 204, contentType: "", body: [], rejected: 0, notes: [])
    }
}

/// Gathers lines by their source.
struct LineGatherer {
    private(set) var lines: [PushedLines] = []
    private var places: [String: Int] = [:]

    mutating func add(_ line: [UInt8], to source: String) {
        let place = places[source] ?? lines.count
        if place == lines.count {
            places[source] = place
            lines.append(PushedLines(source: source, lines: [], count: 0))
        }
        lines[place].lines += line
        lines[place].lines.append(10)
        lines[place].count += 1
    }
}
