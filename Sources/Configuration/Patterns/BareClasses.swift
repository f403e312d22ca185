/// Puts `\S`, `\D` and `\W` that stand alone into brackets: `(\S+)` becomes `([\S]+)`, which means the same.
///
/// The just-in-time compiler of PCRE2 10.42 does not match characters beyond ASCII by a bare negated class when invalid UTF-8 is allowed,
/// so `->(\S+)` would not find a Chinese word. In brackets it does.
enum BareClasses {
    /// The pattern with bare negated classes in brackets; nil where it has none.
    static func bracketed(_ pattern: [UInt8]) -> [UInt8]? {
        var out: [UInt8] = []
        var (isClass, isQuoted, isChanged) = (false, false, false)
        var index = 0
        while index < pattern.count {
            let byte = pattern[index]
            guard byte == UInt8(ascii: "\\"), index + 1 < pattern.count else {
                if !isQuoted {
                    if byte == UInt8(ascii: "["), !isClass {
                        isClass = true
                        // A bracket right behind the opening one, or behind its `^`, is a member of the class.
                        var next = index + 1
                        if next < pattern.count, pattern[next] == UInt8(ascii: "^") { next += 1 }
                        if next < pattern.count, pattern[next] == UInt8(ascii: "]") {
                            out += pattern[index...next]
                            index = next + 1
                            continue
                        }
                    } else if byte == UInt8(ascii: "["), index + 1 < pattern.count, pattern[index + 1] == UInt8(ascii: ":"),
                        let end = namedClassEnd(pattern, from: index + 2)
                    {
                        out += pattern[index..<end]
                        index = end
                        continue
                    } else if byte == UInt8(ascii: "]") {
                        isClass = false
                    }
                }
                out.append(byte)
                index += 1
                continue
            }
            let name = pattern[index + 1]
            if isQuoted {
                isQuoted = name != UInt8(ascii: "E")
            } else if name == UInt8(ascii: "Q") {
                isQuoted = true
            } else if !isClass, name == UInt8(ascii: "S") || name == UInt8(ascii: "D") || name == UInt8(ascii: "W") {
                out += [UInt8(ascii: "["), byte, name, UInt8(ascii: "]")]
                isChanged = true
                index += 2
                continue
            }
            out += [byte, name]
            index += 2
        }
        return isChanged ? out : nil
    }

    /// Behind `[:alpha:]` inside a class; nil when it is none.
    private static func namedClassEnd(_ pattern: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + 1 < pattern.count, pattern[index] != UInt8(ascii: "]") {
            if pattern[index] == UInt8(ascii: ":"), pattern[index + 1] == UInt8(ascii: "]") { return index + 2 }
            index += 1
        }
        return nil
    }
}
