import Decoding
import Domain

extension UnsafeRawBufferPointer {
    /// Whether it begins with ASCII text in any case; `text` is lower case.
    func hasAnyCase(_ text: StaticString, at index: Int = 0) -> Bool {
        let length = text.utf8CodeUnitCount
        guard index >= 0, length <= count, index <= count &- length else { return false }
        let other = text.utf8Start
        for i in 0..<length where self[index &+ i].lowered != other[i] { return false }
        return true
    }

    /// Whether it ends with ASCII text.
    func ends(_ text: StaticString) -> Bool { has(text, at: count &- text.utf8CodeUnitCount) }

    /// Whether text stands somewhere in it.
    func holds(_ text: StaticString) -> Bool { find(text) != nil }

    /// Whether text stands somewhere in it, in any case; `text` is lower case.
    func holdsAnyCase(_ text: StaticString) -> Bool { findAnyCase(text) != nil }

    /// Where `byte` stands last, or nil.
    func last(_ byte: UInt8) -> Int? {
        var i = count
        while i > 0 {
            i &-= 1
            if self[i] == byte { return i }
        }
        return nil
    }

    /// Without one pair of quotes around it.
    var unquoted: Bytes {
        guard count >= 2, self[0] == self[count - 1], self[0] == 34 || self[0] == 39 else { return self }
        return slice(1, count - 1)
    }

    /// The first line, without its line end.
    var firstLine: Bytes {
        guard let end = first(10) else { return self }
        return slice(0, end > 0 && self[end - 1] == 13 ? end - 1 : end)
    }

    /// The line around a place in it: behind the line feed before, up to the next one.
    func line(around place: Int) -> (from: Int, to: Int) {
        var start = Swift.min(place, count)
        while start > 0, self[start &- 1] != 10 { start &-= 1 }
        return (start, first(10, from: place) ?? count)
    }

    /// The text up to the next blank or line end at or after `start`.
    func word(at start: Int) -> Bytes {
        slice(start, wordEnd(from: Swift.max(0, start)))
    }

    /// Cut to `length` bytes without splitting a UTF-8 character, nor a number or an address behind other text: a piece of one is not known
    /// for what it is any more, and would not be masked.
    func cut(to length: Int) -> Bytes {
        guard count > length else { return self }
        var end = length
        while end > 0, self[end] & 0xC0 == 0x80 { end &-= 1 }
        let whole = wholeEnd(before: end)
        return slice(0, whole > 0 ? whole : end)
    }

    /// Where the token, or the number in groups, begins that goes on at `end`; `end` where none does.
    private func wholeEnd(before end: Int) -> Int {
        func isPart(_ byte: UInt8) -> Bool {
            byte.isIdentifier || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "+")
        }
        func isGroup(_ place: Int) -> Bool {
            place > 0 && self[place] == 32 && self[place - 1].isDigit && place + 1 < count && self[place + 1].isDigit
        }
        guard isPart(self[end]) || isGroup(end) else { return end }
        var start = end
        var digits = false
        while start > 0, isPart(self[start - 1]) || isGroup(start - 1) {
            start &-= 1
            digits = digits || self[start].isDigit || self[start] == UInt8(ascii: "@")
        }
        // A word that is cut stays readable.
        return digits ? start : end
    }

    /// Where it lies inside `whole`, or nil.
    func offset(in whole: Bytes) -> Int? {
        guard let base = baseAddress, let start = whole.baseAddress, base >= start, base + count <= start + whole.count else { return nil }
        return base - start
    }
}

extension StaticString {
    /// Its bytes.
    var bytes: Bytes { Bytes(start: utf8Start, count: utf8CodeUnitCount) }
}
