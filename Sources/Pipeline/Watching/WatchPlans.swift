import Configuration
import Domain
import Masking
import Recognition

/// How streams are read: what batch does in two passes, for streams that never end.
///
/// Access logs need the endpoints that the orders in other logs tell, logs without a year the time that others tell. What was read with
/// less than is known now is read again.
struct WatchPlans {
    /// What a stream turned out to be by its first lines.
    enum Kind: UInt8 {
        case plain
        case access
        case undated
    }

    private let settings: Settings
    /// What is personal goes no further than a stream.
    let masker: Masker
    /// What the streams share that are read by these plans.
    let room: WatchRoom
    private(set) var endpoints = Endpoints()
    private(set) var reference: Instant
    private let start: Instant
    private(set) var plain: ExtractionPlan
    private(set) var late: ExtractionPlan
    /// Another one whenever access logs would be read otherwise; the same in every process.
    private var endpointsVersion: UInt64 = 0

    init(_ settings: Settings, maskKey: MaskKey, now: Instant) {
        masker = Masker(key: maskKey)
        (self.settings, reference, start) = (settings, now, now)
        plain = ExtractionPlan(settings: RecognitionSettings(settings, reference: now), endpoints: Endpoints())
        late = plain
        room = WatchRoom(plain, masker: masker)
    }

    /// Learns what the plain streams told by now.
    ///
    /// - Parameter exactly: whether logs without a year are read again for any move of the newest stamp.
    mutating func learn(endpoints known: Endpoints, latest: Instant?, exactly: Bool) {
        let moved = (latest ?? start) - reference
        let reach = exactly ? TimeSpan.zero : WatchPlans.referenceReach
        let hasMoved = moved.microseconds.magnitude > reach.microseconds.magnitude
        guard known != endpoints || hasMoved else { return }
        if known != endpoints {
            let lists = [known.notify, known.returns, known.query].map { $0.sorted().joined(separator: "\n") }
            endpointsVersion = StableHash.of(lists.joined(separator: "\n\n"))
        }
        endpoints = known
        reference = latest ?? start
        late = ExtractionPlan(settings: RecognitionSettings(settings, reference: reference), endpoints: endpoints)
    }

    /// How far the newest stamp moves before logs without a year are read again.
    private static let referenceReach = TimeSpan.hours(1)

    /// The plan of a stream.
    func plan(_ kind: Kind) -> ExtractionPlan { kind == .plain ? plain : late }

    /// What tells whether a stream of a kind would be read otherwise now.
    func version(_ kind: Kind) -> UInt64 {
        switch kind {
        case .plain: 0
        case .access: endpointsVersion
        case .undated: StableHash.of("\(endpointsVersion) \(reference.microseconds)")
        }
    }

    /// What of a name decides how a stream is read: another mapping, another zone, a day for stamps without one.
    func reading(of name: String, _ kind: Kind) -> UInt64 {
        let recognition = RecognitionSettings(settings, reference: start)
        let mapping = recognition.mappings.firstIndex { $0.applies(name) } ?? -1
        let zone = recognition.sourceZones.firstIndex { $0.applies(name) } ?? -1
        return StableHash.of("\(mapping) \(zone) \(kind == .undated ? name : "")")
    }

    /// What the first lines of a stream say of its kind, and whether more of them could say otherwise.
    static func kind(of head: UnsafeRawBufferPointer) -> (kind: Kind, isFinal: Bool) {
        let head = UnsafeRawBufferPointer(rebasing: head.prefix(decisive))
        var lines = 0
        var last: UInt8 = 10
        for byte in head {
            if byte == 10, last != 10, last != 13 { lines += 1 }
            last = byte
            if lines >= 64 { break }
        }
        let isFinal = lines >= 64 || head.count >= decisive
        if SourceExtractor.looksLikeAccessLog(head: head) { return (.access, isFinal) }
        return (SourceExtractor.looksUndated(head: head) ? .undated : .plain, isFinal)
    }

    /// Bytes of a beginning that decide: the first block of a batch run.
    static let decisive = 256 << 10
}
