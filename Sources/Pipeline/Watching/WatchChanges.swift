import Domain
import Store

/// How verdicts moved with the batch that was committed last; read from the store, for a first batch may move every order there is.
public struct WatchChanges {
    let store: WatchStore

    /// Gives every change, in the order in which they came.
    public func forEach(_ body: (VerdictChange) -> Void) throws(StoreError) { try store.newChanges(body) }
}
