import Domain

/// What a file is, by its first bytes (facts.md §7).
enum Container {
    case plain
    case gzip
    case zip
    case zstd
    case xz
    case tar

    init(_ head: UnsafeRawBufferPointer) {
        func begins(_ magic: [UInt8]) -> Bool { head.count >= magic.count && head.prefix(magic.count).elementsEqual(magic) }
        if begins([0x1F, 0x8B]) {
            self = .gzip
        } else if begins([0x50, 0x4B, 3, 4]) || begins([0x50, 0x4B, 5, 6]) {
            self = .zip
        } else if begins([0x28, 0xB5, 0x2F, 0xFD]) {
            self = .zstd
        } else if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
            self = .xz
        } else if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) {
            self = .tar
        } else {
            self = .plain
        }
    }

    /// Why it is not opened; nil for what is.
    var refusal: String? {
        switch self {
        case .plain, .gzip, .zip: nil
        case .zstd: "zstd: this program is built without libzstd; unpack it with zstd -d first"
        case .xz: "xz: not supported; unpack it with xz -d first"
        case .tar: "tar: archives are not opened; unpack it with tar -x first"
        }
    }
}

extension SourceReader {
    /// The sources of one file: one, or one for each file of a zip; none when it cannot be opened at all.
    public static func open(_ file: DiscoveredFile) -> (readers: [SourceReader], problems: [Damage]) {
        open(file, inflater: .standard)
    }

    /// The same with a chosen inflater; the results are the same.
    public static func open(_ file: DiscoveredFile, inflater: InflaterChoice) -> (readers: [SourceReader], problems: [Damage]) {
        func refuse(_ reason: String) -> (readers: [SourceReader], problems: [Damage]) {
            ([], [Damage(source: file.path, at: "", reason: reason)])
        }
        guard let descriptor = file.isStandardInput ? 0 : Descriptor.open(file.raw) else {
            return refuse("cannot be read: \(Descriptor.lastError)")
        }
        let input = ByteInput(file.isStream ? .stream(descriptor) : .file(descriptor))
        _ = input.ensure(6)
        let container = Container(input.window)
        if let refusal = container.refusal {
            input.close()
            return refuse(refusal)
        }
        if container == .zip {
            if file.isStream {
                let content = AlignedBuffer(capacity: 1 << 20)
                guard readAll(input, into: content) else {
                    return refuse("zip: too long to be read from a pipe; name the file")
                }
                return openMembers(ZipArchive(path: [], content: content), of: file.path, inflater)
            }
            input.close()
            return openMembers(ZipArchive(path: file.raw), of: file.path, inflater)
        }
        if file.isStream { return ([SourceReader(name: file.path, opener: .input(input), inflater: inflater)], []) }
        input.close()
        return ([SourceReader(name: file.path, opener: .path(file.raw), inflater: inflater)], [])
    }

    private static func readAll(_ input: ByteInput, into content: AlignedBuffer) -> Bool {
        while true {
            let got = input.read(into: content.reserve(1 << 20))
            if got == 0 { return true }
            content.commit(got)
            if content.count > Limits.zipOnStandardInput { return false }
        }
    }

    static func openMembers(
        _ archive: ZipArchive, of path: String, _ inflater: InflaterChoice
    ) -> (readers: [SourceReader], problems: [Damage]) {
        let (entries, error) = archive.entries()
        if let error { return ([], [Damage(source: path, at: "", reason: error)]) }
        var readers: [SourceReader] = []
        var problems: [Damage] = []
        for entry in entries {
            let name = "\(path)!\(entry.name)"
            if entry.isEncrypted {
                problems.append(Damage(source: name, at: "", reason: "zip: encrypted; unpack it with its password first"))
                continue
            }
            readers.append(
                SourceReader(
                    name: name, opener: .member(ZipMember(archive, index: entry.index)), inflater: inflater,
                    compressedSize: entry.compressedSize))
        }
        return (readers, problems)
    }

