import Domain

#if canImport(Glibc)
    @preconcurrency import Glibc
#else
    import Darwin
#endif

extension FileFollower {
    /// Goes through the paths as batch does and finds out which file bears which name now.
    func scan(_ now: Int64) {
        needsScan = false
        lastScan = now
        var walk = FolderWalk()
        for path in paths { walk.add(path.utf8CString.map { $0 }) }
        // Names that come while this runs are reported again.
        watch(walk)
        walkProblems = walk.problems
        var found: Set<ObjectIdentifier> = []
        var named: [[CChar]: FollowedFile] = [:]
        for item in walk.files {
            guard let file = item.isStream ? streamFile(item) : place(item.raw, now, &found) else { continue }
            found.insert(ObjectIdentifier(file))
            named[item.raw] = file
        }
        byPath = named
        var hasGone = false
        for file in generations where file.isPresent && !found.contains(ObjectIdentifier(file)) && file.kind != .stream {
            file.isPresent = false
            file.absentSince = now
            if file.phase == .arriving {
                file.phase = .refused
                forget(identityOf: file)
                closeInput(of: file)
                hasGone = true
            } else if file.phase != .refused {
                markDirty(file)
                attend(to: file)
            }
        }
        if hasGone { generations.removeAll { $0.phase == .refused && !$0.isPresent } }
        if !hasScanned { for file in generations where file.isOrphan { attend(to: file) } }
        hasScanned = true
        trim()
        scanRest = max(Self.scanInterval, 4 * (time.elapsed() - now))
    }

    /// Watches what the walk went through, and what may become part of it.
    private func watch(_ walk: FolderWalk) {
        var folders = walk.folders
        for path in paths where path != "-" { folders += FileFollower.folders(near: path.utf8CString.map { $0 }) }
        var unique: Set<[CChar]> = []
        folders = folders.filter { unique.insert($0).inserted }
        var files: [[CChar]] = []
        for item in walk.files where !item.isStream {
            #if canImport(Glibc)
                var status = stat()
                let isReached = lstat(item.raw, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
                if !isReached { files.append(item.raw) }
            #else
                files.append(item.raw)
            #endif
        }
        _ = notices.watch(folders: folders, files: files)
    }

    /// Folders in which a path, or what matches it, may appear: up to the first that is there.
    private static func folders(near path: [CChar]) -> [[CChar]] {
        var result: [[CChar]] = []
        var parent = FileNotices.parent(of: path)
        while true {
            if parent.contains(where: { $0 == 42 || $0 == 63 || $0 == 91 }) {
                var matches = glob_t()
                defer { globfree(&matches) }
                if glob(parent, GLOB_NOSORT, nil, &matches) == 0, let list = matches.gl_pathv {
                    for index in 0..<Int(matches.gl_pathc) { if let match = list[index] { result.append(FolderWalk.bytes(of: match)) } }
                }
            } else {
                result.append(parent)
                if access(parent, F_OK) == 0 { return result }
            }
            if parent == [46, 0] || parent == [47, 0] { return result }
            parent = FileNotices.parent(of: parent)
        }
    }

    /// The generation that lies at a path now.
    private func place(_ path: [CChar], _ now: Int64, _ found: inout Set<ObjectIdentifier>) -> FollowedFile? {
        guard let stamp = FileStamp.of(path), stamp.isRegular else {
            needsScan = true
            return nil
        }
        if let file = byIdentity[stamp.identity] {
            guard found.insert(ObjectIdentifier(file)).inserted else {
                // Names moved while we looked.
                needsScan = true
                return nil
            }
            file.isPresent = true
            if file.isUnconfirmed, !confirm(file, at: path, now) { return byIdentity[stamp.identity] }
            if file.path != path { rename(file, to: path) }
            if file.stamp.map({ !$0.isSame(stamp) }) ?? true { markDirty(file) }
            return file
        }
        return arrive(path, stamp, now)
    }

    /// A file that is not known: what it is shows when it is looked at.
    @discardableResult
    func arrive(_ path: [CChar], _ stamp: FileStamp, _ now: Int64) -> FollowedFile {
        let file = FollowedFile(path: path, identity: stamp.identity)
        let age = max(0, time.wall() - stamp.modified / 1_000_000)
        (file.changedAt, file.restlessSince, file.arrivedAt) = (now - age, now - age, now)
        byIdentity[stamp.identity] = file
        byPath[path] = file
        generations.append(file)
        markDirty(file)
        return file
    }

    private func rename(_ file: FollowedFile, to path: [CChar]) {
        file.path = path
        for stream in file.streams where !isVoid(stream) { events.add(.renamed(stream: stream.number, name: stream.name)) }
    }

    func isVoid(_ stream: FollowedStream) -> Bool { streams[stream.number] !== stream }

    func forget(identityOf file: FollowedFile) {
        if let identity = file.identity, byIdentity[identity] === file { byIdentity[identity] = nil }
        file.identity = nil
    }

    /// Standard input, or an open descriptor, once.
    private func streamFile(_ item: DiscoveredFile) -> FollowedFile? {
        if let known = byPath[item.raw], known.kind == .stream { return known }
        if let known = generations.first(where: { $0.kind == .stream && $0.path == item.raw }) { return known }
        guard let descriptor = item.isStandardInput ? 0 : Descriptor.open(item.raw) else { return nil }
        let file = FollowedFile(path: item.raw, identity: nil)
        let input = ByteInput(.stream(descriptor))
        input.waits = false
        (file.kind, file.input, file.streamDescriptor) = (.stream, input, descriptor)
        generations.append(file)
        markDirty(file)
        return file
    }

    /// Generations whose bytes lie nowhere any more are remembered for a while: a packed copy may still come.
    private func trim() {
        guard generations.count > 2 * Limits.rememberedGenerations else { return }
        var surplus = generations.count { $0.isOrphan && $0.phase == .ended } - Limits.rememberedGenerations
        generations.removeAll { file in
            if file.phase == .refused, !file.isPresent { return true }
            guard surplus > 0, file.isOrphan, file.phase == .ended else { return false }
            surplus -= 1
            forget(identityOf: file)
            for stream in file.streams { streams[stream.number] = nil }
            file.streams = []
            return true
        }
    }
}
