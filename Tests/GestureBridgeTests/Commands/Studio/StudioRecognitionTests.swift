import GestureCore
import Runtime
import Testing

@testable import gesture_bridge

/// The pictures of the fingers that the studio sends to its page.
struct StudioRecognitionTests {
  private static let pad = "touches\ndevice pad: touchpad 100x66 mm\n0ms down a 50,30\n"

  /// The device and the number of its fingers, for each picture; the scripts come one after another.
  private func pictures(_ scripts: String...) throws -> [String] {
    let recognition = try StudioRecognition()
    var pictures: [String] = []
    recognition.sendNews = { news in
      guard news["news"]?.string == "touches" else { return }
      pictures.append("\(news["device"]?.string ?? "") \(news["touches"]?.values?.count ?? -1)")
    }
    for script in scripts {
      try recognition.process(script, origin: Timestamp(microseconds: 0))
      while let deadline = recognition.nextDeadline { recognition.advance(to: max(deadline, EventLoop.now())) }
    }
    return pictures
  }

  @Test func fingersStayWhenAnotherDeviceIsUnplugged() throws {
    let screen = "device screen: touchscreen 300x190 mm\n10ms down b 10,10\n20ms unplug\n"
    #expect(try pictures(Self.pad, screen + "device pad\n30ms wait\n") == ["pad 1", "pad 1"])
  }

  @Test func fingersGoWhenTouchesAreCancelled() throws {
    #expect(try pictures(Self.pad, "10ms reset\n") == ["pad 1", "pad 0"])
  }
}
