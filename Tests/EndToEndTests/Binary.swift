import Foundation
import TestKit
import Testing

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// One run of the built program as a user runs it: its exit code, what it wrote, and the most memory it had.
struct Ran {
    var code: Int32
    var signal: Int32
    var output: [UInt8]
    var errors: [UInt8]
    /// Peak resident memory in bytes.
    var peak: Int

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The executable beside the test bundle.
    static let program: String = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        // On macOS the tests lie deep inside a bundle.
        for _ in 0..<5 {
            let path = folder.appendingPathComponent("paychain").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return path }
            folder = folder.deletingLastPathComponent()
        }
        return "paychain"
    }()

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - words: its arguments.
    ///   - input: what stands on its standard input; nothing when nil.
    ///   - environment: variables on top of a bare environment.
    init(_ words: [String], input: [UInt8]? = nil, environment: [String: String] = [:]) throws {
        try self.init(command: [Ran.program] + words, input: input, environment: environment)
    }

    /// Runs a shell script in which `$PAYCHAIN` is the program.
    init(script: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
        try self.init(command: ["/bin/sh", "-c", script, "sh"] + arguments, input: nil, environment: environment)
    }

    private init(command: [String], input: [UInt8]?, environment: [String: String]) throws {
        let folder = try TemporaryFolder()
        let source = input == nil ? "/dev/null" : try folder.write(input ?? [], to: "in")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", O_WRONLY | O_CREAT, 0o600)
        var variables = ["PATH": "/usr/bin:/bin", "LANG": "en", "PAYCHAIN": Ran.program]
        for name in ["LD_LIBRARY_PATH", "TMPDIR"] { variables[name] = ProcessInfo.processInfo.environment[name] }
        variables.merge(environment) { _, new in new }
        var words = command.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + settings { free(word) } }
        var process = pid_t()
        let status = posix_spawn(&process, command[0], &actions, nil, &words, &settings)
        try #require(status == 0, "\(command[0]): \(String(cString: strerror(status)))")
        var ending: Int32 = 0
        var usage = rusage()
        #if canImport(Glibc)
            // What the system counts for a child begins with the memory of the process that started it, which is all the tests: the
            // program's own high-water mark is read while it runs.
            var highest = 0
            while true {
                let ended = wait4(process, &ending, WNOHANG, &usage)
                if ended == process || (ended < 0 && errno != EINTR) { break }
                highest = max(highest, Ran.highWaterMark(of: process))
                usleep(2_000)
            }
            peak = highest
        #else
            while wait4(process, &ending, 0, &usage) < 0, errno == EINTR {}
            peak = Int(usage.ru_maxrss)
        #endif
        (code, signal) = ((ending >> 8) & 0xFF, ending & 0x7F)
        output = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out")))
        errors = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path + "/err")))
    }

    /// The most memory a running process has had, in bytes; 0 when it cannot be told any more.
    private static func highWaterMark(of process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            return (Int(line.filter(\.isNumber)) ?? 0) << 10
        }
        return 0
    }

    /// The verdict lines of `analyze --ndjson`, sorted.
    var lines: [String] { text.split(separator: "\n").map(String.init).sorted() }

    /// The run object of `analyze --json`.
    var object: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any], "\(errorText)") }
    }

    /// The places of the input that are listed as damaged, notes apart: source, place and reason.
    var damaged: [String] {
        get throws {
            let inputs = try object["inputs"] as? [String: Any]
            return (inputs?["damaged"] as? [[String: Any]] ?? []).map { item in
                ["source", "at", "reason"].map { item[$0] as? String ?? "" }.joined(separator: " | ")
            }
        }
    }

    /// Fails when it crashed, or ended otherwise than wanted.
    func expect(_ wanted: Int32, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(signal == 0, "killed by signal \(signal)", sourceLocation: sourceLocation)
        #expect(code == wanted, "\(errorText.prefix(600))", sourceLocation: sourceLocation)
    }

    /// Fails when anything it wrote could steer a terminal: control characters, or marks that turn the text's direction.
    func expectNothingRaw(sourceLocation: SourceLocation = #_sourceLocation) {
        for text in [text, errorText] {
            let raw = text.unicodeScalars.filter { scalar in
                switch scalar.value {
                case 10: false
                case 0..<32, 127..<160, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF: true
                default: false
                }
            }
            #expect(raw.isEmpty, "\(Set(raw.map { String($0.value, radix: 16) }).sorted())", sourceLocation: sourceLocation)
        }
    }
}
