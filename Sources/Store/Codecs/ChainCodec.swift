import Domain

/// Packs a ``Chain`` without its order number, which stands in a column.
///
/// Varints, times as distances, attributes as they are. Decoding gives back exactly what was encoded.
public enum ChainCodec {
    static let version: UInt8 = 1

    /// The packed form.
    public static func encode(_ chain: Chain) -> [UInt8] {
        var out = ByteWriter()
        write(chain, to: &out)
        return out.bytes
    }

    /// Reads a packed chain.
    public static func decode(_ bytes: UnsafeRawBufferPointer, order: OrderNumber) throws(CodecError) -> Chain {
        var input = ByteReader(bytes)
        try input.begin(version: version)
        var chain = Chain(order: order)
        chain.devices = try input.list { (r) throws(CodecError) in try readDevice(&r) }
        (chain.events, chain.arena) = try EvidenceCodec.read(devices: chain.devices, from: &input)
        chain.attempts = try input.list { (r) throws(CodecError) in try readAttempt(&r) }
        chain.deliveries = try input.list { (r) throws(CodecError) in try readDelivery(&r) }
        try input.end()
        return chain
    }

    static func write(_ chain: Chain, to out: inout ByteWriter) {
        out.begin(version: version)
        out.count(chain.devices.count)
        for index in chain.devices.indices { write(chain.devices[index], to: &out) }
        EvidenceCodec.write(chain.events, arena: chain.arena, devices: chain.devices, to: &out)
        out.count(chain.attempts.count)
        for index in chain.attempts.indices { write(chain.attempts[index], to: &out) }
        out.count(chain.deliveries.count)
        for index in chain.deliveries.indices { write(chain.deliveries[index], to: &out) }
    }

    private static func write(_ device: DeviceSession, to out: inout ByteWriter) {
        out.fixed(device.key)
        out.signed(device.offset.low.microseconds)
        out.signed(device.offset.high.microseconds)
        out.flag(device.offset.isConsistent)
        out.coverage(device.coverage)
        out.text(device.name)
        out.text(device.platform)
    }

    private static func readDevice(_ input: inout ByteReader) throws(CodecError) -> DeviceSession {
        let key = try input.fixed()
        let offset = ClockOffset(
            low: TimeSpan(microseconds: try input.signed()), high: TimeSpan(microseconds: try input.signed()),
            isConsistent: try input.flag())
        return DeviceSession(
            key: key, offset: offset, coverage: try input.coverage(), name: try input.text(), platform: try input.text())
    }

    private static func write(_ attempt: Attempt, to out: inout ByteWriter) {
        out.text(attempt.number)
        out.text(attempt.provider)
        out.word(attempt.flow)
        out.texts(attempt.tradeNumbers)
        out.presence(attempt.startedAt != nil, attempt.paidAt != nil)
        if let at = attempt.startedAt { out.instant(at) }
        if let at = attempt.paidAt { out.instant(at) }
    }

    private static func readAttempt(_ input: inout ByteReader) throws(CodecError) -> Attempt {
        var attempt = Attempt(
            number: try input.text(), provider: try input.text(), flow: try input.word(), tradeNumbers: try input.texts())
        var isThere = try input.presence(bits: 2)
        if isThere.next() { attempt.startedAt = try input.instant() }
        if isThere.next() { attempt.paidAt = try input.instant() }
        return attempt
    }

    private static func write(_ delivery: Delivery, to out: inout ByteWriter) {
        out.instant(delivery.at)
        out.byte(delivery.resolution.rawValue)
        out.byte(delivery.binding.rawValue)
        out.text(delivery.provider)
        out.count(delivery.received.count)
        for index in delivery.received { out.integer(index) }
        out.varint(
            ByteWriter.mask(
                delivery.notifyID != nil, delivery.attempt != nil, delivery.status != nil, delivery.number != nil,
                delivery.verified != nil, delivery.answered != nil)
                | ByteWriter.mask(
                    delivery.edge != nil, delivery.failed != nil, delivery.sent != nil, delivery.httpStatus != nil,
                    delivery.bytes != nil, delivery.body != nil) &<< 6
                | ByteWriter.mask(delivery.duration != nil, delivery.ok != nil, delivery.reason != nil, false, false, false) &<< 12)
        if let value = delivery.notifyID { out.text(value) }
        if let value = delivery.attempt { out.integer(value) }
        if let value = delivery.status { out.text(value) }
        if let value = delivery.number { out.integer(value) }
        if let value = delivery.verified { out.integer(value) }
        if let value = delivery.answered { out.integer(value) }
        if let value = delivery.edge { out.integer(value) }
        if let value = delivery.failed { out.integer(value) }
        if let value = delivery.sent { out.integer(value) }
        if let value = delivery.httpStatus { out.integer(value) }
        if let value = delivery.bytes { out.integer(value) }
        if let value = delivery.body { out.text(value) }
        if let value = delivery.duration { out.signed(value.microseconds) }
        if let value = delivery.ok { out.flag(value) }
        if let value = delivery.reason { out.text(value) }
    }

    private static func readDelivery(_ input: inout ByteReader) throws(CodecError) -> Delivery {
        let at = try input.instant()
        guard let resolution = Resolution(rawValue: try input.byte()), let binding = Binding(rawValue: try input.byte()) else {
            throw input.failure(.value)
        }
        var delivery = Delivery(at: at, resolution: resolution, provider: try input.text(), binding: binding)
        delivery.received = try input.list { (r) throws(CodecError) in try r.integer() }
        var isThere = try input.presence(bits: 15)
        if isThere.next() { delivery.notifyID = try input.text() }
        if isThere.next() { delivery.attempt = try input.integer() }
        if isThere.next() { delivery.status = try input.text() }
        if isThere.next() { delivery.number = try input.integer() }
        if isThere.next() { delivery.verified = try input.integer() }
        if isThere.next() { delivery.answered = try input.integer() }
        if isThere.next() { delivery.edge = try input.integer() }
        if isThere.next() { delivery.failed = try input.integer() }
        if isThere.next() { delivery.sent = try input.integer() }
        if isThere.next() { delivery.httpStatus = try input.integer() }
        if isThere.next() { delivery.bytes = try input.integer() }
        if isThere.next() { delivery.body = try input.text() }
        if isThere.next() { delivery.duration = TimeSpan(microseconds: try input.signed()) }
        if isThere.next() { delivery.ok = try input.flag() }
        if isThere.next() { delivery.reason = try input.text() }
        return delivery
    }
}
