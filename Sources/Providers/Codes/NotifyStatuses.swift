import Domain

extension CodeGroup {
    /// What statuses mean at a notify endpoint or return page (facts.md §6.1, §1.1.3, §2.2, §3.4).
    static let notifyStatuses = CodeGroup(
        "http_code", title: Text(en: "HTTP status of a notify or return page", zh: "通知与返回页的 HTTP 状态码"),
        flows: Flow.allCases,
        words: ["http", "status", "状态码", "nginx"],
        confirm: Text(
            en:
                "Look at the access log's line of the delivery: status, body bytes (7 for Alipay's `success`), duration, agent; then at the application log of the same second.",
            zh: "查看访问日志中该次投递的状态、字节数（支付宝 `success` 为 7）、耗时与 agent，再看同一秒的应用日志。"),
        source: Text(
            en: "HTTP (RFC 9110), nginx documentation, and the providers' rules for answers.", zh: "HTTP（RFC 9110）、nginx 文档，以及各渠道的应答规则。"),
        causes: Text(en: "Who answered: the edge, a filter or the handler.", zh: "由谁应答：边缘、过滤器或处理器。"),
        fix: Text(en: "Let the provider's POST reach the handler untouched and answer as it demands.", zh: "让渠道的 POST 原样到达处理器，并按其要求应答。"),
        codes: [
            .init(
                "200", title: Text(en: "ok, but read the body", zh: "成功，但要看正文"),
                meaning: Text(
                    en:
                        "Accepted by WeChat v3 and Apple. Alipay also wants exactly the 7 bytes `success`, WeChat v2 an XML body: a 200 with another body looks healthy and is sent again.",
                    zh: "微信 v3 与 Apple 视为成功。支付宝还要求正文正好是 7 字节 `success`，微信 v2 要求 XML：正文不对的 200 看似正常，却会重发。"),
                causes: Text(
                    en: "A JSON wrapper, quotes, a byte-order mark or HTML around `success`.", zh: "`success` 外套了 JSON、引号、BOM 或 HTML。"),
                fix: Text(en: "Write the plain body, and watch for repeats on the retry schedule.", zh: "输出纯文本正文，留意按时刻表的重发。"),
                breaks: [.notifyRejected]),
            .init(
                "204", title: Text(en: "no content", zh: "无正文"),
                meaning: Text(
                    en: "Accepted by WeChat v3 and Apple; for Alipay it is a refusal, since the body is missing.",
                    zh: "微信 v3 与 Apple 接受；支付宝视为失败，因为缺少正文。"), causes: Text(en: "A framework that answers without a body.", zh: "框架返回空正文。"),
                fix: Text(en: "For Alipay write `success`.", zh: "支付宝应输出 `success`。"), breaks: [.notifyRejected]),
            .init(
                "301", title: Text(en: "redirect", zh: "重定向"),
                meaning: Text(en: "No provider follows it: the notify counts as refused.", zh: "渠道不会跟随跳转：视为被拒绝。"),
                causes: Text(en: "http to https, a missing slash, a login page, another host.", zh: "http 跳 https、缺少斜杠、登录页、换域名。"),
                fix: Text(
                    en: "Register the final https address as notify_url and take the path out of the rule.",
                    zh: "将最终 https 地址登记为 notify_url，并把该路径排除在跳转规则外。"), names: ["302", "303", "307", "308"],
                breaks: [.notifyRejected, .returnNeverLanded]),
            .init(
                "400", title: Text(en: "bad request", zh: "请求无效"),
                meaning: Text(en: "The server could not or would not read the request.", zh: "服务器无法或拒绝读取请求。"),
                causes: Text(
                    en: "A body filter, a parser that wants JSON where a form comes, TLS at a plain port.",
                    zh: "正文过滤、把表单当 JSON 解析、明文端口收到 TLS。"),
                fix: Text(en: "Accept form, XML and JSON as the provider sends them.", zh: "按渠道实际格式接收表单、XML 或 JSON。"),
                breaks: [.notifyRejected]),
            .init(
                "401", title: Text(en: "login demanded", zh: "需要登录"),
                meaning: Text(
                    en: "A login filter answered before the handler. WeChat's probes with a false signature are rightly answered so.",
                    zh: "登录过滤器在处理器之前应答。对微信错误签名探测返回它是正确的。"),
                causes: Text(en: "The path is not on the filter's exception list.", zh: "该路径未加入过滤器白名单。"),
                fix: Text(en: "Exempt the notify path; verify the signature instead.", zh: "将通知路径加入白名单，改用验签保护。"), breaks: [.notifyRejected]),
            .init(
                "403", title: Text(en: "forbidden", zh: "禁止访问"),
                meaning: Text(en: "A firewall, an allow-list or a filter refused the provider.", zh: "防火墙、白名单或过滤器拒绝了渠道。"),
                causes: Text(
                    en: "WAF rules on the body, an address list that is out of date, CSRF protection.", zh: "WAF 规则、过期的地址白名单、CSRF 防护。"),
                fix: Text(en: "Exempt the path in the WAF, update the list of addresses.", zh: "在 WAF 放行该路径，更新地址白名单。"),
                breaks: [.notifyRejected]),
            .init(
                "404", title: Text(en: "no such route", zh: "没有该路由"), meaning: Text(en: "The path leads nowhere.", zh: "路径不存在。"),
                causes: Text(en: "A renamed route, a missing prefix, a deployment without it, another host.", zh: "路由改名、缺少前缀、发布遗漏、域名指错。"),
                fix: Text(en: "Call the registered notify_url from outside with POST.", zh: "从外网对登记的 notify_url 发 POST 验证。"),
                breaks: [.notifyRejected]),
            .init(
                "405", title: Text(en: "method not allowed", zh: "方法不允许"),
                meaning: Text(en: "The route does not take POST.", zh: "路由不接受 POST。"),
                causes: Text(en: "Only GET was mapped, or a redirect changed the method.", zh: "只映射了 GET，或跳转改变了方法。"),
                fix: Text(en: "Map POST.", zh: "映射 POST。"), breaks: [.notifyRejected]),
            .init(
                "413", title: Text(en: "body too large", zh: "正文过大"),
                meaning: Text(en: "The edge refused the body's size.", zh: "边缘因正文过大拒绝。"),
                causes: Text(en: "A small client_max_body_size.", zh: "client_max_body_size 过小。"),
                fix: Text(en: "Raise it for this path.", zh: "为该路径调大。"), breaks: [.notifyRejected]),
            .init(
                "415", title: Text(en: "content type not accepted", zh: "内容类型不支持"),
                meaning: Text(en: "The handler wants another content type.", zh: "处理器要求别的内容类型。"),
                causes: Text(en: "A JSON-only handler for a form or XML notify.", zh: "处理器只收 JSON，而通知是表单或 XML。"),
                fix: Text(en: "Accept what the provider sends.", zh: "接受渠道的内容类型。"), breaks: [.notifyRejected]),
            .init(
                "419", title: Text(en: "CSRF token missing", zh: "缺少 CSRF 令牌"),
                meaning: Text(
                    en: "The framework's CSRF protection refused the POST before the handler (Laravel's own status).",
                    zh: "框架的 CSRF 防护在处理器之前拒绝（Laravel 特有状态码）。"), causes: Text(en: "The notify path is not exempt.", zh: "通知路径未豁免。"),
                fix: Text(en: "Exempt the notify path from CSRF.", zh: "将通知路径加入 CSRF 豁免。"), breaks: [.notifyRejected]),
            .init(
                "422", title: Text(en: "validation failed", zh: "校验失败"),
                meaning: Text(en: "The framework's validation refused the parameters.", zh: "框架参数校验拒绝。"),
                causes: Text(en: "Rules made for the shop's own forms.", zh: "规则是为自家表单写的。"),
                fix: Text(en: "Verify the signature, then read the fields that you know.", zh: "先验签，再读取需要的字段。"), breaks: [.notifyRejected]),
            .init(
                "429", title: Text(en: "too many requests", zh: "请求过多"),
                meaning: Text(en: "A rate limit refused the provider.", zh: "限流拒绝了渠道。"),
                causes: Text(en: "A limit per address that all notifies share.", zh: "按地址限流，而所有通知同源。"),
                fix: Text(en: "Exempt the notify path.", zh: "对通知路径免限流。"), breaks: [.notifyRejected]),
            .init(
                "499", title: Text(en: "the client gave up waiting", zh: "客户端等不及断开"),
                meaning: Text(
                    en: "nginx's own: the provider closed the connection before our answer. It counts as refused.",
                    zh: "nginx 特有：渠道在我方应答前断开。视为被拒绝。"),
                causes: Text(
                    en: "Work done before the answer: over 5 s for WeChat, over 30 s for Apple.", zh: "先做业务再应答：微信超过 5 秒，Apple 超过 30 秒。"),
                fix: Text(en: "Store and answer at once, work afterwards.", zh: "先落库并应答，再处理业务。"), breaks: [.notifyRejected]),
            .init(
                "500", title: Text(en: "exception in the handler", zh: "处理器异常"), meaning: Text(en: "The handler failed.", zh: "处理器抛出异常。"),
                causes: Text(en: "An unexpected field, a deadlock, a missing order, a full pool.", zh: "字段异常、死锁、订单不存在、连接池耗尽。"),
                fix: Text(en: "Read the stack trace of that second; make the handler idempotent.", zh: "查看当时的堆栈；保证处理器幂等。"),
                breaks: [.notifyRejected, .paidNotMarked]),
            .init(
                "502", title: Text(en: "no application behind the edge", zh: "后端不可用"),
                meaning: Text(en: "The edge had nobody to hand the request to.", zh: "边缘找不到可用的后端。"),
                causes: Text(en: "A deployment, a crash, a full queue.", zh: "发布、崩溃或队列打满。"),
                fix: Text(en: "Deploy without a gap; the provider's retry comes by itself.", zh: "平滑发布；渠道会自行重发。"), names: ["503"],
                breaks: [.notifyRejected]),
            .init(
                "504", title: Text(en: "the application was too slow", zh: "后端超时"),
                meaning: Text(en: "The edge gave up waiting for the application.", zh: "边缘等待后端超时。"),
                causes: Text(en: "A slow query or a call to a third party inside the handler.", zh: "处理器里有慢查询或第三方调用。"),
                fix: Text(en: "Answer first, work afterwards.", zh: "先应答再处理业务。"), names: ["408"], breaks: [.notifyRejected]),
        ])
}
