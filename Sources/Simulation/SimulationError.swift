/// Why a world could not be written.
public struct SimulationError: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Kind: String, Sendable {
        /// An option is out of range.
        case option
        /// A file or folder could not be made or written.
        case write
        /// A library refused to pack.
        case pack
    }

    /// What kind of trouble it is.
    public var kind: Kind
    /// The option, or the path.
    public var place: String
    /// What is wrong with it and, where it helps, what to do.
    public var message: String

    /// Makes an error from its parts.
    public init(_ kind: Kind, _ place: String, _ message: String) {
        (self.kind, self.place, self.message) = (kind, place, message)
    }

    /// One line for people.
    public var description: String { "\(place): \(message)" }
}
