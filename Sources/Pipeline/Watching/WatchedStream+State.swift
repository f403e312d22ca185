import Domain
import Recognition
import Store

// What the store keeps of a stream, and what linking sees of it.
extension WatchedStream {
    private static let version: UInt8 = 1

    /// What the store keeps.
    var state: [UInt8] {
        var out = ByteWriter()
        out.begin(version: WatchedStream.version)
        out.texts([name, readName])
        out.byte(kind.rawValue)
        for flag in [isNeverLate, isEnded, isClosed, isStored] { out.flag(flag) }
        out.varint(length)
        out.fixed(version)
        out.fixed(readingOfName)
        // As they are once what waits is written.
        out.varint(storedRows + UInt64(rows.rows.count))
        out.varint(provisionalCount)
        out.varint(UInt64(followingBlock))
        for paths in [report.endpoints.notify, report.endpoints.returns, report.endpoints.query] { out.texts(paths.sorted()) }
        out.count(report.sessions.count)
        for session in report.sessions {
            out.fixed(session.device)
            out.data(session.process)
        }
        out.text(facts.distrust ?? "")
        var read = SourceRead(number: id, name: readName, contentID: facts.contentID, report: report)
        (read.damage, read.bytesRead, read.bytesDecompressed) = (facts.damage + report.damage, facts.bytesRead, facts.bytesDecompressed)
        out.data(SeamCodec.encode(read))
        out.count(facts.damage.count)
        out.flag(isPushed)
        out.varint(UInt64(pushes) + (pushedWaiting.isEmpty ? 0 : 1))
        return out.bytes
    }

    /// Takes a stream from the store.
    static func read(_ bytes: [UInt8], id: UInt32) throws(CodecError) -> WatchedStream {
        let result: Result<WatchedStream, CodecError> = bytes.withUnsafeBytes { bytes in
            do throws(CodecError) { return .success(try read(bytes, id: id)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, id: UInt32) throws(CodecError) -> WatchedStream {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        let names = try input.texts()
        guard names.count == 2, let kind = WatchPlans.Kind(rawValue: try input.byte()) else { throw input.failure(.value) }
        let stream = WatchedStream(id: id, name: names[0], isNeverLate: try input.flag())
        (stream.isEnded, stream.isClosed, stream.isStored) = (try input.flag(), try input.flag(), try input.flag())
        let length = try input.varint()
        let (planned, reading) = (try input.fixed(), try input.fixed())
        let rows = try input.varint()
        stream.storedProvisional = try input.varint()
        stream.restore(
            readName: names[1], kind: kind, length: length, version: planned, readingOfName: reading, storedRows: rows,
            nextBlock: try input.unsigned32())
        var endpoints = Endpoints()
        (endpoints.notify, endpoints.returns, endpoints.query) = (Set(try input.texts()), Set(try input.texts()), Set(try input.texts()))
        let sessions = try input.list { (input) throws(CodecError) in
            ExtractionReport.Session(device: try input.fixed(), process: Array(try input.slice()))
        }
        let distrust = try input.text()
        let read = try SeamCodec.source(Array(try input.slice()), number: id)
        let damaged = Int(try input.varint())
        (stream.isPushed, stream.pushes) = (try input.flag(), try input.unsigned32())
        stream.report = read.report
        (stream.report.endpoints, stream.report.sessions) = (endpoints, sessions)
        stream.report.damage = Array(read.damage.dropFirst(damaged))
        stream.facts.damage = Array(read.damage.prefix(damaged))
        (stream.facts.contentID, stream.facts.distrust) = (read.contentID, distrust.isEmpty ? nil : distrust)
        (stream.facts.bytesRead, stream.facts.bytesDecompressed) = (read.bytesRead, read.bytesDecompressed)
        try input.end()
        return stream
    }

    /// What linking sees of it: as if it had been read under the name that it bears now.
    var asRead: SourceRead {
        var report = report
        let devices = renamedDevices
        for index in report.sources.indices {
            let part = report.sources[index]
            if part.name == readName {
                report.sources[index].name = name
            } else if part.name.hasSuffix(" @ " + readName) {
                report.sources[index].name = part.name.dropLast(readName.count) + name
            }
            report.sources[index].device = devices[part.device] ?? part.device
            if let distrust = facts.distrust {
                let from = part.span?.from ?? .distantPast
                report.sources[index].gaps.append(Gap(stretch: Stretch(from: from, to: .distantFuture), why: distrust))
            }
        }
        if name != readName {
            report.notes = report.notes.map { $0.hasPrefix(readName + ":") ? name + $0.dropFirst(readName.count) : $0 }
        }
        var read = SourceRead(number: id, name: name, contentID: facts.contentID, report: report, isStored: isStored)
        read.damage = (facts.damage + report.damage).map { item in
            var item = item
            if item.source == readName { item.source = name }
            return item
        }
        (read.bytesRead, read.bytesDecompressed) = (facts.bytesRead, facts.bytesDecompressed)
        return read
    }

    /// Device sessions that are named by the stream's name: what each of them is called under the present one.
    var renamedDevices: [DeviceKey: DeviceKey] {
        guard name != readName else { return [:] }
        func key(_ process: [UInt8], _ name: String) -> DeviceKey { ExtractionReport.Session.key(process: process, source: name) }
        var renamed = [key([], readName): key([], name)]
        for session in report.sessions where session.device == key(session.process, readName) {
            renamed[session.device] = key(session.process, name)
        }
        return renamed
    }
}
