import CScan
import Domain

/// Cuts pretty-printed JSON into its elements: the objects of the top-level array, or the top-level objects themselves.
struct DocumentWalk {
    private var state = cscan_json(depth: 0, in_string: 0, escaped: 0)
    /// Where the element begins that is being read, or -1.
    private(set) var start = -1
    /// How far the text was read.
    private(set) var position = 0
    /// The element is too long: its first part was handed out.
    private var isSkipping = false

    /// The next element that is complete in `text`; nil when more bytes are needed.
    mutating func next(_ text: UnsafeRawBufferPointer) -> (start: Int, end: Int)? {
        while true {
            if start >= 0 || isSkipping {
                let rest = text.from(position)
                guard let base = rest.baseAddress, !rest.isEmpty else { return nil }
                let length = cscan_json_walk(base, rest.count, 0, .max, &state)
                if length <= rest.count {
                    position &+= length
                    let began = start
                    start = -1
                    if isSkipping {
                        isSkipping = false
                        continue
                    }
                    return (began, position)
                }
                position = text.count
                return nil
            }
            while position < text.count, text[position] != UInt8(ascii: "{") { position &+= 1 }
            guard position < text.count else { return nil }
            start = position
            state = cscan_json(depth: 0, in_string: 0, escaped: 0)
        }
    }

    /// Ends the element before its end; what is left of it will be stepped over.
    mutating func skip() {
        start = -1
        isSkipping = true
    }

    /// The first byte that is still needed.
    var needed: Int { start >= 0 ? start : position }

    /// The buffer lost its first `length` bytes.
    mutating func shift(_ length: Int) {
        position -= length
        if start >= 0 { start -= length }
    }
}
