import Domain

extension FieldScanner {
    /// The flat XML of WeChat v2: `<key><![CDATA[value]]></key>` and bare values; elements around elements give their leaves.
    static func xml(_ text: UnsafeRawBufferPointer, into list: inout FieldList, depth: UInt8) {
        var i = 0
        while let open = text.first(UInt8(ascii: "<"), from: i) {
            let first = text.at(open &+ 1)
            guard first.isLetter || first == UInt8(ascii: "_") else {
                i = open &+ 1
                continue
            }
            var nameEnd = open &+ 1
            while nameEnd < text.count, text[nameEnd].isIdentifier || text[nameEnd] == UInt8(ascii: ".") { nameEnd &+= 1 }
            guard let close = text.first(UInt8(ascii: ">"), from: nameEnd) else { return }
            i = close &+ 1
            if text.at(close &- 1) == UInt8(ascii: "/") { continue }
            var start = i
            while start < text.count, text[start].isBlank { start &+= 1 }
            let name = text.slice(open &+ 1, nameEnd)
            if text.has("<![CDATA[", at: start) {
                let end = text.find("]]>", from: start &+ 9) ?? text.count
                list.append(name, text.slice(start &+ 9, end), .string, depth)
                i = Swift.min(end &+ 3, text.count)
            } else if text.at(start) != UInt8(ascii: "<") || text.at(start &+ 1) == UInt8(ascii: "/") {
                let end = text.first(UInt8(ascii: "<"), from: i) ?? text.count
                let raw = text.slice(i, end).trimmed
                list.append(name, entitiesDecoded(raw, &list.arena) ?? raw, .string, depth)
                i = end
            }
        }
    }
}
