import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// Follows files, folders, patterns and standard input: hands out what `SourceReader` would give for the same files, while they are written.
///
/// One thread asks for one event after the other; only ``wake()`` may be called from elsewhere. What was handed out is at any time told by
/// ``checkpoints()``, with which a later follower goes on. docs/watching.md says how rotation is told apart.
public final class FileFollower: @unchecked Sendable {
    /// The smallest buffer that ``next(into:waitMilliseconds:)`` takes.
    public static let leastBuffer = SourceReader.smallestBlock

    let paths: [String]
    let options: FollowOptions
    let time: FollowTime
    let notices: FileNotices
    let pipe = WakePipe()
    var events = EventQueue()
    /// All generations that are remembered, in the order in which they came.
    var generations: [FollowedFile] = []
    var byIdentity: [FileIdentity: FollowedFile] = [:]
    var byPath: [[CChar]: FollowedFile] = [:]
    var streams: [Int: FollowedStream] = [:]
    var nextStream = 0
    /// Streams that are void and were not told to be: until then the caller has what came of them.
    var takenBack: [Int: FollowCheckpoint] = [:]
    /// Streams that have bytes to read.
    var readable: [FollowedStream] = []
    var firstReadable = 0
    /// The packed one that is read at the moment.
    var unpacked: FollowedStream?
    /// Files that wait for something to become clear.
    var attention: [FollowedFile] = []
    /// Files that have to be looked at.
    var dirty: [FollowedFile] = []
    /// New files that are held against a generation they begin like.
    var comparisons: [Comparison] = []
    /// Folders with files that are about to be read for the first time, as far as that was asked since the last piece of work.
    var unreadFolders: Set<[CChar]>?
    /// Whether packed files wait for those.
    var isHoldingBack = false
    var scratch: UnsafeMutableRawBufferPointer?
    var news = FileNews()
    /// Paths that were written to and that no walk lists.
    var unlisted: Set<[CChar]> = []
    /// How long to leave folders alone, by what the last walk has cost.
    var scanRest = FileFollower.scanInterval
    var needsScan = true
    var hasScanned = false
    var lastScan: Int64 = 0
    var lastPoll: Int64 = 0
    var lastAttention: Int64 = 0
    var polls = 0
    var isDraining = false
    var isWoken = false
    var openCount = 0
    var uses: Int64 = 0
    /// What cannot be read and what is left out, as the last look at the paths found it.
    public var problems: [Damage] { walkProblems + generations.filter(\.isPresent).flatMap(\.problems) }
    var walkProblems: [Damage] = []

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - paths: files, folders with everything below them, patterns, `-` for standard input.
    ///   - resume: what an earlier follower left; they become the streams `0..<resume.count`.
    ///   - options: how patient it is.
    public init(paths: [String], resume: [FollowCheckpoint] = [], options: FollowOptions = FollowOptions()) {
        (self.paths, self.options, time) = (paths, options, options.time)
        notices = FileNotices(isOn: options.usesNotices)
        FileFollower.allowManyFiles()
        take(up: resume)
    }

    deinit {
        for stream in streams.values { stream.reader?.close() }
        for file in generations {
            file.input?.close()
            file.streams = []
        }
        scratch?.deallocate()
    }

    /// Wakes a waiting ``next(into:waitMilliseconds:)``, which returns ``FollowEvent/idle``. Safe in a signal handler.
    public func wake() { pipe.wake() }

    /// From now on nothing is waited for: what lies there is given to its end, as batch would read it; then ``FollowEvent/drained``.
    public func drain() {
        guard !isDraining else { return }
        (isDraining, needsScan) = (true, true)
        for file in generations where file.phase != .refused { markDirty(file) }
    }

    /// Whether everything that was there at the last look was handed out, but for what is held back on purpose.
    public var isCaughtUp: Bool {
        hasScanned && !needsScan && events.isEmpty && readable.count == firstReadable && dirty.isEmpty && comparisons.isEmpty
            && !isHoldingBack
    }

    /// The next event.
    ///
    /// - Parameters:
    ///   - buffer: takes bytes; `Limits.blockLength` long and aligned to `Limits.bufferAlignment` for speed, never shorter than ``leastBuffer``.
    ///   - waitMilliseconds: how long to wait for something new; 0 only looks.
    public func next(into buffer: UnsafeMutableRawBufferPointer, waitMilliseconds: Int) -> FollowEvent {
        precondition(buffer.count >= Self.leastBuffer, "the buffer of a follower is too small")
        // The caller waits in the system's time, whatever time files are measured in.
        let clock = FollowTime.system.elapsed
        let deadline = clock() + Int64(clamping: max(0, waitMilliseconds))
        while true {
            if let event = tell() { return event }
            work()
            if let event = tell() { return event }
            if let event = readOne(into: buffer) { return event }
            if !events.isEmpty || !dirty.isEmpty || firstReadable < readable.count || !comparisons.isEmpty { continue }
            if isDraining, isThrough() { return tell() ?? .drained }
            if isWoken {
                isWoken = false
                return .idle
            }
            let now = clock()
            guard now < deadline else { return .idle }
            wait(Int32(clamping: min(deadline - now, nextTick(time.elapsed()))))
        }
    }

