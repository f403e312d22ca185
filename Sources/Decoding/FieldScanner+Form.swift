import CScan
import Domain

extension FieldScanner {
    /// A form body or URL query: `key=value&key=value`, percent-encoded, `+` for a blank.
    static func form(_ text: UnsafeRawBufferPointer, into list: inout FieldList, depth: UInt8) {
        guard let base = text.baseAddress else { return }
        var i = 0
        while i < text.count {
            var equals = 0
            var isEncoded: UInt8 = 0
            let end = cscan_form_pair(base, text.count, i, &equals, &isEncoded)
            if equals > i {
                var key = text.slice(i, equals)
                var value = text.slice(equals &+ 1, end)
                if isEncoded != 0 {
                    key = percentDecoded(key, plusIsBlank: true, &list.arena) ?? key
                    value = percentDecoded(value, plusIsBlank: true, &list.arena) ?? value
                }
                list.append(key, value, .string, depth)
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
