import Domain

extension FollowCheckpoint {
    private static let version: UInt8 = 1

    /// The checkpoint as bytes, little-endian, a version in front.
    public var bytes: [UInt8] {
        var writer = CheckpointWriter()
        writer.bytes.append(Self.version)
        writer.number(UInt64(stream))
        writer.text(Array(name.utf8))
        writer.text(path)
        for value in [utf8Offset, contentID, identity.device, identity.node, size, UInt64(bitPattern: modified)] { writer.number(value) }
        for print in [head, tail, text] {
            writer.number(print.length)
            writer.number(print.hash)
        }
        for value in [rawOffset, originalOffset, lossCount] { writer.number(value) }
        writer.bytes += [kind.rawValue, mode.rawValue, (isEnded ? 1 : 0) | (isProvisional ? 2 : 0) | (isRewound ? 4 : 0)]
        return writer.bytes
    }

    /// Reads what ``bytes`` wrote; nil for anything else.
    public init?(bytes: [UInt8]) {
        var reader = CheckpointReader(bytes: bytes)
        guard reader.byte() == Self.version, let stream = reader.number(), let name = reader.text(), let path = reader.text() else {
            return nil
        }
        self.init(stream: Int(clamping: stream), name: String(decoding: name, as: UTF8.self))
        self.path = path
        var numbers: [UInt64] = []
        for _ in 0..<15 {
            guard let number = reader.number() else { return nil }
            numbers.append(number)
        }
        (utf8Offset, contentID) = (numbers[0], numbers[1])
        identity = FileIdentity(device: numbers[2], node: numbers[3])
        (size, modified) = (numbers[4], Int64(bitPattern: numbers[5]))
        head = Fingerprint(length: numbers[6], hash: numbers[7])
        tail = Fingerprint(length: numbers[8], hash: numbers[9])
        text = Fingerprint(length: numbers[10], hash: numbers[11])
        (rawOffset, originalOffset, lossCount) = (numbers[12], numbers[13], numbers[14])
        guard let kind = reader.byte().flatMap(FollowedKind.init), let mode = reader.byte().flatMap(Mode.init), let flags = reader.byte(),
            flags < 8, reader.isAtEnd, !path.contains(0)
        else { return nil }
        (self.kind, self.mode, isEnded, isProvisional, isRewound) = (kind, mode, flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    }
}

private struct CheckpointWriter {
    var bytes: [UInt8] = []

    mutating func number(_ value: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func text(_ text: [UInt8]) {
        number(UInt64(text.count))
        bytes += text
    }
}

private struct CheckpointReader {
    let bytes: [UInt8]
    var at = 0

    var isAtEnd: Bool { at == bytes.count }

    mutating func byte() -> UInt8? {
        guard at < bytes.count else { return nil }
        at += 1
        return bytes[at - 1]
    }

    mutating func number() -> UInt64? {
        guard bytes.count - at >= 8 else { return nil }
        var value: UInt64 = 0
        for index in 0..<8 { value |= UInt64(bytes[at + index]) << UInt64(index * 8) }
        at += 8
        return value
    }

    mutating func text() -> [UInt8]? {
        guard let count = number(), count <= UInt64(bytes.count - at) else { return nil }
        defer { at += Int(count) }
        return Array(bytes[at..<(at + Int(count))])
    }
}
