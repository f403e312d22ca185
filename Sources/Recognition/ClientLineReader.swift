import Decoding
import Domain

/// One record of a client log as it was written: what a look at the logging itself needs, and recognition throws away.
public struct ClientRecord {
    /// What stands behind the header; valid until the next record.
    public let text: UnsafeRawBufferPointer
    /// Line number of its first line, from 1.
    public let line: UInt32
    /// It carries the tag `PayCallback`, or its source is mapped by the configuration.
    public let isTagged: Bool
    /// Its envelope is a device's.
    public let isDevice: Bool
    /// Name of its envelope.
    public let format: StaticString
}

/// Walks the records of one source that have to do with payments on a device. It recognises nothing and gives no evidence.
public struct ClientLineReader: ~Copyable {
    private var decoder: RecordDecoder
    private let isMapped: Bool
    private let hasZone: Bool
    /// Records that carried the tag.
    public private(set) var tagged = 0
    /// Line of the first of them.
    public private(set) var firstTagged: UInt32 = 0
    /// Name of the innermost envelope of the first of them.
    public private(set) var format: StaticString = "plain"

    /// Begins a source.
    ///
    /// - Parameters:
    ///   - name: the source's name.
    ///   - settings: what the configuration says.
    public init(name: String, settings: RecognitionSettings) {
        decoder = RecordDecoder(name: name, anchors: ClientLineReader.anchors, reference: settings.reference)
        isMapped = settings.mappings.contains { !$0.events.isEmpty && $0.witness == .client && $0.applies(name) }
        hasZone = settings.sourceZones.contains { $0.applies(name) }
    }

    /// Whether tagged lines carry stamps without a zone, and the configuration names none for this source.
    public var lacksZone: Bool { tagged > 0 && !hasZone && decoder.statistics.contains(where: \.usedZoneRule) }

    /// Reads the next bytes, wherever they are cut.
    public mutating func consume(_ block: UnsafeRawBufferPointer, _ body: (ClientRecord) -> Void) {
        decoder.load(block)
        drain(body)
    }

    /// Ends the source.
    public mutating func finish(_ body: (ClientRecord) -> Void) {
        decoder.finish()
        drain(body)
    }

    private mutating func drain(_ body: (ClientRecord) -> Void) {
        var record = Record(offset: 0, line: 0)
        while decoder.next(&record) {
            guard record.access == nil else { continue }
            let isTagged =
                isMapped || Tag.isTag(record.category) || Tag.behind(record.text) != nil || record.message.holds("\"PayCallback\"")
            guard isTagged || record.origin == .device else { continue }
            if isTagged {
                if tagged == 0 { (firstTagged, format) = (record.line, record.format) }
                tagged &+= 1
            }
            body(
                ClientRecord(
                    text: record.message, line: record.line, isTagged: isTagged, isDevice: record.origin == .device, format: record.format))
        }
    }

    private static let anchors = AnchorScanner(
        literals: ([
            "PayCallback", "alipays:", "alipay:", "weixin:", "resultStatus", "continueUserActivity", "webpageURL", "decidePolicyFor",
            "idBecomeActive", "<private>",
        ] as [StaticString]).map { Array($0.bytes) })
}
