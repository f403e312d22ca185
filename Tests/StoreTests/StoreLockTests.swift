import Domain
import Testing

@testable import Store

@Suite struct StoreLockTests {
    @Test func `the second waits until its patience ends, and gets its turn once the first is gone`() throws {
        let folder = try TemporaryFolder()
        var first = try StoreLock.take(folder["a.db"]) {}
        #expect(first != nil && folder.names == ["a.db-lock"])
        var waits = 0
        let error = #expect(throws: StoreError.self) {
            try StoreLock.take(folder["a.db"], patience: .milliseconds(120)) { waits += 1 }
        }
        #expect(error?.problem == .locked && waits == 1)
        first = nil
        let second = try StoreLock.take(folder["a.db"], patience: .zero) { waits += 1 }
        #expect(second != nil && waits == 1)
    }

    @Test func `another store is nobody's business, and no lock is left behind`() throws {
        let folder = try TemporaryFolder()
        do {
            let a = try StoreLock.take(folder["a.db"], patience: .zero) {}
            let b = try StoreLock.take(folder["b.db"], patience: .zero) {}
            #expect(a != nil && b != nil)
        }
        #expect(folder.names.isEmpty)
        #expect(try StoreLock.take("/nonexistent/folder/a.db", patience: .zero) {} == nil)
    }
}
