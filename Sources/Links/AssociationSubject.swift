import Domain

/// One association file with everything that is known of it: what the checks look at.
public struct AssociationSubject: Sendable {
    /// The file's path or the URL as asked for.
    public let name: String
    /// Bytes of the whole file, decompressed; larger than what was kept where it was cut.
    public let size: Int
    /// How it came over the network; nil for a file.
    public let fetch: Fetch?
    /// It begins with the UTF-8 byte order mark.
    public let hasByteOrderMark: Bool
    /// It is a signed (CMS, PKCS #7) file of old, DER or PEM.
    public let isSigned: Bool
    /// It is a web page.
    public let isPage: Bool
    /// What it says about universal links; empty when it is no JSON.
    public let file: AssociationFile
    /// The app that ought to be listed, when one was named.
    public let wanted: AppIdentifier?
    let document: JSONValue?
    let error: JSONError?
    let bytes: [UInt8]

    /// What a request told.
    public struct Fetch: Hashable, Sendable {
        /// One answer on the way.
        public struct Hop: Hashable, Sendable {
            /// The URL that was asked.
            public var url: String
            /// Its HTTP status.
            public var status: Int

            /// Makes a hop.
            public init(url: String, status: Int) { (self.url, self.status) = (url, status) }
        }

        /// Every answer in order; the last one carries the body.
        public var hops: [Hop]
        /// `Content-Type` as sent; nil when there was none.
        public var contentType: String?
        /// `Content-Encoding` as sent; nil when there was none.
        public var contentEncoding: String?
        /// Why the certificate is not trusted; nil when it is, or there is none.
        public var certificateFault: String?
        /// The body was larger than what is read, and cut there.
        public var isCut: Bool

        /// Makes the facts of a request.
        public init(
            hops: [Hop], contentType: String? = nil, contentEncoding: String? = nil, certificateFault: String? = nil, isCut: Bool = false
        ) {
            (self.hops, self.contentType, self.contentEncoding) = (hops, contentType, contentEncoding)
            (self.certificateFault, self.isCut) = (certificateFault, isCut)
        }

        /// The first answer.
        var first: Hop? { hops.first }
        /// The last answer.
        var last: Hop? { hops.last }
    }

    /// Looks at a file.
    ///
    /// - Parameters:
    ///   - bytes: its content, at most ``Limits/associationFileLength`` of it.
    ///   - size: the whole size where it was cut.
    ///   - fetch: what the request told, for one that was fetched.
    ///   - wanted: the app that ought to be listed.
    public init(name: String, bytes: [UInt8], size: Int? = nil, fetch: Fetch? = nil, wanted: AppIdentifier? = nil) {
        (self.name, self.fetch, self.wanted, self.bytes) = (name, fetch, wanted, bytes)
        self.size = size ?? bytes.count
        hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let content = hasByteOrderMark ? Array(bytes.dropFirst(3)) : bytes
        // ContentInfo: a DER sequence that begins with the object identifier of signed data (RFC 5652).
        let signedData: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        isSigned =
            content.first == 0x30 && content.prefix(24).indices.contains { content[$0...].starts(with: signedData) }
            || content.starts(with: "-----BEGIN PKCS7-----".utf8) || content.starts(with: "-----BEGIN CMS-----".utf8)
        let start = content.drop { $0 == 32 || 9...13 ~= $0 }
        isPage = start.first == UInt8(ascii: "<")
        guard !isSigned, self.size <= Limits.associationFileLength, fetch?.isCut != true else {
            (document, error, file) = (nil, nil, AssociationFile())
            return
        }
        do throws(JSONError) {
            let value = try JSONParser.parse(content)
            (document, error, file) = (value, nil, AssociationFile(value))
        } catch {
            (document, self.error, file) = (nil, error, AssociationFile())
        }
    }

    /// `applinks`, when it is an object.
    var links: JSONValue? {
        guard let links = document?["applinks"], case .object = links else { return nil }
        return links
    }

    /// The host of the URL it was fetched from, behind redirects; nil for a file.
    public var domain: String? { fetch?.first.flatMap { LinkURL($0.url)?.host } }

    /// Whether it could be read at all.
    public var isReadable: Bool { document != nil }

    /// Everything that is wrong with it, errors first, then in the order of the checks.
    public var problems: [AssociationProblem] {
        AssociationCheck.all.flatMap { check in
            check.find(self).prefix(Limits.placesPerCheck).map { AssociationProblem(check: check, place: $0.place, detail: $0.detail) }
        }.enumerated().sorted { ($0.element.check.severity, $0.offset) < ($1.element.check.severity, $1.offset) }.map(\.element)
    }
}

/// One thing that is wrong with an association file.
public struct AssociationProblem: Sendable {
    /// Which check found it.
    public let check: AssociationCheck
    /// Where: `details[0].paths[2]`, `line 3, column 5`, `Content-Type`; empty for the file as a whole.
    public let place: String
    /// What stands there, as written; nil where the place says it all.
    public let detail: String?
}
