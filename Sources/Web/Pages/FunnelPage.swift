import Domain
import Flows
import Reports
import Serving

extension Route {
    /// The funnel.
    static let funnelPage = Route(
        "/funnel", .page, Text(en: "the funnel by flow, with filters", zh: "按流程的漏斗，可筛选"), parameters: OrderQuery.parameters
    ) { (call) throws(WebFailure) in
        let (state, summary) = try call.read { _, snapshot in (snapshot.tag, snapshot.summary) }
        let funnels = try FunnelCount.make(call)
        return Frame.page(call, title: call.say("Funnel", "漏斗"), current: "/funnel", state: state) { page in
            page.element("h1", text: call.say("Funnel", "漏斗"))
            FilterForm.write(call, action: "/funnel", to: &page)
            if funnels.isEmpty { page.noOrders(call, summary) }
            page.element(
                "p", ["class": "faint"],
                text: call.say(
                    "A step counts where a log shows it. Where a kind of log is missing, fewer are seen than happened.",
                    "步骤以日志可见为准；缺少某类日志时，看到的少于实际发生的。"))
            for funnel in funnels { FunnelChart.write(funnel, call, to: &page) }
        }
    }
}

/// One flow's funnel: every bar has its number as text.
private enum FunnelChart {
    static func write(
        _ funnel: (flow: Flow, orders: Int, steps: [Summary.FunnelStep]), _ call: Call, to page: inout HTMLWriter
    ) {
        let name = call.say(FlowDefinition.of(funnel.flow).names)
        page.element(
            "h2", text: call.say("\(name): \(MoneyText.count(funnel.orders, "order"))", "\(name)：\(MoneyText.count(funnel.orders)) 笔订单"))
        var table = PageTable(
            call.say("Steps of the flow", "流程步骤"),
            [
                .init(call.say("Step", "步骤")), .init(call.say("Orders", "订单"), isNumber: true),
                .init(call.say("Share", "占比"), isNumber: true),
                .init(call.say("Cannot be told", "无法判断"), isNumber: true),
                .init(call.say("Bar", "图示")), .init(call.say("Median time", "中位用时"), isNumber: true),
            ])
        for step in funnel.steps {
            let share = min(max(step.conversion, 0), 1)
            table.rows.append([
                .link(call.say(step.step.title), to: call.link(explain: "step/" + step.step.rawValue)), .text(MoneyText.count(step.orders)),
                .text(Share.percent(step.orders, of: funnel.orders)),
                .text(step.unobserved > 0 ? MoneyText.count(step.unobserved) : "–"),
                .written { page in
                    // Sizes as attributes: the page's policy forbids styles inside it.
                    page.element("svg", ["class": "bar", "viewBox": "0 0 200 12", "width": "200", "height": "12", "aria-hidden": "true"]) {
                        page in
                        page.element("rect", ["class": "ghost", "width": "200", "height": "12", "rx": "2"], text: "")
                        page.element(
                            "rect", ["class": "share", "width": String(Int((share * 200).rounded())), "height": "12", "rx": "2"], text: "")
                    }
                }, .text(step.medianSeconds.map { call.time.span(Amount.span(seconds: $0)) } ?? "–"),
            ])
        }
        table.write(to: &page)
    }
}
