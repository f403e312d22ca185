/// Lines with event words in the usual envelopes and what they must give.
enum ServerEventExamples {
    static let all: [Recognizer.Example] = [
        Recognizer.Example(
            #"{"time":"2026-06-11T20:14:03.118+08:00","level":"info","event":"order.created","orderNo":"TK061107","amount":"68.00","#
                + #""currency":"CNY","return_url":"https://pay.example.com/done?orderNo=TK061107","#
                + #""notify_url":"https://pay.example.com/hooks/wx/notify","sid":"ck_7","flow":"wechat_h5"}"#,
            gives: "server.order.created orderNumber=TK061107 amount=68.00 currency=CNY flow=wechat_h5 session=ck_7 "
                + "returnHost=pay.example.com returnPath=/done notifyHost=pay.example.com notifyPath=/hooks/wx/notify"),
        Recognizer.Example(
            #"[2026-04-14 11:03:10] production.INFO: order.created {"orderNo":"SO-11031","amount":"20.50","product_code":"QUICK_WAP_WAY","#
                + #""return_url":"","notify_url":"https://shop.example.com/alipay/notify/SO-11031","timeout_express":"30m"}"#,
            gives: "server.order.created orderNumber=SO-11031 amount=20.50 flow=alipay_h5 returnURLEmpty=true notifyPath=/alipay/notify/* "
                + "expiresAt=1776137590000000"),
        Recognizer.Example(
            "2026-10-07 15:30:14.081  INFO 1 --- [nio-8080-exec-2] c.e.pay.NotifyController : event=checkout.created orderNo=YD-881 "
                + "outTradeNo=YD-881-1 channel=wechat_h5 prepay_id=wx07153014f7",
            gives: "server.checkout.created orderNumber=YD-881 attemptNumber=YD-881-1 flow=wechat_h5 prepayID=wx07153014f7"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.218+08:00","level":"info","event":"notify.verified","orderNo":"TK1","ok":"false","#
                + #""reason":"signature"}"#,
            gives: "server.notify.verified orderNumber=TK1 ok=false reason=signature"),
        Recognizer.Example(
            "2026-10-07 15:31:39.360  INFO 1 --- [nio-8080-exec-2] c.e.pay.N : event=notify.answered outTradeNo=YD-881-2 status=500 body=failure",
            gives: "server.notify.answered orderNumber=YD-881-2 httpStatus=500 body=failure"),
        Recognizer.Example(
            "2026-08-12 15:10:20 > INFO > query.answered {\"orderNo\":\"YP031\",\"status\":\"pending\"}",
            gives: "server.query.answered orderNumber=YP031 status=pending"),
        Recognizer.Example(
            "2026-07-08T14:04:11.812+0800\tWARN\tpaywatch\tjob/reconcile.go:88\tprovider.answered\t"
                + #"{"orderNo":"sub2_Qx01","error":"invalid character '<' looking for beginning of value","http":200}"#,
            gives: "server.provider.answered orderNumber=sub2_Qx01 httpStatus=200 "
                + "error=invalid+character+'<'+looking+for+beginning+of+value"),
        Recognizer.Example(
            #"{"time":1784599453500,"level":30,"pid":1,"msg":"provider.answered","orderNo":"NJ1004","code":"40004","#
                + #""sub_code":"ACQ.TRADE_NOT_EXIST"}"#,
            gives: "server.provider.answered orderNumber=NJ1004 code=40004 subCode=ACQ.TRADE_NOT_EXIST status=not_exist provider=alipay"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.241+08:00","event":"order.changed","orderNo":"TK1","from":"WAIT_PAY","to":"Success","by":"notify"}"#,
            gives: "server.order.changed orderNumber=TK1 from=pending to=paid by=notify"),
        Recognizer.Example(
            "2026-06-11T20:22:06+0800 info payment: event=order.changed orderNo=TK1 from=pending to=archived by=operator",
            gives: "server.order.changed orderNumber=TK1 from=pending to=archived by=operator"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.390+08:00","action":"order.delivered","order_sn":"TK1","item":"vip-30"}"#,
            gives: "server.order.delivered orderNumber=TK1 item=vip-30"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.390+08:00","event":"notify.received","environment":"Sandbox","notify_id":"n7","out_trade_no":"#
                + #""TK1","trade_status":"TRADE_SUCCESS","trade_no":"2026061122","total_amount":"68.00"}"#,
            gives: "server.notify.received orderNumber=TK1 notifyID=n7 provider=alipay status=paid amount=68.00 environment=Sandbox"),
        Recognizer.Example(
            #"{"time":"2026-12-30T20:40:23.799Z","event":"receipt.verified","status":0,"environment":"Production","#
                + #""transactionId":"2000000881204417","orderNo":"RP-7741"}"#,
            gives: "server.receipt.verified orderNumber=RP-7741 code=0 status=paid environment=Production transactionID=2000000881204417"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.390+08:00","event":"trade.recorded","out_trade_no":"TK1","transaction_id":"#
                + #""4200001822202606118801981756","total_amount":"68.00","currency":"CNY","trade_state":"SUCCESS","#
                + #""success_time":"2026-06-11T20:14:33+08:00"}"#,
            gives: "provider.trade.recorded orderNumber=TK1 tradeNumber=4200001822202606118801981756 amount=68.00 status=paid "
                + "paidAt=1781180073000000 provider=wechat"),
        Recognizer.Example(
            #"{"time":"2026-06-11T20:22:06.390+08:00","event":"notify.sent","out_trade_no":"TK1","attempt":2,"http_status":502,"#
                + #""result":"UNSUCCESSFUL_HTTP_RESPONSE_CODE"}"#,
            gives: "provider.notify.sent orderNumber=TK1 attemptIndex=2 httpStatus=502 deliveryResult=UNSUCCESSFUL_HTTP_RESPONSE_CODE"),
        Recognizer.Example(#"{"time":"2026-06-11T20:22:06.390+08:00","event":"job.finished","job":"coupon"}"#),
        Recognizer.Example("2026-06-11T20:22:06+0800 info payment: the order.created topic has no consumer"),
    ]
}
