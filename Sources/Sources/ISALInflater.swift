#if ISAL
    import CISAL

    /// Raw deflate by ISA-L: twice as fast as zlib on sound data.
    ///
    /// It accepts some invalid Huffman tables and keeps back up to two literals of cut data, so that whatever goes wrong is decoded again
    /// by ``ZlibInflater``.
    final class ISALInflater {
        private let state: UnsafeMutablePointer<inflate_state>

        init() {
            state = .allocate(capacity: 1)
            isal_inflate_init(state)
        }

        deinit { state.deallocate() }

        func reset() {
            isal_inflate_reset(state)
            state.pointee.crc_flag = UInt32(ISAL_DEFLATE)
        }

        /// Fills `room` from `input`.
        func run(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep) {
            guard let base = room.baseAddress else { return (0, .damaged) }
            state.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(clamping: room.count)
            while true {
                let window = input.window
                state.pointee.next_in = UnsafeMutablePointer(mutating: window.baseAddress?.assumingMemoryBound(to: UInt8.self))
                state.pointee.avail_in = UInt32(clamping: window.count)
                let result = isal_inflate(state)
                input.consume(window.count &- Int(state.pointee.avail_in))
                let written = room.count &- Int(state.pointee.avail_out)
                if result < 0 { return (written, .damaged) }
                if state.pointee.block_state == ISAL_BLOCK_FINISH {
                    input.unread(max(0, Int(state.pointee.read_in_length) / 8))
                    return (written, .finished)
                }
                if state.pointee.avail_out == 0 { return (written, .full) }
                if input.window.count == 0, !input.fill() { return (written, .inputEnded) }
            }
        }

        func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
            crc32_gzip_refl(crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
        }
    }
#endif
