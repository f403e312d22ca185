import Decoding
import Domain

extension SourceExtractor {
    /// Looks at the record in ``reading`` and appends its evidence.
    mutating func recognise(into batch: inout EvidenceBatch) {
        if reading.record.isPresence {
            if notePresence() { return }
            decoder?.complete(&reading.record)
        }
        reading.begin()
        if let request = reading.record.access {
            recognise(request)
        } else if mapping == nil {
            recogniseMessage()
        } else if !recogniseMapped() {
            recogniseMessage(.listed)
        }
        if reading.rows.count == 0, reading.holdsStoreList, !reading.isTagged, recogniseStoreList(into: &batch) { return }
        if reading.rows.count == 0 {
            tally.noteNoise(at: reading.record.at, device: Reading.usable(reading.fields[.device]))
        } else {
            flush(into: &batch)
        }
    }

    /// Notes the device that a record names which is no evidence; false when only a closer look tells.
    private mutating func notePresence() -> Bool {
        FieldScanner.scan(reading.record.message, into: &room.fieldList)
        for field in room.fieldList.fields where field.depth == 0 {
            guard field.kind != .null, field.kind != .nested, field.value.count > 0 || field.kind == .string,
                reading.fields.meaning(of: field.key, reading.words.keys) == .device
            else { continue }
            tally.noteNoise(at: reading.record.at, device: Reading.usable(field.value))
            return true
        }
        return false
    }

    /// Looks at a request. `anchored`: its path stood in an earlier record than its answer.
    mutating func recognise(_ request: AccessRequest, anchored: Bool = false) {
        guard
            let (event, number) = plan.rules.event(of: request, in: anchored ? request.target : reading.record.message)
                ?? learntEvent(of: request)
        else { return }
        let query = request.parts.query
        if query.count > 0 { scan(query, expands: number == nil) }
        _ = reading.putRequest(request, event: event, number: number)
    }

    /// How far the fields of a record's message are read.
    private enum FieldsRead {
        case none
        /// They are in the list.
        case listed
        /// They are in their slots.
        case taken
    }

    /// Looks at what a record says in its words.
    private mutating func recogniseMessage(_ fields: FieldsRead = .none) {
        let text = reading.record.text
        let isObject = reading.record.message.at(0) == UInt8(ascii: "{")
        if let tagged = Tag.behind(text) ?? (Tag.isTag(reading.record.category) ? text : nil) {
            return recogniseTagged(tagged, isObject: isObject, fields)
        }
        takeRecord(fields, expands: false)
        if isObject, Tag.isTag(reading.fields[.tag]) { return recogniseTagged(text, isObject: true, .taken) }
        if reading.record.origin == .device {
            for rule in Recognizer.systemRules where rule(&reading) { return }
            return
        }
        if reading.number == nil || reading.fields.has(.body) || reading.fields.has(.bizContent) || reading.fields.has(.resource)
            || reading.spokenEntry != nil
        {
            expand()
        }
        if reading.holdsStoreList { return }
        if reading.holdsSigned { readSigned() }
        // Most lines have an event word: that rule is called without a detour.
        if reading.putServerWord() { return }
        if recognisePrintedRequest() { return }
        for rule in Recognizer.serverRules where rule(&reading) { return }
    }

    /// A client line of ours: what stands behind the tag, and the fields of the object around it.
    private mutating func recogniseTagged(_ text: Bytes, isObject: Bool, _ fields: FieldsRead) {
        reading.isTagged = true
        if isObject {
            if fields == .taken { expand() } else { takeRecord(fields, expands: true) }
            if text.at(0) != UInt8(ascii: "{") {
                rescan(text)
                reading.text = text
            }
        } else {
            reading.text = text
            scan(text, expands: true)
            // logfmt, swift-log: fields stand around the words, too.
            if reading.record.text.baseAddress != reading.record.message.baseAddress { rescan(reading.record.message) }
        }
        if !reading.fields.has(.url), reading.text.first(58) != nil, let url = URLParts.first(in: reading.text) { lookInto(url) }
        if reading.holdsSigned { readSigned() }
        if reading.putClientWord() { return }
        for rule in Recognizer.taggedRules where rule(&reading) { return }
    }

    /// Takes the fields of a URL that stands in a text without a key.
    private mutating func lookInto(_ url: Bytes) {
        guard url.count > 8, url.first(63) != nil || url.first(37) != nil, url.count + 4 <= room.scratch.count else { return }
        room.scratch.copyMemory(from: ("url=" as StaticString).bytes)
        UnsafeMutableRawBufferPointer(rebasing: room.scratch[4...]).copyMemory(from: url)
        rescan(Bytes(UnsafeRawBufferPointer(rebasing: room.scratch[0..<(url.count + 4)])))
    }

