/// What a key of a log line means, whatever its spelling: `out_trade_no`, `outTradeNo` and `OUT-TRADE-NO` are one.
///
/// The order of the cases is nothing but the index of a slot in ``FieldTable``.
enum FieldKey: UInt8, CaseIterable {
    // What the record is.
    case event, message, tag, type, source, level
    // Numbers (vocabulary §8 rule 1).
    case orderNumber, orderID, attemptNumber, merchantNumber
    // Other names of the order.
    case tradeNumber, transactionID, originalTransactionID, appAccountToken, webOrderLineItemID
    case notifyID, identifier, nestedIdentifier, prepayID, requestID, session, device
    // Money and state.
    case amount, totalAmount, totalFee, total, currency, feeType
    case status, tradeStatus, tradeState, orderStatus, from, to, by
    case ok, success, reason, error, code, subCode, subMessage, resultCode, errorCode, resultStatus
    case refundFee, refundNumber, refundStatus, refund
    // HTTP and notify.
    case http, body, bytes, duration, method, path, userAgent, signature, wechatTimestamp
    case notifyTime, paymentTime, closeTime, refundTime, successTime, endTime, sendPayDate, createTime, creationTime, eventTime, time
    case appID, sellerID, merchantID, bundleID
    case resource, resourceType, eventType, ciphertext, returnCode, tradeType, productCode
    case alipayQuery, alipayRefund, alipayAnswer, bizContent
    case attempt, deliveryResult
    // Apple.
    case signedPayload, signedTransaction, notificationType, subtype, productID, transactionState, environment, receipt, active, expires
    case signedRenewal, signedDocument, storeList, sendAttempts, latestReceipt
    case purchaseDate, revocationDate, transactionReason, autoRenewStatus, graceDate
    // The order and its course.
    case flow, channel, returnURL, notifyURL, quitURL, timeoutExpress, timeExpire
    case url, returnScheme, via, scheme, installed, pending, invalid, count, item
    case appVersion, osVersion, cid, platform, memo, result, firstInstall

