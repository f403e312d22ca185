import Domain
import Recognition
import Sources

/// Reads client logs once more, line by line as they were written, for what evidence does not keep.
public enum ClientLines {
    /// One source that holds client lines.
    public struct Source: Sendable {
        /// Its name, as ``SourceInfo/name``.
        public var name: String
        /// How many of its records carry the tag.
        public var tagged: Int
        /// The line of the first of them.
        public var firstTagged: UInt32
        /// Their stamps carry no zone, and no configuration names one.
        public var lacksZone: Bool
        /// Name of their envelope.
        public var format: String
    }

    /// Reads every file.
    ///
    /// - Parameters:
    ///   - options: the paths and settings; standard input cannot be read twice and is left out.
    ///   - record: gets every record that has to do with payments on a device.
    ///   - source: gets every source that has such records, behind its records.
    public static func read(
        _ options: RunOptions, record: (_ source: String, _ record: ClientRecord) -> Void, source: (Source) -> Void
    ) {
        let settings = RecognitionSettings(options.settings, reference: WallClock.now)
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Limits.blockLength, alignment: Limits.bufferAlignment)
        defer { block.deallocate() }
        let files = SourceDiscovery.expand(options.paths).files.filter { !$0.isStandardInput && !$0.isStream }
        for file in files.sorted(by: { $0.path < $1.path }) {
            for reader in SourceReader.open(file).readers {
                var lines = ClientLineReader(name: reader.name, settings: settings)
                var seen = 0
                func take(_ one: ClientRecord) {
                    seen += 1
                    record(reader.name, one)
                }
                while true {
                    let count = reader.read(into: block)
                    guard count > 0 else { break }
                    lines.consume(UnsafeRawBufferPointer(rebasing: block[..<count]), take)
                }
                lines.finish(take)
                guard seen > 0 else { continue }
                source(
                    Source(
                        name: reader.name, tagged: lines.tagged, firstTagged: lines.firstTagged, lacksZone: lines.lacksZone,
                        format: "\(lines.format)"))
            }
        }
    }
}
