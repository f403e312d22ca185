import Domain

/// Packs rows of evidence with their attributes: the events of a chain, and rows that no order claimed.
enum EvidenceCodec {
    /// Two bytes, eight varints, two hashes.
    private static let longestRow = 2 + 8 * 10 + 2 * 8

    static func write(_ rows: [Evidence], arena: [UInt8], devices: [DeviceSession], to out: inout ByteWriter) {
        out.count(rows.count)
        var previous = Evidence(
            event: .payTapped, at: Instant(microseconds: 0), resolution: .second, witness: .client, source: 0, line: 0, offset: 0,
            identity: 0)
        for row in rows {
            let distance = out.distance(to: row.at)
            // Rows of one source follow each other in it, so the way from the last one is short.
            let isSameSource = row.source == previous.source
            out.piece(longestRow) { base in
                var pen = BytePen(base)
                pen.byte(row.event.rawValue)
                pen.byte(row.resolution.rawValue | row.witness.rawValue &<< 3 | row.binding.rawValue &<< 5)
                pen.signed(distance)
                pen.varint(UInt64(row.source))
                pen.signed(Int64(row.line) &- (isSameSource ? Int64(previous.line) : 0))
                pen.signed(Int64(bitPattern: row.offset) &- (isSameSource ? Int64(bitPattern: previous.offset) : 0))
                pen.fixed(row.identity)
                write(row.device, among: devices, with: &pen)
                // Attributes usually lie one behind the other: then this is a zero.
                pen.signed(Int64(row.attributesStart) &- Int64(previous.attributesStart) &- Int64(previous.attributesLength))
                pen.varint(UInt64(row.attributesLength))
                return pen.count
            }
            previous = row
        }
        out.data(arena)
    }

    static func read(devices: [DeviceSession], from input: inout ByteReader) throws(CodecError) -> (rows: [Evidence], arena: [UInt8]) {
        let number = try input.count(of: 16)
        var rows: [Evidence] = []
        rows.reserveCapacity(number)
        var previous = Evidence(
            event: .payTapped, at: Instant(microseconds: 0), resolution: .second, witness: .client, source: 0, line: 0, offset: 0,
            identity: 0)
        for _ in 0..<number {
            let kind = try input.byte()
            let packed = try input.byte()
            guard let event = EventKind(rawValue: kind), let resolution = Resolution(rawValue: packed & 7),
                let witness = Witness(rawValue: packed &>> 3 & 3), let binding = Binding(rawValue: packed &>> 5)
            else { throw input.failure(.value) }
            let at = try input.instant()
            let source = try input.unsigned32()
            let isSameSource = source == previous.source
            let line = try input.signed() &+ (isSameSource ? Int64(previous.line) : 0)
            let offset = try input.signed() &+ (isSameSource ? Int64(bitPattern: previous.offset) : 0)
            let identity = try input.fixed()
            let device = try readDevice(among: devices, from: &input)
            let start = try input.signed() &+ Int64(previous.attributesStart) &+ Int64(previous.attributesLength)
            let length = try input.unsigned32()
            guard let line = UInt32(exactly: line), let start = UInt32(exactly: start) else { throw input.failure(.value) }
            previous = Evidence(
                event: event, at: at, resolution: resolution, witness: witness, source: source, line: line,
                offset: UInt64(bitPattern: offset), identity: identity, device: device, binding: binding, attributesStart: start,
                attributesLength: length)
            rows.append(previous)
        }
        let arena = Array(try input.slice())
        // Everyone may slice the arena by what a row says, so a row that points outside it is damage.
        for row in rows where Int(row.attributesStart) + Int(row.attributesLength) > arena.count { throw input.failure(.value) }
        return (rows, arena)
    }

    /// 0: none; 1…: a device of the chain; one more than there are: the key itself follows.
    private static func write(_ device: DeviceKey, among devices: [DeviceSession], with pen: inout BytePen) {
        if device == 0 { return pen.byte(0) }
        for index in devices.indices where devices[index].key == device { return pen.varint(UInt64(index + 1)) }
        pen.varint(UInt64(devices.count + 1))
        pen.fixed(device)
    }

    private static func readDevice(among devices: [DeviceSession], from input: inout ByteReader) throws(CodecError) -> DeviceKey {
        let place = try input.varint()
        if place == 0 { return 0 }
        if place <= UInt64(devices.count) { return devices[Int(place) - 1].key }
        guard place == UInt64(devices.count) + 1 else { throw input.failure(.value) }
        return try input.fixed()
    }
}
