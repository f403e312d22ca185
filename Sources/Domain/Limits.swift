/// Every bound of the program, with its reason and what happens beyond it.
public enum Limits {
    /// Longest record that is looked at as a whole, in bytes. Beyond it the first part is searched and the rest of the record is
    /// skipped and counted: one line of 200 MB must not take 200 MB.
    public static let recordLength = 4 << 20
    /// Size of one read block in bytes: the inflaters' best output chunk lies between 256 KiB and 1 MiB.
    public static let blockLength = 1 << 20
    /// Alignment of every I/O buffer: copies into a buffer at page offset 16 run five times slower on Zen 3.
    public static let bufferAlignment = 4096
    /// Longest order number or alias kept, in bytes; a longer value is no identifier.
    public static let identifierLength = 128
    /// Bytes of an error text that are kept as evidence; the raw line has the rest.
    public static let errorTextLength = 160
    /// Bytes of an answer's body that are kept: enough to tell `success` from everything else.
    public static let bodyTextLength = 48
    /// Nesting depth to which encodings are peeled when keys are searched (percent in percent, JSON in JSON, entities).
    public static let decodeDepth = 4
    /// Nesting depth of one JSON document; deeper parts are skipped, not followed.
    public static let jsonDepth = 64
    /// Fields taken from one record; later ones are ignored.
    public static let fieldsPerRecord = 512
    /// Services of one mixed stream that are decoded apart; the lines of later ones are decoded together.
    public static let servicesPerStream = 64
    /// Loss markers kept of one stream; a stream with more has lost so much that the rest tells nothing new.
    public static let lossMarkers = 1_024
    /// An id shared by more orders than this joins nothing (vocabulary §8 rule 2).
    public static let ordersPerAlias = 4
    /// How long after its last evidence on a device an order still takes client lines without a number (vocabulary §8 rule 3).
    public static let windowReach = TimeSpan.minutes(30)
    /// How long after a notify was received its handler's lines (verified, answered, failed) may follow.
    public static let handlerReach = TimeSpan.minutes(1)
    /// Attempts kept of one order; a payer makes a handful, lines of later ones stay evidence without an attempt.
    public static let attemptsPerOrder = 64
    /// Shapes of masked numbers that are matched against the known orders in one run; each shape costs one pass over them.
    public static let maskShapes = 64
    /// Decompressed bytes that one compressed source may yield for each compressed byte before it counts as a bomb.
    public static let inflateRatio = 2_000
    /// Evidence of one order beyond which the oldest repeats are counted and no longer kept one by one in a verdict's references.
    public static let evidencePerBreak = 16
    /// Default memory for evidence before partitions spill to disk, in bytes.
    public static let memory = 256 << 20
    /// Number of buckets that orders are dealt into (architecture.md, the seam).
    public static let buckets = 1_024
}
