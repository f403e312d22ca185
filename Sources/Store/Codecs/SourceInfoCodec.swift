import Domain

/// Packs what is known of one source.
public enum SourceInfoCodec {
    static let version: UInt8 = 1

    /// The packed form.
    public static func encode(_ source: SourceInfo) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        write(source, to: &out)
        return out.bytes
    }

    /// Reads a packed source.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> SourceInfo {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        let source = try read(&input)
        try input.end()
        return source
    }

    static func write(_ source: SourceInfo, to out: inout ByteWriter) {
        out.text(source.name)
        out.fixed(source.contentID)
        out.byte(source.witness.rawValue)
        out.text(source.format)
        out.fixed(source.chain)
        out.presence(source.span != nil)
        if let span = source.span { out.stretch(span) }
        out.gaps(source.gaps)
        out.fixed(source.device)
        out.varint(source.lines)
        out.varint(source.evidence)
    }

    static func read(_ input: inout ByteReader) throws(CodecError) -> SourceInfo {
        let name = try input.text()
        let contentID = try input.fixed()
        guard let witness = Witness(rawValue: try input.byte()) else { throw input.failure(.value) }
        var source = SourceInfo(name: name, contentID: contentID, witness: witness, format: try input.text(), chain: try input.fixed())
        var isThere = try input.presence(bits: 1)
        if isThere.next() { source.span = try input.stretch() }
        source.gaps = try input.gaps()
        source.device = try input.fixed()
        source.lines = try input.varint()
        source.evidence = try input.varint()
        return source
    }
}
