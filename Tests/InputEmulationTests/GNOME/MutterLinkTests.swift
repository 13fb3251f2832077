import Bindings
import Foundation
import Support
import Testing

@testable import InputEmulation

/// The real shell of GNOME without a screen, of Debian 13.
@Suite(.enabled(if: RealShell.isThere, RealShell.absence), .serialized, .timeLimit(.minutes(5)))
struct MutterLinkTests {
  @Test func keysAndClicks() throws {
    let program = try TestbedProgram("desktop/desktop.py") { ["gnome", RealShell.root ?? "", $0] }
    try program.perform("desktop bare")
    let window = try TestbedProgram("desktop/seat.py") { _ in ["--window", "\(program.folder)/wayland-0"] }
    let address = "unix:path=\(program.folder)/bus"
    let session = EmulatedSession { _ in [{ MutterLink(address: address) }] }
    session.emulator.use([.keyboard, .pointer])
    try #require(session.becomesReady(), "\(session.emulator.links.problems)")
    let got = { (count: Int) -> [String] in
      session.serve(for: 0.1)
      return try window.perform("got \(count)").split(separator: " ").map(String.init)
    }
    // The seat had no keyboard before, and the overview of the start has the focus for a while.
    for _ in 0..<60 {
      session.keys(["Escape"])
      session.serve(for: 0.3)
      if try !got(0).isEmpty { break }
    }
    session.serve(for: 0.5)
    _ = try got(0)
    session.keys(["Ctrl", "c"], ["x"])
    #expect(try got(6) == ["+Control_L", "+c", "-c", "-Control_L", "+x", "-x"])
    session.type("aB!")
    #expect(try got(6).filter { ["+a", "+B", "+exclam"].contains($0) } == ["+a", "+B", "+exclam"])
    try window.perform("fill")
    session.serve(for: 1)
    func pointer() throws -> [Double] {
      try window.perform("pointer").split(separator: " ").compactMap { Double($0) }
    }
    // The window gets the pointer's place only when the pointer moves.
    // A click on the panel, in the corner where the pointer begins, opens the overview if the window doesn't fill the
    // screen yet.
    session.follow(.pointer, 40, 25)
    var first: [Double] = []
    for _ in 0..<20 where first.first ?? 0 == 0 {
      session.follow(.pointer, 1, 1)
      session.click(.left)
      _ = try got(2)
      first = try pointer()
    }
    session.follow(.pointer, 10, 5)
    // The window gets a click after all movement before that.
    session.click(.left)
    _ = try got(2)
    let second = try pointer()
    #expect(second[0] - first[0] == 120 && second[1] - first[1] == 60, "\(first) \(second)")
    session.follow(.natural, 0, 2)
    session.stopFollowing(.natural)
    let scrolled = try got(2)
    #expect(scrolled.first == "axis_0_-24" && scrolled.contains("stop_0"), "\(scrolled)")
    session.hold(["Shift"])
    #expect(try got(1) == ["+Shift_L"])
    session.emulator.stop()
    #expect(try got(1) == ["-Shift_L"])
  }
}

/// The folder of a shell, if there is one.
private enum RealShell {
  static let root =
    getuid() == 0 ? TestbedProgram.output(of: "contrib/testbed/desktop/bus-root --cached gnome trixie") : nil
  static let isThere = root != nil && LoginBus.isThere
  static let absence: Comment = "needs root, dbus-daemon and a shell of `contrib/testbed/desktop/bus-root gnome`"
}
