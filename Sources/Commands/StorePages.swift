import Alerts
import Domain
import Masking
import Pipeline
import Reports
import Store
import Web

extension WebSettings {
    /// What pages over a store say beyond its orders, alike for a server that reads it and a watch that writes it: alerts, metrics, and where
    /// sources lie, with what is personal in their names masked.
    mutating func tellAll(masker: Masker) {
        alerts = { (store) throws(StoreError) in
            let state = try AlertStore.state(in: store)
            return StoredAlerts(asOf: state.asOf, rows: AlertRow.now(state))
        }
        metrics = { (store, version) throws(StoreError) in
            var input = try MetricsReader.read(store, version: version)
            for index in input.sources.indices { input.sources[index].name = masker.masked(input.sources[index].name) }
            for index in input.findings.indices { input.findings[index].place = masker.masked(input.findings[index].place) }
            return input
        }
        maskPlace = { masker.masked($0) }
    }
}
