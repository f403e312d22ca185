import Domain
import Foundation
import Reports
import Serving
import Testing

@testable import Web

/// Holds the Grafana folder against what Grafana publishes of its dashboard model (fields, grid of 24 columns, ids) and against our own
/// declarations: every query names a metric and labels that exist, or an endpoint and members that exist.
@Suite("Grafana dashboards")
struct DashboardTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("dashboards/grafana")
    private static let names = ["money", "system", "repair"]
    /// Panels that every Grafana has.
    private static let panelTypes: Set<String> = ["stat", "timeseries", "table", "bargauge", "piechart", "text", "gauge", "barchart"]

    private func dashboard(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: DashboardTests.folder.appendingPathComponent("dashboards/\(name).json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: DashboardTests.folder.appendingPathComponent(path), encoding: .utf8)
    }

    private func panels(_ name: String) throws -> [[String: Any]] { try #require(try dashboard(name)["panels"] as? [[String: Any]]) }

    @Test("the folder holds what is tested, and no more")
    func files() throws {
        let found = try FileManager.default.subpathsOfDirectory(atPath: DashboardTests.folder.path).filter { $0.contains(".") }.sorted()
        #expect(
            found
                == (["dashboards/paychain.yaml", "datasources/paychain.yaml"] + DashboardTests.names.map { "dashboards/\($0).json" })
                .sorted())
        let provider = try text("dashboards/paychain.yaml")
        #expect(provider.contains("apiVersion: 1\n") && provider.contains("path: /etc/grafana/provisioning/dashboards\n"))
        let sources = try text("datasources/paychain.yaml")
        #expect(sources.contains("uid: paychain-metrics\n    type: prometheus\n"))
        #expect(sources.contains("uid: paychain-api\n    type: yesoreyeram-infinity-datasource\n"))
    }

    @Test("a dashboard has a fixed uid and the members that Grafana wants", arguments: names)
    func shape(_ name: String) throws {
        let dashboard = try dashboard(name)
        #expect(dashboard["uid"] as? String == "paychain-\(name)")
        // An id belongs to one Grafana; a file that carries one collides.
        #expect(dashboard["id"] == nil)
        #expect((dashboard["schemaVersion"] as? Int ?? 0) >= 36)
        #expect(dashboard["title"] is String && dashboard["time"] is [String: String] && dashboard["tags"] is [String])
        #expect((0...2).contains(dashboard["graphTooltip"] as? Int ?? 9))
        for key in ["annotations", "templating"] { #expect((dashboard[key] as? [String: Any])?["list"] is [Any], "\(key)") }
        let panels = try panels(name)
        let ids = panels.compactMap { $0["id"] as? Int }
        #expect(ids.count == panels.count && Set(ids).count == ids.count)
        var taken: Set<Int> = []
        for panel in panels {
            let title = panel["title"] as? String ?? ""
            #expect(!title.isEmpty)
            #expect(DashboardTests.panelTypes.contains(panel["type"] as? String ?? ""), "\(title)")
            let grid = try #require(panel["gridPos"] as? [String: Int], "\(title)")
            let (x, y, w, h) = (grid["x"] ?? -1, grid["y"] ?? -1, grid["w"] ?? 0, grid["h"] ?? 0)
            #expect(x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= 24, "\(title)")
            for row in y..<(y + h) { for column in x..<(x + w) { #expect(taken.insert(row * 24 + column).inserted, "\(title) overlaps") } }
            #expect((panel["fieldConfig"] as? [String: Any])?["overrides"] is [Any] && panel["options"] is [String: Any], "\(title)")
            let targets = try #require(panel["targets"] as? [[String: Any]], "\(title)")
            let references = targets.compactMap { $0["refId"] as? String }
            #expect(!targets.isEmpty && Set(references).count == targets.count, "\(title)")
            for target in targets {
                let source = target["datasource"] as? [String: String]
                #expect(source == panel["datasource"] as? [String: String], "\(title)")
                #expect(
                    [
                        ["type": "prometheus", "uid": "paychain-metrics"],
                        ["type": "yesoreyeram-infinity-datasource", "uid": "paychain-api"],
                    ]
                    .contains(source), "\(title)")
            }
        }
    }

    @Test("every query names metrics and labels that exist", arguments: names)
    func queries(_ name: String) throws {
        for panel in try panels(name) {
            for target in panel["targets"] as? [[String: Any]] ?? [] {
                guard let query = target["expr"] as? String else { continue }
                let words = query.matches(of: /[a-zA-Z_][a-zA-Z_0-9]*/).map { String($0.output) }
                let metrics = words.filter { $0.hasPrefix("paychain_") }.compactMap { word in
                    MetricDefinition.all.first { $0.name == word }
                }
                #expect(metrics.count == words.filter { $0.hasPrefix("paychain_") }.count && !metrics.isEmpty, "\(query)")
                let known = Set(metrics.flatMap(\.labels))
                var used = query.matches(of: /([a-z_]+)\s*(?:=~|!=|!~|=)/).map { String($0.output.1) }
                used += query.matches(of: /by \(([^)]*)\)/).flatMap { $0.output.1.split(separator: ",").map { $0.filter { $0 != " " } } }
                used += (target["legendFormat"] as? String ?? "").matches(of: /\{\{([a-z_]+)\}\}/).map { String($0.output.1) }
                for label in used { #expect(known.contains(label), "\(label) in \(query)") }
                #expect(query.filter { $0 == "(" }.count == query.filter { $0 == ")" }.count, "\(query)")
            }
        }
        for variable in ((try dashboard(name)["templating"] as? [String: Any])?["list"] as? [[String: Any]]) ?? [] {
            let query = (variable["query"] as? [String: Any])?["query"] as? String ?? ""
            let match = try #require(query.firstMatch(of: /label_values\(([a-z_]+), ([a-z_]+)\)/))
            #expect(MetricDefinition.all.first { $0.name == match.output.1 }?.labels.contains(String(match.output.2)) == true, "\(query)")
        }
    }

    @Test("every call of the API is answered, and every column is a member of the answer", arguments: names)
    func calls(_ name: String) throws {
        let shop = try Shop(orders: 30)
        for panel in try panels(name) {
            for target in panel["targets"] as? [[String: Any]] ?? [] {
                guard let url = target["url"] as? String else { continue }
                let answer = try shop.ask(url)
                #expect(answer.status == 200, "\(url)")
                let root = target["root_selector"] as? String ?? ""
                let path = try #require(HTTPTarget(url)).path
                let shape = try #require(Route.all.first { $0.path == path }?.shape, "\(url)")
                let element = try #require(DashboardTests.member(root, of: shape), "\(url) \(root)")
                guard case .array(let row) = element else {
                    Issue.record("\(root) of \(url) is no list")
                    continue
                }
                for column in target["columns"] as? [[String: String]] ?? [] {
                    let selector = column["selector"] ?? ""
                    #expect(DashboardTests.member(selector, of: row) != nil, "\(selector) of \(url)")
                }
            }
        }
    }

    /// The shape at `a.b` of a shape.
    private static func member(_ selector: String, of shape: Shape) -> Shape? {
        var shape = shape
        for part in selector.split(separator: ".") {
            while true {
                if case .named(_, let make) = shape {
                    shape = make()
                } else if case .nullable(let inner) = shape {
                    shape = inner
                } else {
                    break
                }
            }
            switch shape {
            case .object(let members):
                guard let found = members.first(where: { $0.name == part }) else { return nil }
                shape = found.shape
            case .map(let value): shape = value
            default: return nil
            }
        }
        return shape
    }
}
