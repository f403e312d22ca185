#if ISAL
    import CISAL

    #if canImport(Glibc)
        @preconcurrency import Glibc
    #else
        import Darwin
    #endif

    /// Raw deflate by ISA-L: twice as fast as zlib on sound data.
    ///
    /// It keeps back up to two literals of cut data and accepts Huffman codes with holes, so that whatever goes wrong is decoded again by
    /// ``ZlibInflater``.
    final class ISALInflater {
        private let state: UnsafeMutablePointer<inflate_state>
        private lazy var probe = CodeProbe()

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

        /// Fills `room` only up to the next block, and tells where that begins in the file, in bits.
        ///
        /// The library does not stop there by itself. It sees a block's header when it has all of it; given fewer bytes at a time than any
        /// header of dynamic codes has, it stops with a part of it in hand.
        func runToBlock(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep, block: UInt64?) {
            guard let base = room.baseAddress else { return (0, .damaged, nil) }
            state.pointee.next_out = base.assumingMemoryBound(to: UInt8.self)
            state.pointee.avail_out = UInt32(clamping: room.count)
            while true {
                let piece = min(input.window.count, 48)
                state.pointee.next_in = UnsafeMutablePointer(mutating: input.window.baseAddress?.assumingMemoryBound(to: UInt8.self))
                state.pointee.avail_in = UInt32(clamping: piece)
                let result = isal_inflate(state)
                input.consume(piece &- Int(state.pointee.avail_in))
                let written = room.count &- Int(state.pointee.avail_out)
                if result < 0 { return (written, .damaged, nil) }
                if state.pointee.block_state == ISAL_BLOCK_FINISH {
                    input.unread(max(0, Int(state.pointee.read_in_length) / 8))
                    return (written, .finished, nil)
                }
                if state.pointee.avail_out == 0 { return (written, .full, nil) }
                let isBetween = state.pointee.block_state == ISAL_BLOCK_NEW_HDR || state.pointee.block_state == ISAL_BLOCK_HDR
                let inHand = Int64(state.pointee.tmp_in_size) * 8 + Int64(state.pointee.read_in_length)
                if isBetween, written > 0, inHand >= 0, state.pointee.tmp_out_processed == state.pointee.tmp_out_valid {
                    return (written, .full, input.position * 8 - UInt64(inHand))
                }
                if input.window.count == 0, !input.fill() { return (written, .inputEnded, nil) }
            }
        }

        /// Starts in the middle of a stream, at a bit of the next byte of the input, behind a window; false where the library cannot.
        func resume(at bit: UInt64, of input: ByteInput, window: [UInt8]) -> Bool {
            reset()
            if bit > 0 {
                state.pointee.read_in = UInt64(input.window[0] >> UInt8(bit))
                state.pointee.read_in_length = Int32(8 - bit)
                input.consume(1)
            }
            var window = window
            return isal_inflate_set_dict(state, &window, UInt32(window.count)) == COMP_OK
        }

        /// Whether the codes of the block that is being decoded have holes. zlib refuses such a block at its header; here it would go on as
        /// garbage until a hole is hit, so that a caller who hands bytes on must ask first.
        var isSuspicious: Bool { state.pointee.block_state == ISAL_BLOCK_CODED && probe.findsHole(in: state) }

        func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
            crc32_gzip_refl(crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
        }
    }

    /// Finds holes in Huffman codes by decoding with them. Codes are given out in ascending order, so that a hole, if there is one, is at
    /// the end, where all bits are ones.
    final class CodeProbe {
        /// A state in the middle of a block with fixed codes, and one to try things with.
        private let template: UnsafeMutablePointer<inflate_state>
        private let trial: UnsafeMutablePointer<inflate_state>
        private let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 4096)
        private let input = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)

        init() {
            (template, trial) = (.allocate(capacity: 1), .allocate(capacity: 1))
            isal_inflate_init(template)
            // The last block, fixed codes, and the beginning of a literal.
            input[0] = 0b0000_0011
            (template.pointee.next_in, template.pointee.avail_in) = (input, 1)
            (template.pointee.next_out, template.pointee.avail_out) = (scratch, 4096)
            _ = isal_inflate(template)
            (template.pointee.read_in, template.pointee.read_in_length) = (0, 0)
            template.pointee.tmp_in_size = 0
            input.initialize(repeating: 0xFF, count: 32)
        }

        deinit {
            template.deallocate()
            trial.deallocate()
            scratch.deallocate()
            input.deallocate()
        }

        func findsHole(in state: UnsafeMutablePointer<inflate_state>) -> Bool {
            guard template.pointee.block_state == ISAL_BLOCK_CODED,
                let lengths = MemoryLayout<inflate_state>.offset(of: \.lit_huff_code),
                let distances = MemoryLayout<inflate_state>.offset(of: \.dist_huff_code)
            else { return false }
            let (lengthsSize, distancesSize) = (MemoryLayout<inflate_huff_code_large>.size, MemoryLayout<inflate_huff_code_small>.size)
            let real = UnsafeRawPointer(state)
            // The fixed codes have holes by definition.
            if memcmp(UnsafeRawPointer(template) + distances, real + distances, distancesSize) == 0 { return false }
            memcpy(trial, template, MemoryLayout<inflate_state>.size)
            memcpy(UnsafeMutableRawPointer(trial) + distances, real + distances, distancesSize)
            // The fixed code of the shortest length, 0000001, and a distance of ones.
            if decodesToHole(0b1100_0000) { return true }
            memcpy(trial, template, MemoryLayout<inflate_state>.size)
            memcpy(UnsafeMutableRawPointer(trial) + distances, real + distances, distancesSize)
            memcpy(UnsafeMutableRawPointer(trial) + lengths, real + lengths, lengthsSize)
            return decodesToHole(0xFF)
        }

        private func decodesToHole(_ first: UInt8) -> Bool {
            input[0] = first
            (trial.pointee.next_in, trial.pointee.avail_in) = (input, 32)
            (trial.pointee.next_out, trial.pointee.avail_out) = (scratch, 4096)
            return isal_inflate(trial) == ISAL_INVALID_SYMBOL
        }
    }
#endif
