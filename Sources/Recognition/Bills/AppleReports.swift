import Domain

extension BillFormat {
    /// Apple's sales report: totals of a day and product. It names no transaction, so no order (facts.md §3.7).
    static let appleSales = BillFormat(
        name: "App Store sales report",
        purpose: Text(
            en: "Apple's sales report of a day: totals of each product. It names no transaction and is evidence of no order.",
            zh: "App Store 销售报表（日）：按商品汇总，不含交易号，不能作为任何订单的证据。"),
        provider: "apple", signature: ["Provider", "SKU", "Units", "Begin Date", "Apple Identifier"], columns: [], freeText: [],
        hasTrades: false, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "Provider\tProvider Country\tSKU\tDeveloper\tTitle\tVersion\tProduct Type Identifier\tUnits\tDeveloper Proceeds\tBegin Date\t"
                    + "End Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\tApple Identifier\tCustomer Price\n"
                    + "APPLE\tUS\tcom.example.month\tExample\tMonth, one\t \tIAY\t12\t4.20\t11/18/2026\t11/18/2026\tCNY\tCN\tCNY\t1690000001\t6.00\n"
            )
        ], separator: 9)

    /// Apple's financial report of a fiscal month (facts.md §3.7).
    static let appleFinance = BillFormat(
        name: "App Store financial report",
        purpose: Text(
            en: "Apple's financial report of a month and region: what is paid out for each product. It is evidence of no order.",
            zh: "App Store 财务报表（月、地区）：按商品结算，不能作为任何订单的证据。"),
        provider: "apple", signature: ["Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share"], columns: [],
        freeText: [],
        hasTrades: false, isPayerExport: false,
        examples: [
            Recognizer.Example(
                "Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\n"
                    + "10/25/2026\t11/28/2026\t\t\tcom.example.month\t12\t4.20\t50.40\tCNY\nTotal_Rows\t1\nTotal_Amount\t50.40\nTotal_Units\t12\n"
            )
        ], separator: 9)
}
