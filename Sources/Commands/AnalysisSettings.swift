import Configuration
import Domain
import Masking

/// Settings of a run: the configuration file, with what the command line says on top.
public struct AnalysisSettings: Sendable {
    /// What `paychain.yaml` says; the defaults where there is none.
    public var file: Settings
    /// Zone of stamps without one, and of the times shown.
    public var zone: ZoneTable
    /// The key of the tokens of personal values.
    public var maskKey: MaskKey
    /// Judge with the knowledge of this moment; nil: the evidence's own end.
    public var asOf: Instant?

    /// Resolves what was typed.
    ///
    /// - Parameters:
    ///   - invocation: the call.
    ///   - paths: where a `paychain.yaml` is looked for when none was named.
    init(_ invocation: Invocation, paths: [String] = []) throws(CommandError) {
        let path = invocation.arguments["config"] ?? Settings.find(nearPaths: paths)
        file = Settings()
        if let path {
            do throws(ConfigurationError) { file = try Settings.load(path: path) } catch {
                throw CommandError(error)
            }
        }
        maskKey = try invocation.maskKey(configured: file.maskKeyFile)
        zone = try invocation.typedZone() ?? file.zone ?? .shanghai
        asOf = try invocation.time("as-of", zone: zone, relativeTo: nil, wanted: TimeArgument.wantedAbsolute)
    }
}

extension Invocation {
    /// The key of the tokens of personal values: of the file that was typed or configured, else of the usual one.
    func maskKey(configured: String?) throws(CommandError) -> MaskKey {
        do throws(MaskKeyFile.Failure) {
            let named = arguments["mask-key-file"] ?? configured
            let found = if let named { try MaskKeyFile.named(named) } else { try MaskKeyFile.usual(maskKeyPath) }
            if let notice = found.notice { tell(notice) }
            return found.key
        } catch {
            throw CommandError(
                .usage, Text(en: "the masking key \(error.path) \(error.what.en)", zh: "脱敏密钥 \(error.path) \(error.what.zh)"),
                remedy: Text(en: "name another file with --mask-key-file", zh: "请用 --mask-key-file 指定其他文件"))
        }
    }

    /// The zone of `--tz`, or nil.
    func typedZone() throws(CommandError) -> ZoneTable? {
        guard let name = arguments["tz"] else { return nil }
        guard let table = Zones.table(named: name) else {
            throw CommandError.badValue(
                "tz", name, Text(en: "a zone is Asia/Shanghai, UTC or +08:00", zh: "时区写法：Asia/Shanghai、UTC 或 +08:00"))
        }
        return table
    }

    /// The zone in which times are typed and shown.
    func zone() throws(CommandError) -> ZoneTable { try typedZone() ?? .shanghai }
}
