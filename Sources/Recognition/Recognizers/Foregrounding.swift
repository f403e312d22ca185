import Decoding
import Domain

extension Recognizer {
    /// The app comes to the front.
    static let foregrounding = Recognizer(
        name: "foregrounding",
        purpose: Text(en: "The app comes to the front.", zh: "应用回到前台。"),
        scope: .tagged,
        anchors: ["idBecomeActive", "WillEnterForeground", "onResume"],
        examples: [
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] applicationDidBecomeActive pendingOrder=TK0506",
                gives: "client.app.foregrounded pending=TK0506 orderNumber=TK0506"),
            Example(
                "2026/05/06 05:08:38:510  [PayCallback] sceneDidBecomeActive pending=(null)", gives: "client.app.foregrounded pending=none"),
            Example("2026/05/06 05:08:38:510  [PayCallback] applicationWillEnterForeground", gives: "client.app.foregrounded"),
        ]
    ) { reading in
        let text = reading.text
        guard text.holds("idBecomeActive") || text.holds("WillEnterForeground") || text.holds("onResume") else { return false }
        guard reading.beginClient(.appForegrounded) else { return false }
        reading.putPending(reading.fields[.pending])
        return true
    }
}
