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
    /// How many stretches of other orders are looked back over for one with the product of a line; beyond them it stays unbound.
    public static let runsPerWindow = 32
    /// How many lines an order may be handed on by from identifier to identifier; a line that is further away binds nothing.
    public static let aliasRounds = 256
    /// How long after a notify was received its handler's lines (verified, answered, failed) may follow.
    public static let handlerReach = TimeSpan.minutes(1)
    /// Lines of one kind and witness that are kept of one order from its beginning, and as many from its end; those between are left out and
    /// the run says so: a page that asks every second reaches it after an hour, and some hundred bytes a line stay for each order's turn.
    public static let linesOfKind = 2_048
    /// Attempts kept of one order; a payer makes a handful, lines of later ones stay evidence without an attempt.
    public static let attemptsPerOrder = 64
    /// Shapes of masked numbers that are matched against the known orders in one run; each shape costs one pass over them.
    public static let maskShapes = 64
    /// Decompressed bytes that one compressed source may yield for each compressed byte before it counts as a bomb.
    public static let inflateRatio = 2_000
    /// Evidence of one order beyond which the oldest repeats are counted and no longer kept one by one in a verdict's references.
    public static let evidencePerBreak = 16
    /// Bytes of one original record that `order --raw` shows; a longer one is cut there.
    public static let rawLineLength = 16 << 10
    /// Bytes from which on a piece of memory is taken from the system and given back to it by itself: more than any buffer of a source.
    public static let heapLargest = 4 << 20
    /// Free bytes at the end of the heap that are kept for the next source; what is more goes back to the system.
    public static let heapKept = 64 << 20
    /// The same two bounds for a run that goes on.
    public static let heapPiece = 256 << 10
    /// See ``heapPiece``.
    public static let heapRest = 1 << 20
    /// Default memory for evidence before partitions spill to disk, in bytes.
    public static let memory = 64 << 20
    /// What a run takes beyond `--memory`: the program itself and its buffers, two workers at a time, in bytes.
    public static let memoryOfProgram = 64 << 20
    /// Slices of a partition at most: each of them reads what the partition has on disk.
    public static let partitionSlices = 16
    /// Number of buckets that orders are dealt into (architecture.md, the seam).
    public static let buckets = 1_024
    /// How long a store waits for another process before it reports it as locked, in milliseconds.
    public static let storeBusyMilliseconds: Int32 = 5_000
    /// Page size of new stores: whole orders fit on a page, and writing in order is a third faster than with 4096.
    public static let storePageLength = 16_384
    /// Page cache of a bulk write, in KiB: only the right edge of each tree is written, more would buy nothing.
    public static let storeCacheKiB = 16_384
    /// Alias entries of one stored page, 16 bytes each: more would not fit into a quarter of a page and spill over; longer ones are split.
    public static let storeAliasPage = 240
    /// Orders that one alias finds; an id shared by more is no alias of any one of them.
    public static let ordersPerLookup = 1_000
    /// Loose rows that share one stored block.
    public static let storeLooseBlock = 256
    /// Decompressed bytes that every source may yield whatever its ratio: only beyond it a bomb is worth stopping.
    public static let inflateFloor = 64 << 20
    /// Damaged places of one source that are listed; later ones are summed up in one entry.
    public static let faultsPerSource = 64
    /// Candidates for a further gzip member that are tried in one source after damage; then its end counts as lost.
    public static let searchesPerSource = 1_024
    /// Bytes of a source's beginning that make its content id.
    public static let contentIDLength = 64 << 10
    /// Bytes that are looked at when a source's encoding is decided, from its first byte that is not ASCII.
    public static let encodingSample = 64 << 10
    /// Places of one source at which its UTF-8 offset and its original offset are known to differ; beyond it the older ones are thinned.
    public static let offsetAnchors = 1 << 18
    /// Bytes of a packed file between two places from which it can be read again: some 20 ms of inflating.
    public static let restartSpacing: UInt64 = 1 << 20
    /// Such places in all files of a run together: beyond, they lie farther apart.
    public static let restartPoints = 2_048
    /// Bytes of `--memory` for each of them; one takes some 8 KB until it is stored.
    public static let memoryOfRestartPoint = 128 << 10
    /// Longest zip archive that is read from standard input, in bytes: it must be kept in memory, since its directory stands at its end.
    public static let zipOnStandardInput = 256 << 20
    /// Longest configuration file, in bytes.
    public static let configurationLength = 1 << 20
    /// Deepest nesting of a configuration; ours needs seven.
    public static let configurationDepth = 32
    /// Nodes of a configuration with its aliases expanded: a few lines of aliases can mean billions.
    public static let configurationNodes = 100_000
    /// Longest regular expression of a configuration, in bytes.
    public static let patternLength = 4_096
    /// Steps of one match of a configured pattern; beyond them it counts as no match, and is counted.
    public static let patternSteps: UInt32 = 1_000_000
    /// Depth of backtracking of one match.
    public static let patternDepth: UInt32 = 10_000
    /// Memory of one match without just-in-time code, in KiB.
    public static let patternHeapKiB: UInt32 = 16_384
    /// Longest file of a time zone: the system's are below 4 KiB.
    public static let zoneFileLength = 1 << 18
    /// Seconds that a run waits for others that keep their result in the same store; then it gives up.
    public static let storePatience: Int64 = 900
    /// Last year for which a zone's rule for the future is written out.
    public static let lastZoneYear = 2_100
    /// Bytes of an association file that systems take, uncompressed (Apple, Support Universal Links).
    public static let associationFileAccepted = 128 << 10
    /// Bytes of an association file that are read: enough to say how much too large it is; the rest is left.
    public static let associationFileLength = 1 << 20
    /// Places of one fault of an association file that are listed.
    public static let placesPerCheck = 16
    /// Rules of one entry of an association file that are held against each other: the comparison is quadratic.
    public static let rulesCompared = 256
    /// Redirects that are followed to name where they lead.
    public static let redirects = 8
    /// How long one request may take, from name lookup to the last byte; `--timeout` changes it.
    public static let requestTime = TimeSpan.seconds(20)
    /// Tries of one acceptance scenario that are kept, the latest ones: a test run has a handful, a production log millions.
    public static let triesPerScenario = 256
    /// Lacking lines of client logs that are remembered with their place, to tell which orders they belong to; later ones are counted.
    public static let lintMarks = 1 << 18
    /// Places that are named for one lack of client logs.
    public static let lintExamples = 5
    /// Changes of one order's verdict that are kept, the latest ones: an order moves a dozen times, one that flaps must not fill the store.
    public static let changesPerOrder = 64
    /// Memory of a run that goes on when it judges everything together, in bytes: what is more goes to a temporary file, so that a long
    /// history takes no more memory than a short one.
    public static let watchSettling = 16 << 20
    /// How long after its last line an order stays in the memory of a run that goes on: the next line of an order comes within seconds or
    /// much later, and then the order is read from the store.
    public static let watchAtHand = TimeSpan.minutes(2)
    /// How long a line without an order waits in memory for one.
    public static let watchLoose = TimeSpan.hours(1)
    /// Orders that one batch takes from the store because their time has come; the others follow with the next one.
    public static let watchWakes = 1_000
    /// Bytes of `--memory` for each of them: rows, chain and verdict of an order while they are linked and judged.
    public static let watchWakeLength = 128 << 10
    /// Rows of long streams that a tick reads again and has at hand; where there are more, everything is settled.
    public static let watchRereadRows = 20_000
    /// Judged slices that wait for the one before them to be written, in a run that goes on: each is a megabyte or two.
    public static let watchSlicesAhead = 2
    /// Rows that share one stored block of a stream that is followed.
    public static let watchBlock = 4_096
    /// New aliases of one batch beyond which they become pages of their own: each of those is one more place where look-ups search.
    public static let watchAliases = 20_000
    /// New aliases beyond which they are written before the batch is complete: sixteen bytes each wait in memory.
    public static let watchAliasRun = 1 << 18
    /// Seconds that a run that goes on waits at its start for an analysis that writes the same store.
    public static let watchPatience: Int64 = 60
    /// Tries of the last commit of a run that ends, when the store cannot be written.
    public static let watchLastTries = 8
    /// Generations of followed files that are remembered after they have gone: a copy of one that is packed a day later is known again.
    public static let rememberedGenerations = 4_096
    /// Longest pushed body, unpacked, in bytes: senders batch to a few MiB, and a body is kept in memory several times over while it is read.
    public static let pushLength = 32 << 20
    /// Longest name of a pushed source, in bytes: labels may be anything; a longer name is cut and told apart by a hash.
    public static let pushNameLength = 256
    /// Samples of one metric that `/metrics` shows: a label must not become a list of everything that ever was.
    public static let samplesPerMetric = 2_000
    /// Characters of a label's value that `/metrics` shows.
    public static let labelLength = 200
    /// How far back late truth still raises alerts: a bill of one day comes at 10:00 of the next.
    public static let alertHorizon = TimeSpan.hours(36)
    /// How long after its creation an order's breaks still count in periods of the past: payment window and deadlines, with room.
    public static let alertReach = TimeSpan.hours(6)
    /// Orders that an alert names to look at.
    public static let alertExamples = 3
    /// Alerts of one rule side by side: a rule split too finely must not flood a receiver.
    public static let alertSeries = 500
    /// How long a late alert that is over already stays before it is resolved: receivers group for some minutes.
    public static let lateAlertStays = TimeSpan.minutes(15)
    /// Messages of one receiver that are looked at in one round of delivery.
    public static let alertsPerRound = 2_000
    /// Alerts that a chat message tells one by one; when more wait than its limit allows, they come in digests.
    public static let alertsPerMessage = 10
    /// Tries of one message before it is given up, which takes a day at ten minutes each.
    public static let alertAttempts = 150
    /// How often firing alerts are said again to a receiver that forgets them: Alertmanager's `resolve_timeout` is 5 min.
    public static let alertRepeats = TimeSpan.minutes(1)
    /// Connections of one server at a time, each some 40 KiB; the oldest waiting ones make way for new ones beyond it.
    public static let serverConnections = 2_048
    /// Bytes of a request's line and headers: what proxies and browsers send stays below 8 KiB.
    public static let serverHeaderLength = 16 << 10
    /// Bytes of a refused body that are thrown away before its connection is cut: a client sees the answer only when it has ended.
    public static let serverThrownAway = 8 << 20
    /// Least bytes of a token that opens a server to other machines: 16 random ones cannot be guessed.
    public static let tokenLength = 16
    /// Longest token file, certificate or key that is read, in bytes.
    public static let tokenFileLength = 64 << 10
    /// Orders on one page of the web interface, and the most that one call of its API gives.
    public static let ordersPerPage = 50
    /// The most orders that one call of the API gives: an answer is made in memory.
    public static let ordersPerCall = 1_000
    /// Rows that a count for a page of the web interface looks at; beyond it the page says "more than".
    public static let ordersCounted = 100_000
    /// Orders up to which `/metrics` counts what it has no whole sums of: a few hundred milliseconds.
    public static let ordersPerFunnel = 20_000
    /// Rows of an order's ladder that a page draws: the first and the last ones; between them only what a break cites, what is missing and
    /// what no log covers. A page with more is neither read nor opened on a phone.
    public static let ladderRows = 800
    /// How long after a payment the logs may not yet tell of it: a first notify takes some seconds. Of the last moments before as-of nobody
    /// knows who has paid; counting those who have among those who still wait would make every time to the payment longer than it is.
    public static let paymentTold = TimeSpan.seconds(10)
    /// Values of one segment (app version, channel, …) that a report tells apart; later ones are summed up in one.
    public static let reportValues = 512
    /// Combinations of segments among which drivers are sought; orders of later ones are counted and left out of the search.
    public static let reportCells = 1 << 15
    /// Bytes of pushed lines that may wait for the store; beyond them senders are asked to come again.
    public static let pushesWaiting = 64 << 20
    /// How long a sender waits for its lines to be in the store, in milliseconds: senders give up after ten seconds or more.
    public static let pushPatience = 8_000
    /// Bytes of a pushed source after which it is complete and a new stream goes on: until then its bytes lie in the store.
    public static let pushedStream = 32 << 20
}