    /// The known spellings in folded form: lower case, without `_`, `-`, `.` and blanks. A configured order-number key is added to them.
    var spellings: [StaticString] {
        switch self {
        case .event: ["event", "action", "evt", "eventname"]
        case .message: ["msg", "message", "eventmessage"]
        case .tag: ["tag", "category", "subsystem", "logger", "loggername"]
        case .type: ["type"]
        case .source: ["source"]
        case .level: ["level"]
        case .orderNumber: ["orderno", "ordersn", "ordernumber"]
        case .orderID: ["orderid"]
        case .attemptNumber: ["outtradeno", "mchorderno"]
        case .merchantNumber: ["merchantorderno", "merchantorderid", "商户订单号", "商户单号", "商家订单号"]
        case .tradeNumber: ["tradeno", "alipaytradeno", "providertradeno", "支付宝交易号", "微信订单号"]
        case .transactionID: ["transactionid", "transactionidentifier"]
        case .originalTransactionID: ["originaltransactionid", "originalid", "originaltransactionidentifier"]
        case .appAccountToken: ["appaccounttoken", "applicationusername"]
        case .webOrderLineItemID: ["weborderlineitemid"]
        case .notifyID: ["notifyid", "notificationid", "notificationuuid"]
        case .identifier: ["id"]
        case .nestedIdentifier: []
        case .prepayID: ["prepayid"]
        case .requestID: ["requestid", "reqid", "xrequestid", "traceid"]
        case .session: ["sid", "checkoutsession"]
        case .device: ["device", "deviceid"]
        case .amount: ["amount", "orderamount", "payamount", "price"]
        case .totalAmount: ["totalamount"]
        case .totalFee: ["totalfee"]
        case .total: ["total"]
        case .currency: ["currency"]
        case .feeType: ["feetype"]
        case .status: ["status", "state"]
        case .tradeStatus: ["tradestatus"]
        case .tradeState: ["tradestate"]
        case .orderStatus: ["orderstatus", "paystatus", "paymentstatus"]
        case .from: ["from", "oldstatus", "fromstatus"]
        case .to: ["to", "newstatus", "tostatus"]
        case .by: ["by", "trigger"]
        case .ok: ["ok", "verified", "valid"]
        case .success: ["success", "succeeded", "opened"]
        case .reason: ["reason"]
        case .error: ["error", "err", "errormessage", "exception"]
        case .code: ["code"]
        case .subCode: ["subcode", "errcodedes"]
        case .subMessage: ["submsg"]
        case .resultCode: ["resultcode", "redirectstatus"]
        case .errorCode: ["errcode", "ret", "errorcode"]
        case .resultStatus: ["resultstatus"]
        case .refundFee: ["refundfee", "refundamount", "refundfee0"]
        case .refundNumber: ["outbizno", "outrefundno", "refundno", "outrequestno", "outrefundno0"]
        case .refundStatus: ["refundstatus", "refundstatus0"]
        case .refund: ["refund"]
        case .http: ["http", "httpstatus", "statuscode", "httpcode"]
        case .body: ["body", "payload", "params", "rawbody", "requestbody"]
        case .bytes: ["bytes", "bodybytessent", "bodybytes"]
        case .duration: ["duration", "durationms", "costms", "elapsedms"]
        case .method: ["method"]
        case .path: ["path", "uri", "requesturi"]
        case .userAgent: ["ua", "useragent", "httpuseragent"]
        case .signature: ["wechatpaysignature", "signature"]
        case .wechatTimestamp: ["wechatpaytimestamp"]
        case .notifyTime: ["notifytime"]
        case .paymentTime: ["gmtpayment", "paidat", "paytime", "paidtime"]
        case .closeTime: ["gmtclose", "closedat"]
        case .refundTime: ["gmtrefund", "refundedat", "refundtime", "gmtrefundpay"]
        case .successTime: ["successtime"]
        case .endTime: ["timeend"]
        case .sendPayDate: ["sendpaydate"]
        case .createTime: ["createtime"]
        case .creationTime: ["gmtcreate"]
        case .eventTime: ["eventtime", "gmtevent", "recordtime"]
        case .time: ["time", "timestamp", "ts", "completeuntil"]
        case .appID: ["appid"]
        case .sellerID: ["sellerid"]
        case .merchantID: ["mchid"]
        case .bundleID: ["bundleid"]
        case .resource: ["resource"]
        case .resourceType: ["resourcetype"]
        case .eventType: ["eventtype"]
        case .ciphertext: ["ciphertext"]
        case .returnCode: ["returncode"]
        case .tradeType: ["tradetype"]
        case .productCode: ["productcode"]
        case .alipayQuery: ["alipaytradequeryresponse"]
        case .alipayRefund: ["alipaytraderefundresponse", "alipaytradefastpayrefundqueryresponse"]
        case .alipayAnswer: ["alipaytradeapppayresponse", "alipaytradewappayresponse"]
        case .bizContent: ["bizcontent"]
        case .attempt: ["attempt", "attemptindex"]
        case .deliveryResult: ["sendattemptresult", "deliveryresult"]
        case .signedPayload: ["signedpayload"]
        case .signedTransaction: ["signedtransactioninfo"]
        case .notificationType: ["notificationtype"]
        case .subtype: ["subtype"]
        case .productID: ["productid", "productidentifier"]
        case .transactionState: ["transactionstate"]
        case .environment: ["environment", "env"]
        case .receipt: ["receipt"]
        case .latestReceipt: ["latestreceiptinfo"]
        case .signedRenewal: ["signedrenewalinfo"]
        case .signedDocument:
            ["jws", "jwsrepresentation", "jwstransaction", "transactionjws", "signedtransaction", "signedtransactionjws"]
        case .storeList: ["notificationhistory", "signedtransactions", "lasttransactions"]
        case .sendAttempts: ["sendattempts", "firstsendattemptresult"]
        case .purchaseDate: ["purchasedate", "purchasedatems"]
        case .revocationDate: ["revocationdate", "revocationdatems", "cancellationdate", "cancellationdatems"]
        case .transactionReason: ["transactionreason"]
        case .autoRenewStatus: ["autorenewstatus", "autorenew"]
        case .graceDate: ["graceperiodexpiresdate", "graceperiodexpiresdatems", "graceuntil"]
        case .active: ["active"]
        case .expires: ["expires", "expiresdate", "expiresdatems"]
        case .flow: ["flow"]
        case .channel: ["channel", "paychannel"]
        case .returnURL: ["returnurl"]
        case .notifyURL: ["notifyurl"]
        case .quitURL: ["quiturl"]
        case .timeoutExpress: ["timeoutexpress"]
        case .timeExpire: ["timeexpire", "expiresat", "expireat"]
        case .url: ["url", "webpageurl", "nserrorfailingurlstringkey", "nserrorfailingurlkey"]
        case .returnScheme: ["fromappurlscheme"]
        case .via: ["via"]
        case .scheme: ["scheme"]
        case .installed: ["installed"]
        case .pending: ["pending", "pendingorder", "pendingorderno"]
        case .invalid: ["invalid", "invalidproductidentifiers"]
        case .count: ["count"]
        case .item: ["item", "goods"]
        case .appVersion: ["app", "appversion"]
        case .osVersion: ["os", "osversion"]
        case .cid: ["cid"]
        case .platform: ["platform"]
        case .memo: ["memo"]
        case .result: ["result"]
        case .firstInstall: ["firstinstall", "isfirstinstall", "freshinstall", "firstlaunch", "isfirstlaunch"]
        }
    }
}
