import Domain
import Foundation
import Serving
import Testing

@testable import Web

@Suite("Every route")
struct RouteTests {
    /// A target for a route: path values filled in.
    private static func target(_ route: Route, _ id: String) -> String {
        route.path.replacing("{id}", with: Percent.encode(id)).replacing("{word}", with: "notify_rejected")
    }

    @Test("answers 200 as it declares, with the headers that secure it, in both languages", arguments: Route.all.map(\.path))
    func answers(_ path: String) throws {
        let route = try #require(Route.all.first { $0.path == path })
        let shop = try Shop(orders: 12)
        for language in Language.allCases {
            for id in ["N1001", Shop.hostile] {
                let answer = try shop.ask(RouteTests.target(route, id) + "?lang=\(language.rawValue)")
                #expect(answer.status == (path == "/search" ? 303 : 200), "\(answer.text.prefix(300))")
                answer.expectSecured()
                guard answer.status == 200 else { continue }
                #expect(answer.header("content-type") == route.contentType)
                if route.kind == .page {
                    answer.expectInert()
                    #expect(answer.text.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language == .zh ? "zh-Hans" : "en")\">"))
                    #expect(answer.header("cache-control") == "no-store")
                    // One heading of the page, and every link inside keeps the language that was asked for.
                    #expect(answer.text.components(separatedBy: "<h1").count == 2)
                    #expect(answer.text.contains("lang=\(language.rawValue)"))
                }
                if route.kind == .api, let shape = route.shape { try Conformance.check(answer.object(), shape, at: path) }
            }
        }
    }

    @Test("a list of hostile text stays inert in every page")
    func hostile() throws {
        let shop = try Shop(orders: 3)
        let value = Percent.encode(Shop.hostile)
        for target in [
            "/orders?app_version=\(value)", "/orders?break=\(value)", "/orders?since=\(value)", "/orders?after=\(value)",
            "/funnel?flow=\(value)",
            "/funnel?app_version=\(value)", "/search?q=\(value)", "/explain?q=\(value)", "/explain/\(value)", "/orders/\(value)x",
            "/\(value)",
            "/orders?\(value)=\(value)", "/?lang=\(value)", "/search?q=T\(value)",
        ] {
            let answer = try shop.ask(target)
            if answer.status == 303 { continue }
            answer.expectInert()
            answer.expectSecured()
        }
    }

    @Test("the OpenAPI document names every API route once, and every reference in it leads somewhere")
    func openAPI() throws {
        let document = try #require(try Shop(orders: 1).ask("/api/v1/openapi.json").object() as? [String: Any])
        #expect(document["openapi"] as? String == "3.1.0")
        let paths = try #require(document["paths"] as? [String: Any])
        #expect(paths.keys.sorted() == Route.all.filter { $0.kind == .api || $0.kind == .probe }.map(\.path).sorted())
        let schemas = try #require((document["components"] as? [String: Any])?["schemas"] as? [String: Any])
        func references(_ value: Any) -> [String] {
            if let object = value as? [String: Any] {
                return object.flatMap { key, value in key == "$ref" ? [value as? String ?? ""] : references(value) }
            }
            return (value as? [Any])?.flatMap(references) ?? []
        }
        let found = references(document)
        #expect(!found.isEmpty)
        for reference in found {
            #expect(reference.hasPrefix("#/components/schemas/") && schemas[String(reference.dropFirst(21))] != nil, "\(reference)")
        }
        // Every value of a path is declared.
        for route in Route.all {
            for part in route.path.split(separator: "/") where part.hasPrefix("{") {
                #expect(route.parameters.contains { $0.isInPath && $0.name == part.dropFirst().dropLast() }, "\(route.path)")
            }
        }
    }

    @Test("no two routes share a path, and every text is there in both languages")
    func declarations() {
        #expect(Set(Route.all.map(\.path)).count == Route.all.count)
        for route in Route.all {
            for text in [route.summary] + route.parameters.map(\.help) {
                #expect(text.zh.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }, "\(text.zh)")
                #expect(!text.en.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }, "\(text.en)")
            }
        }
    }
}

/// Holds a JSON value against its declared shape: every member declared, every required one there.
enum Conformance {
    static func check(_ value: Any, _ shape: Shape, at path: String) throws {
        switch shape {
        case .string: #expect(value is String, "\(path)")
        case .instant:
            let text = value as? String ?? ""
            #expect(text.count == 24 && text.hasSuffix("Z"), "\(path): \(text)")
        case .decimal: #expect((value as? String).map { $0.allSatisfy { "-0123456789.".contains($0) } } ?? false, "\(path)")
        case .integer, .number: #expect(value is Int || value is Double, "\(path)")
        case .boolean: #expect(value is Bool, "\(path)")
        case .words(let words): #expect((value as? String).map(words.contains) ?? false, "\(path): \(value)")
        case .array(let element):
            for (index, one) in try #require(value as? [Any], "\(path)").enumerated() { try check(one, element, at: "\(path)[\(index)]") }
        case .map(let element):
            for (key, one) in try #require(value as? [String: Any], "\(path)") where key != "openapi" {
                if case .named("Any", _) = element { continue }
                try check(one, element, at: "\(path).\(key)")
            }
        case .nullable(let inner): if !(value is NSNull) { try check(value, inner, at: path) }
        case .named(_, let make): try check(value, make(), at: path)
        case .object(let members):
            let object = try #require(value as? [String: Any], "\(path)")
            for key in object.keys { #expect(members.contains { $0.name == key }, "\(path).\(key) is not declared") }
            for member in members {
                guard let one = object[member.name] else {
                    #expect(member.isOptional, "\(path).\(member.name) is missing")
                    continue
                }
                try check(one, member.shape, at: "\(path).\(member.name)")
            }
        }
    }
}
