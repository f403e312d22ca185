#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Which library inflates. The results are the same bytes.
public enum InflaterChoice: Sendable {
    /// ISA-L where it was built in, else zlib.
    case fastest
    /// zlib only.
    case zlib

    /// `PAYCHAIN_INFLATER=zlib` in the environment chooses zlib.
    public static let standard: InflaterChoice = {
        guard let value = getenv("PAYCHAIN_INFLATER") else { return .fastest }
        return String(cString: value) == "zlib" ? .zlib : .fastest
    }()
}

/// Inflates one gzip member after the other: by the fast library as long as nothing is wrong, by zlib where something is.
struct Inflater {
    let exact = ZlibInflater()
    #if ISAL
        private let fast: ISALInflater?
    #endif
    /// Whether the fast library works on the current member.
    private(set) var isFast = false

    /// The fast library needs a second look at damaged members, so it takes only input that can be read again.
    init(_ choice: InflaterChoice, canReadAgain: Bool) {
        #if ISAL
            fast = choice == .fastest && canReadAgain ? ISALInflater() : nil
        #endif
    }

    /// Starts a member; `exactly` chooses zlib for it.
    mutating func reset(exactly: Bool = false) {
        #if ISAL
            isFast = fast != nil && !exactly
            if isFast, let fast { return fast.reset() }
        #endif
        exact.reset()
    }

    func run(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep) {
        #if ISAL
            if isFast, let fast { return fast.run(input, room) }
        #endif
        return exact.run(input, room)
    }

    /// As ``run(_:_:)``, but only up to the next block: tells where that begins in the file, in bits.
    func runToBlock(_ input: ByteInput, _ room: UnsafeMutableRawBufferPointer) -> (written: Int, step: InflateStep, block: UInt64?) {
        #if ISAL
            if isFast, let fast { return fast.runToBlock(input, room) }
        #endif
        return exact.runToBlock(input, room)
    }

    /// Starts in the middle of a member, at a bit of the next byte of the input.
    mutating func resume(at bit: UInt64, of input: ByteInput, window: [UInt8]) -> Bool {
        #if ISAL
            isFast = fast != nil
            if let fast { return fast.resume(at: bit, of: input, window: window) }
        #endif
        isFast = false
        return exact.resume(at: bit, of: input, window: window)
    }

    /// Whether what the fast library has written may not be handed on before the exact one has seen it.
    var isSuspicious: Bool {
        #if ISAL
            if isFast, let fast { return fast.isSuspicious }
        #endif
        return false
    }

    func checksum(_ crc: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        #if ISAL
            if isFast, let fast { return fast.checksum(crc, bytes) }
        #endif
        return exact.checksum(crc, bytes)
    }
}
