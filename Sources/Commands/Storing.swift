import Domain
import Store

/// Does something with the store; what goes wrong there ends the command with exit code 4.
func storing<Result>(_ body: () throws(StoreError) -> Result) throws(CommandError) -> Result {
    do throws(StoreError) { return try body() } catch {
        throw CommandError(.store, Text(en: error.message(.en), zh: error.message(.zh)))
    }
}

extension Invocation {
    /// The store that is meant.
    var storePath: String { arguments["db"] ?? "paychain.db" }
}
