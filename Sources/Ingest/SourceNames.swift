import Domain

/// Names of pushed sources: one writer is always one source, whoever carries its lines.
enum SourceNames {
    /// What names the service, the first that is there; in the order of Loki's own default, then of what agents set.
    static let services: [String] = [
        "service_name", "service.name", "app", "app_kubernetes_io_name", "container", "container_name", "service", "job", "unit",
    ]
    /// What tells its instances apart.
    static let instances: [String] = [
        "service_instance_id", "service.instance.id", "pod", "k8s.pod.name", "instance", "hostname", "host", "host.name", "node_name",
        "nodename",
    ]
    /// The file that the agent has read.
    static let files: [String] = ["filename", "log.file.path", "file", "path"]

    /// The name for a set of labels: `push/loki/pay/pay-1/var/log/pay/app.log`; labels that say nothing of a writer are all named.
    static func name(_ prefix: String, _ labels: [(key: String, value: String)]) -> String {
        func first(_ keys: [String]) -> String? {
            for key in keys { if let found = labels.first(where: { $0.key == key && !$0.value.isEmpty }) { return found.value } }
            return nil
        }
        let parts = [first(services), first(instances), first(files)].compactMap { $0 }
        guard parts.isEmpty else { return bounded("push/\(prefix)/\(parts.map(trimmed).joined(separator: "/"))") }
        let all = labels.sorted { ($0.key, $0.value) < ($1.key, $1.value) }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        return bounded("push/\(prefix)/\(all.isEmpty ? "unnamed" : all)")
    }

    /// The name that a sender has put into a path; nil when it is none.
    static func name(ofPath path: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(path.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let name = trimmed(String(decoding: bytes, as: UTF8.self))
        guard !name.isEmpty, name.utf8.count <= Limits.pushNameLength, !name.utf8.contains(where: { $0 < 32 || $0 == 127 }) else {
            return nil
        }
        return "push/\(name)"
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.hasPrefix("/") { text = text.dropFirst() }
        while text.hasSuffix("/") { text = text.dropLast() }
        return String(text)
    }

    /// Without control characters; a longer one keeps its beginning and a hash of all.
    private static func bounded(_ name: String) -> String {
        let clean = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
        guard clean.utf8.count > Limits.pushNameLength else { return clean }
        let head = String(decoding: clean.utf8.prefix(Limits.pushNameLength - 17), as: UTF8.self)
        return "\(head)~\(String(StableHash.of(clean), radix: 16))"
    }
}
