import Decoding
import Domain

/// Endpoint templates by hash, so that a shop with thousands of them costs a request a few look-ups.
///
/// A template without a star is found by its path. Templates with a star fall into shapes: the lengths of what stands before and behind
/// the star; a shape is one look-up. Of several that fit a path, the first in the order of their texts counts.
final class EndpointTable: Sendable {
    /// Lengths around the star.
    private struct Shape: Hashable {
        var prefix: Int
        var suffix: Int
    }

    private let endpoints: [Endpoint]
    /// Hash of a path, or of the literals around a star → index of the first endpoint that has them.
    private let exact: HashIndex
    private let starred: HashIndex
    private let shapes: [Shape]

    /// Compiles templates.
    init(_ templates: Set<String>) {
        let endpoints = templates.sorted().map(Endpoint.init).filter { $0.prefix.count + $0.suffix.count > 1 }
        var exact = HashIndex()
        var starred = HashIndex()
        var shapes: Set<Shape> = []
        for (index, endpoint) in endpoints.enumerated() {
            if endpoint.hasStar {
                let key = endpoint.prefix.withUnsafeBytes { prefix in endpoint.suffix.withUnsafeBytes { EndpointTable.key(prefix, $0) } }
                if starred[key] == nil { starred[key] = index }
                shapes.insert(Shape(prefix: endpoint.prefix.count, suffix: endpoint.suffix.count))
            } else {
                let key = StableHash.of(endpoint.prefix)
                if exact[key] == nil { exact[key] = index }
            }
        }
        (self.endpoints, self.exact, self.starred) = (endpoints, exact, starred)
        self.shapes = shapes.sorted { ($0.prefix, $0.suffix) < ($1.prefix, $1.suffix) }
    }

    /// Whether it knows no endpoint.
    var isEmpty: Bool { endpoints.isEmpty }

    /// Literals without which no line is a request to one of the endpoints; those too short to tell anything are left out.
    var anchors: [[UInt8]] { endpoints.map(\.anchor).filter { $0.count > 2 } }

    /// The number in a request's target by the first endpoint that fits it, empty where the endpoint has none; nil when none fits.
    func match(_ target: URLTarget) -> Bytes? {
        guard !endpoints.isEmpty else { return nil }
        var path = target.path
        while path.count > 1, path[path.count - 1] == 47 { path = path.slice(0, path.count - 1) }
        var best = Int.max
        if !exact.isEmpty, let index = exact[StableHash.of(path)] { best = index }
        for shape in shapes {
            guard path.count > shape.prefix + shape.suffix else { continue }
            let number = path.slice(shape.prefix, path.count - shape.suffix)
            guard number.first(47) == nil else { continue }
            let key = EndpointTable.key(path.slice(0, shape.prefix), path.from(path.count - shape.suffix))
            if let index = starred[key], index < best { best = index }
        }
        guard best < endpoints.count else { return nil }
        guard let number = endpoints[best].match(path: path) else { return nil }
        return number.count > 0 ? number : endpoints[best].number(inQuery: target.query) ?? number
    }

    private static func key(_ prefix: Bytes, _ suffix: Bytes) -> UInt64 { StableHash.of(suffix, seed: StableHash.of(prefix)) }
}
