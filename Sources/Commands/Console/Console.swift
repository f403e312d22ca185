import Domain
import Reports

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Where a command writes: results to standard output, everything else to standard error.
///
/// A reader who goes away (`| head`) is no failure: what comes after is dropped, and whoever writes much asks ``isClosed``.
/// Used by one thread at a time, whichever that is.
public final class Console: @unchecked Sendable {
    /// What the two streams are connected to.
    public enum Target: Sendable {
        /// A file descriptor.
        case descriptor(Int32)
        /// Memory, for tests.
        case memory
    }

    private let output: Target
    private let errors: Target
    private var buffer: [UInt8] = []
    private var writtenOutput: [UInt8] = []
    private var writtenErrors: [UInt8] = []
    /// The reader of standard output has gone away.
    public private(set) var isClosed = false
    /// Standard output could not be written: the system's error number.
    public private(set) var failure: Int32?

    /// Makes a console on two targets.
    public init(output: Target, errors: Target) { (self.output, self.errors) = (output, errors) }

    /// The console of this process.
    public static func standard() -> Console { Console(output: .descriptor(1), errors: .descriptor(2)) }

    /// What went to a memory target.
    public var outputText: String { String(decoding: writtenOutput, as: UTF8.self) }
    /// What went to a memory target.
    public var errorText: String { String(decoding: writtenErrors, as: UTF8.self) }

    /// Whether standard output is a terminal.
    public var outputIsTerminal: Bool { Console.isTerminal(output) }
    /// Whether standard error is a terminal.
    public var errorsAreTerminal: Bool { Console.isTerminal(errors) }

    /// The columns of the terminal on standard output; nil when it is none.
    public var columns: Int? {
        guard case .descriptor(let descriptor) = output, isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Writes text to standard output.
    public func write(_ text: String) { write(Array(text.utf8)) }

    /// Writes bytes to standard output.
    public func write(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { flush() }
    }

    /// Writes a line to standard error, its control characters made visible.
    public func complain(_ line: String) {
        flush()
        report(VisibleText.make(line) + "\n")
    }

    /// Writes to standard error as it is; for the progress line.
    func report(_ text: String) {
        let bytes = Array(text.utf8)
        switch errors {
        case .memory: writtenErrors += bytes
        case .descriptor(let descriptor): _ = Console.write(bytes, to: descriptor)
        }
    }

    /// Sends on what is buffered.
    public func flush() {
        guard !buffer.isEmpty, !isClosed else { return }
        switch output {
        case .memory: writtenOutput += buffer
        case .descriptor(let descriptor):
            if let error = Console.write(buffer, to: descriptor) {
                isClosed = true
                if error != EPIPE { failure = error }
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    private static func isTerminal(_ target: Target) -> Bool {
        guard case .descriptor(let descriptor) = target else { return false }
        return isatty(descriptor) == 1
    }

    /// Writes everything; returns the system's error number when it could not.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { all -> Int32? in
            var rest = all[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                #if canImport(Glibc)
                    let count = Glibc.write(descriptor, part.baseAddress, part.count)
                #else
                    let count = Darwin.write(descriptor, part.baseAddress, part.count)
                #endif
                if count < 0 {
                    if errno == EINTR { continue }
                    if errno == EAGAIN {
                        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                        _ = poll(&wait, 1, -1)
                        continue
                    }
                    return errno
                }
                rest = rest.dropFirst(count)
            }
            return nil
        }
    }
}
