import Domain
import Store

/// Why a request is not answered with what it asked for: the status, what is wrong, what to do.
struct WebFailure: Error {
    var status: Int
    var what: Text
    var remedy: Text?
    /// Words that may have been meant, each with its address.
    var near: [(word: String, address: String)] = []

    init(_ status: Int, _ what: Text, remedy: Text? = nil, near: [(word: String, address: String)] = []) {
        (self.status, self.what, self.remedy, self.near) = (status, what, remedy, near)
    }

    static let noPage = WebFailure(
        404, Text(en: "There is no such page.", zh: "没有这个页面。"),
        remedy: Text(en: "The navigation above leads to every page there is.", zh: "上方导航可到达所有页面。"))

    static func method(_ method: String) -> WebFailure {
        WebFailure(
            405, Text(en: "This server only reads: “\(method)” is not answered.", zh: "本服务只读，不接受“\(method)”。"),
            remedy: Text(en: "Ask with GET or HEAD.", zh: "请使用 GET 或 HEAD。"))
    }

    static func host(_ status: Int) -> WebFailure {
        WebFailure(
            status, Text(en: "This server does not answer to the name in your request.", zh: "本服务不以请求中的主机名应答。"),
            remedy: Text(
                en: "Use its numeric address or localhost, or start it with --allow-host NAME.",
                zh: "请使用数字地址或 localhost，或以 --allow-host 名称 启动本服务。"))
    }

    static let unauthorized = WebFailure(
        401, Text(en: "A token is needed.", zh: "需要令牌。"),
        remedy: Text(
            en: "Give it as the password of any user name, or as `Authorization: Bearer TOKEN`.",
            zh: "请将令牌作为任意用户名的密码输入，或使用 `Authorization: Bearer 令牌`。"))

    static func parameter(_ name: String, _ value: String, wanted: Text) -> WebFailure {
        WebFailure(
            400, Text(en: "\(name)=“\(value)” cannot be read.", zh: "\(name)=“\(value)” 无法识别。"), remedy: wanted)
    }

    static func store(_ error: StoreError) -> WebFailure {
        let name = error.path.split(separator: "/").last.map(String.init) ?? error.path
        let what = Text(en: "\(name): \(error.what.en)", zh: "\(name)：\(error.what.zh)")
        guard error.problem == .missing else { return WebFailure(503, what, remedy: error.remedy) }
        return WebFailure(
            503, what,
            remedy: Text(
                en: "`paychain analyze PATH… --db FILE` or `paychain watch` makes it; this page answers as soon as it is there.",
                zh: "`paychain analyze 路径… --db 文件` 或 `paychain watch` 会生成它；就绪后本页即可访问。"))
    }
}
