import Foundation
import Testing

/// Compares text with a file under `Goldens/` beside the test: readable, named after the scenario.
///
/// With `RECORD_GOLDENS=1` the file is written anew and the test fails, so that a recording never passes for a check.
public func expectGolden(
    _ text: String, _ name: String, file: StaticString = #filePath, sourceLocation: SourceLocation = #_sourceLocation
) {
    let folder = URL(fileURLWithPath: "\(file)").deletingLastPathComponent().appendingPathComponent("Goldens")
    let path = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: path, atomically: true, encoding: .utf8)
            Issue.record("recorded \(name); run again without RECORD_GOLDENS", sourceLocation: sourceLocation)
        } catch {
            Issue.record("cannot record \(name): \(error)", sourceLocation: sourceLocation)
        }
        return
    }
    guard let wanted = try? String(contentsOf: path, encoding: .utf8) else {
        Issue.record("there is no golden \(name); record it with RECORD_GOLDENS=1", sourceLocation: sourceLocation)
        return
    }
    guard wanted != text else { return }
    let (a, b) = (
        wanted.split(separator: "\n", omittingEmptySubsequences: false), text.split(separator: "\n", omittingEmptySubsequences: false)
    )
    let line = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
    Issue.record(
        """
        \(name) differs from line \(line + 1) on
        ~~~ wanted
        \(a.dropFirst(line).prefix(12).joined(separator: "\n"))
        ~~~ got
        \(b.dropFirst(line).prefix(12).joined(separator: "\n"))
        ~~~
        """, sourceLocation: sourceLocation)
}
