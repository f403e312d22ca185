import Foundation
import Testing

@testable import Simulation

@Suite("Cut logs")
struct CutTests {
    @Test("lose about the share asked for, and nothing of the full logs changes", arguments: [0.1, 0.4])
    func share(share: Double) throws {
        var options = WorldFolder.options(orders: 700, seed: 3)
        options.keepsToOneServer = true
        // A world that is cut has no documents with a head (``LogFormat/isDocument``): others write what they would have written.
        options.formats = LogFormat.allCases.filter { !$0.isDocument }
        let full = try WorldFolder(options).files()
        options.cut = CutPlan(share: share)
        let folder = try WorldFolder(options)
        let both = try folder.files()
        for (name, bytes) in full { #expect(both[name] == bytes, "\(name)") }
        #expect(folder.report.bytesCut < folder.report.bytesOnDisk)
        #expect(Double(folder.report.bytesCut) > Double(folder.report.bytesOnDisk) * (1 - share - 0.05))
    }

    @Test("plain files lose whole lines, or say that something is missing")
    func wholeLines() throws {
        var options = WorldFolder.options(orders: 700, seed: 5)
        options.compression = .none
        options.cut = CutPlan(share: 0.4)
        let folder = try WorldFolder(options)
        let full = try folder.files("logs")
        for (name, bytes) in try folder.files("cut/logs") where !name.hasPrefix("provider/") {
            let lines = Set((full[name] ?? Data()).split(separator: 10))
            let strange = bytes.split(separator: 10).filter { !lines.contains($0) }
            let markers = strange.filter {
                let text = String(decoding: $0, as: UTF8.self)
                return text.contains("is missing") || text.contains("lossEvent") || text.hasPrefix("\0")
            }
            #expect(strange.count == markers.count, "\(name)")
            #expect(strange.count <= 1, "\(name)")
        }
    }
}
