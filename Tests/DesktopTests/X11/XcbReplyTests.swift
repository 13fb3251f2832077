import CLibraries
import Testing

@testable import Desktop

/// A server's reply is read within its bounds.
@Suite struct XcbReplyTests {
  private func property(format: UInt8, count: UInt32, _ value: [UInt8]) -> X11Property? {
    var reply = [UInt8](repeating: 0, count: 32)
    reply[1] = format
    reply[8] = 31
    reply.replaceSubrange(16..<20, with: withUnsafeBytes(of: count, Array.init))
    return X11Property(XcbReply(reply + value))
  }

  @Test func numbersWithinIt() {
    func rest(after count: Int) -> XcbBytes {
      var bytes = XcbBytes([1, 2, 3, 4, 5, 6])
      bytes.skip(count)
      return bytes
    }
    func take<Part: Equatable>(_ type: Part.Type, after count: Int) -> Part? {
      var bytes = rest(after: count)
      return bytes.take(type)
    }
    func take<Part: Equatable>(_ type: Part.Type, after skipped: Int, count: Int) -> [Part]? {
      var bytes = rest(after: skipped)
      return bytes.take(type, count: count)
    }
    #expect(take(UInt8.self, after: 5) == 6 && take(UInt8.self, after: 6) == nil && take(UInt8.self, after: 7) == nil)
    #expect(take(UInt16.self, after: 4) == UInt16(littleEndian: 0x0605) && take(UInt16.self, after: 5) == nil)
    #expect(take(UInt32.self, after: 1) == UInt32(littleEndian: 0x0504_0302) && take(UInt32.self, after: 3) == nil)
    #expect(take(UInt8.self, after: 2, count: 4) == [3, 4, 5, 6] && take(UInt8.self, after: 2, count: 5) == nil)
    #expect(take(UInt8.self, after: 0, count: -1) == nil && take(UInt8.self, after: 0, count: .max) == nil)
    #expect(take(UInt32.self, after: 0, count: 1)?.count == 1 && take(UInt32.self, after: 0, count: 2) == nil)
    #expect(take(UInt32.self, after: .max) == nil)
  }

  @Test func partsFollowOneAnother() {
    var bytes = XcbBytes([1, 2, 0, 3])
    #expect(bytes.take(UInt8.self) == 1 && bytes.take(UInt16.self) == UInt16(littleEndian: 2))
    #expect(bytes.take(UInt16.self) == nil && bytes.take(UInt8.self) == 3 && bytes.take(UInt8.self) == nil)
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
    #expect(XcbReply<xcb_get_property_reply_t>([1, 8]) == nil && X11Property(nil) == nil)
  }
}

@Suite struct AskingOnceTests {
  @Test func changesBeforeTheAnswerCountOnce() {
    var asking = SingleQuestion()
    let asks = [asking.change(), asking.change(), asking.change(), asking.finish(), asking.finish(), asking.change()]
    #expect(asks == [true, false, false, true, false, true])
  }
}
