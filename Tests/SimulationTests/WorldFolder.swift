import Foundation

@testable import Simulation

/// A world written into a folder of its own, removed with the last reference.
final class WorldFolder {
    let path: String
    let report: SimulationReport

    init(_ options: SimulationOptions, catalog: ScenarioCatalog? = nil) throws {
        path = NSTemporaryDirectory() + "world-" + UUID().uuidString
        report = try World(options, catalog: catalog).write(to: path)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Every file under a folder, by its path in it.
    func files(_ folder: String = "") throws -> [String: Data] {
        var found: [String: Data] = [:]
        let root = path + "/" + folder
        for name in FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? [] {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: root + "/" + name, isDirectory: &isFolder), !isFolder.boolValue else { continue }
            found[name] = try Data(contentsOf: URL(fileURLWithPath: root + "/" + name))
        }
        return found
    }

    /// The lines of the truth as objects.
    func truth() throws -> [[String: Any]] {
        let text = try String(contentsOfFile: path + "/truth.ndjson", encoding: .utf8)
        return try text.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// A small world in which every scenario is as frequent as every other.
    static func options(orders: Int, seed: UInt64 = 7) -> SimulationOptions {
        var options = SimulationOptions()
        (options.orders, options.seed, options.profile) = (orders, seed, .even)
        return options
    }
}
