import Configuration
import Domain
import Pipeline
import Synchronization

/// Ends the wait of a feed that other threads know before it is there.
final class Waker: Sendable {
    private struct Known: @unchecked Sendable {
        /// Only its `wake()` is called, which any thread may.
        var feed: (any WatchFeed)?
        var isWanted = false
    }

    private let known = Mutex(Known())

    func feed(_ feed: any WatchFeed) {
        let isWanted = known.withLock { known in
            known.feed = feed
            return known.isWanted
        }
        if isWanted { feed.wake() }
    }

    func wake() {
        known.withLock { known in
            known.isWanted = true
            known.feed?.wake()
        }
    }
}

/// Reads the configuration again when it is asked to; a bad one changes nothing and is told.
final class ConfigurationReader: @unchecked Sendable {
    private let invocation: Invocation
    private let isWanted = Atomic<Bool>(false)

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// From any thread.
    func wanted() { isWanted.store(true, ordering: .releasing) }

    /// On the engine's thread: the new settings, when some are wanted and good.
    func read() -> Settings? {
        guard isWanted.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
        do throws(CommandError) {
            let settings = try AnalysisSettings(invocation, paths: invocation.arguments.operands)
            invocation.tell(Text(en: "the configuration was read again", zh: "已重新读取配置"))
            var file = settings.file
            file.zone = settings.zone
            return file
        } catch {
            invocation.tell(Text(en: "the old configuration stays: \(error.what(.en))", zh: "保留原配置：\(error.what(.zh))"))
            return nil
        }
    }
}
