import CYAML
import Domain

/// Turns libyaml's events into one tree and collects what is wrong with it.
///
/// Bounded in size, depth and in what aliases expand to. Keys are texts; a key that comes twice is a mistake, the first one counts.
struct YAMLParser {
    /// What is wrong so far.
    private(set) var problems: [ConfigurationError.Problem] = []

    private var stack: [Open] = []
    private var anchors: [String: YAMLNode] = [:]
    private var root: YAMLNode?
    private var documents = 0
    private var nodes = 0

    /// A sequence or mapping whose end has not come yet.
    private struct Open {
        var mark: Mark
        var anchor: String?
        var isMapping: Bool
        var items: [YAMLNode] = []
        var pairs: [(key: String, mark: Mark, value: YAMLNode)] = []
        var key: (text: String, mark: Mark)?
        /// A key that is no text was seen: its value is read and dropped.
        var skipsValue = false
        var size = 1
    }

    /// The tree of a file's only document; nil when the file is empty or is no YAML, then ``problems`` says why.
    mutating func parse(_ bytes: [UInt8]) -> YAMLNode? {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else {
            problems.append(ConfigurationError.Problem(.syntax("out of memory"), at: nil))
            return nil
        }
        defer { yaml_parser_delete(&parser) }
        return bytes.withUnsafeBufferPointer { buffer in
            yaml_parser_set_input_string(&parser, buffer.baseAddress ?? UnsafePointer(YAMLParser.nothing), buffer.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else {
                    let words = parser.problem.map { String(cString: $0) } ?? "unreadable"
                    let context = parser.context.map { " " + String(cString: $0) } ?? ""
                    problems.append(ConfigurationError.Problem(.syntax(words + context), at: Mark(parser.problem_mark)))
                    return nil
                }
                defer { yaml_event_delete(&event) }
                guard take(event) else { return nil }
                if event.type == YAML_STREAM_END_EVENT { return root }
            }
        }
    }

    /// Takes one event; false when going on makes no sense.
    private mutating func take(_ event: yaml_event_t) -> Bool {
        let mark = Mark(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            documents += 1
            if documents > 1 { return fail(.syntax("a second document begins; one is allowed"), mark) }
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            return add(YAMLNode(content: .scalar(text, isPlain: isPlain), mark: mark), anchor: name(scalar.anchor))
        case YAML_SEQUENCE_START_EVENT:
            return open(Open(mark: mark, anchor: name(event.data.sequence_start.anchor), isMapping: false))
        case YAML_MAPPING_START_EVENT:
            return open(Open(mark: mark, anchor: name(event.data.mapping_start.anchor), isMapping: true))
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            guard let closed = stack.popLast() else { return fail(.syntax("unbalanced"), mark) }
            let content = closed.isMapping ? YAMLNode.Content.mapping(closed.pairs) : .sequence(closed.items)
            return add(YAMLNode(content: content, mark: closed.mark, size: closed.size), anchor: closed.anchor)
        case YAML_ALIAS_EVENT:
            let alias = name(event.data.alias.anchor) ?? ""
            guard var node = anchors[alias] else { return fail(.syntax("unknown alias *\(alias)"), mark) }
            node.mark = mark
            return add(node, anchor: nil)
        default: break
        }
        return true
    }

    private mutating func open(_ container: Open) -> Bool {
        guard stack.count < Limits.configurationDepth else { return fail(.tooDeep, container.mark) }
        if let top = stack.indices.last, stack[top].isMapping, stack[top].key == nil, !stack[top].skipsValue {
            problems.append(ConfigurationError.Problem(.wrongKind(expected: .text), at: container.mark))
        }
        stack.append(container)
        return true
    }

    private mutating func add(_ node: YAMLNode, anchor: String?) -> Bool {
        nodes += node.size
        guard nodes <= Limits.configurationNodes else { return fail(.tooDeep, node.mark) }
        if let anchor { anchors[anchor] = node }
        guard let top = stack.indices.last else {
            root = node
            return true
        }
        stack[top].size += node.size
        guard stack[top].isMapping else {
            stack[top].items.append(node)
            return true
        }
        if stack[top].skipsValue {
            stack[top].skipsValue = false
        } else if let key = stack[top].key {
            stack[top].key = nil
            if let first = stack[top].pairs.first(where: { $0.key == key.text }) {
                problems.append(ConfigurationError.Problem(.repeatedKey(key.text, first: first.mark), at: key.mark))
            } else {
                stack[top].pairs.append((key.text, key.mark, node))
            }
        } else if case .scalar(let text, _) = node.content {
            stack[top].key = (text, node.mark)
        } else {
            stack[top].skipsValue = true
        }
        return true
    }

    private mutating func fail(_ kind: ConfigurationError.Kind, _ mark: Mark) -> Bool {
        problems.append(ConfigurationError.Problem(kind, at: mark))
        return false
    }

    private func name(_ anchor: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        anchor.map { String(decodingCString: $0, as: UTF8.self) }
    }

    private static var nothing: UnsafePointer<UInt8> { StaticString("").utf8Start }
}

extension Mark {
    init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}
