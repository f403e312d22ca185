import Domain
import Reports
import Synchronization

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// One line on a terminal's standard error that says how far a run is; any worker may move it.
public final class ProgressBar: Sendable {
    private struct State {
        var drawnAt: Int64 = 0
        var isShown = false
    }

    private let state = Mutex(State())
    private let language: Language
    private let isOn: Bool

    /// Makes a bar; it stays silent when `isOn` is false.
    init(language: Language, isOn: Bool) { (self.language, self.isOn) = (language, isOn) }

    /// Shows how far it is, at most ten times a second.
    ///
    /// - Parameters:
    ///   - phase: what is being done.
    ///   - done: units done.
    ///   - total: units in all; 0 when unknown.
    ///   - lines: lines read so far.
    public func show(_ phase: Text, done: UInt64, total: UInt64, lines: UInt64) {
        guard isOn else { return }
        state.withLock { state in
            let now = ProgressBar.milliseconds()
            guard now - state.drawnAt >= 100 else { return }
            (state.drawnAt, state.isShown) = (now, true)
            let line = ProgressBar.line(phase(language), done: done, total: total, lines: lines, language: language)
            ProgressBar.send("\r" + line + "\u{1B}[K")
        }
    }

    /// Takes the line away.
    public func finish() {
        state.withLock { state in
            if state.isShown { ProgressBar.send("\r\u{1B}[K") }
            state = State()
        }
    }

    static func line(_ phase: String, done: UInt64, total: UInt64, lines: UInt64, language: Language) -> String {
        var out = phase
        if total > 0 {
            let share = min(1, Double(done) / Double(total))
            let filled = Int(share * 24)
            out += "  " + String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled) + "  \(Int(share * 100)) %"
        }
        if lines > 0 { out += "  " + MoneyText.count(lines) + (language == .zh ? " 行" : " lines") }
        return out
    }

    private static func milliseconds() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }

    private static func send(_ text: String) {
        let bytes = Array(text.utf8)
        #if canImport(Glibc)
            _ = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
        #else
            _ = bytes.withUnsafeBytes { Darwin.write(2, $0.baseAddress, $0.count) }
        #endif
    }
}
