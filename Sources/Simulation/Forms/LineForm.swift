import Domain

/// Puts the envelope of its format around what components say (facts.md §5, §6). One a source; not shared between threads.
struct LineForm {
    let format: LogFormat
    let kind: Source.Kind
    let ordinal: Int
    var calendar = Calendar()
    /// Whether the array of `log show --style json` is open.
    var jsonStarted = false
    /// What a report of sums gathers.
    var sales = StoreSales()
    /// The finished lines of one append.
    var out = Bytes(capacity: 1 << 16)
    var inner = Bytes()
    var scratch = Bytes()
    var random: Random

    init(_ source: Source, seed: UInt64) {
        (format, kind, ordinal) = (source.format, source.kind, source.ordinal)
        random = Random(seed, 11, UInt64(source.ordinal) &+ UInt64(source.format.rawValue.utf8.count) &* 1_000)
    }

    func free() {
        out.free()
        inner.free()
        scratch.free()
    }

    mutating func clear() {
        out.clear()
    }

    /// Appends one happening as this source writes it.
    mutating func append(_ happening: Happening, _ text: UnsafeRawBufferPointer) {
        switch kind {
        case .device, .collector: appendDevice(happening, text)
        case .application: appendApplication(happening, text)
        case .edge: appendEdge(happening, text)
        case .record, .truth, .trades, .dump:
            out.raw(text)
            endLine()
        case .faults: appendFault(happening, text)
        case .export: appendExport(happening, text)
        case .alipayBill: GBK.append(text, to: &out)
        case .alipayFunds: GBK.append(text, to: &out)
        case .wechatBill, .wechatFunds: out.raw(text)
        }
    }

    /// Ends a line.
    @inline(__always) mutating func endLine() {
        out.byte(10)
    }

    /// A line about something else; returns nothing for sources that have none.
    mutating func appendNoise(at time: Int64) {
        var happening = Happening(
            time: time, stamp: time, value: 0, offset: 0, length: 0, visit: 0, sequence: 0, source: 0, word: 0, level: .info,
            component: 0)
        var text = Bytes(capacity: 256)
        defer { text.free() }
        switch kind {
        case .application:
            happening.value = Int64(bitPattern: random.next())
            Noise.server(&text, &random)
        case .edge:
            let json = format == .nginxJSON
            if json { text.text(",\"request_method\":\"GET\",\"request_uri\":\"") } else { text.byte(34) }
            let mark = text.count
            Noise.path(&text, &random)
            if json {
                // the method is a field of its own here
                scratch.clear()
                let start = text.base + mark
                let blank = text.buffer[mark...].firstIndex(of: 32).map { $0 - mark + 1 } ?? 0
                scratch.raw(start + blank, text.count - mark - blank)
                text.cut(to: mark)
                text.raw(scratch.buffer)
            }
            text.text(json ? "\",\"status\":200,\"body_bytes_sent\":" : " HTTP/1.1\" 200 ")
            text.number(Int64(random.below(9_000)))
            text.text(json ? ",\"http_referer\":\"-\",\"http_user_agent\":\"" : " \"-\" \"")
            text.text("Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36\"")
            happening.value = Int64(random.below(300)) << 32 | Int64(198 << 24 | 51 << 16 | 100 << 8 | random.below(255))
        default: return
        }
        append(happening, text.buffer)
    }
}
