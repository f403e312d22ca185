import Decoding
import Domain

extension Reading {
    /// Whether the record holds a signed App Store document.
    @inline(__always) var holdsSigned: Bool {
        fields.has(.signedPayload) || fields.has(.signedTransaction) || fields.has(.signedDocument) || fields.has(.signedRenewal)
    }

    /// Whether it holds several: a page of a history, the states of a subscription, a notification with its deliveries.
    @inline(__always) var holdsStoreList: Bool {
        fields.has(.storeList) || fields.has(.signedPayload) && fields.has(.sendAttempts)
    }
}

extension SourceExtractor {
    /// Reads the signed document of the record, and what it holds (facts.md §3.4, §3.5).
    mutating func readSigned() {
        guard let jws = reading.fields[.signedPayload] ?? reading.fields[.signedTransaction] ?? reading.fields[.signedDocument],
            JWS.isPossible(jws.trimmed.unquoted)
        else { return }
        guard room.signed.read(jws, into: &reading.store, at: reading.record.at, checker: plan.settings.signatures) else { return }
        if reading.store[.signedRenewal] == nil { room.signed.readRenewal(reading.fields[.signedRenewal], into: &reading.store) }
    }

    /// Reads a record that holds several App Store documents, each of which is evidence by itself; false when none of them is.
    ///
    /// - Parameter batch: takes their rows at once: a record's own rows are few, a page of a history has hundreds.
    mutating func recogniseStoreList(into batch: inout EvidenceBatch) -> Bool {
        let before = batch.rows.count
        if !reading.fields.has(.storeList), let jws = reading.fields[.signedPayload] {
            putHistory(jws, attempts: reading.fields[.sendAttempts], into: &batch)
        }
        var index = 0
        while index < room.fieldList.count {
            let field = room.fieldList[index]
            index += 1
            guard field.kind == .nested, reading.words.keys.meaning(of: field.key) == .storeList else { continue }
            switch field.key.at(0).lowered {
            case UInt8(ascii: "n"): putHistory(field.value, into: &batch)
            default: putTransactions(field.value, into: &batch)
            }
        }
        return batch.rows.count > before
    }

    /// `notificationHistory`: notifications, each with its deliveries.
    private mutating func putHistory(_ list: Bytes, into batch: inout EvidenceBatch) {
        var entries = JSONChildren(list)
        while entries.next() {
            var jws = Bytes.none
            var attempts: Bytes?
            var members = JSONChildren(entries.value)
            while members.next() {
                if members.key.equals("signedPayload") { jws = members.value }
                if members.key.equals("sendAttempts") || members.key.equals("firstSendAttemptResult") { attempts = members.value }
            }
            putHistory(jws, attempts: attempts, into: &batch)
        }
    }

    /// One notification as Apple keeps it: what it said, and whether our endpoint accepted it (facts.md §3.4).
    private mutating func putHistory(_ jws: Bytes, attempts: Bytes?, into batch: inout EvidenceBatch) {
        guard JWS.isPossible(jws) else { return }
        var document = StoreDocument()
        guard room.signed.read(jws, into: &document, at: reading.record.at, checker: plan.settings.signatures),
            document[.notificationType]?.equals("TEST") != true
        else { return }
        reading.rows.reset()
        guard reading.begin(.storeNotified, .provider) else { return }
        reading.putStore(document)
        reading.rows.setTime(document.instant(.signedDate) ?? document.instant(.purchaseDate))
        reading.putStoreRefund(document)
        flush(into: &batch, identity: StableHash.of(jws), at: place(of: jws))
        if let attempts { putDeliveries(attempts, of: document, identity: StableHash.of(jws), into: &batch) }
        reading.rows.reset()
    }

