import Domain

/// One of the acceptance scenarios that are run on a device before a release (source document 1, 3.5): what the tester does, which
/// orders are a try at it, and which steps must be shown.
///
/// One value, one file. ``all`` lists them; the report, JUnit, help and tests derive from it.
public struct ScenarioDefinition: Sendable {
    /// One step that must be shown.
    struct Step: Sendable {
        var title: Text
        /// What would show it where it is not seen.
        var hint: Text
        /// What to look at where it failed; nil: the order's breaks say it.
        var fix: Text?
        var proof: @Sendable (OrderView) -> StepProof

        init(_ title: Text, hint: Text, fix: Text? = nil, proof: @escaping @Sendable (OrderView) -> StepProof) {
            (self.title, self.hint, self.fix, self.proof) = (title, hint, fix, proof)
        }
    }

    /// A history of one order and what the scenario must say of it; nil: the order is no try at it.
    public struct Example: Sendable {
        /// What the history shows.
        public let title: String
        /// What it must come to.
        public let state: ScenarioState?
        /// Somebody named the order as a try.
        public let isDeclared: Bool
        /// The history, as ``BreakDefinition`` examples have it.
        public let history: String

        /// - Parameter begin: how it begins, such as ``paidInWallet``; `history` goes on with it.
        init(_ title: String, _ state: ScenarioState?, isDeclared: Bool = false, begin: String = "", _ history: String = "") {
            (self.title, self.state, self.isDeclared) = (title, state, isDeclared)
            self.history = begin.isEmpty ? history : begin + "\n" + history
        }

        /// A payment in a wallet, seen by everybody, up to the provider's record.
        static let paidInWallet = """
            cover all
            10:02:11 order.created amount=0.01 flow=alipay_h5
            10:02:14.4 wallet.opened ok=true
            10:02:40 trade.recorded status=paid paidAt=10:02:40
            """
    }

    /// Its code, as in JSON and `--order`.
    public let code: String
    /// A few words.
    public let title: Text
    /// What the tester does, and what must happen.
    public let story: Text
    /// Only the first order of each device can be a try.
    let isFirstOfDevice: Bool
    /// Whether an order is a try at it without anybody saying so.
    let isTried: @Sendable (OrderView) -> Bool
    /// Its steps in order.
    let steps: [Step]
    /// Histories that tests play.
    public let examples: [Example]

    init(
        _ code: String, title: Text, story: Text, isFirstOfDevice: Bool = false, isTried: @escaping @Sendable (OrderView) -> Bool,
        steps: [Step], examples: [Example]
    ) {
        (self.code, self.title, self.story, self.isFirstOfDevice) = (code, title, story, isFirstOfDevice)
        (self.isTried, self.steps, self.examples) = (isTried, steps, examples)
    }

    /// Every scenario, in the order in which they are run.
    public static let all: [ScenarioDefinition] = [
        installedFirstLaunch, installedPaid, installedCancelled, notInstalled, firstInstall, killedMidway,
    ]

    /// The scenario of a code.
    public static func of(_ code: String) -> ScenarioDefinition? { all.first { $0.code == code } }

    /// The try that an order is; nil when it is none.
    ///
    /// - Parameter isDeclared: somebody named it as one.
    public func attempt(_ order: OrderView, isDeclared: Bool) -> ScenarioTry? {
        guard isDeclared || (order.hasWallet && isTried(order)), let began = order.began else { return nil }
        var isAssumed = false
        let shown = steps.map { step -> ScenarioTry.Step in
            var proof = step.proof(order)
            if proof == .declared, !isDeclared {
                proof = .unobserved
                isAssumed = true
            }
            var reference: String?
            switch proof {
            case .shown(let index), .failed(let index?): reference = order.reference(index)
            case .failed(nil), .unobserved, .skipped, .declared: break
            }
            var hint: Text?
            switch proof {
            case .unobserved: hint = step.hint
            case .failed: hint = step.fix
            case .shown, .skipped, .declared: break
            }
            return ScenarioTry.Step(title: step.title, proof: proof, reference: reference, hint: hint)
        }
        return ScenarioTry(
            order: order.verdict.order, flow: order.verdict.flow, device: order.device, at: began, steps: shown, isDeclared: isDeclared,
            isAssumed: isAssumed, breaks: order.verdict.breaks.map { ($0.code, $0.reason) })
    }
}
