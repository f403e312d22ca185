/// Values that are somebody's by their form, whatever field they stand in: telephone numbers, e-mail addresses, identity card and bank card
/// numbers, open ids, Alipay user ids, signed tokens, public addresses of the network.
enum PersonalForm {
    /// A place in a text and what stands there.
    struct Found {
        var range: Range<Int>
        var label: String
    }

    /// Looks for every form.
    static func find(in text: [UInt8]) -> [Found] {
        var found: [Found] = []
        var index = 0
        while index < text.count {
            guard isToken(text[index]) || text[index] == UInt8(ascii: "+") else {
                index += 1
                continue
            }
            let start = index
            if text[index] == UInt8(ascii: "+") { index += 1 }
            while index < text.count, isToken(text[index]) { index += 1 }
            guard index > start else { continue }
            if let one = token(start..<index, in: text) { found.append(one) }
        }
        found += mails(in: text)
        found += groupedNumbers(in: text)
        found += addresses(in: text)
        return found
    }

    static func isDigit(_ byte: UInt8) -> Bool { 48...57 ~= byte }
    static func isLetter(_ byte: UInt8) -> Bool { 97...122 ~= (byte | 0x20) }
    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
    static func isToken(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    // MARK: - one token

    private static func token(_ range: Range<Int>, in text: [UInt8]) -> Found? {
        let part = text[range]
        // JWT and JWS: three base64url parts of which the first is a JSON object (RFC 7515).
        if let signed = signedStart(in: part), part[signed...].count >= 24, part[signed...].filter({ $0 == UInt8(ascii: ".") }).count >= 2 {
            return Found(range: signed..<range.upperBound, label: "token")
        }
        // Dots, `_` and `-` are borders for numbers, but not for open ids.
        var start = range.lowerBound
        var index = start
        while index <= range.upperBound {
            if index == range.upperBound || text[index] == UInt8(ascii: ".") {
                if let label = openID(text[start..<index]) { return Found(range: start..<index, label: label) }
                start = index + 1
            }
            index += 1
        }
        start = range.lowerBound
        index = start
        while index <= range.upperBound {
            if index == range.upperBound || !(isAlphanumeric(text[index]) || text[index] == UInt8(ascii: "+")) {
                if let one = number(start..<index, in: text) { return one }
                start = index + 1
            }
            index += 1
        }
        return nil
    }

    /// Where `eyJ`, the beginning of every packed JSON object, stands at the front of a token or behind a sign in it.
    private static func signedStart(in part: ArraySlice<UInt8>) -> Int? {
        part.indices.dropLast(2).first { place in
            part[place] == UInt8(ascii: "e") && part[place + 1] == UInt8(ascii: "y") && part[place + 2] == UInt8(ascii: "J")
                && (place == part.startIndex || !isAlphanumeric(part[place - 1]))
        }
    }

    /// WeChat: `o` and 27 more of the base64url alphabet (facts.md §2); at least a letter of each case or a sign, so that no word is one.
    private static func openID(_ part: ArraySlice<UInt8>) -> String? {
        guard part.count == 28, part.first == UInt8(ascii: "o") else { return nil }
        let hasCapital = part.contains { 65...90 ~= $0 }
        return hasCapital && part.contains { isDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") } ? "openid" : nil
    }

    /// A number of one of the forms, with its `+` or a word for telephone before it.
    private static func number(_ range: Range<Int>, in text: [UInt8]) -> Found? {
        guard let first = text[range].firstIndex(where: isDigit) else { return nil }
        let digits = text[first..<range.upperBound]
        let before = text[range.lowerBound..<first]
        let hasPlus = before.last == UInt8(ascii: "+")
        if hasPlus, (8...15).contains(digits.count), digits.allSatisfy(isDigit) {
            return Found(range: range.lowerBound..<range.upperBound, label: "phone")
        }
        guard before.isEmpty || hasPlus || telephoneWords.contains(before.map { $0 | 0x20 }) else { return nil }
        return label(ofNumber: digits).map { Found(range: first..<range.upperBound, label: $0) }
    }

    static let telephoneWords: Set<[UInt8]> = Set(
        ["phone", "tel", "mobile", "phoneno", "mobileno", "u", "uid", "user", "m"].map { Array($0.utf8) })

    /// What kind of personal number a whole token is.
    static func label(ofNumber part: ArraySlice<UInt8>) -> String? {
        guard (11...19).contains(part.count) else { return nil }
        if part.count == 18, isIdentityCard(part) { return "id_card" }
        guard part.allSatisfy(isDigit) else { return nil }
        let digits = part.map { $0 - 48 }
        switch digits.count {
        case 11: return isMobile(digits[...]) ? "phone" : nil
        case 13: return digits.starts(with: [8, 6]) && isMobile(digits[2...]) ? "phone" : nil
        case 15 where digits.starts(with: [0, 0, 8, 6]): return isMobile(digits[4...]) ? "phone" : nil
        case 16 where digits.starts(with: [2, 0, 8, 8]): return "buyer_id"
        default: return isBankCard(digits) ? "bank_card" : nil
        }
    }

    /// A mobile number of mainland China: 11 digits, 13…19 first.
    private static func isMobile(_ digits: ArraySlice<UInt8>) -> Bool {
        digits.count == 11 && digits.first == 1 && digits.dropFirst().first.map { $0 >= 3 } ?? false
    }

    /// GB 11643: a region, a day of birth, and a check digit modulo 11.
    static func isIdentityCard(_ part: ArraySlice<UInt8>) -> Bool {
        guard part.count == 18, part.dropLast().allSatisfy(isDigit) else { return false }
        let digits = part.dropLast().map { Int($0) - 48 }
        let (region, year) = (digits[0] * 10 + digits[1], digits[6] * 1_000 + digits[7] * 100 + digits[8] * 10 + digits[9])
        let (month, day) = (digits[10] * 10 + digits[11], digits[12] * 10 + digits[13])
        guard (11...91).contains(region), (1_900...2_100).contains(year), (1...12).contains(month), (1...31).contains(day) else {
            return false
        }
        let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
        let sum = zip(digits, weights).reduce(0) { $0 + $1.0 * $1.1 }
        let check = Array("10X98765432".utf8)[sum % 11]
        return part.last == check || check == UInt8(ascii: "X") && part.last == UInt8(ascii: "x")
    }

    /// A card number: the beginning of one of the card schemes, and the check digit of Luhn (ISO/IEC 7812).
    static func isBankCard(_ digits: [UInt8]) -> Bool {
        guard (15...19).contains(digits.count) else { return false }
        let two = Int(digits[0]) * 10 + Int(digits[1])
        let four = two * 100 + Int(digits[2]) * 10 + Int(digits[3])
        let isScheme =
            switch digits.count {
            case 15: two == 34 || two == 37
            case 16:
                digits[0] == 4 || 51...55 ~= two || 2_221...2_720 ~= four || 3_528...3_589 ~= four || two == 62 || two == 65
                    || four == 6_011
            default: two == 62 || digits.count == 19 && digits[0] == 4
            }
        guard isScheme else { return false }
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = place % 2 == 1 ? Int(digit) * 2 : Int(digit)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }

    // MARK: - forms with signs inside

    private static func mails(in text: [UInt8]) -> [Found] {
        func isLocal(_ byte: UInt8) -> Bool { isToken(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "*") || byte >= 0x80 }
        var found: [Found] = []
        for at in text.indices where text[at] == UInt8(ascii: "@") {
            var start = at
            while start > 0, isLocal(text[start - 1]) { start -= 1 }
            var end = at + 1
            while end < text.count, isAlphanumeric(text[end]) || text[end] == UInt8(ascii: ".") || text[end] == UInt8(ascii: "-") {
                end += 1
            }
            while end > at, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
            if start < at, text[(at + 1)..<max(end, at + 1)].contains(UInt8(ascii: ".")) {
                found.append(Found(range: start..<end, label: "email"))
            }
        }
        return found
    }

    /// Numbers written in groups: `138-0013-8000`, `6222 0200 0000 0000 000`.
    private static func groupedNumbers(in text: [UInt8]) -> [Found] {
        var found: [Found] = []
        var index = 0
        while index < text.count {
            guard isDigit(text[index]), index == 0 || !isToken(text[index - 1]) else {
                index += 1
                continue
            }
            var end = index
            var digits: [UInt8] = []
            var separator: UInt8?
            while end < text.count {
                if isDigit(text[end]) {
                    digits.append(text[end])
                } else if text[end] == separator ?? text[end], text[end] == 32 || text[end] == UInt8(ascii: "-"), end + 1 < text.count,
                    isDigit(text[end + 1]), digits.count >= 3
                {
                    separator = text[end]
                } else {
                    break
                }
                end += 1
            }
            if separator != nil, end == text.count || !isAlphanumeric(text[end]), let label = label(ofNumber: digits[...]) {
                found.append(Found(range: index..<end, label: label))
            }
            index = max(end, index + 1)
        }
        return found
    }

    private static func addresses(in text: [UInt8]) -> [Found] {
        var found: [Found] = []
        var index = 0
        func isPart(_ byte: UInt8) -> Bool {
            isDigit(byte) || 97...102 ~= (byte | 0x20) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
        }
        while index < text.count {
            guard isPart(text[index]), index == 0 || !isToken(text[index - 1]) else {
                index += 1
                continue
            }
            let start = index
            while index < text.count, isPart(text[index]) { index += 1 }
            let isWhole = index == text.count || !isToken(text[index])
            if isWhole, let range = address(start..<index, in: text) { found.append(Found(range: range, label: "ip")) }
        }
        return found
    }

    /// A public IPv4 address, with a port behind it or not, or an IPv6 address that is no loopback.
    private static func address(_ range: Range<Int>, in text: [UInt8]) -> Range<Int>? {
        let part = text[range]
        let colons = part.filter { $0 == UInt8(ascii: ":") }.count
        if colons <= 1, part.contains(UInt8(ascii: ".")) {
            let host = part.prefix { $0 != UInt8(ascii: ":") }
            let groups = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard groups.count == 4 else { return nil }
            let values = groups.compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
            guard values.count == 4, !isLocal(values) else { return nil }
            return host.startIndex..<host.endIndex
        }
        let isCompressed =
            part.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 < range.upperBound && text[$0 + 1] == UInt8(ascii: ":") } ?? false
        let hasDouble = isCompressed || zip(part, part.dropFirst()).contains { $0 == UInt8(ascii: ":") && $1 == UInt8(ascii: ":") }
        guard colons == 7 || hasDouble && colons >= 2, part.count >= 6, part.contains(where: isDigit) else { return nil }
        return range
    }

    /// Loopback, private and link-local addresses name no payer.
    private static func isLocal(_ a: [UInt8]) -> Bool {
        a[0] == 0 || a[0] == 10 || a[0] == 127 || a[0] == 172 && 16...31 ~= a[1] || a[0] == 192 && a[1] == 168 || a[0] == 169 && a[1] == 254
            || a[0] == 255
    }
}
