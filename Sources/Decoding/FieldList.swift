import Domain

/// The fields of one record, reused from record to record: no allocation once warm.
///
/// Holds at most ``Limits/fieldsPerRecord`` fields; later ones are counted and dropped. Slices point into the scanned bytes or into the
/// list's own memory and are void after ``removeAll()``.
public struct FieldList: ~Copyable {
    @usableFromInline let storage: UnsafeMutablePointer<Field>
    /// How many fields there are.
    public private(set) var count = 0
    /// Fields that found no room.
    public private(set) var dropped = 0
    /// Bytes left to decode before ``FieldScanner`` stops expanding: bounds the work one hostile line can make.
    var budget = 0
    var arena = ByteArena()
    /// How many encodings were peeled to reach the fields that are being added.
    var decodes: UInt8 = 0
    private let peeled: UnsafeMutablePointer<UInt8>
    let stack: UnsafeMutablePointer<OpenContainer>

    /// Makes an empty list.
    public init() {
        storage = .allocate(capacity: Limits.fieldsPerRecord)
        peeled = .allocate(capacity: Limits.fieldsPerRecord)
        stack = .allocate(capacity: Limits.jsonDepth)
        budget = FieldList.fullBudget
    }

    deinit {
        storage.deallocate()
        peeled.deallocate()
        stack.deallocate()
    }

    static var fullBudget: Int { 4 * Limits.recordLength }

    /// Empties it and keeps its memory.
    public mutating func removeAll() {
        (count, dropped, decodes, budget) = (0, 0, 0, FieldList.fullBudget)
        arena.removeAll()
    }

    /// One field.
    @inlinable public subscript(index: Int) -> Field {
        precondition(index >= 0 && index < count)
        return storage[index]
    }

    /// All fields; valid until the list changes.
    @inlinable public var fields: UnsafeBufferPointer<Field> { UnsafeBufferPointer(start: storage, count: count) }

    /// The value of the first field with this key, whatever its depth.
    public func first(_ key: StaticString) -> Field? {
        for i in 0..<count where storage[i].key.equals(key) { return storage[i] }
        return nil
    }

    mutating func append(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ kind: FieldKind, _ depth: UInt8) {
        guard count < Limits.fieldsPerRecord else {
            dropped &+= 1
            return
        }
        (storage + count).initialize(to: Field(key: key, value: value, kind: kind, depth: depth))
        (peeled + count).initialize(to: decodes)
        count &+= 1
    }

    func decodes(of index: Int) -> UInt8 { peeled[index] }

    mutating func setValue(_ index: Int, _ value: UnsafeRawBufferPointer) {
        guard index >= 0, index < count else { return }
        storage[index].value = value
    }
}
