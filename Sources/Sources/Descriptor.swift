#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// The few system calls of this room, restarted when a signal interrupts them.
enum Descriptor {
    /// Opens for reading; never waits for the writer of a FIFO. Returns nil and leaves `errno`.
    static func open(_ path: [CChar]) -> Int32? {
        while true {
            let descriptor = path.withUnsafeBufferPointer { pointer -> Int32 in
                guard let base = pointer.baseAddress else { return -1 }
                #if canImport(Glibc)
                    return Glibc.open(base, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                #else
                    return Darwin.open(base, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                #endif
            }
            if descriptor >= 0 { return descriptor }
            if errno != EINTR { return nil }
        }
    }

    /// Closes; standard input stays open.
    static func close(_ descriptor: Int32) {
        guard descriptor > 2 else { return }
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    /// Reads at `offset`, or from the stream's place when it is nil. 0 is the end, -1 an error with `errno`.
    static func read(_ descriptor: Int32, _ base: UnsafeMutableRawPointer, _ count: Int, at offset: UInt64?) -> Int {
        while true {
            let got: Int
            if let offset {
                got = pread(descriptor, base, count, off_t(clamping: offset))
            } else {
                #if canImport(Glibc)
                    got = Glibc.read(descriptor, base, count)
                #else
                    got = Darwin.read(descriptor, base, count)
                #endif
            }
            if got >= 0 { return got }
            if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&wait, 1, -1)
            } else if errno != EINTR {
                return -1
            }
        }
    }

    /// A second descriptor of the same file; -1 leaves `errno`.
    static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }

    /// Whether a read would return at once: with bytes, at the end, or with an error.
    static func isReadable(_ descriptor: Int32, waitMilliseconds: Int32 = 0) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, waitMilliseconds) > 0
    }

    /// What the last failed call means, in the system's words.
    static var lastError: String { String(cString: strerror(errno)) }
}
