import GestureCore
import Glibc
import Logging
import Testing

@testable import DeviceInput
@testable import Interception

/// The complaints of libinput and libevdev about devices: a log of hundreds of thousands of lines helps no user.
@Suite struct ComplaintsTests {
  private func time(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  @Test func theFirstAreLoggedAndTooManyAreAnExcess() {
    var complaints = Complaints()
    let answers = (1...102).map { _ in complaints.note(at: time(1)) }
    #expect(answers[..<10].allSatisfy { $0 == .log(unlogged: 0) })
    #expect(answers[10..<100].allSatisfy { $0 == .leaveOut })
    #expect(answers[100...] == [.tooMany, .tooMany])
  }

  @Test func slowOnesAreBorneAndCounted() {
    var complaints = Complaints()
    // Nine a second, for a minute.
    let answers = (0..<540).map { complaints.note(at: time(Double($0) / 9)) }
    #expect(!answers.contains(.tooMany))
    #expect(answers[90] == .log(unlogged: 80) && answers[91] == .log(unlogged: 0))
  }

  private func excess(_ message: String, of devices: [String: String]) -> [String] {
    var complaints = LibinputComplaints()
    for (node, name) in devices { complaints.add("/dev/input/\(node)", name: name) }
    var found: [String] = []
    for _ in 0..<200 { found = complaints.note(message, at: time(1)).excess }
    return found.map { String($0.dropFirst("/dev/input/".count)) }
  }

  @Test func whoseTheyAre() {
    let devices = ["event1": "Panel", "event2": "Pad", "event3": "Pad", "event4": "Pad\" x"]
    #expect(excess("event1  - Panel: kernel bug: something", of: devices) == ["event1"])
    #expect(excess("libevdev: Device \"Panel\" received a double tracking ID 5 in slot 0.", of: devices) == ["event1"])
    #expect(excess("libevdev: BUG: Device \"Panel\" received an invalid", of: devices) == ["event1"])
    // libevdev reports only the name.
    #expect(excess("libevdev: Device \"Pad\" received", of: devices) == ["event2", "event3"])
    #expect(excess("libevdev: Device \"Pad\" x\" received", of: devices) == ["event4"])
    #expect(excess("libevdev: Device \"Other\" received", of: devices) == [])
    #expect(excess("event9  - Panel: kernel bug: something", of: devices) == [])
    #expect(excess("client bug: something", of: devices) == [])
  }

  @Test func aDeviceWithTooManyIsSilentAndThatIsToldOnce() throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    try #require(write(ends[1], "x", 1) == 1)
    let listener = ComplaintListener(ends[0], log: Logger(label: "", factory: { _ in SwiftLogNoOpLogHandler() })) {
      time(1)
    }
    for _ in 0..<100 { listener.hear("an error") }
    #expect(!listener.takeExcess())
    listener.hear("an error")
    #expect(listener.takeExcess())
    listener.hear("an error")
    #expect(!listener.takeExcess())
    var byte: UInt8 = 0
    #expect(read(ends[0], &byte, 1) < 0)
  }
}
