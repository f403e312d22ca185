import Decoding
import Domain

extension Recognizer {
    /// A navigation delegate that meets a wallet's URL.
    static let walletIntercept = Recognizer(
        name: "wallet intercept",
        purpose: Text(
            en: "A navigation delegate logs the wallet's URL: its scheme, or an https host that hands over to it.",
            zh: "导航代理记录了钱包链接：钱包 scheme，或会转交钱包的 https 域名。"),
        scope: .tagged, anchors: ["decidePolicyFor", "navigationAction"],
        examples: [
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] decidePolicyFor navigationAction url=alipay://alipayclient/?%7B%22requestType%22%3A"
                    + "%22SafePay%22%2C%22fromAppUrlScheme%22%3A%22alipays%22%7D",
                gives: "client.wallet.intercepted urlScheme=alipay returnScheme=alipays"),
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] navigationAction https://render.alipay.com/p/s/i?scheme=alipays%3A%2F%2Fplatformapi",
                gives: "client.wallet.intercepted urlScheme=https urlHost=render.alipay.com"),
            Example(
                "2026/05/06 05:07:03:510  [PayCallback] decidePolicyFor url=https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx1"
            ),
            Example("2026/05/06 05:07:03:510  [PayCallback] decidePolicyFor url=https://shop.example.com/cart"),
        ]
    ) { reading in
        guard reading.text.holds("decidePolicyFor") || reading.text.holds("navigationAction"), let url = reading.url, Reading.isLaunch(url),
            reading.beginClient(.walletIntercepted)
        else { return false }
        reading.putURL(url)
        return true
    }
}