    /// Takes the fields of the record's message; those of a JSON record were found with its header.
    private mutating func takeRecord(_ fields: FieldsRead, expands: Bool) {
        if fields == .none { decoder?.fields(ofMessage: reading.record.message, into: &room.fieldList) }
        if expands { FieldScanner.expand(&room.fieldList) }
        _ = FieldReader.fill(&reading.fields, from: room.fieldList, keys: reading.words.keys)
    }

    /// Takes the fields of a text.
    private mutating func scan(_ text: Bytes, expands: Bool) {
        FieldScanner.scan(text, into: &room.fieldList)
        if expands { FieldScanner.expand(&room.fieldList) }
        _ = FieldReader.fill(&reading.fields, from: room.fieldList, keys: reading.words.keys)
    }

    /// Looks into the encoded values of the fields taken already.
    private mutating func expand() {
        let count = room.fieldList.count
        FieldScanner.expand(&room.fieldList)
        _ = FieldReader.fill(&reading.fields, from: room.fieldList, start: count, keys: reading.words.keys)
    }

    /// Takes the fields of a text that lies inside the record's own object.
    private mutating func rescan(_ text: Bytes) {
        FieldScanner.scan(text, into: &room.nestedList)
        FieldScanner.expand(&room.nestedList)
        _ = FieldReader.fill(&reading.fields, from: room.nestedList, keys: reading.words.keys, deeper: 1)
    }

    /// Applies the configured mapping; false when no entry fits the line, whose fields are in the list then.
    private mutating func recogniseMapped() -> Bool {
        guard let mapping, let mappingIndex else { return false }
        decoder?.fields(ofMessage: reading.record.message, into: &room.fieldList)
        guard let line = plan.mappedLines[mappingIndex].first(for: reading.text, fields: room.fieldList) else { return false }
        takeRecord(.listed, expands: false)
        line.fill(&reading, text: reading.text, fields: room.fieldList, room: room.scratch)
        let isWritten =
            switch line.event.layer {
            case .client: reading.putClientEvent(line.event)
            case .server: reading.putServerEvent(line.event)
            case .provider: reading.putProviderEvent(line.event)
            }
        if isWritten, let witness = mapping.witness, witness.fits(line.event.layer) {
            for index in 0..<reading.rows.count { reading.rows.setWitness(witness, at: index) }
        }
        return isWritten
    }

    /// Moves the rows of the record into the batch.
    ///
    /// - Parameters:
    ///   - batch: takes them.
    ///   - known: names the first row where a record holds several documents of their own; nil: the record's.
    ///   - place: where the rows stand inside the record, in bytes and lines.
    mutating func flush(into batch: inout EvidenceBatch, identity known: UInt64? = nil, at place: (offset: Int, line: Int) = (0, 0)) {
        let (stamp, first) = (reading.record.at, known ?? reading.record.identity)
        for index in 0..<reading.rows.count {
            if reading.rows[index].witness == .client { reading.rows.settlePlatform(index, SourceTally.platform(of: &reading)) }
            let row = reading.rows[index]
            let attributes = reading.rows.attributes(of: row)
            // A record without any time stands at the last time its source told.
            guard let at = row.at ?? stamp ?? tally.lastStamp else {
                tally.noteTimeless()
                continue
            }
            let identity = index == 0 ? first : StableHash.of(attributes, seed: first &+ UInt64(index))
            let evidence = Evidence(
                event: row.event, at: at, resolution: row.resolution ?? (stamp == nil ? .second : reading.record.resolution),
                witness: row.witness, source: sourceIndex, line: reading.record.line &+ UInt32(truncatingIfNeeded: place.line),
                offset: reading.record.offset &+ UInt64(truncatingIfNeeded: place.offset), identity: identity, device: row.device)
            batch.append(evidence, attributes: attributes)
            let isProbe = index == reading.rows.count &- 1 ? reading.rows.has(.probe) : Attributes(attributes)[.probe] != nil
            tally.note(evidence, Attributes(attributes), stamp: stamp, service: reading.record.service, process: reading.record.process)
            if isProbe, row.witness == .serverApp || row.witness == .serverEdge { tally.noteProbe(reading.record.message) }
        }
        if let scheme = reading.returnScheme { tally.appSchemes.insert(scheme) }
    }
}

extension Witness {
    /// Whether a configured witness may speak for events of a layer.
    func fits(_ layer: Layer) -> Bool {
        switch self {
        case .client: layer == .client
        case .serverApp, .serverEdge: layer == .server
        case .provider: layer == .provider
        }
    }
}
