import Configuration
import Domain
import Reports

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// The way in: arguments and environment in, exit code out (contract.md).
public enum Door {
    /// The version of the program.
    public static let version = "0.1.0"

    /// Runs one command line on this process's streams.
    ///
    /// - Parameter arguments: the words after the program's name.
    /// - Returns: the exit code.
    public static func enter(_ arguments: [String]) -> Int32 {
        // A reader that goes away must not kill us: the write fails and the command ends well.
        signal(SIGPIPE, SIG_IGN)
        return run(arguments, environment: variable, console: .standard(), engine: .pipeline).rawValue
    }

    /// Runs one command line.
    ///
    /// - Parameters:
    ///   - arguments: the words after the program's name.
    ///   - environment: gives the value of an environment variable.
    ///   - console: where to write.
    ///   - engine: what reads logs and judges.
    /// - Returns: how the process ends.
    public static func run(
        _ arguments: [String], environment: (String) -> String?, console: Console, engine: Engine
    ) -> ExitCode {
        var language = preferredLanguage(environment)
        let code: ExitCode
        do throws(CommandError) {
            if let chosen = typedLanguage(arguments) { language = chosen }
            code = try run(ArgumentParser.parse(arguments), language, environment, console, engine)
        } catch {
            for line in error.lines(language) { console.complain("paychain: " + line) }
            if let remedy = error.remedy { console.complain("  " + remedy(language)) }
            return error.code
        }
        console.flush()
        if let failure = console.failure {
            let reason = String(cString: strerror(failure))
            console.complain("paychain: " + Text(en: "the output cannot be written: \(reason)", zh: "无法写出结果：\(reason)")(language))
            return .store
        }
        return code
    }

    private static func run(
        _ parsed: ArgumentParser.Result, _ language: Language, _ environment: (String) -> String?, _ console: Console, _ engine: Engine
    ) throws(CommandError) -> ExitCode {
        let arguments = parsed.arguments
        let invocation = Invocation(
            arguments: arguments, console: console, language: language, usesColor: usesColor(arguments, environment, console),
            width: width(environment, console), engine: engine,
            maskKeyPath: MaskKeyFile.usualPath(configHome: environment("XDG_CONFIG_HOME"), home: environment("HOME")))
        if arguments.has("version") {
            console.write("paychain \(version)\n")
            return .done
        }
        guard let command = parsed.command else {
            console.write(HelpPage.overview(invocation))
            return arguments.has("help") ? .done : .usage
        }
        if arguments.has("help") {
            console.write(HelpPage.make(command, invocation))
            return .done
        }
        try ArgumentParser.checkOperands(arguments, of: command)
        return try command.run(invocation)
    }

    /// The language that the command line asks for, known before anything can go wrong with the rest of it.
    private static func typedLanguage(_ arguments: [String]) -> Language? {
        for (index, word) in arguments.enumerated() {
            if word == "--" { return nil }
            if word.hasPrefix("--lang=") { return Language(rawValue: String(word.dropFirst(7))) }
            if word == "--lang", index + 1 < arguments.count { return Language(rawValue: arguments[index + 1]) }
        }
        return nil
    }

    /// The language of the environment: the first of LC_ALL, LC_MESSAGES, LANG that is set.
    private static func preferredLanguage(_ environment: (String) -> String?) -> Language {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            if let value = environment(name), !value.isEmpty { return value.lowercased().hasPrefix("zh") ? .zh : .en }
        }
        return .en
    }

    private static func usesColor(_ arguments: ParsedArguments, _ environment: (String) -> String?, _ console: Console) -> Bool {
        switch arguments["color"] {
        case "always": true
        case "never": false
        default: console.outputIsTerminal && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
        }
    }

    private static func width(_ environment: (String) -> String?, _ console: Console) -> Int {
        // What goes into a pipe is nobody's screen: its columns count only where they are more than prose needs.
        console.columns ?? max(100, environment("COLUMNS").flatMap { Int($0) } ?? 100)
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
