import Domain
import Testing

@testable import Pipeline

@Suite struct RestartShelfTests {
    /// A space that has room for so many pieces.
    private final class Space: SpillSpace, @unchecked Sendable {
        var pieces: [[UInt8]] = []
        let room: Int

        init(room: Int) { self.room = room }

        func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
            guard pieces.count < room else { return nil }
            pieces.append(Array(bytes))
            return pieces.count - 1
        }

        func read(_ place: Int, into bytes: UnsafeMutableRawBufferPointer) -> Int {
            bytes.copyBytes(from: pieces[place])
            return pieces[place].count
        }
    }

    @Test(arguments: [0, 2, 100]) func givesBackWhatItTook(room: Int) {
        let files = (1...3).map { file in
            RestartPoints(
                contentID: file, size: 9 * file,
                points: (1...3).map { RestartPoint(offset: $0 * 10, bits: $0, window: [UInt8($0), UInt8(file), 0]) })
        }
        let space = Space(room: room)
        let shelf = RestartShelf(in: space)
        for file in files { shelf.append(file) }
        #expect(Array(shelf) == files && Array(shelf) == files)
        #expect(space.pieces.count == min(9, room))
    }
}
