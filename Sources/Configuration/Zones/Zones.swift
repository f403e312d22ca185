import Domain

/// Time zones by name. The rules are the system's: its zone files are read, never computed.
public enum Zones {
    /// Where systems keep their zone files.
    static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/var/db/timezone/zoneinfo"]

    /// The table of a zone: `Asia/Shanghai`, `UTC`, `Z`, `+08:00`, `UTC+8`; nil when it is unknown.
    ///
    /// Where the system has no zone files, UTC and Asia/Shanghai are still known.
    public static func table(named name: String) -> ZoneTable? { table(named: name, in: folders) }

    static func table(named name: String, in folders: [String]) -> ZoneTable? {
        if let offset = fixedOffset(name) { return ZoneTable(name: name, firstOffset: offset) }
        guard isSafe(name) else { return nil }
        for folder in folders {
            guard let bytes = Files.read(folder + "/" + name, limit: Limits.zoneFileLength) else { continue }
            if let table = ZoneFile.table(named: name, bytes: bytes) { return table }
        }
        return name == ZoneTable.shanghai.name ? .shanghai : nil
    }

    /// A zone that is only an offset.
    private static func fixedOffset(_ name: String) -> TimeSpan? {
        var rest = name.utf8[...]
        if ["Z", "UTC", "GMT"].contains(name) { return .zero }
        if name.hasPrefix("UTC") || name.hasPrefix("GMT") { rest = rest.dropFirst(3) }
        guard let sign = rest.first, "+-".utf8.contains(sign) else { return nil }
        rest = rest.dropFirst()
        let digits = rest.filter { $0 != UInt8(ascii: ":") }
        guard digits.allSatisfy({ (48...57).contains($0) }), (1...4).contains(digits.count), digits.count != 3 else { return nil }
        // 8, 08, 0800, 08:00
        let number = digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
        let (hours, minutes) = digits.count <= 2 ? (number, 0) : (number / 100, number % 100)
        guard hours <= 18, minutes < 60 else { return nil }
        let span = TimeSpan.minutes(hours * 60 + minutes)
        return sign == UInt8(ascii: "-") ? -span : span
    }

    /// A name that stays inside the folder of zones.
    private static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy {
                (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || "_+-/".utf8.contains($0)
            }
    }
}
