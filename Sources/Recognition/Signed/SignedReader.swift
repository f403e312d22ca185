import Decoding
import Domain

/// Reads signed App Store documents: a notification, the transaction and the renewal inside it.
final class SignedReader {
    /// A notification with its two inner documents and their certificates takes about 30 KB.
    private static let payloadLength = 192 << 10
    private static let innerLength = 64 << 10

    private var payload = FieldList()
    private var transaction = FieldList()
    private var renewal = FieldList()
    private let memory: UnsafeMutableRawBufferPointer

    init() {
        memory = .allocate(byteCount: SignedReader.payloadLength + 2 * SignedReader.innerLength, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Reads a compact JWS into a document; false when its payload cannot be read.
    ///
    /// The values stay valid until the next document is read.
    ///
    /// - Parameters:
    ///   - jws: the text.
    ///   - document: takes what it says.
    ///   - moment: when it was written down; stands in where the document does not say when it was signed.
    ///   - checker: judges its signature.
    func read(_ jws: Bytes, into document: inout StoreDocument, at moment: Instant?, checker: (any SignatureChecker)?) -> Bool {
        let jws = jws.trimmed.unquoted
        guard let text = JWS.payload(of: jws, into: slice(0, SignedReader.payloadLength)) else { return false }
        FieldScanner.scan(text, into: &payload)
        document.take(payload)
        guard document.isPresent else { return false }
        if let inner = document[.signedTransaction] {
            read(inner, &transaction, slice(SignedReader.payloadLength, SignedReader.innerLength), into: &document)
        }
        readRenewal(document[.signedRenewal], into: &document)
        if let checker {
            document.signature = checker.check(
                jws, at: document.instant(.signedDate) ?? moment ?? document.instant(.purchaseDate) ?? Instant(microseconds: 0))
        }
        return true
    }

    /// Reads the renewal that stands beside a signed transaction.
    func readRenewal(_ jws: Bytes?, into document: inout StoreDocument) {
        guard let jws else { return }
        read(jws, &renewal, slice(SignedReader.payloadLength + SignedReader.innerLength, SignedReader.innerLength), into: &document)
    }

    private func read(_ jws: Bytes, _ list: inout FieldList, _ room: UnsafeMutableRawBufferPointer, into document: inout StoreDocument) {
        guard let text = JWS.payload(of: jws.trimmed.unquoted, into: room) else { return }
        FieldScanner.scan(text, into: &list)
        document.take(list)
    }

    private func slice(_ start: Int, _ length: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[start..<(start + length)])
    }
}

/// How far the lines of a record were counted: documents follow each other, so each is counted from the one before.
struct DocumentLines {
    private var counted = (record: UInt64.max, position: 0, line: 0, lineStart: 0)

    /// The beginning of the line that holds a position of a record's text, and how many lines lie before it.
    mutating func place(of position: Int, in text: Bytes, record: UInt64) -> (offset: Int, line: Int) {
        if counted.record != record || counted.position > position { counted = (record, 0, 0, 0) }
        while counted.position < position, let end = text.slice(0, position).first(10, from: counted.position) {
            (counted.position, counted.line, counted.lineStart) = (end + 1, counted.line + 1, end + 1)
        }
        counted.position = position
        return (counted.lineStart, counted.line)
    }
}
