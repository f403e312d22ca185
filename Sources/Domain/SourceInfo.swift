/// One source of a run as the store and the reports know it: a file, a zip member, standard input, one service of a mixed stream.
public struct SourceInfo: Hashable, Sendable {
    /// The name shown: the path as given, `bill.zip!member.csv` for a zip member, `-` for standard input.
    public var name: String
    /// Content id: a stable hash of the beginning of the decompressed stream, so that a grown or recompressed file keeps it.
    public var contentID: UInt64
    /// Which kind of witness it is.
    public var witness: Witness
    /// The envelope that was recognised, for people: `nginx combined`.
    public var format: String
    /// The rotation chain it belongs to: sources of one chain follow each other in time.
    public var chain: UInt64
    /// First and last plausible stamp; nil when no line carried one.
    public var span: Stretch?
    /// Loss markers, damaged and cut parts. An open end (`to == .distantFuture`) means: until the next source of the chain, else to the
    /// end of the run.
    public var gaps: [Gap]
    /// The device session it belongs to when its lines name none (client sources); else 0.
    public var device: DeviceKey
    /// How many lines, and how many of them gave evidence.
    public var lines: UInt64
    /// Pieces of evidence it gave.
    public var evidence: UInt64

    /// Makes a source.
    public init(
        name: String, contentID: UInt64, witness: Witness, format: String = "", chain: UInt64 = 0, span: Stretch? = nil, gaps: [Gap] = [],
        device: DeviceKey = 0, lines: UInt64 = 0, evidence: UInt64 = 0
    ) {
        (self.name, self.contentID, self.witness, self.format) = (name, contentID, witness, format)
        (self.chain, self.span, self.gaps, self.device) = (chain, span, gaps, device)
        (self.lines, self.evidence) = (lines, evidence)
    }
}

/// A damaged place of the input: counted, named and shown, never an error exit (contract.md).
public struct Damage: Hashable, Sendable {
    /// The source's name.
    public var source: String
    /// Byte offset or line, as `offset 1234` or `line 88`; empty when the whole source is meant.
    public var at: String
    /// `gzip: unexpected end`.
    public var reason: String
    /// A note only: zero padding, a plain file named .gz, an error body stored as a bill.
    public var isNote: Bool

    /// Makes a damage entry.
    public init(source: String, at: String, reason: String, isNote: Bool = false) {
        (self.source, self.at, self.reason, self.isNote) = (source, at, reason, isNote)
    }
}
