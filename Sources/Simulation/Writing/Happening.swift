/// One line that some source will write: its bytes lie in the slab of the batch that holds it.
struct Happening {
    /// When it really happened: the order of lines inside a source.
    var time: Int64
    /// What the writer's clock showed, in UTC by that clock.
    var stamp: Int64
    /// Process and thread of a device line, address and duration of an edge line, hundredths of a bill row.
    var value: Int64
    /// Where its bytes begin in the slab, and how many they are.
    var offset: UInt32
    var length: UInt32
    /// The visit that told it, and its place in the telling: the tie-breakers.
    var visit: UInt32
    var sequence: UInt16
    /// Which source writes it.
    var source: UInt16
    /// The event word, 0 for a text in somebody's own words.
    var word: UInt8
    /// How loud it is.
    var level: Level
    /// Which component speaks: picks logger names and the like.
    var component: UInt8

    enum Level: UInt8 { case debug, info, warn, error }

    @inline(__always) static func isBefore(_ a: Happening, _ b: Happening) -> Bool {
        if a.time != b.time { return a.time < b.time }
        if a.visit != b.visit { return a.visit < b.visit }
        return a.sequence < b.sequence
    }
}

/// Lines of one stretch of time, of all sources, as one thread told them.
final class Batch {
    var lines: [Happening] = []
    var slab = Bytes(capacity: 1 << 16)

    deinit { slab.free() }
}
