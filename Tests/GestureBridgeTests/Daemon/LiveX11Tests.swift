import Foundation
import Support
import Testing

/// A daemon whose keys go to a real X server.
@Suite(
  .enabled(if: Bed.isThere && X11Desktop.isThere, X11Desktop.absence), .serialized, .timeLimit(.minutes(5)))
struct LiveX11Tests {
  private static let rules = """
    [gesture.switch]
    kind = "pan"
    fingers = 3
    began = { hold = "Alt" }
    step = { every = "10 mm", right = { keys = "Tab" } }

    [gesture.drag]
    kind = "long-press"
    fingers = 2
    began = { hold = "Shift+x" }
    """

  /// A window that prints the keys it gets.
  private static let listen = "stdbuf -oL xev -event keyboard >/tmp/xev & xev=$!"
  private static let hasFocus = "case $(xprop -root _NET_ACTIVE_WINDOW) in *'# 0x'[1-9]*) ;; *) false ;; esac"

  /// The number of key presses and of key releases that the window got, once `isSo`, or after ten seconds.
  private func keys(_ desktop: X11Desktop, until isSo: (_ down: Int, _ up: Int) -> Bool) throws -> (down: Int, up: Int)
  {
    for attempt in 0... {
      let lines = try desktop.run("cat /tmp/xev").split(separator: "\n")
      let told = (lines.count { $0.hasPrefix("KeyPress") }, lines.count { $0.hasPrefix("KeyRelease") })
      if isSo(told.0, told.1) || attempt == 100 { return told }
      usleep(100_000)
    }
    return (0, 0)
  }

  @Test func nothingStaysDownWhenTheDaemonIsKilled() throws {
    let desktop = try X11Desktop("i3")
    try desktop.run(Self.listen)
    try desktop.wait(for: Self.hasFocus)
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(
      program: ["--log-level", "info", "--config", config], in: folder, environment: ["DISPLAY": desktop.display])
    try bed.perform("add touchscreen event0")
    var pressed = 0
    for (gesture, keys) in [
      ("down event0 a 50,100 b 80,100 c 110,100\nmove event0 a,b,c by 30,0 over 240ms", 3),
      ("down event0 a 50,100 b 80,100\nwait 900ms", 2),
    ] {
      try bed.perform("start\nawait 'sending keys and clicks through' within=20s\nwait 300ms\n\(gesture)")
      pressed += keys
      let held = try self.keys(desktop) { down, _ in down >= pressed }
      #expect(held.down == pressed && held.up < pressed, "\(held)")
      try bed.perform("signal KILL\nawait-exit within=5s")
      let released = try self.keys(desktop) { $0 == $1 }
      #expect(released == (pressed, pressed))
      try bed.perform("up event0\nwait 100ms")
    }
  }
}
