import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

/// What stands behind a member, and where reading goes on after damage.
extension GzipStream {
    /// Decides by content what follows a complete member: nothing, padding, a member, plain lines or foreign bytes.
    func lookBehindMember() {
        let start = input.position
        if mayGrow, !input.ensure(1), input.mayGrow {
            isWaiting = true
            return
        }
        var zeros: UInt64 = 0
        while input.ensure(1), input.window[0] == 0 {
            let run = input.window.firstIndex { $0 != 0 } ?? input.window.count
            zeros += UInt64(run)
            input.consume(run)
        }
        if zeros > 0 { note("gzip: \(zeros) bytes of zero padding", at: start, isNote: true) }
        guard input.ensure(1) else {
            if let failure = input.failure {
                note(failure, at: input.position)
                pendingLoss = (failure, true)
            }
            state = .done
            return
        }
        _ = input.ensure(10)
        let window = input.window
        if GzipHeader.isMagic(window) || GzipHeader.startsLikeHeader(window) {
            state = .header
        } else if TextScan.looksLikeText(UnsafeRawBufferPointer(rebasing: window.prefix(1024).prefix { $0 != 0x1F })) {
            note("gzip: plain lines behind the compressed ones", at: input.position, isNote: true)
            state = .text
        } else {
            let place = input.position
            let isHeader = GzipHeader.isNearly(window)
            note("gzip: foreign bytes behind the compressed ones", at: place)
            recover(from: place + 1, reason: "gzip: foreign bytes", endIsLost: isHeader)
        }
    }

    /// Copies plain lines until the next member or the end.
    func copyText(into target: UnsafeMutableRawBufferPointer) -> Int {
        guard input.ensure(1) else {
            state = .tail
            return 0
        }
        let window = UnsafeRawBufferPointer(rebasing: input.window.prefix(target.count))
        var count = window.count
        if let base = window.baseAddress, let hit = memchr(base, 0x1F, window.count) {
            count = base.distance(to: UnsafeRawPointer(hit))
            if count == 0 {
                _ = input.ensure(3)
                if GzipHeader.isMagic(input.window) {
                    state = .header
                    return 0
                }
                count = 1
            }
        }
        target.copyMemory(from: UnsafeRawBufferPointer(rebasing: input.window[..<count]))
        input.consume(count)
        return count
    }

    /// Goes to the next member at or behind `from` and tells what is missing before it.
    ///
    /// - Returns: where it begins, or nil when nothing readable follows; then the end counts as lost, if `endIsLost`.
    @discardableResult
    func recover(from: UInt64, reason: String, endIsLost: Bool = true) -> UInt64? {
        if let next = findMember(from: from) {
            pendingLoss = (reason, false)
            state = .header
            return next
        }
        if endIsLost { pendingLoss = (reason, true) }
        state = .done
        return nil
    }

    /// The next place from `from` up to `below` where a member begins that decodes to something; the input stands there afterwards.
    func findMember(from: UInt64, below: UInt64 = .max) -> UInt64? {
        input.seek(to: from)
        while input.position < below, input.ensure(1) {
            let window = input.window
            guard let base = window.baseAddress, let hit = memchr(base, 0x1F, window.count) else {
                input.consume(window.count)
                continue
            }
            input.consume(base.distance(to: UnsafeRawPointer(hit)))
            guard input.position < below else { return nil }
            _ = input.ensure(10)
            if GzipHeader.isLikely(input.window) {
                let place = input.position
                // Without a second reading the header alone must do.
                guard input.isSeekable else { return place }
                guard searches < Limits.searchesPerSource else { return nil }
                searches += 1
                let isMember = isReadable()
                input.seek(to: isMember ? place : place + 1)
                if isMember { return place }
            } else {
                input.consume(1)
            }
        }
        return nil
    }

    /// Whether the member at the input's position decodes: soundly, or at least to text before it breaks.
    private func isReadable() -> Bool {
        guard case .parsed = GzipHeader.parse(input) else { return false }
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: Limits.bufferAlignment)
        defer { scratch.deallocate() }
        inflater.reset(exactly: true)
        let (written, step) = inflater.run(input, scratch)
        switch step {
        case .finished: return true
        case .full: return true
        case .inputEnded, .damaged:
            return written >= 16 && TextScan.looksLikeText(UnsafeRawBufferPointer(rebasing: scratch[..<min(written, 256)]))
        }
    }
}
