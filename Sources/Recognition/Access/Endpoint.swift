import Decoding
import Domain

/// A path of the merchant as a template: `/alipay/notify/*`, `/pay/notify?o=*`; the star is where the order number stands.
struct Endpoint: Sendable {
    /// Bytes of the path before the star, or all of it.
    let prefix: [UInt8]
    /// Bytes of the path behind the star.
    let suffix: [UInt8]
    /// Whether a star stands in the path.
    let hasStar: Bool
    /// The query key that holds the number; empty when none does.
    let queryKey: [UInt8]

    /// Reads a template; a trailing slash is no part of it.
    init(_ template: String) {
        let bytes = Array(template.utf8)
        let question = bytes.firstIndex(of: 63) ?? bytes.count
        var path = bytes[..<question]
        while path.count > 1, path.last == 47 { path = path.dropLast() }
        if let star = path.firstIndex(of: 42) {
            (prefix, suffix, hasStar) = (Array(path[..<star]), Array(path[(star + 1)...]), true)
        } else {
            (prefix, suffix, hasStar) = (Array(path), [], false)
        }
        let query = bytes[min(question + 1, bytes.count)...]
        if let star = query.firstIndex(of: 42), star > query.startIndex, query[star - 1] == 61 {
            let start = query[..<star].lastIndex(of: 38).map { $0 + 1 } ?? query.startIndex
            queryKey = Array(query[start..<(star - 1)])
        } else {
            queryKey = []
        }
    }

    /// Whether a request's path is this one; the number in it is empty where the template has none.
    func match(path: Bytes) -> Bytes? {
        var path = path
        while path.count > 1, path[path.count - 1] == 47 { path = path.slice(0, path.count - 1) }
        guard hasStar else { return prefix.withUnsafeBytes { $0.same(as: path) } ? path.slice(0, 0) : nil }
        guard path.count > prefix.count + suffix.count, prefix.withUnsafeBytes({ $0.same(as: path.slice(0, prefix.count)) }),
            suffix.withUnsafeBytes({ $0.same(as: path.from(path.count - suffix.count)) })
        else { return nil }
        let number = path.slice(prefix.count, path.count - suffix.count)
        return number.first(47) == nil ? number : nil
    }

    /// The number in a query, by the template's key.
    func number(inQuery query: Bytes) -> Bytes? {
        guard !queryKey.isEmpty else { return nil }
        var pairs = QueryPairs(query)
        while let pair = pairs.next() { if queryKey.withUnsafeBytes({ $0.same(as: pair.key) }) { return pair.value } }
        return nil
    }

    /// The longest literal of the path: an anchor for lines of this endpoint.
    var anchor: [UInt8] { prefix.count >= suffix.count ? prefix : suffix }

    /// Makes a template of a path and query: each of the two numbers becomes `*` where it stands as a token; a query is kept only
    /// for the pair that holds the number.
    static func template(path: Bytes, query: Bytes, first: Bytes?, second: Bytes?) -> [UInt8] {
        var whole: [UInt8] = []
        _ = split(path: path, query: query, first: first, second: second, into: &whole)
        return whole
    }

    /// Puts the template in place of what `whole` holds; returns how much of it is the path's.
    static func split(path: Bytes, query: Bytes, first: Bytes?, second: Bytes?, into whole: inout [UInt8]) -> Int {
        whole.removeAll(keepingCapacity: true)
        appendReplacing(path, first: first, second: second, to: &whole)
        if whole.isEmpty { whole.append(47) }
        let pathLength = whole.count
        var pairs = QueryPairs(query)
        while let pair = pairs.next() {
            guard pair.value.first(42) == nil, holds(pair.value, first: first, second: second) else { continue }
            whole.append(63)
            whole.append(contentsOf: pair.key)
            whole.append(61)
            whole.append(42)
            break
        }
        return pathLength
    }

    /// Whether one of the numbers stands in a text as a token.
    private static func holds(_ text: Bytes, first: Bytes?, second: Bytes?) -> Bool {
        stands(first, in: text) || stands(second, in: text)
    }

    private static func stands(_ number: Bytes?, in text: Bytes) -> Bool {
        guard let number, number.count >= 4, number.count <= text.count else { return false }
        var from = 0
        while let place = text.slice(0, text.count &- number.count &+ 1).first(number[0], from: from) {
            if lengthOf(number, in: text, at: place) > 0 { return true }
            from = place &+ 1
        }
        return false
    }

    private static func appendReplacing(_ text: Bytes, first: Bytes?, second: Bytes?, to out: inout [UInt8]) {
        guard holds(text, first: first, second: second) else { return out.append(contentsOf: text) }
        var i = 0
        var copied = 0
        while i < text.count {
            var length = lengthOf(second, in: text, at: i)
            if length == 0 { length = lengthOf(first, in: text, at: i) }
            guard length > 0 else {
                i &+= 1
                continue
            }
            out.append(contentsOf: text.slice(copied, i))
            out.append(42)
            i &+= length
            copied = i
        }
        out.append(contentsOf: text.from(copied))
    }

    /// How long a number is that stands at a place as a token; 0 when it does not.
    @inline(__always)
    private static func lengthOf(_ number: Bytes?, in text: Bytes, at i: Int) -> Int {
        guard let number, number.count >= 4, number[0] == text[i], number.count <= text.count &- i,
            text.isToken(i, i &+ number.count), text.slice(i, i &+ number.count).same(as: number)
        else { return 0 }
        return number.count
    }
}
