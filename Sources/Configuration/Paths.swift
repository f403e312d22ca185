#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Paths as text: nothing here follows links.
enum Paths {
    /// The current folder, absolute.
    static func current() -> String {
        guard let pointer = getcwd(nil, 0) else { return "/" }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// The folder a path lies in: `.` for a bare name, `/` for the root and what lies in it.
    static func folder(of path: String) -> String {
        var utf8 = path.utf8[...]
        while utf8.count > 1, utf8.last == UInt8(ascii: "/") { utf8 = utf8.dropLast() }
        guard let slash = utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == utf8.startIndex ? "/" : String(Substring(utf8[..<slash]))
    }

    /// The path from the root, without `.`, `..` and doubled slashes.
    static func absolute(_ path: String, from current: String) -> String {
        "/" + components(of: path, from: current).joined(separator: "/")
    }

    /// The components of ``absolute(_:from:)``.
    static func components(of path: String, from current: String) -> [String] {
        var parts: [String] = []
        for part in (path.hasPrefix("/") ? path : current + "/" + path).split(separator: "/") {
            switch part {
            case ".": continue
            case "..": _ = parts.popLast()
            default: parts.append(String(part))
            }
        }
        return parts
    }

    /// A path inside the current folder without it: as a user would type it.
    static func shown(_ path: String, from current: String) -> String {
        path.hasPrefix(current + "/") ? String(path.dropFirst(current.count + 1)) : path
    }
}
