import CScan
import Domain

/// Finds the entries inside JSON documents that carry many, piece by piece: never recursive, bounded in depth, blind to line ends.
struct EntryWalk {
    /// What it came to.
    enum Step {
        /// A whole entry, or as much of it as may be looked at.
        case entry(start: Int, end: Int, isCut: Bool)
        /// The array of the entries given so far has ended.
        case groupEnd
    }

    private struct Level {
        var isArray: Bool
        /// Its elements are entries.
        var holdsEntries: Bool
    }

    private enum Pending {
        case none, entry, context, other
    }

    private let key: StaticString
    private let isElements: Bool
    private let contextKey: StaticString
    private var levels: [Level] = []
    private var position = 0
    private var start = 0
    private var pending = Pending.none
    private var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
    /// The string read last was this key.
    private var isEntryKey = false
    private var isContextKey = false
    /// A string went on for longer than a record may: nothing behind it is understood.
    private var isLost = false
    /// The object that speaks for the entries behind it.
    private(set) var context: [UInt8] = []

    init(_ form: CarrierForm) {
        contextKey = form.contextKey
        switch form.place {
        case .elements(let key): (self.key, isElements) = (key, true)
        case .object(let key): (self.key, isElements) = (key, false)
        case .rows: (key, isElements) = ("", false)
        }
    }

    /// The first byte that is still needed.
    var needed: Int { pending == .none ? position : start }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        position -= length
        start -= length
    }

    /// The next step in `text`; nil when more bytes are needed. `isLast`: no more come.
    mutating func next(_ text: Bytes, isLast: Bool) -> Step? {
        if isLost { position = text.count }
        while position < text.count {
            if pending != .none {
                guard let step = finishValue(text, isLast: isLast) else { return nil }
                if let found = step { return found }
                continue
            }
            let byte = text[position]
            switch byte {
            case UInt8(ascii: "\""):
                guard readString(text) else { return nil }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                position &+= 1
                if let level = levels.popLast(), level.holdsEntries { return .groupEnd }
            case UInt8(ascii: ","):
                (isEntryKey, isContextKey) = (false, false)
                position &+= 1
            default: position &+= 1
            }
        }
        return nil
    }

    /// A string, which may be a key. False when its end has not come yet.
    private mutating func readString(_ text: Bytes) -> Bool {
        let (end, _) = FieldScanner.stringEnd(text, position &+ 1)
        guard end < text.count else {
            if text.count &- position > Limits.recordLength {
                isLost = true
                position = text.count
            }
            return false
        }
        let string = text.slice(position &+ 1, end)
        if levels.last?.isArray == false {
            isEntryKey = string.equals(key)
            isContextKey = contextKey.utf8CodeUnitCount > 0 && string.equals(contextKey)
        }
        position = end &+ 1
        return true
    }

    /// An opening bracket: an entry, the context, or one level more.
    private mutating func open(_ byte: UInt8) {
        let isObject = byte == UInt8(ascii: "{")
        start = position
        state = cscan_json(depth: 0, in_string: 0, escaped: 0)
        if levels.last?.holdsEntries == true || !isElements && isObject && isEntryKey {
            pending = .entry
        } else if isContextKey, isObject {
            pending = .context
        } else if levels.count >= Limits.jsonDepth {
            pending = .other
        } else {
            levels.append(Level(isArray: !isObject, holdsEntries: isElements && !isObject && isEntryKey))
            position &+= 1
        }
        (isEntryKey, isContextKey) = (false, false)
    }

    /// Goes on with the value that begins at `start`. Nil: its end has not come; inside, a step when it was an entry.
    private mutating func finishValue(_ text: Bytes, isLast: Bool) -> Step?? {
        let rest = text.from(position)
        guard let base = rest.baseAddress else { return nil }
        let length = cscan_json_walk(base, rest.count, 0, .max, &state)
        let isWhole = length <= rest.count
        position = isWhole ? position &+ length : text.count
        let kind = pending
        if isWhole { pending = .none }
        switch kind {
        case .entry:
            let isLong = position &- start > Limits.recordLength
            if !isWhole, !isLast, !isLong { return nil }
            // What is left of a cut entry is stepped over.
            if !isWhole { pending = .other }
            let end = min(position, start &+ Limits.recordLength)
            let from = start
            start = position
            return .some(.some(.entry(start: from, end: end, isCut: !isWhole || isLong)))
        case .context where isWhole:
            context = Array(text.slice(start, min(position, start &+ Limits.identifierLength * 64)))
        case .context where position &- start <= Limits.recordLength: break
        default: start = position
        }
        return isWhole ? .some(nil) : nil
    }
}
