import Decoding
import Domain
import Providers

extension Reading {
    /// Writes what an `iap.*` or `receipt.uploaded` line says.
    mutating func putStoreClient(_ event: EventKind) {
        putStoreAliases(store)
        if event == .storeTransaction {
            putStoreState(value(.transactionState, .status) ?? value(behind: "transactionstate"))
        } else if event == .storeTransactionFinished, let state = value(.transactionState, .status).flatMap(StoreWords.transactionState) {
            rows.put(.transactionState, state)
        }
        putStoreIdentifiers()
        putStoreFailure()
    }

    /// Writes a transaction's state; an SKError that says that the payer cancelled goes before `failed` (facts.md §3.1).
    mutating func putStoreState(_ word: Bytes?) {
        guard let word else { return }
        guard let state = StoreWords.transactionState(word) else { return rows.put(.transactionState, word.trimmed.unquoted.cut(to: 24)) }
        if state.bytes.equals("failed"), let error = storeError,
            error.name.bytes.equals("paymentCancelled") || error.name.bytes.equals("userCancelled")
        {
            rows.put(.transactionState, "userCancelled")
            rows.put(.rawStatus, "failed")
        } else {
            rows.put(.transactionState, state)
        }
    }

    /// Product and identifiers, also where the line writes `name: value`.
    mutating func putStoreIdentifiers() {
        if !rows.has(.productID) {
            putAlias(.productID, .productID)
            if !rows.has(.productID), let product = spoken(["productidentifier", "productid", "product"]), product.first(46) != nil {
                rows.put(.productID, product)
            }
        }
        if !rows.has(.transactionID) {
            if let id = spoken(["transactionidentifier", "transactionid", "transaction.id"]) {
                rows.put(.transactionID, id)
            } else if let id = Reading.usable(fields[.identifier]), id.count >= 6, id.allSatisfy(\.isDigit) {
                rows.put(.transactionID, id)
            }
        }
        if !rows.has(.originalTransactionID), let id = spoken(["originaltransactionidentifier", "originaltransactionid", "originalid"]) {
            rows.put(.originalTransactionID, id)
        }
        let name = Reading.token(fields[.appAccountToken]) ?? Reading.token(spoken(["appaccounttoken", "applicationusername"]))
        guard let name else { return }
        if !rows.has(.appAccountToken) { rows.putLowered(.appAccountToken, name) }
        // A shop may hand its own number over as the user's name: it counts only where it is one.
        if !rows.has(.orderNumber) { rows.put(.candidateNumber, name) }
    }

    /// The value behind the first of several words that stands with a colon: `transactionIdentifier: Optional("2000…")`.
    private func spoken(_ words: [StaticString]) -> Bytes? {
        for word in words {
            var from = 0
            while let mark = text.findAnyCase(word, from: from) {
                from = mark + word.utf8CodeUnitCount
                guard !text.at(mark - 1).isIdentifier, let value = spokenValue(from) else { continue }
                if let usable = Reading.usable(value) { return usable }
            }
        }
        return nil
    }

    private func spokenValue(_ start: Int) -> Bytes? {
        var i = start
        if text.at(i) == 34 || text.at(i) == 39 { i &+= 1 }
        let isSpaced = text.at(i) == 32
        while text.at(i) == 32 { i &+= 1 }
        guard text.at(i) == 58 || text.at(i) == 61 else { return nil }
        // `transactionIdentifier= applicationUsername=…` has no value (facts.md §3.1); `name: value` and `name = value` have.
        let mayFollow = isSpaced || text.at(i) == 58
        i &+= 1
        while mayFollow, text.at(i) == 32 { i &+= 1 }
        if text.has("Optional(", at: i) { i &+= 9 }
        while text.at(i) == 34 || text.at(i) == 39 { i &+= 1 }
        let from = i
        while i < text.count, text[i].isIdentifier || text[i] == 46 { i &+= 1 }
        return i > from ? text.slice(from, i) : nil
    }

    /// The StoreKit error that the line names: `SKErrorDomain Code=2`, `SKError.paymentCancelled`, `error=paymentInvalid`, `code=2` of a
    /// store event.
    var storeError: StoreError? {
        if let error = fields[.error], let known = Reading.storeError(named: error) { return known }
        if let mark = text.find("SKError") ?? text.find("StoreKitError") ?? text.find("PurchaseError") {
            if let known = Reading.storeError(named: text.from(mark)) { return known }
            if let number = Reading.errorNumber(in: text.from(mark)), let known = StoreError.numbered(number) { return known }
        }
        // A wallet's or URL loader's code is none of StoreKit's.
        guard !text.holds("NSURLErrorDomain"), let number = value(.code, .errorCode)?.trimmed.unquoted.integer else { return nil }
        return StoreError.numbered(number)
    }

