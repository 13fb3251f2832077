import Control
import Foundation
import Support
import Testing

@testable import gesture_bridge

/// A running daemon gets every device and every conversation of the fuzzer's corpus, and works as before afterwards.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct HostileInputTests {
  private static let rules = """
    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    direction = "left"
    min-speed = "1 mm/s"
    max-duration = "10 s"
    slow-after = "10 s"
    run = \(Bed.notes("swipe"))
    """
  private static let swipe = "play event0 swipe left distance=60mm speed=400"

  private func files(_ folder: String) throws -> [String] {
    let path = packageRoot.appendingPathComponent("contrib/fuzz/corpus/\(folder)").path
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(path)/\($0)" }
  }

  /// Such devices come and go next to a sound one. Descriptions that the bed itself can't read are skipped.
  @Test func devicesComeAndGo() throws {
    let bed = try Bed.started(Self.rules)
    let daemon = try bed.daemon()
    let control = try ControlConnection(bed.folder.path("gesture-bridge/bed.sock"))
    var plugged = 0
    for (number, file) in try files("devices").enumerated() {
      let node = "event\(1 + number % 8)"
      guard (try? bed.perform("add '\(file)' \(node)")) != nil else { continue }
      plugged += 1
      // A daemon that answers has read udev's reports: the mocked udev ends if too much is unread.
      #expect(try control.ask(.status).isEmpty == false)
      try bed.perform("wait 20ms\nremove \(node)")
      #expect(try control.ask(.status).isEmpty == false)
      #expect(try bed.daemon() == daemon, "after \(file):\n\(bed.log.suffix(2000))")
      if plugged % 20 == 0 { try bed.expect(["swipe"], after: Self.swipe) }
    }
    #expect(plugged >= 80)
    try bed.expect(["swipe"], after: Self.swipe)
    #expect(!bed.log.utf8.contains(0x1B), "the escapes of a device's name")
    #expect(try bed.perform("stop within=30s") == "exited=0")
  }

  /// They are held over the control socket, in pieces, and broken off.
  @Test func conversations() throws {
    let bed = try Bed.started(Self.rules)
    let script = """
      import socket, sys
      for path in sys.argv[2:]:
          with open(path, "rb") as file:
              data = file.read()[1:]
          for size in (len(data) or 1, 7):
              s = socket.socket(socket.AF_UNIX)
              s.settimeout(30)
              s.connect(sys.argv[1])
              try:
                  for start in range(0, len(data), size):
                      s.sendall(data[start:start + size])
                  s.shutdown(socket.SHUT_WR)
                  s.recv(1)
              except OSError:
                  pass
              s.close()
      """
    _ = try Program.python(script, [bed.folder.path("gesture-bridge/bed.sock")] + files("control"))
    let environment = Program.surroundings(bed.folder)
    #expect(try Program.run(["ctl", "resume"], environment: environment).status == 0, "\(bed.log.suffix(2000))")
    #expect(try Program.run(["ctl", "status"], environment: environment).status == 0)
    try bed.expect(["swipe"], after: Self.swipe)
    #expect(try bed.perform("stop within=30s") == "exited=0")
  }
}
