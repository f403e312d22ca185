import Decoding
import Domain
import Providers

/// Status words of every provider and shop → ``StateWord``, in any case, by one hash.
///
/// A provider's exact word (`TRADE_CLOSED`, `REVOKED`) goes before a shop's synonym; the words themselves are declared in `Providers`.
struct StateWords {
    private var hashes: [UInt64]
    private var states: [StateWord]
    private let mask: Int

    /// Gathers the tables of all providers and the shops' synonyms.
    init() {
        let capacity = 512
        hashes = Array(repeating: 0, count: capacity)
        states = Array(repeating: .created, count: capacity)
        mask = capacity - 1
        for provider in ProviderDefinition.all { add(provider.states) }
        add(.shop)
        for state in StateWord.allCases {
            var word = state.rawValue
            word.withUTF8 { insert(Bytes($0), state) }
        }
    }

    private mutating func add(_ table: StateTable) {
        for entry in table.entries { insert(entry.word.bytes, entry.state) }
    }

    private mutating func insert(_ word: Bytes, _ state: StateWord) {
        let hash = StateWords.fold(word)
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0 {
            if hashes[index] == hash { return }
            index = (index + 1) & mask
        }
        (hashes[index], states[index]) = (hash, state)
    }

    /// The canonical word, or nil for a word nobody declares.
    func state(of word: Bytes) -> StateWord? {
        guard word.count > 0, word.count <= 40 else { return nil }
        let hash = StateWords.fold(word)
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0 {
            if hashes[index] == hash { return states[index] }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// Folds case and the joiners `_`, `-`, blank: `WAIT_BUYER_PAY`, `wait-buyer-pay` and `WaitBuyerPay` are one word.
    @inline(__always) private static func fold(_ word: Bytes) -> UInt64 { KeyTable.fold(word) | 1 }
}

extension StateWord {
    /// The word as bytes that live for ever.
    var bytes: Bytes {
        switch self {
        case .created: ("created" as StaticString).bytes
        case .pending: ("pending" as StaticString).bytes
        case .paid: ("paid" as StaticString).bytes
        case .shipped: ("shipped" as StaticString).bytes
        case .delivered: ("delivered" as StaticString).bytes
        case .completed: ("completed" as StaticString).bytes
        case .failed: ("failed" as StaticString).bytes
        case .cancelled: ("cancelled" as StaticString).bytes
        case .closed: ("closed" as StaticString).bytes
        case .expired: ("expired" as StaticString).bytes
        case .refunded: ("refunded" as StaticString).bytes
        case .notExist: ("not_exist" as StaticString).bytes
        }
    }
}
