import Domain

/// What really became of one order, in the words of vocabulary §2 and §6, and which step events really happened.
struct Truth {
    /// The outcomes that the full logs allow; more than one only where the vocabulary itself leaves a choice.
    var outcomes: [Outcome] = [.unknown]
    /// Null also where the experience may not be checked.
    var experience: Experience?
    /// The primary breaks that are right; nil stands for "none".
    var primary: [BreakCode?] = [nil]
    var breaks: [BreakCode] = []
    var notBreaks: [BreakCode] = []
    var reason: String?
    /// Step events that really happened, one bit a step.
    private(set) var steps: UInt32 = 0

    mutating func happened(_ step: Step) { steps |= 1 << Truth.bit(step) }

    /// Whether a step's event really happened.
    func has(_ step: Step) -> Bool { steps & 1 << Truth.bit(step) != 0 }

    static func bit(_ step: Step) -> UInt32 {
        switch step {
        case .orderCreated: 0
        case .checkoutLoaded: 1
        case .walletOpened: 2
        case .paid: 3
        case .returned: 4
        case .requeried: 5
        case .notified: 6
        case .markedPaid: 7
        case .resultShown: 8
        case .delivered: 9
        case .purchasing: 10
        case .purchased: 11
        case .receiptUploaded: 12
        case .receiptVerified: 13
        case .finished: 14
        }
    }

    /// The line of `truth.ndjson` up to the caller's own keys, without the closing brace.
    ///
    /// - Parameter onlyEvents: the world was changed: what the story says of breaks and experience is no longer so.
    func append(to out: inout Bytes, flow: Flow, scenario: StaticString, onlyEvents: Bool = false) {
        out.text(",\"scenario\":\"")
        out.text(scenario)
        out.text("\",\"flow\":\"")
        out.string(flow.rawValue)
        out.text("\",\"outcome\":")
        if outcomes.count == 1 {
            Truth.quote(outcomes[0].rawValue, &out)
        } else {
            Truth.list(outcomes.map(\.rawValue), &out)
        }
        if !onlyEvents { appendJudgement(to: &out) }
        out.text(",\"events\":")
        Truth.list(Step.allCases.filter { Truth.bit($0) < 31 && steps & (1 << Truth.bit($0)) != 0 }.map(\.rawValue), &out)
    }

    private func appendJudgement(to out: inout Bytes) {
        out.text(",\"experience\":")
        if let experience { Truth.quote(experience.rawValue, &out) } else { out.text("null") }
        out.text(",\"primary\":")
        Truth.list(primary.map { $0?.rawValue }, &out)
        out.text(",\"breaks\":")
        Truth.list(breaks.map(\.rawValue), &out)
        if !notBreaks.isEmpty {
            out.text(",\"not_breaks\":")
            Truth.list(notBreaks.map(\.rawValue), &out)
        }
        if let reason {
            out.text(",\"reason\":")
            Truth.quote(reason, &out)
        }
    }

    private static func quote(_ text: String, _ out: inout Bytes) {
        out.byte(34)
        out.string(text)
        out.byte(34)
    }

    private static func list(_ words: [String?], _ out: inout Bytes) {
        out.byte(91)
        for (index, word) in words.enumerated() {
            if index > 0 { out.byte(44) }
            if let word { quote(word, &out) } else { out.text("null") }
        }
        out.byte(93)
    }
}
