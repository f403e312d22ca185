/// What a JSON value looks like: the declaration from which the OpenAPI document is made, and against which tests hold real answers.
indirect enum Shape: Sendable {
    /// One member of an object.
    struct Member: Sendable {
        var name: String
        var shape: Shape
        var help: String
        var isOptional: Bool

        init(_ name: String, _ shape: Shape, _ help: String = "", isOptional: Bool = false) {
            (self.name, self.shape, self.help, self.isOptional) = (name, shape, help, isOptional)
        }
    }

    case string
    /// RFC 3339 in UTC with milliseconds.
    case instant
    /// A decimal in a string: exact money.
    case decimal
    case integer
    case number
    case boolean
    /// One of a closed list.
    case words([String])
    case array(Shape)
    case object([Member])
    /// An object whose keys are not known beforehand.
    case map(Shape)
    case nullable(Shape)
    /// A shape with a name, declared once in the document.
    case named(String, @Sendable () -> Shape)
}
