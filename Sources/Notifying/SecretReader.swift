import Alerts
import Domain
import Fetching

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads addresses, tokens and secrets at the moment they are needed, from files or the environment; so a changed one needs no restart.
public struct SecretReader: Sendable {
    /// Why one cannot be read: names the place, never the secret.
    public struct Failure: Error, Sendable {
        /// What is wrong.
        public var why: String
    }

    private let lookUp: @Sendable (ReceiverSettings.SecretPlace) -> Result<String, Failure>

    /// Reads through a closure, for tests.
    public init(_ lookUp: @escaping @Sendable (ReceiverSettings.SecretPlace) -> Result<String, Failure>) { self.lookUp = lookUp }

    func read(_ place: ReceiverSettings.SecretPlace) throws(Failure) -> String { try lookUp(place).get() }

    /// The system's files and environment.
    public static let system = SecretReader { place in
        let text: String
        switch place {
        case .plain(let value): text = value
        case .environment(let name):
            guard let value = getenv(name) else { return .failure(Failure(why: "the environment has no \(name)")) }
            text = String(cString: value)
        case .file(let path):
            do throws(LocalFile.Failure) {
                text = String(decoding: try LocalFile.read(path, maximum: 4_096).bytes, as: UTF8.self)
            } catch { return .failure(Failure(why: "\(path): \(error.reason)")) }
        }
        // A line feed at the end belongs to the file, and one inside would begin another header.
        let line = text.prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
        return line.isEmpty ? .failure(Failure(why: "an address or secret is empty")) : .success(String(line))
    }
}
