import Base
import Glibc
import Testing

/// Descriptors, writes and errors of the system.
@Suite struct BaseTests {
  /// Both ends of a new pipe, the reading one first.
  private func pipeEnds() throws -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func aDescriptorIsClosedWithItsOwner() throws {
    let (reading, writing) = try pipeEnds()
    defer { close(reading) }
    do {
      let owned = OwnedDescriptor(owning: writing)
      #expect(writeAll([7], to: owned.number) == nil)
    }
    var bytes: [UInt8] = [0, 0]
    #expect(read(reading, &bytes, 2) == 1 && bytes[0] == 7)
    #expect(read(reading, &bytes, 2) == 0)
  }

  @Test func aRefusedDescriptorIsAnError() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      _ = try OwnedDescriptor("open", open("/nothing/here", O_RDONLY))
    }
    #expect("\(SystemError(call: "open", code: ENOENT))" == "open: No such file or directory (ENOENT)")
  }

  @Test func aBrokenPipeIsAnAnswer() throws {
    let (reading, writing) = try pipeEnds()
    close(reading)
    defer { close(writing) }
    #expect(BrokenPipe.withoutSignal({ $0 == EPIPE }) { writeAll([1], to: writing) } == EPIPE)
  }

  @Test func timeGoesOn() { #expect(MonotonicClock.now() <= MonotonicClock.now()) }
}
