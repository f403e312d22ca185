import Domain

/// What a simulated world is to be like; the options of `paychain simulate`.
///
/// The same options give the same bytes, on any number of threads.
public struct SimulationOptions: Sendable {
    /// Where chance begins (`--seed`).
    public var seed: UInt64 = 1
    /// How many orders (`--orders`), at least 1.
    public var orders: Int = 2_000
    /// When the first payer comes (`--start`). The default is 2026-11-02 10:00 in Shanghai.
    public var start = Instant(microseconds: 1_793_584_800_000_000)
    /// How many days payers keep coming (`--days`). Logs run on for two hours more; bills exist for the days that are over by 10:00.
    public var days: Int = 1
    /// Which share of the scenarios are faults (`--profile`).
    public var profile = SimulationProfile.realistic
    /// Which files are packed with gzip (`--gzip` means all).
    public var compression = LogCompression.rotated
    /// The gzip level (`--level`), 1…9.
    public var level: Int = 6
    /// How far device clocks may be off, in hours, 0…24 (`--clock-skew`).
    public var clockSkewHours: Int = 24
    /// The share of all lines that say nothing about payments, 0…0.9 (`--noise`).
    public var noiseShare: Double = 0.4
    /// The formats to write (`--formats`, a list of names); empty: all of them.
    public var formats: [LogFormat] = []
    /// Into how many files every long-running source is rotated (`--rotations`), 1…9.
    public var rotations: Int = 3
    /// Files of their own for single devices (`--devices`): at most this many; other devices share collector files.
    public var devices: Int = 120
    /// Writes a second folder `cut/logs` with a part of the logs taken away (`--cut`); then one server serves an order throughout.
    public var cut: CutPlan?
    /// One server of each kind serves an order from beginning to end; nil: only in a world that is cut.
    public var keepsToOneServer: Bool?
    /// ``keepsToOneServer``, settled.
    var staysWithOneServer: Bool { keepsToOneServer ?? (cut != nil) }
    /// One thing that is done as well (`--practice`); everything else goes as in the world without it.
    public var practice: SimulationPractice?
    /// Orders that this break would befall go well instead (`--without`); every other order stays what it is.
    public var without: BreakCode?
    /// Whether anything is changed: then the truth tells of outcomes and events only.
    var isChanged: Bool { practice != nil || without != nil }
    /// All payers come within so many minutes (`--minutes`) instead of over all days; logs run on as ever.
    public var minutes: Int?
    /// Nothing is logged from this moment on (`--until`): what an analysis of that moment had. The truth goes on.
    public var until: Instant?
    /// Threads to use; 0: one a core.
    public var threads: Int = 0

    /// Makes the default world: 2,000 orders on one day.
    public init() {}

    /// Refuses options that make no world.
    func validated() throws(SimulationError) {
        guard orders >= 1 else { throw SimulationError(.option, "orders", "must be at least 1") }
        guard orders <= 100_000_000 else { throw SimulationError(.option, "orders", "must be at most 100,000,000") }
        guard (1...366).contains(days) else { throw SimulationError(.option, "days", "must be 1…366") }
        guard (0...24).contains(clockSkewHours) else { throw SimulationError(.option, "clock-skew", "must be 0…24 hours") }
        guard noiseShare >= 0, noiseShare <= 0.9 else { throw SimulationError(.option, "noise", "must be 0…0.9") }
        guard (1...9).contains(rotations) else { throw SimulationError(.option, "rotations", "must be 1…9") }
        guard (1...9).contains(level) else { throw SimulationError(.option, "level", "must be 1…9") }
        guard (0...400).contains(devices) else { throw SimulationError(.option, "devices", "must be 0…400") }
        if let minutes { guard (1...1_440).contains(minutes) else { throw SimulationError(.option, "minutes", "must be 1…1440") } }
        if let until { guard until > start else { throw SimulationError(.option, "until", "must lie after the start") } }
        guard let cut else { return }
        guard cut.share > 0, cut.share <= 0.9 else { throw SimulationError(.option, "cut", "must be above 0 and at most 0.9") }
    }
}

/// How often things go wrong in a simulated world.
public enum SimulationProfile: String, Sendable, CaseIterable {
    /// Nothing goes wrong.
    case healthy
    /// Four orders in five are healthy, as in a shop that works.
    case realistic
    /// Every scenario is as frequent as every other: for tests.
    case even
}

/// Which log files are packed.
public enum LogCompression: String, Sendable, CaseIterable {
    /// None.
    case none
    /// Rotated files from the second on, as logrotate does it, and provider bills.
    case rotated
    /// Every log file.
    case all
}
