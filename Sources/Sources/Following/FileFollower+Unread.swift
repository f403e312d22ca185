import Domain

// A packed file may be the copy of one that was found and not read yet: only its content tells, so it waits for that.
extension FileFollower {
    /// Puts a packed file off while plain ones of its folder are about to be read for the first time; false when none are.
    func holdsBack(_ file: FollowedFile) -> Bool {
        let folders = unreadFolders ?? findUnreadFolders()
        unreadFolders = folders
        guard folders.contains(FileNotices.parent(of: file.path)) else { return false }
        isHoldingBack = true
        attend(to: file)
        return true
    }

    /// Folders with plain files of which nothing was handed out yet, although that is about to be.
    private func findUnreadFolders() -> Set<[CChar]> {
        var folders: Set<[CChar]> = []
        for file in generations where isUnread(file) { folders.insert(FileNotices.parent(of: file.path)) }
        return folders
    }

    private func isUnread(_ file: FollowedFile) -> Bool {
        guard file.kind == .plain, !file.hasGiven else { return false }
        switch file.phase {
        case .arriving:
            // What was not looked at yet may be a packed file as well: a moment later that is known.
            return file.isDirty || file.isInAttention
        case .open:
            guard let stream = file.streams.first, file.stamp.map({ $0.size > 0 }) ?? true else { return false }
            return file.isDirty || stream.isQueued || file.hesitatesSince != nil
        case .replaced, .ended, .refused: return false
        }
    }
}
