import Testing

@testable import Desktop

/// What a server says is read within its bounds.
@Suite struct XcbMessageTests {
  private func property(format: UInt8, count: UInt32, _ value: [UInt8]) -> X11Property? {
    var reply = [UInt8](repeating: 0, count: 32)
    reply[1] = format
    reply[8] = 31
    reply.replaceSubrange(16..<20, with: withUnsafeBytes(of: count, Array.init))
    return X11Property(XcbMessage(reply + value))
  }

  @Test func numbersWithinIt() {
    let message = XcbMessage([1, 2, 3, 4, 5, 6])
    #expect(message.byte(5) == 6 && message.byte(6) == nil && message.byte(-1) == nil)
    #expect(message.half(4) == UInt16(littleEndian: 0x0605) && message.half(5) == nil)
    #expect(message.word(1) == UInt32(littleEndian: 0x0504_0302) && message.word(3) == nil && message.word(.max) == nil)
    #expect(message.bytes(2, count: 4) == [3, 4, 5, 6] && message.bytes(2, count: 5) == nil)
    #expect(message.bytes(7, count: 0) == nil && message.bytes(0, count: -1) == nil)
    #expect(message.words(0, count: 1)?.count == 1 && message.words(0, count: 2) == nil)
    #expect(XcbMessage([]).type == 0)
  }

  @Test func texts() {
    #expect(property(format: 8, count: 8, Array("one\0Two\0".utf8))?.texts == ["one", "Two"])
    #expect(property(format: 8, count: 7, Array("one\0Two".utf8))?.texts == ["one", "Two"])
    #expect(property(format: 8, count: 5, Array("a\0\0b\0".utf8))?.texts == ["a", "", "b"])
    #expect(property(format: 8, count: 0, [])?.texts == [])
    #expect(property(format: 8, count: 4, [0x4d, 0xfc, 0x6c, 0x6c])?.texts == ["M\u{FC}ll"], "Latin-1")
    #expect(property(format: 32, count: 1, [65, 66, 67, 68])?.texts == [])
  }

  @Test func words() {
    #expect(property(format: 32, count: 2, [1, 0, 0, 0, 2, 0, 0, 0])?.words == [1, 2])
    #expect(property(format: 8, count: 4, [1, 0, 0, 0])?.words == [])
    #expect(property(format: 0, count: 0, [])?.words == [])
  }

  @Test func whatSaysMoreThanItHas() {
    #expect(property(format: 32, count: 3, [1, 0, 0, 0, 2, 0, 0, 0]) == nil)
    #expect(property(format: 8, count: .max, [1]) == nil)
    #expect(property(format: 255, count: .max, [1]) == nil)
    #expect(X11Property(XcbMessage([1, 8])) == nil && X11Property(nil) == nil)
  }
}

@Suite struct AskingOnceTests {
  @Test func changesBeforeTheAnswerCountOnce() {
    var asking = AskingOnce()
    let asks = [asking.change(), asking.change(), asking.change(), asking.finish(), asking.finish(), asking.change()]
    #expect(asks == [true, false, false, true, false, true])
  }
}
