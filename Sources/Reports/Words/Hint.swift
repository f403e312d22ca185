import Domain

/// What a break's hint word points at (vocabulary §6).
enum Hint {
    /// One hint.
    struct Definition: Sendable {
        /// The word.
        let word: String
        /// A few words.
        let title: Text
        /// What to look at.
        let meaning: Text
    }

    /// Every hint.
    static let all: [Definition] = [
        Definition(
            word: "entities", title: Text(en: "HTML entities in the signed text", zh: "待验签文本里有 HTML 实体"),
            meaning: Text(
                en:
                    "`&quot;` or `&not` stands in the parameters: a filter or framework escaped them before verification. Verify the raw body.",
                zh: "参数中出现 `&quot;` 或 `&not`：验签之前被过滤器或框架转义了。应使用原始报文验签。")),
        Definition(
            word: "extra_parameters", title: Text(en: "extra parameters in the signed text", zh: "待验签文本里混入了多余参数"),
            meaning: Text(
                en:
                    "A parameter of our own route or of notify_url's query took part in the verification. Verify only what the provider sent.",
                zh: "自有路由参数或 notify_url 查询参数参与了验签。只应对渠道发送的参数验签。")),
        Definition(
            word: "body_rewritten", title: Text(en: "the body was written anew", zh: "报文被重新序列化"),
            meaning: Text(
                en:
                    "The signed bytes are no longer those that came in: keys in another order or other names. Keep the raw body for verification.",
                zh: "参与验签的字节已不是收到的原文：键顺序或名称变了。应保留原始报文用于验签。")),
        Definition(
            word: "key_rotation", title: Text(en: "a key was changed", zh: "密钥轮换"),
            meaning: Text(
                en:
                    "The serial or key id is not the one we verify with: load the provider's new certificate or public key beside the old one.",
                zh: "证书序列号或密钥与本地不一致：请加载渠道的新证书或公钥，并在过渡期与旧的并存。")),
        Definition(
            word: "process_restarted", title: Text(en: "the app's process was restarted", zh: "应用进程被重启"),
            meaning: Text(
                en:
                    "The system ended the app while the payer was in the wallet: keep the pending order on disk and read it again at the start.",
                zh: "付款人在钱包里时系统结束了应用：应把待支付订单存盘，启动时重新读取。")),
        Definition(
            word: "plus_became_space", title: Text(en: "`+` became a blank", zh: "`+` 变成了空格"),
            meaning: Text(
                en: "The form was decoded twice, or the signature was read from an URL: decode once only.",
                zh: "表单被解码了两次，或签名取自 URL：只应解码一次。")),
        Definition(
            word: "csrf", title: Text(en: "a CSRF filter answered", zh: "CSRF 过滤器拦截"),
            meaning: Text(
                en: "The framework's CSRF protection turned the provider away before the handler: exempt the notify path.",
                zh: "框架的 CSRF 防护在进入处理器之前拒绝了渠道请求：请将通知路径加入豁免名单。")),
    ]

    /// The text of a hint; a word that is not declared is shown as it is.
    static func text(_ word: String) -> Text {
        guard let definition = all.first(where: { $0.word == word }) else { return Text(en: word, zh: word) }
        return Text(en: "\(definition.title.en): \(definition.meaning.en)", zh: "\(definition.title.zh)：\(definition.meaning.zh)")
    }
}
