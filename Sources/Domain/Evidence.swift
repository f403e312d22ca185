/// How a piece of evidence came to its order (vocabulary §8).
public enum Binding: UInt8, Sendable, CaseIterable {
    /// The line carries the order number: in a field, or as a whole token that is a known number.
    case direct
    /// Through an alias that some other line carries together with the order number.
    case alias
    /// A refused notify POST without a number, by the provider's retry schedule (rule 4).
    case schedule
    /// A masked number that fits exactly one known order, or a row of a payer's own export whose number is known (rule 5).
    case mask
    /// The order in progress on the same device (rule 3).
    case window
}

/// Names one device session's clock and coverage: a stable hash of the device id, or of source chain and process name. 0 is none.
public typealias DeviceKey = UInt64

/// One fact about a payment, read from one line of one source.
///
/// A trivial value: its attributes lie in the arena of the ``Chain`` or ``EvidenceBatch`` that owns it, so that millions of them
/// cost no reference counting.
public struct Evidence: Sendable {
    /// The stamp as logged, in UTC by the source's zone; never corrected.
    public var at: Instant
    /// Byte offset of the record in the decompressed stream of its source.
    public var offset: UInt64
    /// Hash of the record's bytes, its stamp included: the same record in two sources is one piece of evidence.
    public var identity: UInt64
    /// The device session that wrote it; 0 for servers and providers, and for server lines that name none.
    public var device: DeviceKey
    /// Line number of the record's first line, from 1.
    public var line: UInt32
    /// Index into the run's source table.
    public var source: UInt32
    /// Where its attributes begin in the owner's arena.
    public var attributesStart: UInt32
    /// How many bytes its attributes take there.
    public var attributesLength: UInt32
    /// Which attributes it has; worked out where evidence enters, unknown before.
    public var keys = RowKeys()
    /// What happened.
    public var event: EventKind
    /// How fine the stamp is.
    public var resolution: Resolution
    /// Which kind of source it came from.
    public var witness: Witness
    /// How it came to its order.
    public var binding: Binding

    /// Makes a piece of evidence from its parts.
    @inlinable public init(
        event: EventKind, at: Instant, resolution: Resolution, witness: Witness, source: UInt32, line: UInt32, offset: UInt64,
        identity: UInt64, device: DeviceKey = 0, binding: Binding = .direct, attributesStart: UInt32 = 0, attributesLength: UInt32 = 0
    ) {
        (self.event, self.at, self.resolution, self.witness) = (event, at, resolution, witness)
        (self.source, self.line, self.offset, self.identity) = (source, line, offset, identity)
        (self.device, self.binding) = (device, binding)
        (self.attributesStart, self.attributesLength) = (attributesStart, attributesLength)
    }
}

/// The attribute bytes of one piece of evidence: a sequence of key byte, length as a varint, value bytes.
///
/// A view: valid only as long as the arena it points into.
public struct Attributes: Sequence {
    /// The packed bytes.
    public let bytes: UnsafeRawBufferPointer
    /// Which keys are among them, where that is known.
    public let keys: RowKeys

    /// Wraps packed attribute bytes.
    @inlinable @inline(__always) public init(_ bytes: UnsafeRawBufferPointer, keys: RowKeys = RowKeys()) {
        (self.bytes, self.keys) = (bytes, keys)
    }

    /// The attributes of a row, in the arena that holds them; the row must lie in it.
    @inlinable @inline(__always) public init(of row: Evidence, in arena: UnsafeRawBufferPointer) {
        let start = Int(row.attributesStart)
        self.init(UnsafeRawBufferPointer(rebasing: arena[start..<(start &+ Int(row.attributesLength))]), keys: row.keys)
    }

    /// No attributes.
    @inlinable public static var none: Attributes { Attributes(UnsafeRawBufferPointer(start: nil, count: 0)) }

    /// One key and its value.
    public typealias Element = (key: AttributeKey, value: UnsafeRawBufferPointer)

    /// The first value of `key`, or nil.
    @inlinable public subscript(key: AttributeKey) -> UnsafeRawBufferPointer? {
        @inline(__always) get { keys.mayHold(key) ? first(key.rawValue) : nil }
    }

    @usableFromInline func first(_ code: UInt8) -> UnsafeRawBufferPointer? {
        var cursor = AttributeCursor(self)
        while cursor.next() { if cursor.code == code { return cursor.value } }
        return nil
    }

