import Domain
import Reports

/// The OpenAPI 3.1 document of the declared routes.
enum OpenAPIDocument {
    static func make(version: String) -> [UInt8] {
        var json = JSONWriter(capacity: 1 << 15)
        var schemas: [(name: String, shape: Shape)] = []
        json.beginObject()
        json.key("openapi")
        json.string("3.1.0")
        json.key("info")
        json.beginObject()
        json.key("title")
        json.string("paychain")
        json.key("version")
        json.string(version)
        json.key("description")
        json.string(
            "What became of every order, read from payment logs. Everything only reads; the JSON is that of the command line. Answers carry an "
                + "ETag that changes with the store: ask again with If-None-Match. Instants are RFC 3339 in UTC, money is a decimal string."
        )
        json.endObject()
        json.key("servers")
        json.beginArray()
        json.beginObject()
        json.key("url")
        json.string("/")
        json.endObject()
        json.endArray()
        json.key("security")
        json.beginArray()
        for scheme in ["bearer", "basic"] {
            json.beginObject()
            json.key(scheme)
            json.beginArray()
            json.endArray()
            json.endObject()
        }
        // Where the server was started without a token, nothing is asked.
        json.beginObject()
        json.endObject()
        json.endArray()
        json.key("paths")
        json.beginObject()
        for route in Route.all where route.kind == .api || route.kind == .probe { append(route, &schemas, to: &json) }
        json.endObject()
        json.key("components")
        json.beginObject()
        json.key("securitySchemes")
        json.beginObject()
        for scheme in ["bearer", "basic"] {
            json.key(scheme)
            json.beginObject()
            json.key("type")
            json.string("http")
            json.key("scheme")
            json.string(scheme)
            json.endObject()
        }
        json.endObject()
        json.key("schemas")
        json.beginObject()
        _ = reference("Problem", Problem.shape, &schemas)
        // Written in the order in which they were met; writing one may meet others.
        var next = 0
        while next < schemas.count {
            let (name, shape) = schemas[next]
            next += 1
            json.key(name)
            append(shape, &schemas, to: &json)
        }
        json.endObject()
        json.endObject()
        json.endObject()
        json.newline()
        return json.bytes
    }

    private static func append(_ route: Route, _ schemas: inout [(name: String, shape: Shape)], to json: inout JSONWriter) {
        json.key(route.path)
        json.beginObject()
        json.key("get")
        json.beginObject()
        json.key("summary")
        json.string(route.summary.en)
        json.key("parameters")
        json.beginArray()
        for parameter in route.parameters {
            json.beginObject()
            json.key("name")
            json.string(parameter.name)
            json.key("in")
            json.string(parameter.isInPath ? "path" : "query")
            json.key("required")
            json.bool(parameter.isInPath)
            json.key("description")
            json.string(parameter.help.en)
            json.key("schema")
            append(parameter.shape, &schemas, to: &json)
            if let example = parameter.example {
                json.key("example")
                json.string(example)
            }
            json.endObject()
        }
        json.endArray()
        json.key("responses")
        json.beginObject()
        json.key("200")
        json.beginObject()
        json.key("description")
        json.string(route.summary.en)
        json.key("content")
        json.beginObject()
        json.key(String(route.contentType.prefix { $0 != ";" }))
        json.beginObject()
        json.key("schema")
        append(route.shape ?? .string, &schemas, to: &json)
        json.endObject()
        json.endObject()
        json.endObject()
        json.key("default")
        json.beginObject()
        json.key("description")
        json.string("what is wrong and what to do")
        json.key("content")
        json.beginObject()
        json.key("application/problem+json")
        json.beginObject()
        json.key("schema")
        append(.named("Problem") { Problem.shape }, &schemas, to: &json)
        json.endObject()
        json.endObject()
        json.endObject()
        json.endObject()
        json.endObject()
        json.endObject()
    }

    private static func append(_ shape: Shape, _ schemas: inout [(name: String, shape: Shape)], to json: inout JSONWriter) {
        json.beginObject()
        members(of: shape, &schemas, to: &json)
        json.endObject()
    }

    private static func members(of shape: Shape, _ schemas: inout [(name: String, shape: Shape)], to json: inout JSONWriter) {
        func type(_ name: String) {
            json.key("type")
            json.string(name)
        }
        switch shape {
        case .string: type("string")
        case .instant:
            type("string")
            json.key("format")
            json.string("date-time")
        case .decimal:
            type("string")
            json.key("format")
            json.string("decimal")
        case .integer: type("integer")
        case .number: type("number")
        case .boolean: type("boolean")
        case .words(let words):
            type("string")
            json.key("enum")
            json.beginArray()
            for word in words { json.string(word) }
            json.endArray()
        case .array(let element):
            type("array")
            json.key("items")
            append(element, &schemas, to: &json)
        case .map(let value):
            type("object")
            json.key("additionalProperties")
            append(value, &schemas, to: &json)
        case .nullable(let inner):
            json.key("anyOf")
            json.beginArray()
            append(inner, &schemas, to: &json)
            json.beginObject()
            type("null")
            json.endObject()
            json.endArray()
        case .named(let name, let make):
            json.key("$ref")
            json.string(reference(name, make(), &schemas))
        case .object(let list):
            type("object")
            json.key("properties")
            json.beginObject()
            for member in list {
                json.key(member.name)
                json.beginObject()
                members(of: member.shape, &schemas, to: &json)
                if !member.help.isEmpty {
                    json.key("description")
                    json.string(member.help)
                }
                json.endObject()
            }
            json.endObject()
            json.key("required")
            json.beginArray()
            for member in list where !member.isOptional { json.string(member.name) }
            json.endArray()
        }
    }

    private static func reference(_ name: String, _ shape: Shape, _ schemas: inout [(name: String, shape: Shape)]) -> String {
        if !schemas.contains(where: { $0.name == name }) { schemas.append((name, shape)) }
        return "#/components/schemas/\(name)"
    }
}
