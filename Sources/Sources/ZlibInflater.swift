import CZlib

/// How one inflating step ended.
enum InflateStep {
    /// The room is full; there may be more.
    case full
    /// The last block is complete.
    case finished
    /// The input ended first.
    case inputEnded
    /// The compressed data are invalid.
    case damaged
}

/// Raw deflate by zlib: always there, and the authority on where damaged data stop to be readable.
final class ZlibInflater {
    private let stream: UnsafeMutablePointer<z_stream>
    private let isReady: Bool
    /// Whether the last run stopped because the input ended.
    private(set) var isCut = false

    init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        isReady = paychain_inflate_init2(stream, -15) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(stream) }
        stream.deallocate()
    }

    func reset() { if isReady { inflateReset(stream) } }

    /// Fills `room` from `input`.
    func run(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep) {
        let (written, step, _) = run(input, room, flush: Z_NO_FLUSH)
        return (written, step)
    }

    /// Fills `room` only up to the next block, and tells where that begins in the file, in bits.
    func runToBlock(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep, block: UInt64?) {
        run(input, room, flush: Z_BLOCK)
    }

    private func run(
        _ input: ByteInput, _ room: UnsafeMutableRawBufferPointer, flush: Int32
    ) -> (written: Int, step: InflateStep, block: UInt64?) {
        isCut = false
        guard isReady, let base = room.baseAddress else { return (0, .damaged, nil) }
        stream.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: room.count)
        while true {
            let window = input.window
            stream.pointee.next_in = UnsafeMutablePointer(mutating: window.baseAddress?.assumingMemoryBound(to: UInt8.self))
            stream.pointee.avail_in = UInt32(clamping: window.count)
            let result = inflate(stream, flush)
            input.consume(window.count &- Int(stream.pointee.avail_in))
            let written = room.count &- Int(stream.pointee.avail_out)
            switch result {
            case Z_STREAM_END: return (written, .finished, nil)
            case Z_OK, Z_BUF_ERROR:
                if stream.pointee.avail_out == 0 { return (written, .full, nil) }
                // 128: behind a block; 64: behind the last one; the rest: bits of the last byte that were not used.
                if flush == Z_BLOCK, stream.pointee.data_type & 192 == 128, written > 0 {
                    return (written, .full, input.position * 8 - UInt64(stream.pointee.data_type & 7))
                }
                if input.window.count == 0, !input.fill() {
                    isCut = true
                    return (written, .inputEnded, nil)
                }
            default: return (written, .damaged, nil)
            }
        }
    }

    /// Starts in the middle of a stream, at a bit of the next byte of the input, behind a window; false where the library cannot.
    func resume(at bit: UInt64, of input: ByteInput, window: [UInt8]) -> Bool {
        guard isReady, inflateReset(stream) == Z_OK else { return false }
        if bit > 0 {
            let rest = Int32(input.window[0] >> UInt8(bit))
            input.consume(1)
            guard inflatePrime(stream, Int32(8 - bit), rest) == Z_OK else { return false }
        }
        return inflateSetDictionary(stream, window, UInt32(window.count)) == Z_OK
    }

    /// Whole bytes that were consumed but not used: with them, the place of an error does not depend on how the input was cut.
    var unusedBytes: Int { Int(stream.pointee.data_type & 63) / 8 }

    /// zlib's words for the error.
    var message: String { stream.pointee.msg.map { String(cString: $0) } ?? "invalid data" }

    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(UInt(crc), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
    }
}