    /// The next event that waits; from then on the caller knows of its stream.
    func tell() -> FollowEvent? {
        let event = events.take()
        switch event {
        case .opened(let stream, _, _): streams[stream]?.isTold = true
        case .void(let stream, _): takenBack[stream] = nil
        default: break
        }
        return event
    }

    /// Milliseconds until something has to be looked at again.
    private func nextTick(_ now: Int64) -> Int64 {
        var tick = lastPoll + options.poll.inMilliseconds - now
        if !attention.isEmpty { tick = min(tick, lastAttention + attentionInterval - now) }
        if needsScan { tick = min(tick, lastScan + scanRest - now) }
        return max(1, tick)
    }

    /// Names that move together are looked at together.
    static let scanInterval: Int64 = 10

    private var attentionInterval: Int64 { max(10, min(100, options.settle.inMilliseconds / 4)) }

    private func wait(_ milliseconds: Int32) {
        var descriptors = [pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)]
        if notices.descriptor >= 0 { descriptors.append(pollfd(fd: notices.descriptor, events: Int16(POLLIN), revents: 0)) }
        let first = descriptors.count
        let open = generations.filter { $0.kind == .stream && $0.phase != .ended && $0.phase != .refused }
        for file in open { descriptors.append(pollfd(fd: file.streamDescriptor, events: Int16(POLLIN), revents: 0)) }
        _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
        for (index, file) in open.enumerated() where descriptors[first + index].revents != 0 { markDirty(file) }
    }

    /// Takes in what was reported and does what is due.
    private func work() {
        if pipe.clear() { isWoken = true }
        let now = time.elapsed()
        unreadFolders = nil
        notices.take(into: &news)
        takeNews(now)
        if now - lastPoll >= options.poll.inMilliseconds || !hasScanned { lookAround(now) }
        if needsScan, !hasScanned || isDraining || now - lastScan >= scanRest { scan(now) }
        if !dirty.isEmpty {
            let files = dirty
            dirty.removeAll(keepingCapacity: true)
            for file in files {
                file.isDirty = false
                look(at: file, now)
            }
        }
        let isRead = isHoldingBack && firstReadable == readable.count && dirty.isEmpty
        if !attention.isEmpty, isDraining || isRead || now - lastAttention >= attentionInterval { attend(now) }
        if !comparisons.isEmpty { compareOn(now) }
    }

    private func takeNews(_ now: Int64) {
        guard news.hasMoved || !news.written.isEmpty || !news.closed.isEmpty else { return }
        for path in news.written.union(news.closed) {
            guard let file = byPath[path] else {
                // Hidden files, databases: one look tells, not one for every write.
                if unlisted.insert(path).inserted { needsScan = true }
                continue
            }
            markDirty(file)
        }
        if news.hasMoved {
            needsScan = true
            unlisted.removeAll(keepingCapacity: true)
        }
        if news.isIncomplete { for file in generations where file.phase != .refused { markDirty(file) } }
        news = FileNews()
    }

    /// The slow look at everything, for what nothing reports.
    private func lookAround(_ now: Int64) {
        lastPoll = now
        polls += 1
        if polls % 5 == 1 || notices.descriptor < 0 { needsScan = true }
        for file in generations where file.kind != .stream {
            if file.isPresent, file.identity != nil {
                let stamp = FileStamp.of(file.path)
                if stamp?.identity != file.identity {
                    needsScan = true
                    markDirty(file)
                } else if let old = file.stamp, let stamp, !stamp.isSame(old) {
                    markDirty(file)
                }
            } else if file.phase == .open {
                markDirty(file)
            }
        }
    }

    func markDirty(_ file: FollowedFile) {
        guard !file.isDirty else { return }
        file.isDirty = true
        dirty.append(file)
    }

    func attend(to file: FollowedFile) {
        guard !file.isInAttention else { return }
        file.isInAttention = true
        attention.append(file)
    }

    func queue(_ stream: FollowedStream) {
        guard !stream.isQueued, !stream.isEnded else { return }
        stream.isQueued = true
        readable.append(stream)
    }

    /// As many open files as the system lets us have.
    private static func allowManyFiles() {
        var limits = rlimit()
        #if canImport(Glibc)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        guard getrlimit(files, &limits) == 0, limits.rlim_cur < 4_096 else { return }
        limits.rlim_cur = min(4_096, limits.rlim_max)
        _ = setrlimit(files, &limits)
    }
}

/// Events on their way, the first one first.
struct EventQueue {
    private var waiting: [FollowEvent] = []
    private var first = 0

    var isEmpty: Bool { first == waiting.count }

    mutating func add(_ event: FollowEvent) { waiting.append(event) }

    mutating func take() -> FollowEvent? {
        guard first < waiting.count else { return nil }
        defer {
            first += 1
            if first == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                first = 0
            }
        }
        return waiting[first]
    }
}
