import Domain
import Testing

@testable import Reports

@Suite struct AttributeNameTests {
    @Test(
        arguments: [
            (.productID, "product_id"), (.bundleID, "bundle_id"), (.returnURLEmpty, "return_url_empty"), (.urlHasOrder, "url_has_order"),
            (.subscriptionState, "subscription_state"), (.ok, "ok"), (.signatureFault, "signature_fault"), (.httpStatus, "http_status"),
        ] as [(AttributeKey, String)]) func areSnakeCase(key: AttributeKey, expected: String)
    {
        #expect(key.jsonName == expected)
    }

    @Test func areDifferent() {
        let names = AttributeKey.allCases.map(\.jsonName)
        #expect(Set(names).count == names.count)
    }
}
