import Domain
import Recognition
import Store

/// Packs what travels between stages beside the sort columns.
enum SeamCodec {
    private static let version: UInt8 = 1

    /// A row of evidence; `source` stands for its source number.
    static func encode(_ row: Evidence, attributes: UnsafeRawBufferPointer, source: UInt64) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.byte(row.event.rawValue)
        out.byte(row.resolution.rawValue)
        out.byte(row.witness.rawValue)
        out.byte(row.binding.rawValue)
        out.instant(row.at)
        out.varint(row.offset)
        out.fixed(row.identity)
        out.fixed(row.device)
        out.varint(UInt64(row.line))
        out.fixed(source)
        out.data(Array(attributes))
        return out.bytes
    }

    /// Reads a row back.
    static func evidence(_ bytes: [UInt8]) throws(CodecError) -> (row: Evidence, source: UInt64, attributes: [UInt8]) {
        try read(bytes) { (input) throws(CodecError) in
            guard let event = EventKind(rawValue: try input.byte()), let resolution = Resolution(rawValue: try input.byte()),
                let witness = Witness(rawValue: try input.byte()), let binding = Binding(rawValue: try input.byte())
            else { throw input.failure(.value) }
            var row = Evidence(
                event: event, at: try input.instant(), resolution: resolution, witness: witness, source: 0, line: 0,
                offset: try input.varint(), identity: try input.fixed(), device: try input.fixed(), binding: binding)
            row.line = UInt32(truncatingIfNeeded: try input.varint())
            let source = try input.fixed()
            return (row, source, Array(try input.slice()))
        }
    }

    /// What one source told.
    static func encode(_ read: SourceRead) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.text(read.name)
        out.fixed(read.contentID)
        out.varint(read.bytesRead)
        out.varint(read.bytesDecompressed)
        let report = read.report
        out.count(report.sources.count)
        for source in report.sources { out.data(SourceInfoCodec.encode(source)) }
        out.count(report.deviceSpans.count)
        for span in report.deviceSpans {
            out.fixed(span.device)
            out.text(span.name)
            out.text(span.platform)
            out.stretch(span.span)
        }
        out.texts(report.appSchemes.sorted())
        out.texts(report.clientEventsShown.map { "\($0.event.rawValue) \($0.platform)" }.sorted())
        out.data(report.serverEventsShown.map(\.rawValue).sorted())
        out.count(report.providerDays.count)
        for day in report.providerDays {
            out.text(day.provider)
            out.stretch(day.stretch)
        }
        for counter in [report.lines, report.noise, report.probes, report.implausible] { out.varint(counter) }
        out.texts(report.notes)
        let damage = read.damage
        out.count(damage.count)
        for item in damage {
            out.texts([item.source, item.at, item.reason])
            out.flag(item.isNote)
        }
        return out.bytes
    }

    /// Reads a source back; `number` is what its rows are to carry.
    static func source(_ bytes: [UInt8], number: UInt32) throws(CodecError) -> SourceRead {
        try read(bytes) { (input) throws(CodecError) in
            var read = SourceRead(number: number, name: try input.text(), contentID: try input.fixed(), report: ExtractionReport())
            read.bytesRead = try input.varint()
            read.bytesDecompressed = try input.varint()
            read.report.sources = try input.list { (input) throws(CodecError) in try SourceInfoCodec.decode(try input.slice()) }
            read.report.deviceSpans = try input.list { (input) throws(CodecError) in
                DeviceSpan(
                    device: try input.fixed(), name: try input.text(), platform: try input.text(), source: number, span: try input.stretch()
                )
            }
            read.report.appSchemes = Set(try input.texts())
            for text in try input.texts() {
                let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                guard let code = UInt8(parts[0]), let event = EventKind(rawValue: code) else { throw input.failure(.value) }
                read.report.clientEventsShown.insert(.init(platform: parts.count > 1 ? String(parts[1]) : "", event: event))
            }
            read.report.serverEventsShown = Set(try input.slice().compactMap(EventKind.init(rawValue:)))
            read.report.providerDays = try input.list { (input) throws(CodecError) in
                ProviderDay(provider: try input.text(), stretch: try input.stretch())
            }
            read.report.lines = try input.varint()
            read.report.noise = try input.varint()
            read.report.probes = try input.varint()
            read.report.implausible = try input.varint()
            read.report.notes = try input.texts()
            read.damage = try input.list { (input) throws(CodecError) in
                let texts = try input.texts()
                guard texts.count == 3 else { throw input.failure(.value) }
                return Damage(source: texts[0], at: texts[1], reason: texts[2], isNote: try input.flag())
            }
            return read
        }
    }

    /// What judging needs beside the rows: the run's context and its sources.
    static func encode(_ context: RunContext, _ sources: [SourceInfo], horizon: Instant) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.instant(horizon)
        out.data(RunContextCodec.encode(context))
        out.count(sources.count)
        for source in sources { out.data(SourceInfoCodec.encode(source)) }
        return out.bytes
    }

    /// Reads the context back.
    static func context(_ bytes: [UInt8]) throws(CodecError) -> (context: RunContext, sources: [SourceInfo], horizon: Instant) {
        try read(bytes) { (input) throws(CodecError) in
            let horizon = try input.instant()
            let context = try RunContextCodec.decode(try input.slice())
            let sources = try input.list { (input) throws(CodecError) in try SourceInfoCodec.decode(try input.slice()) }
            return (context, sources, horizon)
        }
    }

    /// The device sessions of one order.
    static func encode(_ devices: [DeviceSession]) -> [UInt8] {
        var out = ByteWriter()
        out.begin(version: version)
        out.count(devices.count)
        for device in devices {
            out.fixed(device.key)
            out.signed(device.offset.low.microseconds)
            out.signed(device.offset.high.microseconds)
            out.flag(device.offset.isConsistent)
            out.coverage(device.coverage)
            out.text(device.name)
            out.text(device.platform)
        }
        return out.bytes
    }

    /// Reads device sessions back.
    static func devices(_ bytes: [UInt8]) throws(CodecError) -> [DeviceSession] {
        try read(bytes) { (input) throws(CodecError) in
            try input.list { (input) throws(CodecError) in
                let key = try input.fixed()
                let offset = ClockOffset(
                    low: TimeSpan(microseconds: try input.signed()), high: TimeSpan(microseconds: try input.signed()),
                    isConsistent: try input.flag())
                return DeviceSession(
                    key: key, offset: offset, coverage: try input.coverage(), name: try input.text(), platform: try input.text())
            }
        }
    }

    private static func read<T>(_ bytes: [UInt8], _ body: (inout ByteReader) throws(CodecError) -> T) throws(CodecError) -> T {
        let result: Result<T, CodecError> = bytes.withUnsafeBytes { buffer in
            var input = ByteReader(buffer)
            do throws(CodecError) {
                try input.begin(version: version)
                let value = try body(&input)
                try input.end()
                return .success(value)
            } catch { return .failure(error) }
        }
        return try result.get()
    }
}
