import Configuration
import Decoding
import Domain
import Foundation
import Recognition
import Simulation
import Synchronization
import Testing

@testable import Pipeline

/// The worlds that everything is measured on are written in every form that is read.
@Suite struct WorldFormatTests {
    /// The names of the formats that some order's evidence came through.
    static func formats(of paths: [String], _ settings: Settings) throws -> Set<String> {
        let seen = Mutex<Set<String>>([])
        _ = try Run.analyze(
            { () -> RunOptions in
                var options = RunOptions(paths: paths, settings: settings)
                options.workers = 2
                return options
            }(),
            render: { _, chain, sources in
                // rows name the file; a file of several services has parts of their own, named `service @ file`
                for file in Set(chain.events.map { sources[Int($0.source)].name }) {
                    let parts = sources.filter { $0.evidence > 0 && ($0.name == file || $0.name.hasSuffix(" @ \(file)")) }
                    seen.withLock { $0.formUnion(parts.map(\.format)) }
                }
                return []
            }
        ) { _ in }
        // a source may hold records of several formats, and wrap them
        return Set(seen.withLock { $0 }.flatMap { $0.components(separatedBy: " + ").flatMap { $0.components(separatedBy: " / ") } })
    }

    /// A format gives bound evidence unless its own declaration says that it has none to give.
    /// What the simulator does not write yet, a reported case does.
    @Test("a few worlds and the reported cases give bound evidence through every format")
    func everyFormat() throws {
        var seen: Set<String> = []
        for seed in [31, 32] as [UInt64] {
            let world = try SmallWorld(seed: seed, orders: 800) { $0.devices = 80 }
            seen.formUnion(try Self.formats(of: [world.logs], world.settings))
        }
        seen.formUnion(try Self.formats(of: ReportedCaseTests.names.map { "\(ReportedCaseTests.folder)/\($0)/logs" }, Settings()))
        let wanted =
            EnvelopeFormat.all.filter { !$0.isNeighbour }.map { "\($0.name)" } + BillFormat.all.filter(\.hasTrades).map(\.name)
            + TableFormat.all.map(\.name)
        #expect(wanted.count > 60)
        for name in wanted { #expect(seen.contains(name), "no evidence came through \(name)") }
    }

    @Test("every format of the simulation is asked for by its own name")
    func names() { #expect(Set(LogFormat.allCases.map(\.rawValue)).count == LogFormat.allCases.count) }
}
