import Domain

extension FieldScanner {
    /// A form body or URL query: `key=value&key=value`, percent-encoded, `+` for a blank.
    static func form(_ text: UnsafeRawBufferPointer, into list: inout FieldList, depth: UInt8) {
        var i = 0
        while i < text.count {
            let end = text.first(UInt8(ascii: "&"), from: i) ?? text.count
            let equals = text.slice(0, end).first(UInt8(ascii: "="), from: i) ?? end
            if equals > i {
                let key = text.slice(i, equals)
                let value = text.slice(equals &+ 1, end)
                list.append(
                    percentDecoded(key, plusIsBlank: true, &list.arena) ?? key,
                    percentDecoded(value, plusIsBlank: true, &list.arena) ?? value, .string, depth)
            }
            i = end &+ 1
        }
    }

    /// A URL query: a form, or one encoded value alone (`alipay://alipayclient/?%7B%22dataString…`).
    static func query(_ text: UnsafeRawBufferPointer, into list: inout FieldList, depth: UInt8) {
        if text.first(UInt8(ascii: "=")) != nil {
            form(text, into: &list, depth: depth)
        } else if let plain = percentDecoded(text, plusIsBlank: false, &list.arena), plain.count > 1 {
            list.append(.none, plain, .string, depth)
        }
    }
}
