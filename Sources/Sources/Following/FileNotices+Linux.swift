#if canImport(Glibc)
    @preconcurrency import Glibc

    /// inotify(7): folders are watched for everything in them; files only where their folder cannot tell (other links lead to them).
    final class FileNotices {
        /// To wait for; -1 where the system refuses.
        let descriptor: Int32
        private var folders: [Int32: [[CChar]]] = [:]
        private var files: [Int32: [CChar]] = [:]
        private var buffer = [UInt8](repeating: 0, count: 64 << 10)

        init(isOn: Bool) { descriptor = isOn ? inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC)) : -1 }

        deinit { Descriptor.close(descriptor) }

        /// Watches exactly these; false when the system has no room for all (`fs.inotify.max_user_watches`).
        func watch(folders paths: [[CChar]], files filePaths: [[CChar]]) -> Bool {
            guard descriptor >= 0 else { return false }
            let inFolders = UInt32(
                IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            )
            var (newFolders, newFiles): ([Int32: [[CChar]]], [Int32: [CChar]]) = ([:], [:])
            var isComplete = true
            for path in paths {
                let watch = inotify_add_watch(descriptor, path, inFolders)
                if watch >= 0 { newFolders[watch, default: []].append(path) } else if errno == ENOSPC { isComplete = false }
            }
            for path in filePaths {
                let watch = inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB))
                if watch >= 0 { newFiles[watch] = path } else if errno == ENOSPC { isComplete = false }
            }
            for old in Set(folders.keys).union(files.keys) where newFolders[old] == nil && newFiles[old] == nil {
                inotify_rm_watch(descriptor, old)
            }
            (folders, files) = (newFolders, newFiles)
            return isComplete
        }

        /// Takes in what was reported, without waiting.
        func take(into news: inout FileNews) {
            guard descriptor >= 0 else { return }
            while true {
                let got = read(descriptor, &buffer, buffer.count)
                guard got > 0 else { return }
                parse(got, into: &news)
            }
        }

        private func parse(_ count: Int, into news: inout FileNews) {
            buffer.withUnsafeBytes { bytes in
                var at = 0
                let size = MemoryLayout<inotify_event>.size
                while at + size <= count {
                    let watch = bytes.loadUnaligned(fromByteOffset: at, as: Int32.self)
                    let mask = Int32(bitPattern: bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self))
                    let length = Int(bytes.loadUnaligned(fromByteOffset: at + 12, as: UInt32.self))
                    let name = bytes[(at + size)..<min(count, at + size + length)].prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
                    at += size + length
                    note(watch, mask, name, &news)
                }
            }
        }

        private func note(_ watch: Int32, _ mask: Int32, _ name: [CChar], _ news: inout FileNews) {
            if mask & Int32(IN_Q_OVERFLOW) != 0 { (news.isIncomplete, news.hasMoved) = (true, true) }
            let moves = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ATTRIB | IN_IGNORED
            if mask & Int32(moves) != 0 { news.hasMoved = true }
            let paths = files[watch].map { [$0] } ?? (folders[watch] ?? []).flatMap { Self.paths(of: name, in: $0) }
            if mask & Int32(IN_MODIFY | IN_CLOSE_WRITE) != 0 { news.written.formUnion(paths) }
            if mask & Int32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 { news.closed.formUnion(paths) }
        }
    }
#endif