    private static func storeError(named text: Bytes) -> StoreError? {
        // The one short name is a common word: only as `SKError.unknown`.
        if text.has("SKError"), text.from(7).hasAnyCase(text.at(7) == 46 ? ".unknown" : "unknown") { return StoreError.numbered(0) }
        for error in StoreError.all where error.name.utf8CodeUnitCount > 8 {
            var from = 0
            while let mark = find(error.name, in: text, from: from) {
                from = mark + 1
                if !text.at(mark + error.name.utf8CodeUnitCount).isIdentifier { return error }
            }
        }
        return nil
    }

    /// `paymentCancelled`, and `PaymentCancelled` behind `SKError`.
    private static func find(_ name: StaticString, in text: Bytes, from: Int) -> Int? {
        let length = name.utf8CodeUnitCount
        var i = from
        while i &+ length <= text.count {
            if text[i].lowered == name.utf8Start[0].lowered {
                var j = 1
                while j < length, text[i &+ j] == name.utf8Start[j] { j &+= 1 }
                if j == length { return i }
            }
            i &+= 1
        }
        return nil
    }

    /// The number behind `SKErrorDomain Code=2`, `SKError code: 2`, `SKErrorCode(rawValue: 2)`: only these words may stand between.
    private static func errorNumber(in text: Bytes) -> Int64? {
        var i = 0
        for _ in 0..<6 {
            while i < text.count, i < 80, !text[i].isIdentifier { i &+= 1 }
            let from = i
            while i < text.count, text[i].isIdentifier { i &+= 1 }
            let word = text.slice(from, i)
            if let number = word.integer { return number }
            guard errorWords.contains(where: { word.equalsAnyCase($0) }) else { return nil }
        }
        return nil
    }

    private static let errorWords: [StaticString] = [
        "skerror", "skerrordomain", "skerrorcode", "domain", "code", "error", "errorcode", "rawvalue",
    ]

    /// Writes the error of a store line: number, name, text.
    mutating func putStoreFailure() {
        putError(fields[.error])
        if let error = storeError {
            if let number = error.number { rows.put(.code, number: number) }
            rows.put(.subCode, error.name)
        } else if let code = value(.code, .errorCode)?.trimmed.unquoted, code.count <= 32 {
            rows.put(.code, code)
        }
    }

    /// What a products request brought: how many products, which ids the store does not know.
    mutating func putProducts() {
        if let list = listed(["invalidproductidentifiers", "invalid", "无效商品标识"]) {
            rows.put(.item, list: list, most: 120)
        } else if let invalid = fields[.invalid], !Reading.isNothing(invalid) {
            rows.put(.item, list: invalid, most: 120)
        }
        if let count = (fields[.count] ?? value(behind: "products.count"))?.trimmed.unquoted.integer, count >= 0 {
            rows.put(.code, number: count)
        }
        putError(fields[.error])
        if let error = storeError { rows.put(.subCode, error.name) }
    }

    /// The bracketed list behind one of several words, without its brackets; nil when no list stands there or it is empty.
    private func listed(_ words: [StaticString]) -> Bytes? {
        for word in words {
            guard let mark = text.findAnyCase(word) else { continue }
            var i = mark + word.utf8CodeUnitCount
            // `: `, `=`, `：`, `Optional(`
            while i < text.count, text[i] != 91, text[i] != 40, text[i] != 123, i - mark < word.utf8CodeUnitCount + 12 { i &+= 1 }
            guard let close = Reading.closing(text.at(i)), let end = text.first(close, from: i) else { continue }
            let list = text.slice(i + 1, end)
            if list.contains(where: { !$0.isBlank }) { return list }
        }
        return nil
    }

    private static func closing(_ open: UInt8) -> UInt8? {
        switch open {
        case 91: 93
        case 40: 41
        case 123: 125
        default: nil
        }
    }

    /// The first of the states that stands in the text as a word of its own.
    func stateWord(_ words: [StaticString]) -> Bytes? {
        for word in words {
            var from = 0
            while let mark = text.findAnyCase(word, from: from) {
                from = mark + word.utf8CodeUnitCount
                if text.isToken(mark, from) { return text.slice(mark, from) }
            }
        }
        return nil
    }
}
