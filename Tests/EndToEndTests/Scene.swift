import Foundation
import Simulation
import TestKit
import Testing

/// A small world on disk for the program: three formats, plain files.
final class Scene {
    let folder: TemporaryFolder
    var logs: String { folder.path + "/logs" }
    var configuration: String { folder.path + "/paychain.yaml" }

    init(seed: UInt64, orders: Int = 15, _ change: (inout SimulationOptions) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        var options = SimulationOptions()
        options.seed = seed
        options.orders = orders
        options.profile = .even
        options.devices = 4
        options.threads = 1
        options.rotations = 1
        options.compression = .none
        options.formats = [.jsonLines, .deviceJSON, .nginxJSON]
        change(&options)
        _ = try World(options).write(to: folder.path)
    }

    /// Replaces a text in every log that holds it.
    func replace(_ old: String, with new: String) throws {
        for name in try FileManager.default.subpathsOfDirectory(atPath: logs)
        where name.hasSuffix("json") || name.contains(".ndjson") || name.contains(".jsonl") {
            let text = try String(contentsOfFile: logs + "/" + name, encoding: .utf8)
            try text.replacingOccurrences(of: old, with: new).write(toFile: logs + "/" + name, atomically: true, encoding: .utf8)
        }
    }

    /// The path of a log file by a part of its name.
    func path(_ part: String) throws -> String {
        let all = try FileManager.default.subpathsOfDirectory(atPath: logs).sorted()
        return logs + "/" + (try #require(all.first { $0.contains(part) && $0.contains(".") }, "\(all)"))
    }

    func bytes(_ part: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(part)))) }

    /// Runs `analyze --ndjson` over its logs, or other paths.
    func verdicts(_ paths: [String]? = nil, environment: [String: String] = [:]) throws -> Ran {
        try Ran(["analyze", "--no-db", "--ndjson", "--config", configuration] + (paths ?? [logs]), environment: environment)
    }

    /// Runs `analyze --json` over its logs, or other paths.
    func run(_ paths: [String]? = nil, environment: [String: String] = [:]) throws -> Ran {
        try Ran(["analyze", "--no-db", "--json", "--config", configuration] + (paths ?? [logs]), environment: environment)
    }

    /// The step events that really happened, by order.
    var happened: [String: Set<String>] {
        get throws {
            var truth: [String: Set<String>] = [:]
            for line in try String(contentsOfFile: folder.path + "/truth.ndjson", encoding: .utf8).split(separator: "\n") {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                if let order = object["order"] as? String { truth[order] = Set(object["events"] as? [String] ?? []) }
            }
            return truth
        }
    }

    /// Verdicts of damaged logs: nothing that happened may be called missing.
    func expectNothingInvented(_ ran: Ran, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let truth = try happened
        for line in ran.lines {
            let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            let order = object["order"] as? String ?? ""
            for step in object["steps"] as? [[String: Any]] ?? [] where step["state"] as? String == "missing" {
                let name = step["step"] as? String ?? ""
                #expect(truth[order]?.contains(name) == false, "\(order): \(name) is called missing", sourceLocation: sourceLocation)
            }
        }
    }
}
