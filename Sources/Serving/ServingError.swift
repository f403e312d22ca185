import Domain

/// Why a server cannot start, and what to do.
public struct ServingError: Error, Sendable {
    /// What is wrong.
    public enum Problem: Sendable, Equatable {
        /// No libmicrohttpd is installed.
        case noLibrary
        /// The library was built without TLS.
        case noTLS
        /// The address cannot be read.
        case badAddress(String)
        /// The address is taken, not ours, or not allowed.
        case cannotListen(String, reason: String)
        /// The library refused its settings; with TLS it is the certificate or the key.
        case refused(withTLS: Bool)
    }

    /// What is wrong.
    public var problem: Problem

    /// Makes an error.
    public init(_ problem: Problem) { self.problem = problem }

    /// What is wrong, in words.
    public var what: Text {
        switch problem {
        case .noLibrary: Text(en: "libmicrohttpd is not installed", zh: "未安装 libmicrohttpd")
        case .noTLS: Text(en: "this libmicrohttpd was built without TLS", zh: "此 libmicrohttpd 不带 TLS")
        case .badAddress(let text): Text(en: "“\(text)” is no address to listen on", zh: "“\(text)”不是可监听的地址")
        case .cannotListen(let text, let reason): Text(en: "cannot listen on \(text): \(reason)", zh: "无法监听 \(text)：\(reason)")
        case .refused(true): Text(en: "the certificate and the key are not accepted", zh: "证书与私钥不可用")
        case .refused(false): Text(en: "libmicrohttpd could not start", zh: "libmicrohttpd 无法启动")
        }
    }

    /// What to do about it.
    public var remedy: Text {
        switch problem {
        case .noLibrary:
            Text(
                en: "install it: `apt-get install libmicrohttpd12`, `brew install libmicrohttpd`",
                zh: "请安装：`apt-get install libmicrohttpd12` 或 `brew install libmicrohttpd`")
        case .noTLS:
            Text(en: "put a proxy with TLS in front of it", zh: "请在前面放置带 TLS 的反向代理")
        case .badAddress:
            Text(
                en: "addresses are numeric: 127.0.0.1:8080, [::1]:8080, :8080 (all), unix:/path/of.sock",
                zh: "请用数字地址：127.0.0.1:8080、[::1]:8080、:8080（全部）、unix:/path/of.sock")
        case .cannotListen(let text, _) where text.hasPrefix("unix:"):
            Text(
                en: "its folder must be there and writable, and nothing else may stand at this path",
                zh: "所在文件夹须存在且可写，且该路径未被其他文件占用")
        case .cannotListen:
            Text(en: "another program may have the port: name another one, or 0 for any", zh: "端口可能被占用：请换一个，或用 0 任选")
        case .refused(true):
            Text(en: "both must be PEM files, and the key must be the certificate's", zh: "两者都须是 PEM 文件，且私钥须与证书匹配")
        case .refused(false):
            Text(en: "raise the limit of open files (`ulimit -n`) and of memory", zh: "请提高打开文件数（`ulimit -n`）与内存上限")
        }
    }
}
