import CZlib

/// SplitMix64: the same sequence on every machine.
public struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    /// Makes a generator; the same state gives the same numbers.
    public init(state: UInt64) { self.state = state }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// Makes packed bytes for the tests.
public enum Packing {
    /// One gzip member.
    public static func gzip(_ bytes: [UInt8], level: Int32 = 6, strategy: Int32 = Z_DEFAULT_STRATEGY, finish: Bool = true) -> [UInt8] {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, level, Z_DEFLATED, 31, 8, strategy, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return [] }
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1024)
        let room = output.count
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                _ = deflate(&stream, finish ? Z_FINISH : Z_SYNC_FLUSH)
            }
        }
        return Array(output[..<(room - Int(stream.avail_out))])
    }

    /// One gzip member of a text.
    public static func gzip(_ text: String, level: Int32 = 6) -> [UInt8] { gzip(Array(text.utf8), level: level) }

    /// What zlib's own gzip mode makes of one member: the obvious reference for cut data.
    public static func gunzip(_ bytes: [UInt8], capacity: Int) -> [UInt8] {
        var stream = z_stream()
        guard paychain_inflate_init2(&stream, 31) == Z_OK else { return [] }
        defer { inflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: capacity)
        input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
                (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
                _ = inflate(&stream, Z_SYNC_FLUSH)
            }
        }
        return Array(output[..<(capacity - Int(stream.avail_out))])
    }

    /// A zip file of stored entries, written by hand so that names and flags can be anything.
    public static func zip(_ entries: [(name: [UInt8], content: [UInt8])], flags: UInt16 = 0) -> [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        func two(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func four(_ value: Int) -> [UInt8] { two(value & 0xFFFF) + two(value >> 16) }
        for (name, content) in entries {
            let sum = Int(content.withUnsafeBytes { crc32_z(0, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), content.count) })
            let common =
                two(20) + two(Int(flags)) + two(0) + two(0) + two(0x5821) + four(sum) + four(content.count) + four(content.count)
                + two(name.count) + two(0)
            directory += [0x50, 0x4B, 1, 2] + two(20) + common + two(0) + two(0) + two(0) + four(0) + four(file.count) + name
            file += [0x50, 0x4B, 3, 4] + common + name + content
        }
        let start = file.count
        return file + directory + [0x50, 0x4B, 5, 6] + two(0) + two(0) + two(entries.count) + two(entries.count) + four(directory.count)
            + four(start) + two(0)
    }

    /// Log lines that compress like real ones.
    public static func log(lines: Int, seed: UInt64) -> [UInt8] {
        var random = Seeded(state: seed)
        var text = ""
        for line in 0..<lines {
            let order = UInt64.random(in: 0..<1_000_000, using: &random)
            let trace = String(random.next(), radix: 16)
            text += "2026-11-02 10:02:\(10 + line % 50).\(100 + line % 900) INFO [pay-\(line % 7)] order=\(order) trace=\(trace) 支付成功\n"
        }
        return Array(text.utf8)
    }
}
