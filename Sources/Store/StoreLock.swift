import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Lets analyses that keep their result in one store run one after the other, so that none overwrites what another has just kept.
///
/// A file `paychain.db-lock` beside the store, held by the system for as long as the run lives: a run that dies holds nothing. It goes
/// with the run. Readers of the store never wait.
public final class StoreLock {
    private let descriptor: Int32
    private let name: String

    private init(descriptor: Int32, name: String) { (self.descriptor, self.name) = (descriptor, name) }

    deinit {
        // While it is still held: whoever gets hold of a file that has no name any more makes another one.
        unlink(name)
        close(descriptor)
    }

    /// Waits for the turn of this run.
    ///
    /// - Parameters:
    ///   - path: the store's path.
    ///   - patience: how long to wait at most.
    ///   - waiting: called once when somebody else is at work.
    /// - Returns: the lock; nil where no file can be made beside the store: then opening the store tells what is wrong.
    /// - Throws: ``StoreError/Problem-swift.enum/locked`` when patience ends.
    public static func take(
        _ path: String, patience: TimeSpan = .seconds(Limits.storePatience), waiting: () -> Void
    ) throws(StoreError) -> StoreLock? {
        let name = StoreBuilder.resolved(path) + "-lock"
        var waited = TimeSpan.zero
        while true {
            let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
            guard descriptor >= 0 else { return nil }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                if isStill(descriptor, name) { return StoreLock(descriptor: descriptor, name: name) }
                close(descriptor)
                continue
            }
            let isBusy = errno == EWOULDBLOCK || errno == EINTR
            close(descriptor)
            // A file system without locks: two runs at once are still told apart by the store's generation.
            guard isBusy else { return nil }
            guard waited < patience else { throw StoreError(.locked, path: path) }
            if waited == .zero { waiting() }
            let pause = TimeSpan.milliseconds(min(1_000, 50 + waited.microseconds / 5_000))
            usleep(UInt32(truncatingIfNeeded: pause.microseconds))
            waited = waited + pause
        }
    }

    /// Whether the file that was locked is the one that the name leads to: the run before may have taken it away meanwhile.
    private static func isStill(_ descriptor: Int32, _ name: String) -> Bool {
        var locked = stat()
        var named = stat()
        return fstat(descriptor, &locked) == 0 && stat(name, &named) == 0 && locked.st_ino == named.st_ino && locked.st_dev == named.st_dev
    }
}
