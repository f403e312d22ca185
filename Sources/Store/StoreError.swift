import Domain

/// Why the store could not be opened, read or written: what, which file, SQLite's own words, and what to do (exit code 4).
public struct StoreError: Error, Hashable, Sendable {
    /// The kinds of trouble, each with its own remedy.
    public enum Problem: Hashable, Sendable {
        /// There is no store at this path.
        case missing
        /// A file is there that is no store of ours; it was left untouched.
        case notAStore
        /// A later version of this program made it.
        case newer(version: Int)
        /// An earlier version made it, and it cannot be brought up to date where it lies.
        case older(version: Int)
        /// Another process is writing to it.
        case locked
        /// Another run has replaced or changed it since this run began.
        case changedMeanwhile
        /// The disk is full.
        case full
        /// The file or its folder cannot be written.
        case notWritable
        /// The file cannot be read.
        case unreadable
        /// Its content is damaged.
        case damaged
        /// Anything else that SQLite or the system refused.
        case failed
    }

    /// What is wrong.
    public let problem: Problem
    /// The store's path as given.
    public let path: String
    /// What SQLite or the system said; empty when there is nothing to add.
    public let detail: String

    /// Makes an error.
    public init(_ problem: Problem, path: String, detail: String = "") {
        (self.problem, self.path, self.detail) = (problem, path, detail)
    }

    /// One sentence that says what is wrong.
    public var what: Text {
        switch problem {
        case .missing: Text(en: "there is no store", zh: "没有找到存储文件")
        case .notAStore: Text(en: "this file is no paychain store; it was left untouched", zh: "该文件不是 paychain 存储，未作任何改动")
        case .newer(let version): Text(en: "the store has the newer format \(version)", zh: "存储格式较新（版本 \(version)）")
        case .older(let version): Text(en: "the store has the older format \(version)", zh: "存储格式较旧（版本 \(version)）")
        case .locked: Text(en: "another process is writing to the store", zh: "另一个进程正在写入该存储")
        case .changedMeanwhile: Text(en: "another run changed the store meanwhile", zh: "运行期间存储已被另一次运行改动")
        case .full: Text(en: "the disk is full", zh: "磁盘已满")
        case .notWritable: Text(en: "the store cannot be written", zh: "无法写入存储")
        case .unreadable: Text(en: "the store cannot be read", zh: "无法读取存储")
        case .damaged: Text(en: "the store is damaged", zh: "存储已损坏")
        case .failed: Text(en: "the store failed", zh: "存储操作失败")
        }
    }

    /// What to do about it.
    public var remedy: Text {
        switch problem {
        case .missing:
            Text(en: "run `paychain analyze PATH…` first, or name the store with --db", zh: "请先运行 `paychain analyze PATH…`，或用 --db 指定存储")
        case .notAStore: Text(en: "name another file with --db", zh: "请用 --db 指定另一个文件")
        case .newer: Text(en: "use the paychain that made it, or a later one", zh: "请使用生成它的 paychain 版本或更新的版本")
        case .older: Text(en: "make the file writable, or analyze the logs again", zh: "请赋予写权限，或重新分析日志")
        case .locked: Text(en: "wait until it has finished, or name another file with --db", zh: "请等待其结束，或用 --db 指定另一个文件")
        case .changedMeanwhile: Text(en: "run the same command again", zh: "请重新运行同一命令")
        case .full: Text(en: "free some space, or put the store elsewhere with --db", zh: "请释放空间，或用 --db 把存储放到别处")
        case .notWritable:
            Text(en: "put the store elsewhere with --db; `analyze --no-db` keeps none", zh: "请用 --db 把存储放到别处；`analyze --no-db` 不保存")
        case .unreadable: Text(en: "check its permissions", zh: "请检查文件权限")
        case .damaged: Text(en: "move the file away and analyze the logs again", zh: "请移走该文件并重新分析日志")
        case .failed: Text(en: "check the disk and the file's permissions", zh: "请检查磁盘与文件权限")
        }
    }

    /// The whole message: `path: what (detail); remedy`.
    public func message(_ language: Language) -> String {
        let said = detail.isEmpty ? "" : language == .zh ? "（\(detail)）" : " (\(detail))"
        return language == .zh ? "\(path)：\(what(.zh))\(said)；\(remedy(.zh))" : "\(path): \(what(.en))\(said); \(remedy(.en))"
    }
}
