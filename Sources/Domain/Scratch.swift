/// Memory that is filled and emptied for every order and kept: appending neither allocates nor asks who else refers to it.
///
/// For trivial values only: what is left behind is forgotten, not destroyed.
public struct Scratch<Element>: ~Copyable {
    @usableFromInline var base: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    /// How many elements are in it.
    public var count: Int { @inlinable get { length } }
    @usableFromInline var length = 0

    /// Makes an empty one.
    @inlinable public init(capacity: Int = 64) {
        self.capacity = max(capacity, 1)
        base = .allocate(capacity: self.capacity)
    }

    deinit { base.deallocate() }

    /// The elements, to read, sort or change in place; valid until the next append.
    @inlinable public var elements: UnsafeMutableBufferPointer<Element> { UnsafeMutableBufferPointer(start: base, count: count) }
    /// The places of the elements.
    @inlinable public var indices: Range<Int> { 0..<count }
    /// Whether nothing is in it.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// One element.
    @inlinable public subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return base[index]
        }
        @inline(__always) _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            yield &base[index]
        }
    }

    /// Adds one element at the end.
    @inlinable @inline(__always) public mutating func append(_ element: Element) {
        if length == capacity { grow(to: length &+ 1) }
        (base + length).initialize(to: element)
        length &+= 1
    }

    /// Sorts the elements.
    @inlinable public mutating func sort(by isBefore: (Element, Element) -> Bool) {
        var elements = elements
        elements.sort(by: isBefore)
    }

    /// Forgets all elements and keeps the memory.
    @inlinable @inline(__always) public mutating func removeAll() { length = 0 }

    /// Forgets the elements from one on.
    @inlinable @inline(__always) public mutating func removeLast(to kept: Int) { length = min(length, max(0, kept)) }

    /// Makes it `count` elements of one value.
    @inlinable public mutating func fill(_ element: Element, count wanted: Int) {
        if wanted > capacity { grow(to: wanted) }
        base.initialize(repeating: element, count: wanted)
        length = wanted
    }

    /// Makes room for so many elements and no more: what is far too large for them is given back, when nothing is in it.
    @inlinable public mutating func reserve(_ wanted: Int) {
        guard wanted > capacity || length == 0 && wanted < capacity / 4 else { return }
        let size = max(wanted, length, 64)
        let other = UnsafeMutablePointer<Element>.allocate(capacity: size)
        other.moveInitialize(from: base, count: length)
        base.deallocate()
        (base, capacity) = (other, size)
    }

    @usableFromInline mutating func grow(to wanted: Int) {
        let size = max(wanted, capacity &* 2)
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
        larger.moveInitialize(from: base, count: length)
        base.deallocate()
        (base, capacity) = (larger, size)
    }
}

extension Scratch<UInt8> {
    /// Adds bytes at the end.
    @inlinable @inline(__always) public mutating func append(bytes: UnsafeRawBufferPointer) {
        let end = length &+ bytes.count
        if end > capacity { grow(to: end) }
        guard let source = bytes.baseAddress else { return }
        UnsafeMutableRawPointer(base + length).copyMemory(from: source, byteCount: bytes.count)
        length = end
    }

    /// Adds room for bytes at the end, for whoever fills it.
    @inlinable public mutating func append(room wanted: Int) -> UnsafeMutableRawBufferPointer {
        let end = length &+ wanted
        if end > capacity { grow(to: end) }
        defer { length = end }
        return UnsafeMutableRawBufferPointer(start: base + length, count: wanted)
    }

    /// The bytes; valid until the next append.
    @inlinable public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }
}
