import Domain

extension FileFollower {
    /// Standard input or an open descriptor: read as it comes; packed, it is kept until it is whole.
    func lookAtStream(_ file: FollowedFile) {
        guard let input = file.input else { return }
        if file.phase == .open { return queueAll(file) }
        if file.spool == nil {
            _ = input.ensure(16)
            guard input.window.count >= 16 || input.isAtEnd || isDraining else { return }
            switch Container(input.window) {
            case .plain:
                return open(file, as: .stream, time.elapsed())
            case .gzip, .zip: file.spool = AlignedBuffer(capacity: 1 << 20)
            case .zstd, .xz, .tar:
                file.problems.append(Damage(source: file.name, at: "", reason: Container(input.window).refusal ?? ""))
                file.phase = .refused
                return
            }
        }
        guard let spool = file.spool else { return }
        while true {
            let got = input.read(into: spool.reserve(1 << 20))
            spool.commit(got)
            if spool.count > Limits.zipOnStandardInput {
                file.problems.append(Damage(source: file.name, at: "", reason: "too long to be unpacked from a pipe; name the file"))
                file.phase = .refused
                return closeInput(of: file)
            }
            guard got == 0 else { continue }
            if input.isAtEnd || isDraining { break }
            return
        }
        openSpooled(file, spool)
    }

    private func openSpooled(_ file: FollowedFile, _ spool: AlignedBuffer) {
        var readers: [SourceReader] = []
        if Container(spool.bytes) == .zip {
            let opened = SourceReader.openMembers(ZipArchive(path: [], content: spool), of: file.name, .standard)
            file.problems += opened.problems
            readers = opened.readers
        } else {
            let input = ByteInput(.none)
            input.preload(spool.bytes)
            readers = [SourceReader(name: file.name, opener: .input(input), inflater: .standard)]
        }
        file.spool = nil
        (file.phase, file.isFinal) = (readers.isEmpty ? .refused : .open, true)
        for reader in readers {
            let stream = addStream(to: file, member: String(reader.name.dropFirst(file.name.count + 1)))
            stream.reader = reader
            events.add(.opened(stream: stream.number, name: stream.name, resumedAt: 0))
            queue(stream)
        }
    }

    /// Whether a drain has nothing left to do.
    func isThrough() -> Bool {
        guard !needsScan, attention.isEmpty else {
            lastAttention = 0
            return false
        }
        return generations.allSatisfy { $0.phase == .ended || $0.phase == .refused }
    }
}
