import Domain

/// What a flow is: its steps with their deadlines, how it is recognised, its names.
///
/// One value, one file (vocabulary §4). All deadlines are defaults; a run's configuration replaces them one by one.
///
/// Immutable, and a class so that passing it copies one reference and no text.
public final class FlowDefinition: Sendable {
    /// The flow.
    public let flow: Flow
    /// Its name for people.
    public let names: Text
    /// The provider word its payments go through; empty when any.
    public let provider: String
    /// Its steps in order.
    public let steps: [StepRule]
    /// How long a payer may take to pay when the order itself does not say.
    public let paymentWindow: TimeSpan
    /// Values of `flow`, product_code, trade_type and method that name it; compared without regard to case.
    public let words: [StaticString]
    /// Words of a launch or return URL, once its percent-encoding is peeled, that give it away; compared without regard to case.
    public let urlWords: [StaticString]
    /// The step at which the payer reaches the wallet is part of it.
    public var hasWallet: Bool { steps.contains { $0.step == .walletOpened } }
    /// It has a cashier page.
    public var hasCheckoutPage: Bool { steps.contains { $0.step == .checkoutLoaded } }

    /// Makes a flow from its parts.
    public init(
        flow: Flow, names: Text, provider: String, steps: [StepRule], paymentWindow: TimeSpan = .minutes(15), words: [StaticString],
        urlWords: [StaticString] = []
    ) {
        (self.flow, self.names, self.provider, self.steps) = (flow, names, provider, steps)
        (self.paymentWindow, self.words, self.urlWords) = (paymentWindow, words, urlWords)
    }

    /// Every flow, in the order in which recognition tries them.
    public static let all: [FlowDefinition] = [alipayH5, alipaySDK, wechatH5, wechatSDK, webCheckout, storekit, unknown]

    /// The definition of one flow.
    public static func of(_ flow: Flow) -> FlowDefinition {
        switch flow {
        case .alipayH5: alipayH5
        case .alipaySDK: alipaySDK
        case .wechatH5: wechatH5
        case .wechatSDK: wechatSDK
        case .webCheckout: webCheckout
        case .storekit: storekit
        case .unknown: unknown
        }
    }

    /// The flow that a value of `flow=`, product_code, trade_type or method names; nil for any other value.
    public static func flow(ofWord word: UnsafeRawBufferPointer) -> Flow? {
        for definition in all {
            for known in definition.words where equalsIgnoringCase(word, known) { return definition.flow }
        }
        return nil
    }

    /// The same for text.
    public static func flow(ofWord word: String) -> Flow? {
        var word = word
        return word.withUTF8 { flow(ofWord: UnsafeRawBufferPointer($0)) }
    }

    /// The flow that a launch or return URL gives away; nil when it tells none. The URL's percent-encoding must be peeled.
    public static func flow(ofURL url: UnsafeRawBufferPointer) -> Flow? {
        guard let base = url.baseAddress, url.count >= 4 else { return nil }
        let (words, step) = (urlTable, urlStep)
        var best = urlWords.count
        var place = 0
        while place <= url.count &- 4 {
            var entry = words.first[slot(base.loadUnaligned(fromByteOffset: place, as: UInt32.self))]
            while entry >= 0 {
                let (rank, shift, next) = words.entries[entry]
                if rank < best, shift <= place, begins(url, place &- shift, with: urlWords[rank].word) { best = rank }
                entry = next
            }
            place &+= step
        }
        return best < urlWords.count ? urlWords[best].flow : nil
    }

    /// The words of all flows, in the order in which recognition tries them.
    private static let urlWords: [(word: StaticString, flow: Flow)] = all.flatMap { definition in
        definition.urlWords.map { ($0, definition.flow) }
    }

    /// Every such many places of a URL are looked at: whatever word stands in it, four of its first bytes are seen.
    private static let urlStep = Swift.max(1, Swift.min(4, (urlWords.map(\.word.utf8CodeUnitCount).min() ?? 4) - 3))

    /// Which words have which four bytes among their first, by a hash of them: few places of a URL are compared with a word.
    private static let urlTable: (first: [Int], entries: [(rank: Int, shift: Int, next: Int)]) = {
        var first = [Int](repeating: -1, count: 4_096)
        var entries: [(rank: Int, shift: Int, next: Int)] = []
        for (rank, (word, _)) in urlWords.enumerated() {
            let bytes = UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            for shift in 0..<urlStep where shift + 4 <= bytes.count {
                let slot = slot(bytes.loadUnaligned(fromByteOffset: shift, as: UInt32.self))
                entries.append((rank, shift, first[slot]))
                first[slot] = entries.count - 1
            }
        }
        return (first, entries)
    }()

    /// Where four bytes stand in ``urlTable``; letters of either case in the same place.
    @inline(__always) private static func slot(_ four: UInt32) -> Int {
        Int(truncatingIfNeeded: ((four | 0x2020_2020) &* 0x9E37_79B1) &>> 20)
    }

    /// The rule of one step, if the flow has it.
    public func rule(for step: Step) -> StepRule? { steps.first { $0.step == step } }
}

private func lowered(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }

/// Equal but for the case of ASCII letters.
func equalsIgnoringCase(_ text: UnsafeRawBufferPointer, _ known: StaticString) -> Bool {
    guard text.count == known.utf8CodeUnitCount else { return false }
    for i in 0..<text.count where lowered(text[i]) != lowered(known.utf8Start[i]) { return false }
    return true
}

/// Whether `word` stands at `start` in `text`, without regard to case.
private func begins(_ text: UnsafeRawBufferPointer, _ start: Int, with word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard length <= text.count &- start else { return false }
    for i in 0..<length where lowered(text[start &+ i]) != lowered(word.utf8Start[i]) { return false }
    return true
}
