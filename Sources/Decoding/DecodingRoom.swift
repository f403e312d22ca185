/// Memory that a decoder needs only while it has a record in hand: any number of decoders may share it on one thread, one after the other.
///
/// Hundreds of streams are followed at a time, and each would otherwise keep for itself what no two of them use at once.
public final class DecodingRoom {
    /// Values that had to be unescaped.
    @exclusivity(unchecked) var arena = ByteArena()
    /// The fields of a record that is JSON.
    @exclusivity(unchecked) var fields = FieldList()
    let json = JSONRecord()

    /// Makes room for one thread.
    public init() {}
}
