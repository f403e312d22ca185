import Alerts
import Domain

// Who is told.
extension SettingsDecoder {
    /// The receivers of a list; none may have the name of another one, here or in `paychain.yaml`.
    mutating func receivers(_ node: YAMLNode, beside known: [ReceiverSettings]) -> [ReceiverSettings] {
        var all: [ReceiverSettings] = []
        for node in list(node) {
            guard let receiver = receiver(node) else { continue }
            if known.contains(where: { $0.name == receiver.name }) {
                report(
                    .invalid(
                        Text(
                            en: "\(Settings.fileName) has a receiver named \(receiver.name): it stands in one place only",
                            zh: "\(Settings.fileName) 已有名为 \(receiver.name) 的接收方：只应在一处定义")), at: node.mark)
            } else if all.contains(where: { $0.name == receiver.name }) {
                report(
                    .invalid(
                        Text(en: "a receiver named \(receiver.name) stands before", zh: "前面已有名为 \(receiver.name) 的接收方")), at: node.mark)
            } else {
                all.append(receiver)
            }
        }
        return all
    }

    mutating func receiver(_ node: YAMLNode) -> ReceiverSettings? {
        let known = [
            "name", "type", "url", "url_file", "url_env", "secret_file", "secret_env", "token_file", "token_env", "send_resolved",
            "timeout",
            "language",
        ]
        let found = fields(of: node, known: known)
        guard case .mapping = node.content else { return nil }
        func value(_ key: String) -> YAMLNode? { found.first { $0.key == key }?.value }
        guard let nameNode = value("name"), let name = text(nameNode) else {
            report(.missingKey("name"), at: node.mark)
            return nil
        }
        guard let kindNode = value("type"), let word = text(kindNode) else {
            report(.missingKey("type"), at: node.mark)
            return nil
        }
        guard let kind = ReceiverSettings.Kind(rawValue: word) else {
            refuse(word, as: .receiver, among: ReceiverSettings.Kind.allCases.map(\.rawValue), at: kindNode.mark)
            return nil
        }
        var address = place("url", found)
        if let plain = value("url"), let url = text(plain) {
            let isOpen = !kind.addressIsSecret && !url.contains("@") && !url.contains("?")
            if !isOpen {
                report(
                    .invalid(
                        Text(
                            en: "this address is a secret: put it into a file (url_file) or the environment (url_env)",
                            zh: "该地址属于机密：请放入文件（url_file）或环境变量（url_env）")), at: plain.mark)
            } else if !url.hasPrefix("http://"), !url.hasPrefix("https://") {
                report(.invalid(Text(en: "an address begins with http:// or https://", zh: "地址以 http:// 或 https:// 开头")), at: plain.mark)
            } else {
                address = .plain(url)
            }
            if !isOpen { return nil }
        }
        guard let address else {
            report(.missingKey("url_file"), at: node.mark)
            return nil
        }
        var receiver = ReceiverSettings(name: name, kind: kind, address: address)
        (receiver.secret, receiver.token) = (place("secret", found), place("token", found))
        for (key, isTaken) in [("secret", kind.takesSecret), ("token", kind.takesToken)] where !isTaken {
            guard let useless = value(key + "_file") ?? value(key + "_env") else { continue }
            report(.invalid(Text(en: "\(word) takes no \(key)", zh: "\(word) 没有 \(key)")), at: useless.mark)
        }
        if let node = value("send_resolved") { receiver.sendsResolved = flag(node) ?? true }
        if let node = value("timeout"), let span = span(node) { receiver.timeout = span }
        if let node = value("language"), let text = text(node) {
            if let language = Language(rawValue: text) {
                receiver.language = language
            } else {
                refuse(text, as: .language, among: Language.allCases.map(\.rawValue), at: node.mark)
            }
        }
        return receiver
    }

    private mutating func place(_ what: String, _ found: [(key: String, value: YAMLNode)]) -> ReceiverSettings.SecretPlace? {
        if let node = found.first(where: { $0.key == what + "_file" })?.value, let path = text(node) {
            return .file(path.hasPrefix("/") ? path : folder + "/" + path)
        }
        if let node = found.first(where: { $0.key == what + "_env" })?.value, let name = text(node) { return .environment(name) }
        return nil
    }

    mutating func flag(_ node: YAMLNode) -> Bool? {
        switch text(node) {
        case nil: return nil
        case "true": return true
        case "false": return false
        case let other?:
            report(.unknownValue(other, of: .flag, nearest: nil), at: node.mark)
            return nil
        }
    }

    mutating func route(_ node: YAMLNode) -> AlertRoute {
        var route = AlertRoute()
        for (key, value) in fields(of: node, known: ["receiver", "routes"]) {
            if key == "receiver" { route.receivers = texts(value) }
            if key == "routes" { for branch in list(value) { route.branches.append(self.branch(branch)) } }
        }
        return route
    }

    private mutating func branch(_ node: YAMLNode) -> AlertRoute.Branch {
        var branch = AlertRoute.Branch(match: [], receivers: [])
        for (key, value) in fields(of: node, known: ["match", "receiver", "continue"]) {
            switch key {
            case "match": for (name, _, value) in pairs(value) { branch.match.append(AlertRoute.Match(name: name, values: texts(value))) }
            case "receiver": branch.receivers = texts(value)
            default: branch.goesOn = flag(value) ?? false
            }
        }
        return branch
    }

    /// A route leads only to receivers that are there.
    mutating func checkRoute(_ root: YAMLNode, _ receivers: [ReceiverSettings]) {
        let names = receivers.map(\.name)
        func check(_ node: YAMLNode) -> [(String, Mark)] {
            list(oneOrMore: node).compactMap { if case .scalar(let text, _) = $0.content { (text, $0.mark) } else { nil } }
        }
        func value(_ node: YAMLNode, _ key: String) -> YAMLNode? {
            guard case .mapping(let pairs) = node.content else { return nil }
            return pairs.first { $0.key == key }?.value
        }
        guard let route = value(root, "route") else { return }
        var named = value(route, "receiver").map(check) ?? []
        for branch in value(route, "routes").map({ list(oneOrMore: $0) }) ?? [] { named += value(branch, "receiver").map(check) ?? [] }
        for (name, mark) in named where !names.contains(name) { refuse(name, as: .receiver, among: names, at: mark) }
    }
}
