import Domain
import Testing

@testable import Recognition

@Suite struct SecretsTests {
    @Test(
        arguments: [
            ("https://shop.example.com/pay?orderNo=1&access_token=abcdef", "access_token"),
            ("https://shop.example.com/pay?orderNo=1&couponSecret=abcdef", "couponSecret"),
            ("shopdemo://payresult?key=abcdef", "key"), ("/pay/return?orderNo=1&api_key=abcdef", "api_key"),
            ("https://shop.example.com/pay?token=0123456789abcdef", "token"), ("https://shop.example.com/pay?token=short", nil),
            ("https://mclient.alipay.com/h5?session=f9f1&access_token=abcdef", nil), ("alipays://platformapi/startApp?key=abcdef", nil),
            ("https://shop.example.com/back?token=EC-0123456789abcdef&PayerID=X1", nil), ("wx00aa://pay/?returnKey=abcdef&ret=0", nil),
            ("https://shop.example.com/pay?sign=abcdef&sign_type=RSA2", nil), ("https://shop.example.com/pay?access_token=", nil),
        ] as [(String, String?)]) func names(url: String, expected: String?)
    {
        var url = url
        #expect(url.withUTF8 { Secrets.name(in: UnsafeRawBufferPointer($0))?.text } == expected)
    }
}
