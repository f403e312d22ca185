import Domain

/// Packs what one collector file spans for one device.
enum DeviceSpanCodec {
    static let version: UInt8 = 1

    static func encode(_ span: DeviceSpan) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.fixed(span.device)
        out.text(span.name)
        out.text(span.platform)
        out.varint(UInt64(span.source))
        out.stretch(span.span)
        return out.bytes
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> DeviceSpan {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        let span = DeviceSpan(
            device: try input.fixed(), name: try input.text(), platform: try input.text(), source: try input.unsigned32(),
            span: try input.stretch())
        try input.end()
        return span
    }
}
