import Domain

extension EnvelopeFormat {
    /// loguru with `serialize=True`: the line as it would have been printed in `text`, and a `record`, which is read: the message, the fields
    /// bound to it in `extra`, and the time in an object of its own.
    static let loguru = EnvelopeFormat.transport(
        "loguru", start: "{", mark: "\"record\"",
        examples: [
            EnvelopeExample(
                text: #"{"text":"a\n","record":{"extra":{"orderNo":"A1"},"level":{"icon":"i","name":"ERROR","no":40},"#
                    + #""message":"a","time":{"repr":"x","timestamp":1788242251.101}}}"#,
                at: "2026-09-01T05:57:31.101Z", level: .error,
                message: #"{"extra":{"orderNo":"A1"},"level":{"icon":"i","name":"ERROR","no":40},"#
                    + #""message":"a","time":{"repr":"x","timestamp":1788242251.101}}"#, words: "a", format: "zerolog")
        ]
    ) { line, _, wrapped, _ in
        guard line.at(0) == UInt8(ascii: "{"), let record = JSONMembers.member("record", of: line), record.kind == .nested,
            let time = JSONMembers.member("time", of: record.value), time.kind == .nested,
            let stamp = JSONMembers.member("timestamp", of: time.value).flatMap({ StampClock.epoch($0.value) })
        else { return false }
        (wrapped.stamp, wrapped.content) = (stamp, record.value)
        return true
    }
}
