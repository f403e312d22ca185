import Decoding
import Domain
import Flows

/// The words that name a flow (`flow=`, product_code, trade_type, method, channel), gathered from the flows' own declarations.
struct FlowWords {
    private var hashes: [UInt64]
    private var flows: [Flow]
    private let mask: Int

    /// Gathers the words of all flows.
    init() {
        let capacity = 256
        hashes = Array(repeating: 0, count: capacity)
        flows = Array(repeating: .unknown, count: capacity)
        mask = capacity - 1
        for definition in FlowDefinition.all {
            for word in definition.words { insert(word.bytes, definition.flow) }
            var name = definition.flow.rawValue
            name.withUTF8 { insert(Bytes($0), definition.flow) }
        }
    }

    private mutating func insert(_ word: Bytes, _ flow: Flow) {
        let hash = KeyTable.fold(word) | 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0 {
            if hashes[index] == hash { return }
            index = (index + 1) & mask
        }
        (hashes[index], flows[index]) = (hash, flow)
    }

    /// The flow of a word, or nil.
    func flow(of word: Bytes) -> Flow? {
        guard word.count > 0, word.count <= 40 else { return nil }
        let hash = KeyTable.fold(word) | 1
        var index = Int(truncatingIfNeeded: hash) & mask
        while hashes[index] != 0 {
            if hashes[index] == hash { return flows[index] }
            index = (index &+ 1) & mask
        }
        return nil
    }
}

extension Flow {
    /// The word as bytes that live for ever.
    var bytes: Bytes {
        switch self {
        case .alipayH5: ("alipay_h5" as StaticString).bytes
        case .alipaySDK: ("alipay_sdk" as StaticString).bytes
        case .wechatH5: ("wechat_h5" as StaticString).bytes
        case .wechatSDK: ("wechat_sdk" as StaticString).bytes
        case .webCheckout: ("web_checkout" as StaticString).bytes
        case .storekit: ("storekit" as StaticString).bytes
        case .unknown: ("unknown" as StaticString).bytes
        }
    }
}