    /// `sendAttempts`: what became of each delivery, by Apple's own word; the first generation tells only of the first one.
    private mutating func putDeliveries(
        _ attempts: Bytes, of document: StoreDocument, identity: UInt64, into batch: inout EvidenceBatch
    ) {
        var found: [(at: Instant?, result: Bytes)] = []
        if attempts.at(0) == UInt8(ascii: "[") {
            var list = JSONChildren(attempts)
            while found.count < Limits.attemptsPerOrder, list.next() {
                var at: Instant?
                var result = Bytes.none
                var members = JSONChildren(list.value)
                while members.next() {
                    if members.key.equals("attemptDate") { at = ProviderTime.read(members.value) }
                    if members.key.equals("sendAttemptResult") { result = members.value }
                }
                if result.count > 0 { found.append((at, result)) }
            }
        } else if attempts.count > 0 {
            found.append((document.instant(.signedDate), attempts))
        }
        for (number, attempt) in found.enumerated() {
            // The order of the list is not promised.
            let earlier = found.enumerated().filter { other in
                guard let a = other.element.at, let b = attempt.at, a != b else { return other.offset < number }
                return a < b
            }
            reading.rows.reset()
            guard reading.begin(.notifySent, .provider) else { return }
            reading.putDelivery(attempt.result, number: earlier.count + 1, at: attempt.at, of: document)
            let name = StableHash.of(attempt.result, seed: identity &+ UInt64(earlier.count + 1))
            flush(into: &batch, identity: name, at: place(of: attempt.result))
        }
    }

    /// `signedTransactions` of a history, `lastTransactions` of a subscription's states.
    private mutating func putTransactions(_ list: Bytes, into batch: inout EvidenceBatch) {
        var entries = JSONChildren(list)
        while entries.next() {
            var document = StoreDocument()
            var jws = entries.value
            var renewal: Bytes?
            if entries.kind == .nested {
                var members = JSONChildren(entries.value)
                jws = .none
                while members.next() {
                    if members.key.equals("signedTransactionInfo") { jws = members.value }
                    if members.key.equals("signedRenewalInfo") { renewal = members.value }
                    if members.key.equals("status") { document.take(.status, members.value) }
                }
            }
            guard JWS.isPossible(jws) else { continue }
            guard room.signed.read(jws, into: &document, at: reading.record.at, checker: plan.settings.signatures) else { continue }
            room.signed.readRenewal(renewal, into: &document)
            reading.rows.reset()
            guard reading.putStoreTransaction(document) else { continue }
            flush(into: &batch, identity: StableHash.of(jws), at: place(of: jws))
        }
        reading.rows.reset()
    }

    /// Where a document stands inside the record: the beginning of its line, and how many lines down. Only a text that was read as it
    /// stands tells.
    private mutating func place(of jws: Bytes) -> (offset: Int, line: Int) {
        let message = reading.record.message
        guard decoder?.readsDocument == true, let at = jws.offset(in: message) else { return (0, 0) }
        return counted.place(of: at, in: message, record: reading.record.offset)
    }
}

extension Reading {
    /// Writes one delivery that Apple made.
    mutating func putDelivery(_ result: Bytes, number: Int, at: Instant?, of document: StoreDocument) {
        putStoreAliases(document)
        rows.put(.provider, "apple")
        rows.put(.attemptIndex, number: Int64(number))
        rows.put(.deliveryResult, result.cut(to: 48))
        if let type = document[.notificationType] { rows.put(.notificationType, type.cut(to: 40)) }
        if let environment = document[.environment] { rows.put(.environment, environment.cut(to: 16)) }
        if document.isForged { rows.put(.signature, "invalid") }
        guard let at = at ?? document.instant(.signedDate) else { return }
        rows.put(.sentAt, at)
        rows.setTime(at)
    }

    /// Writes a transaction that stands in an answer of Apple's: in a server's own log the answer to its question, else a record.
    mutating func putStoreTransaction(_ document: StoreDocument) -> Bool {
        guard document[.transactionID] != nil || document[.originalTransactionID] != nil else { return false }
        if isServerContext {
            guard begin(.providerAnswered, .serverApp) else { return false }
            putStore(document, isTransaction: true)
            return true
        }
        guard begin(.storeTransactionRecorded, .provider) else { return false }
        putStore(document, isTransaction: true)
        rows.setTime(document.instant(.purchaseDate) ?? document.instant(.signedDate))
        putStoreRefund(document)
        return true
    }

    /// `iap.transaction` of a provider's record: plain fields or a signed document.
    mutating func putStoreRecord() {
        var document = store
        if !document.isPresent { takePlainStore(&document) }
        guard let state = value(.transactionState, .status).flatMap(StoreWords.transactionState),
            !(state.bytes.equals("purchased") || state.bytes.equals("restored"))
        else {
            putStore(document, isTransaction: true)
            guard !store.isPresent else { return }
            putAmount(value(.amount, .totalAmount))
            putCurrency()
            return
        }
        rows.put(.transactionState, state)
        putStore(document)
    }
}
