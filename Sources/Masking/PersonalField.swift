/// Fields whose value is somebody's: what providers, shops and devices call them. This list is the declaration; nothing else names fields.
///
/// Names are compared without case, `_`, `-` and `.`, so that `buyer_logon_id`, `buyerLogonId` and `Buyer-Logon-ID` are one.
/// Sources: Alipay asynchronous notify and query answers, bills (facts.md §1), WeChat Pay notify v2 and v3 and bills (§2), PayPal and Stripe
/// events, App Store documents, and what shops commonly log.
enum PersonalField {
    /// One kind of personal data.
    struct Kind: Sendable {
        /// What a token begins with.
        let label: String
        /// Whole names.
        let names: [StaticString]
        /// Ends of longer names: `receiver_phone`.
        let ends: [StaticString]
        /// An unquoted value may hold blanks: `name=San Zhang`.
        var hasBlanks = false
        /// Many things bear this name: only a value of several words, or one beyond ASCII, is a person's.
        var isVague = false
    }

    /// Every kind.
    static let kinds: [Kind] = [
        Kind(
            label: "buyer_id", names: ["buyer", "payerid", "payeruserid", "买家id", "付款方id"],
            ends: ["buyerid", "buyeruserid", "buyeropenid"]),
        Kind(
            label: "logon_id", names: ["logonid", "account", "对方账户", "对方账号", "买家账号", "付款账号", "付款账户", "支付宝账号", "支付宝账户", "账号"],
            ends: [
                "logonid", "loginid", "loginname", "buyeraccount", "payeraccount", "alipayaccount", "alipayloginid", "useraccount",
                "wechatid",
                "weixinid", "wxid", "wechatno", "微信号",
            ]),
        Kind(label: "openid", names: ["openid", "unionid", "用户标识"], ends: ["openid", "unionid"]),
        Kind(
            label: "user_id",
            names: [
                "userid", "uid", "user", "memberid", "customerid", "customer", "accountid", "userno", "memberno", "passportid", "qq",
                "qqno", "用户id", "会员号", "客户编号",
            ], ends: ["userid", "memberid", "customerid"]),
        Kind(
            label: "phone", names: ["tel", "cell", "msisdn", "手机", "手机号", "手机号码", "电话", "联系电话"],
            ends: ["phone", "mobile", "telephone", "phoneno", "mobileno", "phonenumber", "mobilenumber", "nationalnumber", "手机号"]),
        Kind(label: "email", names: ["mail", "邮箱", "电子邮箱"], ends: ["email", "emailaddress", "mailbox"]),
        Kind(
            label: "id_card", names: ["idno", "certno", "idnumber", "identityno", "身份证", "身份证号", "证件号", "证件号码"],
            ends: ["idcard", "idcardno", "idcardnumber", "certno", "passportno", "passportnumber", "passport", "ssn"]),
        Kind(label: "birthday", names: ["dob", "生日", "出生日期"], ends: ["birthday", "birthdate", "dateofbirth"]),
        Kind(
            label: "bank_card", names: ["pan", "银行卡", "银行卡号", "卡号"],
            ends: ["cardno", "cardnumber", "bankcard", "bankaccount", "accountnumber", "iban"]),
        Kind(
            label: "name",
            names: [
                "consignee", "receiver", "payername", "payeename", "cardholder", "contact", "对方名称", "对方户名", "户名", "姓名", "真实姓名", "收货人",
                "收件人", "付款人", "持卡人", "联系人", "昵称",
                "用户名",
            ],
            ends: [
                "username", "nickname", "realname", "buyername", "customername", "holdername", "receivername", "firstname", "lastname",
                "fullname",
                "givenname", "surname", "contactname",
            ], hasBlanks: true),
        Kind(
            label: "device", names: ["imei", "imsi", "meid", "idfa", "idfv", "oaid", "gaid", "aaid", "androidid", "macaddress"],
            ends: ["imei", "idfa", "androidid", "advertisingid"]),
        Kind(label: "name", names: ["name", "名称"], ends: [], isVague: true),
        Kind(
            label: "ip", names: ["ip", "xforwardedfor", "remoteaddr", "forwardedfor", "spbillcreateip"],
            ends: ["clientip", "remoteip", "userip", "realip", "createip", "ipaddress"]),
        Kind(
            label: "address", names: ["收货地址", "地址", "addr"], ends: ["address", "address1", "address2", "addressline1", "addressline2"],
            hasBlanks: true),
        Kind(
            label: "token", names: ["token", "jwt", "sessionkey", "authcode", "auth", "ticket"],
            ends: [
                "accesstoken", "refreshtoken", "idtoken", "authtoken", "usertoken", "logintoken", "sessiontoken", "devicetoken",
                "pushtoken", "sessionkey",
            ]),
        Kind(
            label: "secret", names: ["pwd", "authorization", "cookie", "setcookie", "pin", "cvv", "cvc"],
            ends: [
                "password", "passwd", "secret", "apikey", "privatekey", "secretkey", "authorization", "cookie", "mchkey", "paykey",
                "signkey",
                "apiv3key", "aeskey", "encryptkey", "accesskey", "accesskeyid",
            ], hasBlanks: true),
    ]

    /// The kind of a field's name; nil when its value is nobody's.
    static func kind(of name: some Collection<UInt8>) -> Kind? {
        guard (2...64).contains(name.count) else { return nil }
        var normal: [UInt8] = []
        for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") && byte != UInt8(ascii: ".") {
            normal.append((65...90).contains(byte) ? byte | 0x20 : byte)
        }
        if let index = whole[Array(normal)] { return kinds[index] }
        guard let last = normal.last, let ends = endsByLast[last] else { return nil }
        for (end, index) in ends where normal.count >= end.count && normal.suffix(end.count).elementsEqual(end) { return kinds[index] }
        return nil
    }

    private static let whole: [[UInt8]: Int] = Dictionary(
        kinds.enumerated().flatMap { index, kind in kind.names.map { (bytes($0), index) } }, uniquingKeysWith: { first, _ in first })

    private static let endsByLast: [UInt8: [(end: [UInt8], kind: Int)]] = {
        var table: [UInt8: [(end: [UInt8], kind: Int)]] = [:]
        for (index, kind) in kinds.enumerated() {
            for end in kind.ends.map(bytes) { if let last = end.last { table[last, default: []].append((end, index)) } }
        }
        return table
    }()

    private static func bytes(_ text: StaticString) -> [UInt8] {
        Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}
