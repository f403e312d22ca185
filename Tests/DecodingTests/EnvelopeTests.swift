import Domain
import Testing

@testable import Decoding

/// One declared example with the form that declares it.
struct DeclaredExample: CustomTestStringConvertible, Sendable {
    let format: EnvelopeFormat
    let example: EnvelopeExample
    var testDescription: String { "\(format.name): \(example.text.prefix(60))" }

    static let all = EnvelopeFormat.all.flatMap { format in format.examples.map { DeclaredExample(format: format, example: $0) } }
}

@Suite struct EnvelopeTests {
    @Test func everyFormHasExamples() {
        for format in EnvelopeFormat.all { #expect(!format.examples.isEmpty, "\(format.name)") }
        #expect(Set(EnvelopeFormat.all.map { "\($0.name)" }).count == EnvelopeFormat.all.count)
    }

    @Test(arguments: DeclaredExample.all)
    func givesWhatItDeclares(_ declared: DeclaredExample) throws {
        let example = declared.example
        let found = decode(example.text + "\n", name: example.fileName)
        #expect(found.count == 1)
        let record = try #require(found.first)
        #expect(record.format == example.format ?? "\(declared.format.name)")
        #expect(record.at.map { Instant(microseconds: $0).rfc3339 } == example.at)
        #expect(record.at == nil || record.resolution == example.resolution)
        #expect(record.level == example.level)
        #expect(String(decoding: record.process, as: UTF8.self) == example.process)
        #expect(String(decoding: record.processID, as: UTF8.self) == example.processID)
        #expect(String(decoding: record.category, as: UTF8.self) == example.category)
        #expect(String(decoding: record.service, as: UTF8.self) == example.service)
        let message = String(decoding: record.message, as: UTF8.self)
        #expect(message == example.message ?? example.text)
        #expect(String(decoding: record.text, as: UTF8.self) == example.words ?? message)
        #expect(record.access == example.access)
        if example.format == nil { #expect(record.origin == declared.format.origin) }
    }

    /// Ten lines of one form are ten records, whoever reads over whose shoulder.
    @Test(arguments: DeclaredExample.all.filter { !$0.example.text.contains("\n") })
    func repeats(_ declared: DeclaredExample) {
        let text = String(repeating: declared.example.text + "\r\n", count: 10)
        let found = decode(text, name: declared.example.fileName)
        #expect(found.count == 10)
        #expect(Set(found.map(\.identity)).count == 1)
        #expect(found.map(\.line) == Array(1...10))
    }

    /// Every example cut at every byte, and behind garbage, ends without a crash.
    @Test(arguments: DeclaredExample.all)
    func survivesCutting(_ declared: DeclaredExample) {
        let bytes = Array(declared.example.text.utf8)
        var random = Seeded(7)
        var fields = FieldList()
        for end in 0...bytes.count {
            _ = decode(Array(bytes[..<end]))
            var broken = bytes
            if !broken.isEmpty {
                for _ in 0..<3 { broken[Int(random.next() % UInt64(broken.count))] = UInt8(truncatingIfNeeded: random.next()) }
            }
            for record in decode(broken + [10] + bytes + [10]) {
                record.message.withUnsafeBytes { FieldScanner.scan($0, into: &fields) }
                FieldScanner.expand(&fields)
            }
        }
    }
}
