import Domain
import Flows

/// One judged order as an audit sees it: its verdict, and questions about the chain it was given on.
///
/// Audits never judge again: whether a step was seen, is missing or cannot be told is the verdict's word.
public struct OrderView {
    /// The verdict.
    public let verdict: Verdict
    /// The chain it was given on.
    public let chain: Chain
    /// The run's source table.
    public let sources: [SourceInfo]

    /// Looks at a judged order.
    public init(verdict: Verdict, chain: Chain, sources: [SourceInfo]) {
        (self.verdict, self.chain, self.sources) = (verdict, chain, sources)
    }

    /// `file:line` of an event.
    func reference(_ index: Int) -> String {
        guard chain.events.indices.contains(index) else { return "?" }
        let event = chain.events[index]
        let source = Int(event.source)
        return "\(sources.indices.contains(source) ? sources[source].name : "?"):\(event.line)"
    }

    /// The verdict on one step; nil when the flow does not have it.
    func step(_ step: Step) -> StepVerdict? { verdict.steps.first { $0.step == step } }

    /// The flow reaches a wallet.
    var hasWallet: Bool { FlowDefinition.of(verdict.flow).hasWallet }

    /// The first client event of a kind that fits.
    func first(_ kind: EventKind, after: Int? = nil, where fits: (Evidence) -> Bool = { _ in true }) -> Int? {
        chain.events.indices.first { index in
            index > after ?? -1 && chain.events[index].event == kind && fits(chain.events[index])
        }
    }

    /// The last event of a kind that fits.
    func last(_ kind: EventKind, where fits: (Evidence) -> Bool = { _ in true }) -> Int? {
        chain.events.indices.last { chain.events[$0].event == kind && fits(chain.events[$0]) }
    }

    /// The line that shows the wallet opening.
    var opened: Int? { first(.walletOpened) { !chain.has(.ok, "false", in: $0) } }

    /// The first line of the launch: intercepted or opened, with or without success.
    var launch: Int? { first(.walletIntercepted) ?? first(.walletOpened) }

    /// The line that shows that the wallet is not on the device.
    ///
    /// `canOpenURL` proves nothing where the wallet opened all the same, or where the query list lacks the scheme (vocabulary §7); an
    /// `open` that failed has other reasons too.
    var walletAbsent: Int? {
        guard opened == nil else { return nil }
        return first(.walletUnavailable) { !chain.has(.ok, "true", in: $0) && !chain.has(.detail, "not_whitelisted", in: $0) }
    }

    /// The line that shows that the wallet did not open.
    var openFailed: Int? {
        guard opened == nil else { return nil }
        return first(.walletOpened) { chain.has(.ok, "false", in: $0) } ?? walletAbsent
    }

    /// The line by which the payer said no: the wallet's answer, or the order cancelled by the user.
    var saidNo: Int? {
        last(.returnReceived) { chain.has(.resultCode, "6001", in: $0) || chain.has(.resultCode, "-2", in: $0) }
            ?? last(.orderChanged) { chain.has(.to, "cancelled", in: $0) && chain.has(.by, "user", in: $0) }
    }

    /// The first line of a new process of the app on the device that launched the wallet, behind the launch: the app was killed between.
    var restarted: Int? {
        guard let launch = opened ?? self.launch else { return nil }
        let device = chain.events[launch].device
        var before: String?
        for index in chain.events.indices where chain.events[index].witness == .client && chain.events[index].device == device {
            guard let process = chain.text(.process, of: chain.events[index]) else { continue }
            if index <= launch { before = process } else if let before, before != process { return index }
        }
        return nil
    }

    /// Whether the lines of the launching device name processes at all.
    var namesProcesses: Bool {
        guard let launch = opened ?? self.launch else { return false }
        return chain.has(.process, in: chain.events[launch])
    }

    /// Where the app is in front again behind the launch: the return, or the foregrounding.
    var comeback: Int? {
        guard let launch = opened ?? self.launch else { return first(.returnReceived) ?? first(.appForegrounded) }
        let returned = first(.returnReceived, after: launch)
        let foregrounded = first(.appForegrounded, after: launch)
        return [returned, foregrounded].compactMap { $0 }.min()
    }

    /// The first moment of its evidence on a device, else of all its evidence.
    var began: Instant? { (chain.events.first { $0.witness == .client } ?? chain.events.first)?.at }

    /// The device that its launch, else its first client line, is on; 0 for none.
    var device: DeviceKey {
        if let launch { return chain.events[launch].device }
        return chain.events.first { $0.witness == .client }?.device ?? 0
    }

    /// Some client line belongs to it.
    var hasClientLines: Bool { chain.events.contains { $0.witness == .client } }
}
