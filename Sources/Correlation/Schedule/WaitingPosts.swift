import Domain

/// Notify POSTs in access logs that carry no number.
///
/// A run may have as many of them as orders. Their rows lie in a ``LooseSet`` and leave memory; they are looked at in the order of time, and
/// only those that were refused stay at hand. Written by one thread, then read by any number.
public final class WaitingPosts: @unchecked Sendable {
    /// What is asked of one.
    struct Post: Comparable, Sendable {
        /// When it began, as far as its duration tells.
        var start: Instant
        /// Its stamp.
        var end: Instant
        /// Hash of its path; 0 when the line has none.
        var path: UInt64
        var offset: UInt64
        var source: UInt32
        /// HTTP status; 0 when the line has none.
        var status: Int32
        /// Its row.
        var name: LooseName

        /// Answered other than 2xx.
        var isRefused: Bool { WaitingPosts.isRefusal(status) }

        static func < (a: Post, b: Post) -> Bool {
            (a.end, a.start, a.status, a.path, UInt64(a.source), a.offset) < (b.end, b.start, b.status, b.path, UInt64(b.source), b.offset)
        }
    }

    /// Where what is found out about them may leave memory.
    let pool: SpillPool
    private let rows: LooseSet
    private let posts: SortedSpool<Post>
    /// Those that were refused.
    private(set) var refused = RefusedPosts()
    /// When there are any.
    private(set) var times = PostTimes()
    /// The path that all have in common; nil: there are several, or none.
    private(set) var onlyPath: UInt64?

    init(in pool: SpillPool) {
        self.pool = pool
        (rows, posts) = (LooseSet(in: pool), SortedSpool(in: pool))
    }

    /// Whether there are none.
    public private(set) var isEmpty = true

    /// Adds an access line.
    func append(_ row: Evidence, _ attributes: Attributes) {
        let path = attributes[.path].map(WaitingPosts.name(ofPath:)) ?? 0
        let post = Post(
            start: row.at - TimeSpan(microseconds: max(0, attributes[.duration]?.integer ?? 0)), end: row.at, path: path,
            offset: row.offset, source: row.source, status: attributes[.httpStatus]?.integer.map { Int32(clamping: $0) } ?? 0,
            name: rows.appendNamed(row, attributes: attributes.bytes))
        onlyPath = isEmpty || onlyPath == path ? path : nil
        isEmpty = false
        posts.append(post)
        times.note(post)
        if post.isRefused { refused.append(post) }
    }

    /// Has to be called once all are there.
    func finish() { refused.sort() }

    static func isRefusal(_ status: Int32) -> Bool { status != 0 && !(200...299).contains(status) }

    /// A path without its last slash, as a name.
    static func name(ofPath path: UnsafeRawBufferPointer) -> UInt64 {
        let isClosed = path.count > 1 && path[path.count - 1] == UInt8(ascii: "/")
        return StableHash.of(isClosed ? UnsafeRawBufferPointer(rebasing: path[..<(path.count - 1)]) : path)
    }

    /// All of them, earliest first.
    func reader() -> SortedReader<Post> { SortedSpool.reader(of: [posts]) }

    /// How many rows each part of ``LooseName`` has.
    var counts: [Int] { (0..<LooseSet.count).map(rows.rows(in:)) }

    /// Lends row after row, by name.
    func forEach(_ body: (LooseName, Evidence, Attributes) -> Void) {
        for part in 0..<LooseSet.count {
            var row = 0
            rows.forEach(in: part) { evidence, attributes in
                body(LooseName(part: part, row: row), evidence, Attributes(attributes, keys: evidence.keys))
                row += 1
            }
        }
    }
}
