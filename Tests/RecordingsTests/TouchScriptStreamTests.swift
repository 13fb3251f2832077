import Bindings
import GestureCore
import Support
import Testing

@testable import Recordings

/// A touch script that is read while it is written.
@Suite struct TouchScriptStreamTests {
  private static let script = """
    touches
      device pad: touchpad 100x60 mm name="A pad"
      device screen: touchscreen 300x190 mm rotation=90
      device pad
      0ms        mode media; app firefox
      0ms        down a 50,30 b 60,30
      8ms        move a to 51,30; move b to 61,30; palm b
      device screen
      9ms        down a 10,10
      device pad
      16ms       up a; cancel b
      20ms       unplug
      device screen
      24ms       app
      30ms       reset

    """

  /// A script that is split at any line has the same result as the whole.
  @Test func piecesAreTheWhole() throws {
    let whole = try Recording.read(text: Self.script, name: "whole")
    let lines = Self.script.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for length in 1...lines.count {
      var stream = TouchScriptStream()
      var events: [TouchScriptStream.Event] = []
      for start in stride(from: 0, to: lines.count, by: length) {
        events += try stream.read(lines[start..<min(start + length, lines.count)].joined(separator: "\n"))
      }
      var streamed = Recording(name: "whole")
      for event in events {
        switch event {
        case .beginning: #expect(streamed.devices.isEmpty)
        case .device(let device): streamed.devices.append(device)
        case .session(let change): streamed.contexts.append(change)
        case .frame(let frame): streamed.frames.append(frame)
        case .interruption(let interruption): streamed.interruptions.append(interruption)
        }
      }
      #expect(streamed == whole, "\(length) lines at a time")
    }
  }

  /// As when another program begins to follow: fingers that are down are unknown, and devices get new numbers.
  @Test func aNewScriptStartsOver() throws {
    var stream = TouchScriptStream()
    _ = try stream.read("touches\n  device pad: touchpad 100x60 mm\n  0ms down a 1,1\n")
    let events = try stream.read("touches\n  device pad: touchpad 90x60 mm\n  0ms down a 2,2\n")
    guard events.count == 3, events[0] == .beginning, case .device(let device) = events[1],
      case .frame(let frame) = events[2]
    else { return #expect(Bool(false), "\(events)") }
    #expect(device.size.width == 90 && device.id == DeviceID(1) && frame.device == device.id)
    #expect(frame.touches == [Touch(id: 1, phase: .began, position: Vector(2, 2))])
  }

  @Test func itReportsTheWrongLine() throws {
    var stream = TouchScriptStream()
    let error = #expect(throws: RecordingError.self) {
      try stream.read("touches\n  0ms down a 1,1\n  8ms jump a\n", name: "the daemon")
    }
    #expect(error?.description.hasPrefix("the daemon:3:") == true, "\(error?.description ?? "")")
  }
}