    /// Opens at the first read and recognises the container by content. False when there is nothing to read.
    func openRaw() -> Bool {
        let input: ByteInput
        switch opener {
        case .input(let waiting): input = waiting
        case .member(let member): input = ByteInput(.zip(member))
        case .path(let path):
            guard let descriptor = Descriptor.open(path) else {
                faults.append(Fault(offset: nil, reason: "cannot be read: \(Descriptor.lastError)"))
                losses.append(Loss(utf8Offset: 0, reason: "cannot be read", untilEnd: true))
                return false
            }
            input = ByteInput(.file(descriptor))
        }
        _ = input.ensure(16)
        switch Container(input.window) {
        case .gzip:
            let stream = GzipStream(input, inflater: inflater)
            stream.mayGrow = growth != nil
            if let restartSpacing, input.isSeekable { stream.restarts = RestartRecorder(spacing: restartSpacing) }
            raw = .gzip(stream)
        case .plain:
            guard claimsGzip, input.window.count > 0 else {
                raw = .plain(input)
                break
            }
            if TextScan.looksLikeText(UnsafeRawBufferPointer(rebasing: input.window.prefix(1024)))
                || EncodingGuess.ofBeginning(input.window).encoding != .undecided
            {
                faults.append(Fault(offset: nil, reason: "named like a gzip and plain inside", isNote: true))
                raw = .plain(input)
            } else {
                // Its first bytes are damaged; a later member may be sound.
                raw = .gzip(GzipStream(input, inflater: inflater))
            }
        case .zip, .zstd, .xz, .tar: return refuseInner(Container(input.window), input)
        }
        return true
    }

    private var claimsGzip: Bool { Self.claimsGzip(name) }

    /// Whether a name says that the file is packed.
    static func claimsGzip(_ name: String) -> Bool {
        let ending = name.lowercased()
        return ending.hasSuffix(".gz") || ending.hasSuffix(".gzip")
    }

    /// A container inside another that is not opened.
    private func refuseInner(_ container: Container, _ input: ByteInput) -> Bool {
        faults.append(Fault(offset: nil, reason: container.refusal ?? "zip: not opened inside another archive; unpack it first"))
        losses.append(Loss(utf8Offset: 0, reason: "not opened", untilEnd: true))
        input.close()
        return false
    }

    /// Looks at the first decompressed bytes: a gzip inside a gzip is opened once more (facts.md §7). True when `raw` has changed.
    func openInner(_ head: UnsafeRawBufferPointer) -> Bool {
        guard case .gzip(let stream) = raw else { return false }
        let container = Container(head)
        guard container != .plain, container != .gzip || GzipHeader.isMagic(head) else { return false }
        if container == .gzip, outer == nil {
            let input = ByteInput(.inflated(stream))
            input.preload(head)
            outer = stream
            raw = .gzip(GzipStream(input, inflater: .zlib))
            return true
        }
        let reason =
            container == .gzip ? "gzip: packed more than twice; unpack it first" : container.refusal ?? "zip: not opened inside a gzip"
        faults.append(Fault(offset: 0, reason: reason))
        losses.append(Loss(utf8Offset: 0, reason: "not opened", untilEnd: true))
        close()
        return true
    }

    /// Goes on reading a plain file at an offset that begins a line. False for everything else.
    ///
    /// UTF-8 offsets count from there. What looked like UTF-8 is weighed anew: a GBK line of another program becomes readable.
    func restart(at offset: UInt64) -> Bool {
        guard case .plain(let input) = raw, input.isSeekable else { return false }
        input.seek(to: offset)
        goOn(at: offset)
        return true
    }

    /// Goes on reading a gzip file at an offset that begins a line, behind a place that was noted before it.
    func restart(at offset: UInt64, behind point: RestartPoint) -> Bool {
        guard case .gzip(let stream) = raw, outer == nil, point.offset <= offset, stream.restart(at: point) else { return false }
        goOn(at: offset)
        var left = offset - point.offset
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: GzipStream.step, alignment: Limits.bufferAlignment)
        defer { scratch.deallocate() }
        while left > 0 {
            let got = stream.read(into: UnsafeMutableRawBufferPointer(rebasing: scratch[..<Int(min(left, UInt64(scratch.count)))]))
            guard got > 0 else { return false }
            left -= UInt64(got)
        }
        return true
    }

    private func goOn(at offset: UInt64) {
        stage.consume(stage.count)
        if text == .utf8 { text = .undecided }
        (guess, weighed, map) = (EncodingGuess(), 0, OffsetMap())
        (utf8Offset, originalOffset, lastByte, atStart) = (0, offset, 10, false)
        (pendingLoss, rawEnded, isFinished) = (nil, false, false)
        map.anchor(utf8: 0, original: offset)
    }
}
