import Configuration
import Domain
import Foundation
import Simulation
import TestKit
import Testing

/// A simulated world in a folder of its own.
final class SmallWorld {
    let folder: TemporaryFolder
    let settings: Settings

    /// Writes a world.
    init(seed: UInt64, orders: Int = 60, _ change: (inout SimulationOptions) -> Void = { _ in }) throws {
        folder = try TemporaryFolder()
        var options = SimulationOptions()
        options.seed = seed
        options.orders = orders
        options.profile = .even
        options.devices = 12
        options.threads = 1
        options.noiseShare = 0.3
        change(&options)
        _ = try World(options).write(to: folder.path)
        settings = try Settings.load(path: folder.path + "/paychain.yaml")
    }

    /// The folder of its logs.
    var logs: String { folder.path + "/logs" }
    /// The folder of the logs of which a part is lost.
    var cutLogs: String { folder.path + "/cut/logs" }

    /// The paths of its files, relative to the log folder, sorted.
    var files: [String] { get throws { try SmallWorld.files(under: logs) } }

    static func files(under folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder) && !isFolder.boolValue
        }.sorted()
    }

    /// Copies the logs into a folder beside them; a closure may change each file, or drop it by giving nothing.
    ///
    /// - Parameter change: gets a path and bytes, gives files.
    /// - Returns: the path of the copy.
    func copy(as name: String, _ change: (_ path: String, _ bytes: [UInt8]) throws -> [(path: String, bytes: [UInt8])]) throws -> String {
        for path in try files {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: logs + "/" + path)))
            for file in try change(path, bytes) { try folder.write(file.bytes, to: "\(name)/\(file.path)") }
        }
        return folder.path + "/" + name
    }

    /// The truth of each order.
    var truth: [String: [String: Any]] {
        get throws {
            var truth: [String: [String: Any]] = [:]
            for line in try String(contentsOfFile: folder.path + "/truth.ndjson", encoding: .utf8).split(separator: "\n") {
                let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                if let order = object["order"] as? String { truth[order] = object }
            }
            return truth
        }
    }
}
