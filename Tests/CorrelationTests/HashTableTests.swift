import Domain
import Testing

@testable import Correlation

@Suite struct HashTableTests {
    @Test func aNameTableKeepsWhatItWasGiven() {
        var table = NameTable<Int>()
        for i in 0..<5_000 { table[StableHash.of("\(i)")] = i }
        for i in 0..<5_000 { #expect(table[StableHash.of("\(i)")] == i) }
        #expect(table[StableHash.of("x")] == nil)
        #expect(table.count == 5_000)
    }

    @Test func placeholdersNameNothing() {
        for word in ["null", "NULL", "0", "0000", "-", "undefined", "Test", "", "nil", "None"] {
            var word = word
            #expect(word.withUTF8 { !AliasKey.names(UnsafeRawBufferPointer($0)) })
        }
        for word in ["A1", "10", "tests", "WG0506130700"] {
            var word = word
            #expect(word.withUTF8 { AliasKey.names(UnsafeRawBufferPointer($0)) })
        }
    }
}
