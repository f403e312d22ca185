import Domain

/// Texts that many say, each once: why there are gaps.
struct Reasons: Sendable {
    private(set) var all: [String] = []
    private var places: [String: UInt32] = [:]

    mutating func place(of reason: String) -> UInt32 {
        if let known = places[reason] { return known }
        let place = UInt32(truncatingIfNeeded: all.count)
        places[reason] = place
        all.append(reason)
        return place
    }
}

/// What the logs of one device span, as bytes of a ``Spool``.
enum PackedDevice {
    // [device, bytes in all, stretches, gaps, length of the name, of the platform, 0][stretches][gaps][name][platform], padded to 8 bytes
    private static let header = 32
    private static let stretchLength = 16
    private static let gapLength = 24

    static func append(_ device: RunCoverage.Device, _ key: DeviceKey, to spool: Spool, _ part: Int, _ reasons: inout Reasons) {
        let (name, platform) = (Array(device.name.utf8), Array(device.platform.utf8))
        let (stretches, gaps) = (device.coverage.stretches, device.coverage.gaps)
        let length = (header + stretches.count * stretchLength + gaps.count * gapLength + name.count + platform.count + 7) & ~7
        let room = spool.room(length, in: part)
        room.storeBytes(of: key, as: UInt64.self)
        var at = 8
        func put(_ number: UInt32) {
            room.storeBytes(of: number, toByteOffset: at, as: UInt32.self)
            at += 4
        }
        func put(_ stretch: Stretch) {
            room.storeBytes(of: stretch.from.microseconds, toByteOffset: at, as: Int64.self)
            room.storeBytes(of: stretch.to.microseconds, toByteOffset: at + 8, as: Int64.self)
            at += stretchLength
        }
        for count in [length, stretches.count, gaps.count, name.count, platform.count, 0] { put(UInt32(truncatingIfNeeded: count)) }
        for stretch in stretches { put(stretch) }
        for gap in gaps {
            put(gap.stretch)
            put(reasons.place(of: gap.why))
            put(0)
        }
        for text in [name, platform] {
            text.withUnsafeBytes { if let source = $0.baseAddress { (room + at).copyMemory(from: source, byteCount: $0.count) } }
            at += text.count
        }
    }

    /// Gives each device of a piece and where it lies there.
    static func forEach(in piece: UnsafeRawBufferPointer, _ body: (_ key: DeviceKey, _ place: Int) -> Void) {
        var position = 0
        while position + header <= piece.count {
            let length = Int(piece.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self))
            guard length >= header, position + length <= piece.count else { return }
            body(piece.loadUnaligned(fromByteOffset: position, as: UInt64.self), position)
            position += length
        }
    }

    /// The device at a place that ``forEach(in:_:)`` gave.
    static func read(at place: Int, in bytes: UnsafeRawBufferPointer, _ reasons: [String]) -> RunCoverage.Device {
        func number(_ offset: Int) -> Int { Int(bytes.loadUnaligned(fromByteOffset: place + offset, as: UInt32.self)) }
        func stretch(_ at: Int) -> Stretch {
            Stretch(
                from: Instant(microseconds: bytes.loadUnaligned(fromByteOffset: at, as: Int64.self)),
                to: Instant(microseconds: bytes.loadUnaligned(fromByteOffset: at + 8, as: Int64.self)))
        }
        let (stretches, gaps, name, platform) = (number(12), number(16), number(20), number(24))
        var at = place + header
        var coverage = WitnessCoverage()
        for _ in 0..<stretches {
            coverage.stretches.append(stretch(at))
            at += stretchLength
        }
        for _ in 0..<gaps {
            let reason = Int(bytes.loadUnaligned(fromByteOffset: at + stretchLength, as: UInt32.self))
            coverage.gaps.append(Gap(stretch: stretch(at), why: reason < reasons.count ? reasons[reason] : ""))
            at += gapLength
        }
        return RunCoverage.Device(
            coverage: coverage, name: String(decoding: bytes[at..<(at + name)], as: UTF8.self),
            platform: String(decoding: bytes[(at + name)..<(at + name + platform)], as: UTF8.self))
    }
}
