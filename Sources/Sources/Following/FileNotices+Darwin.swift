#if !canImport(Glibc)
    import Darwin

    /// kqueue(2) with `EVFILT_VNODE`: folders report names that come and go, files report writes. Whatever it cannot hold open is polled.
    final class FileNotices {
        /// To wait for; -1 where the system refuses.
        let descriptor: Int32
        private var watched: [[CChar]: Int32] = [:]
        private var paths: [Int32: (path: [CChar], isFolder: Bool)] = [:]
        /// A descriptor each: more is left to polling.
        private static let limit = 512

        init(isOn: Bool) { descriptor = isOn ? kqueue() : -1 }

        deinit {
            for watch in watched.values { Descriptor.close(watch) }
            Descriptor.close(descriptor)
        }

        /// Watches these; false when some are left out. A path that leads to another file by now is watched anew.
        func watch(folders: [[CChar]], files: [[CChar]]) -> Bool {
            guard descriptor >= 0 else { return false }
            for watch in watched.values { Descriptor.close(watch) }
            (watched, paths) = ([:], [:])
            for (path, isFolder) in folders.map({ ($0, true) }) + files.map({ ($0, false) }) {
                guard watched[path] == nil else { continue }
                guard watched.count < Self.limit else { return false }
                let opened = open(path, O_EVTONLY | O_CLOEXEC)
                guard opened >= 0 else {
                    // The files themselves need the descriptors that are left.
                    if errno == EMFILE || errno == ENFILE { return false }
                    continue
                }
                var change = kevent(
                    ident: UInt(opened), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
                    fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME | NOTE_LINK), data: 0, udata: nil)
                guard kevent(descriptor, &change, 1, nil, 0, nil) >= 0 else {
                    Descriptor.close(opened)
                    continue
                }
                (watched[path], paths[opened]) = (opened, (path, isFolder))
            }
            return true
        }

        /// Takes in what was reported, without waiting.
        func take(into news: inout FileNews) {
            guard descriptor >= 0 else { return }
            var events: [kevent] = Array(repeating: kevent(), count: 64)
            while true {
                var now = timespec(tv_sec: 0, tv_nsec: 0)
                let count = kevent(descriptor, nil, 0, &events, Int32(events.count), &now)
                guard count > 0 else { return }
                for event in events[..<Int(count)] {
                    guard let (path, isFolder) = paths[Int32(event.ident)] else { continue }
                    if isFolder || event.fflags & UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_LINK | NOTE_ATTRIB) != 0 { news.hasMoved = true }
                    if !isFolder { news.written.insert(path) }
                }
            }
        }
    }
#endif
