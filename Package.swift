// swift-tools-version:6.2
import PackageDescription

#if os(Linux)
    import Glibc
#else
    import Darwin
#endif

// ISA-L is optional: without it zlib inflates (see docs/performance.md).
let isal = ["/usr/include/isa-l/igzip_lib.h", "/opt/homebrew/include/isa-l/igzip_lib.h", "/usr/local/include/isa-l/igzip_lib.h"]
    .contains { (path: String) in access(path, R_OK) == 0 }

let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func room(_ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: common + settings)
}

func library(_ name: String, apt: String, brew: String, pkgConfig: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies + ["TestKit"], path: "Tests/\(name)Tests", exclude: exclude,
        resources: resources, swiftSettings: common)
}

let package = Package(
    name: "paychain",
    platforms: [.macOS(.v26)],
    products: [.executable(name: "paychain", targets: ["paychain"])],
    targets: [
        library("CSQLite", apt: "libsqlite3-dev", brew: "sqlite", pkgConfig: "sqlite3"),
        library("CZlib", apt: "zlib1g-dev", brew: "zlib"),
        library("CZip", apt: "libzip-dev", brew: "libzip", pkgConfig: "libzip"),
        library("CYAML", apt: "libyaml-dev", brew: "libyaml", pkgConfig: "yaml-0.1"),
        library("CPCRE2", apt: "libpcre2-dev", brew: "pcre2", pkgConfig: "libpcre2-8"),
        library("COpenSSL", apt: "libssl-dev", brew: "openssl@3", pkgConfig: "libcrypto"),
        // Declarations only: the library is opened when it is first needed (Sources/CCurl/shim.h).
        library("CCurl", apt: "libcurl4-openssl-dev", brew: "curl"),
        library("CMicrohttpd", apt: "libmicrohttpd-dev", brew: "libmicrohttpd"),
        // 64-byte mask and multi-literal scans: Swift has no movemask and no byte shuffle.
        .target(name: "CScan", path: "Sources/CScan"),
        // How the C library's heap gives memory back: Swift's Glibc has no mallopt.
        .target(name: "CHeap", path: "Sources/CHeap"),
        // 0: the words
        room("Domain", []),
        // 1
        room("Flows", ["Domain"]),
        room("Providers", ["Domain"]),
        room("Decoding", ["Domain", "CScan"]),
        room("Links", ["Domain"]),
        room("Alerts", ["Domain"]),
        room("Fetching", ["Domain", "CCurl"]),
        room("Serving", ["Domain", "CMicrohttpd"]),
        room("Sources", ["Domain", "CZlib", "CZip"] + (isal ? ["CISAL"] : []), settings: isal ? [.define("ISAL")] : []),
        room("Ingest", ["Domain", "CZlib"]),
        room("Store", ["Domain", "CSQLite"]),
        room("Configuration", ["Domain", "Masking", "CYAML", "CPCRE2", "Alerts"]),
        room("Signatures", ["Domain", "COpenSSL"]),
        room("Masking", ["Domain", "CScan"]),
        // 2
        room("Recognition", ["Domain", "Decoding", "Flows", "Providers"]),
        room("Correlation", ["Domain", "Flows", "Providers"]),
        room("Verdicts", ["Domain", "Flows", "Providers"]),
        room("Findings", ["Domain", "Flows", "Providers"]),
        room("Audits", ["Domain", "Flows", "Providers"]),
        room("Simulation", ["Domain", "Providers", "CZlib", "CZip"]),
        room("Conversion", ["Domain", "Flows", "Providers", "Verdicts"]),
        // 3
        room("Reports", ["Domain", "Flows", "Providers", "Verdicts", "Findings", "Links", "Audits", "Alerts", "Conversion"]),
        room("Notifying", ["Domain", "Alerts", "Fetching", "Signatures", "Reports"]),
        room(
            "Pipeline",
            [
                "Domain", "Flows", "Providers", "Decoding", "Sources", "Store", "Configuration", "Recognition", "Correlation", "Verdicts",
                "Findings", "Signatures", "Masking", "Alerts", "CHeap",
            ]),
        // 4
        room("Web", ["Domain", "Alerts", "Flows", "Verdicts", "Conversion", "Store", "Serving", "Reports"]),
        // 5, 6
        room(
            "Commands",
            [
                "Domain", "Flows", "Links", "Sources", "Fetching", "Serving", "Store", "Web", "Configuration", "Verdicts", "Audits",
                "Reports", "Pipeline", "Recognition", "Simulation", "Masking", "Alerts", "Notifying", "Conversion", "Ingest",
            ]),
        .executableTarget(name: "paychain", dependencies: ["Commands"], path: "Sources/paychain", swiftSettings: common),
        // tests
        .target(name: "TestKit", dependencies: ["Domain", "CZlib"], path: "Tests/TestKit", swiftSettings: common),
        tests("Domain", ["Domain"]),
        tests("Conversion", ["Domain", "Flows", "Verdicts", "Conversion"]),
        tests("Findings", ["Domain", "Findings"]),
        tests("Flows", ["Domain", "Flows"]),
        tests("Audits", ["Domain", "Verdicts", "Audits"]),
        tests("Alerts", ["Domain", "Alerts"]),
        tests("Notifying", ["Domain", "Alerts", "Fetching", "Notifying", "Configuration"]),
        tests("Serving", ["Domain", "Serving"]),
        tests("Web", ["Alerts", "Domain", "Reports", "Serving", "Store", "Web"]),
        tests("Links", ["Domain", "Links"], exclude: ["Fixtures"]),
        tests("Providers", ["Domain", "Providers"]),
        tests("Decoding", ["Domain", "Decoding", "CScan"]),
        tests(
            "Reports", ["Domain", "Flows", "Providers", "Verdicts", "Findings", "Links", "Audits", "Alerts", "Conversion", "Reports"],
            exclude: ["Goldens"]),
        tests("Commands", ["Domain", "Reports", "Store", "Configuration", "Commands"]),
        tests("Verdicts", ["Domain", "Flows", "Providers", "Verdicts"]),
        tests("Recognition", ["Domain", "Decoding", "Recognition"]),
        tests("Correlation", ["Domain", "Providers", "Correlation"]),
        tests("Sources", ["Domain", "Sources", "CZlib", "CZip"]),
        tests("Ingest", ["Domain", "Ingest", "Decoding", "CZlib"], exclude: ["Goldens"]),
        tests("Store", ["Domain", "Store", "CSQLite"]),
        tests("Configuration", ["Domain", "Configuration", "Masking", "Alerts"]),
        tests("Masking", ["Domain", "Masking"]),
        tests("Signatures", ["Domain", "Signatures"]),
        tests("Simulation", ["Domain", "Simulation"]),
        tests(
            "Pipeline",
            [
                "Domain", "Alerts", "Configuration", "Conversion", "Reports", "Simulation", "Sources", "Store", "Pipeline", "Recognition",
                "Decoding",
            ]),
        tests("EndToEnd", ["Domain", "Alerts", "Commands", "Notifying", "Simulation", "Web", "paychain"]),
    ] + (isal ? [library("CISAL", apt: "libisal-dev", brew: "isa-l", pkgConfig: "libisal")] : [])
)
