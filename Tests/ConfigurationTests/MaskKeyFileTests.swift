import Domain
import Foundation
import Masking
import TestKit
import Testing

@testable import Configuration

@Suite struct MaskKeyFileTests {
    @Test func `a key is made once, for its owner only, and then stays`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a/b/mask.key"
        let made = try MaskKeyFile.named(path)
        #expect(made.notice == nil)
        #expect(try MaskKeyFile.named(path).key == made.key)
        #expect(try MaskKeyFile.usual(path).key == made.key)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/a/b") == ["mask.key"])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        #expect(try MaskKeyFile.named(path).notice?.en.contains("chmod 600") == true)
    }

    @Test func `what is no key is refused and left as it is`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("my shopping list", to: "key")
        #expect(throws: MaskKeyFile.Failure.self) { try MaskKeyFile.named(path) }
        #expect(throws: MaskKeyFile.Failure.self) { try MaskKeyFile.usual(path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "my shopping list")
    }

    @Test func `without a place the key is the run's own, and that is said`() throws {
        let found = try MaskKeyFile.usual(nil)
        #expect(found.key == MaskKey.ofThisProcess && found.notice != nil)
        #expect(try MaskKeyFile.usual("/proc/nowhere/mask.key").notice != nil)
        #expect(throws: MaskKeyFile.Failure.self) { try MaskKeyFile.named("/proc/nowhere/mask.key") }
        #expect(MaskKeyFile.usualPath(configHome: "/x", home: "/h") == "/x/paychain/mask.key")
        #expect(MaskKeyFile.usualPath(configHome: "relative", home: "/h") == "/h/.config/paychain/mask.key")
        #expect(MaskKeyFile.usualPath(configHome: nil, home: nil) == nil)
    }

    @Test func `the configuration names one, relative to itself`() throws {
        let settings = try Settings.parse(Array("masking: {key_file: keys/mask.key}".utf8), path: "/etc/paychain/paychain.yaml")
        #expect(settings.maskKeyFile == "/etc/paychain/keys/mask.key")
        #expect(try Settings.parse(Array("masking: {key_file: /k}".utf8), path: "p.yaml").maskKeyFile == "/k")
    }
}
