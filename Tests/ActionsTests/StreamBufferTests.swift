import Bindings
import Testing

@testable import Actions

/// The lines that wait for a slow reader.
final class StreamBufferTests {
  private var buffer = StreamBuffer()

  /// Lets a line wait if it is admitted; returns whether it was.
  private func add(_ text: String, _ moment: StreamLine.Moment, device: Int = 0) -> Bool {
    guard buffer.admits(moment, device: device) else { return false }
    _ = buffer.add(Array(text.utf8), moment, device: device)
    return true
  }

  private func consumeSkipped() -> Int? { buffer.consumeSkipped() }

  private var text: String { String(decoding: buffer.rest, as: UTF8.self) }

  @Test func ofChangesTheLatestWaits() {
    _ = add("b ", .beginning)
    for number in 0..<5 { _ = add("c\(number) ", .change) }
    _ = add("e ", .end)
    _ = add("B ", .beginning)
    for number in 0..<5 { _ = add("C\(number) ", .change) }
    #expect(text == "b c4 e B C4 ")
    #expect(buffer.byteCount == text.utf8.count)
  }

  @Test func aChangeReplacesOnlyThatOfItsDevice() {
    _ = add("b1 ", .beginning, device: 1)
    _ = add("c1 ", .change, device: 1)
    _ = add("b2 ", .beginning, device: 2)
    _ = add("c2 ", .change, device: 2)
    _ = add("C1 ", .change, device: 1)
    _ = add("e1 ", .end, device: 1)
    _ = add("C2 ", .change, device: 2)
    #expect(text == "b1 C1 b2 C2 e1 ")
  }

  @Test func aLineThatIsBegunIsCompleted() {
    _ = add("begin ", .beginning)
    buffer.removeWritten(6)
    #expect(buffer.isEmpty)
    let replaces = buffer.add(Array("change ".utf8), written: 3, .change, device: 0)
    #expect(!replaces)
    #expect(add("again ", .change))
    #expect(text == "nge again ")
    buffer.removeWritten(2)
    #expect(String(decoding: buffer.next, as: UTF8.self) == "e ")
    #expect(buffer.byteCount == 8)
  }

  @Test func aGestureIsToldWholeOrNotAtAll() {
    let long = String(repeating: "x", count: StreamBuffer.limit)
    _ = add("b", .beginning, device: 1)
    _ = add(long, .beginning, device: 2)
    #expect(!add("late", .beginning, device: 3))
    #expect(!add("late", .change, device: 3))
    #expect(!add("late", .end, device: 3))
    #expect(add("c", .change, device: 1))
    #expect(add("e", .end, device: 1))
    #expect(buffer.skippedCount == 1)
    #expect(text == "b" + long + "ce")
    buffer.removeWritten(1)
    #expect(consumeSkipped() == nil)
    #expect(!add("late", .beginning, device: 1))
    buffer.removeWritten(long.utf8.count)
    #expect(consumeSkipped() == 2)
    #expect(add("b", .beginning, device: 3))
  }

  @Test func anEndNeedsABeginning() {
    #expect(!add("e", .end))
    #expect(add("c", .change))
    #expect(add("e", .end))
    #expect(!add("e", .end))
  }

  @Test func theNextProcessGetsNoHalfLineAndNoEndItCannotUnderstand() {
    _ = add("begin ", .beginning)
    buffer.removeWritten(2)
    _ = add("e ", .end)
    _ = add("B ", .beginning)
    _ = add("C ", .change)
    buffer.processEnded()
    #expect(text == "B C ")
    #expect(buffer.byteCount == 4)
    #expect(add("E ", .end))
    buffer.processEnded()
    #expect(text == "B C E ")
  }

  @Test func whatFoundNoRoomStaysUntold() {
    _ = add(String(repeating: "x", count: StreamBuffer.limit), .beginning, device: 1)
    #expect(!add("b", .beginning, device: 2))
    buffer.removeWritten(1)
    buffer.processEnded()
    #expect(buffer.isEmpty)
    #expect(!add("c", .change, device: 2))
    #expect(consumeSkipped() == 1)
  }
}
