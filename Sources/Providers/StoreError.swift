import Domain

/// An error that StoreKit hands to the app: by number in the first generation, by name in the second (facts.md §3.1).
public struct StoreError: Sendable {
    /// `SKError.code`; nil for the errors of StoreKit 2, which have none.
    public let number: Int64?
    /// The name as Swift writes it.
    public let name: StaticString
    /// The same for people.
    public let text: Text

    private init(_ number: Int64?, _ name: StaticString, _ en: String, _ zh: String) {
        (self.number, self.name, text) = (number, name, Text(en: en, zh: zh))
    }

    /// Every error that is known by name.
    public static let all: [StoreError] = [
        StoreError(0, "unknown", "unknown; the purchase may still come through", "未知错误，之后仍可能成交"),
        StoreError(1, "clientInvalid", "this client may not pay", "客户端不允许发起支付"),
        StoreError(2, "paymentCancelled", "cancelled by the payer, or sent away to update payment details", "用户取消，或被引导去更新付款信息"),
        StoreError(3, "paymentInvalid", "a payment parameter is not valid", "支付参数无效"),
        StoreError(4, "paymentNotAllowed", "this device may not pay: restrictions or a managed account", "设备不允许付款：访问限制或受管账号"),
        StoreError(5, "storeProductNotAvailable", "the product is not sold in this storefront", "当前商店不提供该商品"),
        StoreError(6, "cloudServicePermissionDenied", "no permission for cloud service information", "没有访问云服务信息的权限"),
        StoreError(7, "cloudServiceNetworkConnectionFailed", "no connection to the network", "无法连接网络"),
        StoreError(8, "cloudServiceRevoked", "the permission for the cloud service was taken back", "云服务权限被撤销"),
        StoreError(9, "privacyAcknowledgementRequired", "the payer has to accept Apple's privacy policy first", "用户需先同意 Apple 隐私政策"),
        StoreError(10, "unauthorizedRequestData", "the app uses a property it has no entitlement for", "应用使用了无权使用的请求属性"),
        StoreError(11, "invalidOfferIdentifier", "the offer is not known or not active", "优惠标识无效或未生效"),
        StoreError(12, "invalidSignature", "the offer's signature is not valid", "优惠签名无效"),
        StoreError(13, "missingOfferParams", "parameters of the offer are missing", "缺少优惠参数"),
        StoreError(14, "invalidOfferPrice", "the offer's price is not valid any more", "优惠价格已失效"),
        StoreError(15, "overlayCancelled", "the overlay was dismissed", "应用推荐浮层被关闭"),
        StoreError(16, "overlayInvalidConfiguration", "the overlay's configuration is not valid", "应用推荐浮层配置无效"),
        StoreError(17, "overlayTimeout", "the overlay took too long", "应用推荐浮层超时"),
        StoreError(18, "ineligibleForOffer", "the payer may not have this offer", "用户不符合优惠条件"),
        StoreError(19, "unsupportedPlatform", "this platform does not support it", "当前平台不支持"),
        StoreError(20, "overlayPresentedInBackgroundScene", "the overlay was shown in a scene in the background", "在后台场景中展示了浮层"),
        StoreError(nil, "userCancelled", "cancelled by the payer", "用户取消"),
        StoreError(nil, "networkError", "a network error", "网络错误"),
        StoreError(nil, "systemError", "a system error", "系统错误"),
        StoreError(nil, "notAvailableInStorefront", "the product is not sold in this storefront", "当前商店不提供该商品"),
        StoreError(nil, "notEntitled", "the app lacks the entitlement for in-app purchase", "应用没有内购权限"),
        StoreError(nil, "invalidQuantity", "the quantity is not valid", "购买数量无效"),
        StoreError(nil, "productUnavailable", "the product is not available", "商品不可用"),
        StoreError(nil, "purchaseNotAllowed", "this payer may not buy", "用户不允许购买"),
        StoreError(nil, "invalidOfferSignature", "the offer's signature is not valid", "优惠签名无效"),
        StoreError(nil, "missingOfferParameters", "parameters of the offer are missing", "缺少优惠参数"),
    ]

    /// The error with a number, or nil.
    public static func numbered(_ number: Int64) -> StoreError? {
        guard (0...20).contains(number) else { return nil }
        return all[Int(number)]
    }
}
