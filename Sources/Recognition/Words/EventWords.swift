import Decoding
import Domain

/// The event words of client-and-server-lines.md, found by one hash: a word may belong to several layers (`query.answered`,
/// `iap.transaction`).
struct EventWords {
    /// Who may say one word.
    struct Entry {
        var client: EventKind?
        var server: EventKind?
        var provider: EventKind?
    }

    private var hashes: [UInt64]
    private var entries: [Entry]
    private let mask: Int

    /// Makes the table of all events.
    init() {
        let capacity = 256
        hashes = Array(repeating: 0, count: capacity)
        entries = Array(repeating: Entry(), count: capacity)
        mask = capacity - 1
        for kind in EventKind.allCases {
            var word = kind.word
            insert(word.withUTF8 { EventWords.hash(Bytes($0)) }, kind)
        }
        // `checkout.opened` and the like are not ours; these are the spellings that logs use beside the words.
        let others: [(StaticString, EventKind)] = [
            ("iap.notified", .storeNotified), ("notify.failed", .handlerFailed), ("iap.product", .productsLoaded),
        ]
        for (word, kind) in others { insert(EventWords.hash(word.bytes), kind) }
    }

    private mutating func insert(_ hash: UInt64, _ kind: EventKind) {
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0, hashes[index] != hash { index = (index + 1) & mask }
        hashes[index] = hash
        switch kind.layer {
        case .client: entries[index].client = entries[index].client ?? kind
        case .server: entries[index].server = entries[index].server ?? kind
        case .provider: entries[index].provider = entries[index].provider ?? kind
        }
    }

    /// Who may say this word; nil when it is no event word. A layer in front (`server.order.created`) is skipped.
    func entry(of word: Bytes) -> Entry? {
        var word = word
        guard word.count >= 7, word.count <= 40 else { return nil }
        if word.has("server.") || word.has("client.") { word = word.from(7) }
        if word.has("provider."), word.from(9).first(46) != nil { word = word.from(9) }
        let hash = EventWords.hash(word)
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0 {
            if hashes[index] == hash { return entries[index] }
            index = (index &+ 1) & mask
        }
        return nil
    }

    /// The words as anchors.
    static var anchors: [[UInt8]] {
        var seen: Set<String> = []
        return EventKind.allCases.filter { seen.insert($0.word).inserted }.map { Array($0.word.utf8) }
    }

    @inline(__always) private static func hash(_ word: Bytes) -> UInt64 { StableHash.of(word) | 1 }
}
