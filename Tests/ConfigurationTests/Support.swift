import Domain
import Foundation

@testable import Configuration

/// A folder of its own for one test.
final class TemporaryFolder {
    let path: String

    init() throws {
        let made = NSTemporaryDirectory() + "paychain-configuration-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
        path = made
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    subscript(name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = URL(fileURLWithPath: self[name])
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

func parse(_ text: String, vocabulary: Settings.Vocabulary = Settings.Vocabulary()) throws(ConfigurationError) -> Settings {
    try Settings.parse(Array(text.utf8), path: "paychain.yaml", vocabulary: vocabulary)
}

/// The English message of a configuration that must be refused; nil when it was accepted.
func message(_ text: String, _ language: Language = .en, vocabulary: Settings.Vocabulary = Settings.Vocabulary()) -> String? {
    do throws(ConfigurationError) {
        _ = try parse(text, vocabulary: vocabulary)
        return nil
    } catch { return error.message(language) }
}
