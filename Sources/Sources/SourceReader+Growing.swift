import Domain

/// The last bytes that were read from a file that is followed, and where they end.
struct RawTail: Hashable {
    /// How many are kept: enough that another file does not have the same ones at the same place by chance.
    static let length = 256

    private(set) var bytes: [UInt8] = []
    private(set) var end: UInt64 = 0

    init() {}

    init(_ bytes: [UInt8], end: UInt64) { (self.bytes, self.end) = (bytes, end) }

    /// Notes bytes that were read; those that do not follow the last ones start anew.
    mutating func note(_ read: UnsafeRawBufferPointer, at offset: UInt64) {
        if offset != end { bytes.removeAll(keepingCapacity: true) }
        end = offset &+ UInt64(read.count)
        if read.count >= Self.length {
            bytes = Array(read.suffix(Self.length))
        } else {
            bytes.removeFirst(max(0, bytes.count + read.count - Self.length))
            bytes.append(contentsOf: read)
        }
    }
}

/// What a source that is still written presumes of its encoding.
///
/// Batch decides on a sample whose end a live source has not reached. The likely answer is taken at once; when the sample is complete it
/// is decided as batch does, and an answer that was wrong is told by ``isContradicted``.
struct Growth {
    /// A sample on its way.
    struct Trial {
        /// How long the sample is so far, from its first byte that is not ASCII; its bytes are not kept.
        var count: Int
        /// What they say.
        var guess: EncodingGuess
        /// Those that are not weighed yet.
        var rest: EncodingGuess.Rest
        /// Whether its bytes are converted.
        var isGB18030: Bool
        /// Length of the sample when it was last weighed.
        var weighed: Int
    }

    var trial: Trial?
    /// Bytes were handed out that batch would give otherwise.
    var isContradicted = false
    /// Too little was written for too long: the likelier answer is taken.
    var isImpatient = false

    /// Non-ASCII characters that make an answer likely enough.
    static let fewCharacters = 4

    /// While a sample is on its way nothing is read beyond it.
    func trialRoom(_ target: UnsafeMutableRawBufferPointer) -> UnsafeMutableRawBufferPointer {
        guard let trial else { return target }
        return UnsafeMutableRawBufferPointer(rebasing: target[..<min(target.count, Limits.encodingSample - trial.count)])
    }
}

extension SourceReader {
    /// Takes the likely answer for the bytes in the stage, or waits for more of them.
    func presume() {
        guard var growth else { return }
        var (begun, rest) = (guess, EncodingGuess.Rest())
        begun.weigh(stage.bytes, behind: &rest)
        var guess = begun
        guess.weigh(rest, isComplete: false)
        let isClear = guess.isGB18030 ? guess.pairs >= Growth.fewCharacters : guess.isPlainUTF8 && guess.long > 0
        guard isClear || growth.isImpatient else { return }
        growth.trial = Growth.Trial(
            count: stage.count, guess: begun, rest: rest, isGB18030: guess.isGB18030, weighed: stage.count)
        self.growth = growth
        isWaiting = false
        if guess.isGB18030, readAsGB18030() { return }
        weighed = stage.count
    }

    /// Adds raw bytes to the sample that is on its way.
    func noteTrial(_ bytes: UnsafeRawBufferPointer) {
        guard var trial = growth?.trial, bytes.count > 0 else { return }
        trial.guess.weigh(bytes, behind: &trial.rest)
        trial.count += bytes.count
        growth?.trial = trial
        if trial.count >= Limits.encodingSample { return endTrial() }
        guard trial.count >= 2 * trial.weighed else { return }
        growth?.trial?.weighed = trial.count
        var guess = trial.guess
        guess.weigh(trial.rest, isComplete: false)
        if guess.isGB18030 != trial.isGB18030 { growth?.isContradicted = true }
    }

    /// Decides on the whole sample as batch does.
    func endTrial() {
        guard let trial = growth?.trial else { return }
        growth?.trial = nil
        guess = trial.guess
        guess.weigh(trial.rest, isComplete: trial.count < Limits.encodingSample)
        if guess.isGB18030 != trial.isGB18030 {
            // What cannot be read again goes on as it should have been read.
            growth?.isContradicted = true
            if guess.isGB18030, readAsGB18030() { return }
            if trial.isGB18030 { (text, converter, weighed) = (.undecided, nil, 0) }
        }
        if !guess.isGB18030, guess.isSurelyUTF8 { text = .utf8 }
    }

    /// Reads as much of a source that is followed as can be given now. 0: nothing more for now, or the end (``isAtEnd``).
    func readGrowing(into target: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let got = fill(target)
            guard got > 0 || isFinished || isWaiting else { continue }
            // Many files may be read in turn: one that has given what it had keeps no room for more.
            stage.trim()
            if case .plain(let input) = raw { input.trim() }
            return got
        }
    }

    /// Whether nothing more can come.
    var isAtEnd: Bool { isFinished }

    /// The bytes as they lie in the file, for what is followed; nil before it is opened, and for members of a zip.
    var followedInput: ByteInput? {
        switch raw {
        case .plain(let input): input
        case .gzip(let stream): outer == nil ? stream.input : nil
        case .unopened: nil
        }
    }

    /// Whether bytes were read that could not be handed out yet.
    var holdsBytes: Bool { !stage.isEmpty }

    /// From here on the end of the file is the end of the source.
    func stopGrowing() {
        followedInput?.show(upTo: .max)
        if case .gzip(let stream) = raw { stream.mayGrow = false }
    }

    /// Whether a few characters wait for others that tell their encoding.
    var isUndecided: Bool { text == .undecided && !stage.isEmpty && growth?.trial == nil }

    /// How a plain file can be taken up at this place.
    var resumeMode: FollowCheckpoint.Mode {
        guard zeroRuns.runs == 0, losses.isEmpty, growth?.trial == nil, stage.isEmpty else { return .again }
        if text == .utf8 { return .utf8 }
        return text == .undecided && guess.weight == 0 ? .ascii : .again
    }

    /// Goes on with a plain file in UTF-8 whose first bytes were read before.
    ///
    /// - Returns: false when it cannot be: then it has to be read from its beginning.
    func resume(at original: UInt64, utf8Offset: UInt64, isDecided: Bool, tail: RawTail) -> Bool {
        if case .unopened = raw, !openRaw() { return false }
        guard case .plain(let input) = raw, input.isSeekable else { return false }
        input.seek(to: original)
        input.follow(from: tail)
        (text, atStart) = (isDecided ? .utf8 : .undecided, false)
        (self.utf8Offset, originalOffset, bytesDecompressed) = (utf8Offset, original, original)
        lastByte = tail.bytes.last ?? 10
        map.anchor(utf8: utf8Offset, original: original)
        return true
    }
}
