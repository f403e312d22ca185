import Alerts
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

    /// Whether there is one yet: the store was opened.
    var hasFeed: Bool { known.withLock { $0.feed != nil } }

    func wake() {
        known.withLock { known in
            known.isWanted = true
            known.feed?.wake()
        }
    }
}

/// Reads the configuration and the alert rules again when it is asked to; when either is wrong, both stay as they were, and it is told.
final class ConfigurationReader: @unchecked Sendable {
    private let invocation: Invocation
    private let console: WatchConsole
    private let isWanted = Atomic<Bool>(false)

    init(_ invocation: Invocation, _ console: WatchConsole) { (self.invocation, self.console) = (invocation, console) }

    /// From any thread.
    func wanted() { isWanted.store(true, ordering: .releasing) }

    /// On the engine's thread: the new settings and rules, when they are wanted and good.
    func read() -> (settings: Settings, rules: RuleFile?)? {
        guard isWanted.exchange(false, ordering: .acquiringAndReleasing) else { return nil }
        do throws(CommandError) {
            let settings = try AnalysisSettings(invocation, paths: invocation.arguments.operands)
            var file = settings.file
            file.zone = settings.zone
            let rules = try invocation.arguments["rules"].map { path throws(CommandError) in try invocation.rules([path], beside: file) }
            let count = rules?.rules.rules.count ?? 0
            console.tell(
                rules == nil
                    ? Text(en: "the configuration was read again", zh: "已重新读取配置")
                    : Text(en: "the configuration and the alert rules (\(count)) were read again", zh: "已重新读取配置与 \(count) 条告警规则"))
            return (file, rules)
        } catch {
            // Whoever changed the file waits for this, quiet or not.
            console.warn(
                Text(
                    en: "configuration and rules stay as they were, for the new ones are wrong: \(error.what(.en))",
                    zh: "新内容有误，配置与规则保持不变：\(error.what(.zh))"))
            return nil
        }
    }
}
