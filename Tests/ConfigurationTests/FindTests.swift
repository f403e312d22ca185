import Domain
import Foundation
import Testing

@testable import Configuration

@Suite struct FindTests {
    @Test func theNearestOneIsFound() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "case/logs/app/a.log")
        try folder.write("", to: "other/a.log")
        try folder.write("timezone: UTC", to: "case/paychain.yaml")
        let expected = folder["case/paychain.yaml"]
        #expect(Settings.find(nearPaths: [folder["case"]]) == expected)
        #expect(Settings.find(nearPaths: [folder["case/logs"]]) == expected)
        #expect(Settings.find(nearPaths: [folder["case/logs/app/a.log"]]) == expected)
        #expect(Settings.find(nearPaths: ["-", folder["case/logs/no-such-file.log"]]) == expected)
        #expect(Settings.find(nearPaths: [folder["other"]]) == nil)
        #expect(Settings.find(nearPaths: [folder["other"], folder["case/logs"]]) == expected)
        try folder.write("", to: "case/logs/paychain.yaml")
        #expect(Settings.find(nearPaths: [folder["case/logs/app"]]) == folder["case/logs/paychain.yaml"])
        // A folder of that name is none.
        try folder.write("", to: "other/paychain.yaml/x")
        #expect(Settings.find(nearPaths: [folder["other"]]) == nil)
    }

    @Test func loadingKnowsItsFolder() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("sources: [{path: 'logs/*.log'}]", to: "case [1]/paychain.yaml")
        let settings = try Settings.load(path: path)
        #expect(settings.path == path)
        #expect(settings.sources.first?.path.matches(folder["case [1]/logs/a.log"]) == true)
        #expect(settings.sources.first?.path.matches(folder["case [1]/a.log"]) == false)
        #expect(settings.sources.first?.path.matches("logs/a.log") == false)
    }

    @Test func whatCannotBeReadIsSaid() throws {
        let folder = try TemporaryFolder()
        let missing = #expect(throws: ConfigurationError.self) { _ = try Settings.load(path: folder["no.yaml"]) }
        #expect(
            missing?.message(.en) == "\(folder["no.yaml"]): cannot be read: No such file or directory; check the path and its permissions")
        #expect(throws: ConfigurationError.self) { _ = try Settings.load(path: folder.path) }
        let long = try folder.write(String(repeating: "#", count: Limits.configurationLength + 1), to: "long.yaml")
        let error = #expect(throws: ConfigurationError.self) { _ = try Settings.load(path: long) }
        #expect(error?.problems.map(\.kind) == [.tooLong])
    }
}
