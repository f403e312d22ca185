import Domain

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Settings {
    /// The words that other rooms know, so that mistyped ones are refused here. An empty list lets every word through.
    public struct Vocabulary: Sendable {
        /// Names of log formats.
        public var formats: [String]
        /// Keys that `fields`, `set` and `map` may use.
        public var fieldKeys: [String]

        /// Makes a vocabulary.
        public init(formats: [String] = [], fieldKeys: [String] = []) {
            (self.formats, self.fieldKeys) = (formats, fieldKeys)
        }
    }

    /// The name of a configuration that is found without being named.
    public static let fileName = "paychain.yaml"

    /// Reads a configuration.
    ///
    /// - Throws: all of its mistakes at once, each with line and column.
    public static func load(path: String, vocabulary: Vocabulary = Vocabulary()) throws(ConfigurationError) -> Settings {
        let bytes = try read(path)
        var settings = try parse(bytes, path: path, vocabulary: vocabulary)
        settings.path = path
        return settings
    }

    /// Reads a configuration that is already in memory; `path` stands in messages, and its folder is what globs are relative to.
    public static func parse(_ bytes: [UInt8], path: String, vocabulary: Vocabulary = Vocabulary()) throws(ConfigurationError) -> Settings {
        var parser = YAMLParser()
        let tree = parser.parse(bytes)
        var decoder = SettingsDecoder(folder: Paths.folder(of: path), vocabulary: vocabulary)
        let settings = tree.map { decoder.settings($0) } ?? Settings()
        let problems = parser.problems + decoder.problems
        guard problems.isEmpty else {
            // In the order of the file; mistakes at the same place in the order in which they were found.
            let sorted = problems.enumerated().sorted { a, b in
                let (x, y) = (a.element.mark, b.element.mark)
                return (x?.line ?? 0, x?.column ?? 0, a.offset) < (y?.line ?? 0, y?.column ?? 0, b.offset)
            }
            throw ConfigurationError(path: path, problems: sorted.map(\.element))
        }
        return settings
    }

    /// The `paychain.yaml` that belongs to the paths of a run, or nil.
    ///
    /// For each path in turn, the nearest one in its folder (in itself, when it is a folder) or in a folder above it, but not above the
    /// current folder for a path inside it, and never in the root folder for a path outside it. After the paths comes the current folder.
    /// When several paths have different ones, the first path's is taken.
    public static func find(nearPaths paths: [String]) -> String? {
        let current = Paths.current()
        for path in paths where path != "-" {
            let absolute = Paths.absolute(path, from: current)
            let bound = absolute == current || absolute.hasPrefix(current + "/") ? current : "/"
            var folder = isFolder(absolute) ? absolute : Paths.folder(of: absolute)
            while folder != "/" {
                let candidate = folder + "/" + fileName
                if isFile(candidate) { return Paths.shown(candidate, from: current) }
                if folder == bound { break }
                folder = Paths.folder(of: folder)
            }
        }
        let candidate = (current == "/" ? "" : current) + "/" + fileName
        return isFile(candidate) ? fileName : nil
    }

    /// The bytes of any of our YAML files.
    static func bytes(of path: String) throws(ConfigurationError) -> [UInt8] { try read(path) }

    private static func read(_ path: String) throws(ConfigurationError) -> [UInt8] {
        func failure(_ kind: ConfigurationError.Kind) -> ConfigurationError {
            ConfigurationError(path: path, problems: [ConfigurationError.Problem(kind, at: nil)])
        }
        guard let bytes = Files.read(path, limit: Limits.configurationLength + 1) else {
            throw failure(.unreadable(Files.systemMessage()))
        }
        guard bytes.count <= Limits.configurationLength else { throw failure(.tooLong) }
        return bytes
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