    /// Gives the code of every key and its value to a closure, in the order in which they were written; unlike the iterator it costs no
    /// allocation.
    @inlinable public func walk(_ body: (_ code: UInt8, _ value: UnsafeRawBufferPointer) -> Void) {
        var position = 0
        while position &+ 2 <= bytes.count {
            let code = bytes[position]
            var length = Int(bytes[position &+ 1])
            position &+= 2
            if length >= 0x80 {
                length &= 0x7F
                var shift = 7
                while position < bytes.count {
                    let byte = bytes[position]
                    position &+= 1
                    length |= Int(byte & 0x7F) &<< shift
                    shift &+= 7
                    if byte < 0x80 { break }
                }
            }
            guard length >= 0, length <= bytes.count &- position else { return }
            body(code, UnsafeRawBufferPointer(rebasing: bytes[position..<(position &+ length)]))
            position &+= length
        }
    }

    /// Iterates in the order in which they were written.
    public func makeIterator() -> AnyIterator<Element> {
        var position = 0
        let bytes = bytes
        return AnyIterator {
            while position < bytes.count {
                let code = bytes[position]
                position += 1
                var length = 0
                var shift = 0
                while position < bytes.count {
                    let byte = bytes[position]
                    position += 1
                    length |= Int(byte & 0x7F) << shift
                    shift += 7
                    if byte < 0x80 { break }
                }
                guard length >= 0, length <= bytes.count - position else { return nil }
                let value = UnsafeRawBufferPointer(rebasing: bytes[position..<(position + length)])
                position += length
                if let key = AttributeKey(rawValue: code) { return (key, value) }
            }
            return nil
        }
    }
}

/// Writes attributes in the packed form that ``Attributes`` reads.
public enum AttributeWriter {
    /// Appends one attribute.
    @inlinable public static func append(_ key: AttributeKey, _ value: UnsafeRawBufferPointer, to arena: inout [UInt8]) {
        arena.append(key.rawValue)
        var length = value.count
        while length >= 0x80 {
            arena.append(UInt8(truncatingIfNeeded: length) | 0x80)
            length &>>= 7
        }
        arena.append(UInt8(truncatingIfNeeded: length))
        arena.append(contentsOf: value)
    }

    /// Appends one attribute from text.
    public static func append(_ key: AttributeKey, _ value: String, to arena: inout [UInt8]) {
        var value = value
        value.withUTF8 { append(key, UnsafeRawBufferPointer($0), to: &arena) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes are exactly the ASCII of `text`.
    ///
    /// Inlined as far as the length, which most of what is asked differs in.
    @inlinable @inline(__always) public func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text.utf8Start)
    }

    @usableFromInline @inline(never) func starts(with other: UnsafePointer<UInt8>) -> Bool {
        equals(UnsafeRawBufferPointer(start: other, count: count))
    }

    /// Whether the bytes are the same.
    @inlinable public func equals(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var i = 0
        while i &+ 8 <= count {
            guard loadUnaligned(fromByteOffset: i, as: UInt64.self) == other.loadUnaligned(fromByteOffset: i, as: UInt64.self) else {
                return false
            }
            i &+= 8
        }
        while i < count {
            guard self[i] == other[i] else { return false }
            i &+= 1
        }
        return true
    }

    /// Whether the bytes are exactly the UTF-8 of `text`.
    ///
    /// Disfavoured, or every literal would be a `String` and be compared here: a `StaticString` is mostly told apart by its length alone.
    @_disfavoredOverload
    @inlinable public func equals(_ text: String) -> Bool {
        text.utf8.count == count
            && (text.utf8.withContiguousStorageIfAvailable { equals(UnsafeRawBufferPointer($0)) } ?? elementsEqual(text.utf8))
    }

    /// The bytes as text; invalid UTF-8 is repaired.
    public var text: String { String(decoding: self, as: UTF8.self) }

    /// The bytes as a decimal integer with an optional sign; nil when they are none or do not fit.
    @inlinable public var integer: Int64? {
        guard count > 0 else { return nil }
        var value: Int64 = 0
        var i = 0
        let negative = self[0] == UInt8(ascii: "-")
        if negative || self[0] == UInt8(ascii: "+") { i = 1 }
        guard i < count else { return nil }
        while i < count {
            let digit = self[i] &- 48
            guard digit <= 9 else { return nil }
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflow2) = shifted.addingReportingOverflow(Int64(digit))
            guard !overflow, !overflow2 else { return nil }
            value = sum
            i &+= 1
        }
        return negative ? -value : value
    }
}
