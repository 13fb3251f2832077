import Bindings
import Foundation
import GestureCore
import Support
import Testing

@testable import InputEmulation

/// A real KWin without a screen, of Debian 13, that gives its protocols to every program: `contrib/testbed/desktop/desktop.py`.
@Suite(.enabled(if: RealKWin.isThere, RealKWin.absence), .serialized, .timeLimit(.minutes(5)))
final class FakeInputLinkTests {
  private let kwin: TestbedProgram
  private var window: TestbedProgram?
  private var session: EmulatedSession?

  init() throws {
    kwin = try TestbedProgram("desktop/desktop.py") { ["kwin", RealKWin.root ?? "", $0] }
  }

  private var path: String { "\(kwin.folder)/wayland-0" }

  /// With a window that has the focus and is below the pointer.
  private func begin(_ layouts: String = "us") throws -> EmulatedSession {
    try kwin.perform("desktop free \(layouts)\npoint 640 400")
    let window = try TestbedProgram("desktop/seat.py") { [path] _ in ["--window", path] }
    self.window = window
    let session = try connect()
    try window.perform("fill")
    session.serve(for: 0.5)
    _ = try got(0)
    return session
  }

  private func connect() throws -> EmulatedSession {
    let session = EmulatedSession { [path] needs in [{ FakeInputLink(path: path, needs: needs) }] }
    session.emulator.use([.keyboard, .pointer])
    try #require(session.becomesReady(), "\(session.emulator.links.problems)")
    self.session = session
    return session
  }

  /// The events that the window has got since the last call, once there are at least `count`.
  private func got(_ count: Int) throws -> [String] {
    session?.serve(for: 0.05)
    return try window?.perform("got \(count)").split(separator: " ").map(String.init) ?? []
  }

  private func pointer() throws -> [Double] {
    try window?.perform("pointer").split(separator: " ").compactMap { Double($0) } ?? []
  }

  /// The keys that were pressed, without modifiers, as characters.
  private func typed(_ count: Int) throws -> String {
    try got(count * 2).filter { $0.hasPrefix("+") }.compactMap { KeySymbol(name: String($0.dropFirst()))?.character }
      .map {
        "\($0)"
      }.joined()
  }

  @Test func chordsClicksAndScrolling() throws {
    let session = try begin()
    session.keys(["Ctrl", "c"], ["Ctrl", "Shift", "Tab"])
    #expect(
      try got(10) == [
        "+Control_L", "+c", "-c", "-Control_L", "+Control_L", "+Shift_L", "+ISO_Left_Tab", "-ISO_Left_Tab", "-Shift_L",
        "-Control_L",
      ])
    session.keys(["plus"])
    #expect(try got(4) == ["+Shift_L", "+plus", "-plus", "-Shift_L"])
    session.click(.right)
    session.click(.back)
    session.scroll(.down)
    session.scroll(.left)
    #expect(try got(6) == ["+273", "-273", "+275", "-275", "axis_0_15", "axis_1_-15"])
    // The window gets the pointer's place only when the pointer moves.
    session.follow(.pointer, 0.5, 0)
    session.click(.left)
    _ = try got(2)
    let first = try pointer()
    session.follow(.pointer, 10, 5)
    session.follow(.pointer, -1, 0.25)
    // The window gets a click after all movement before that.
    session.click(.left)
    _ = try got(2)
    let second = try pointer()
    #expect(second[0] - first[0] == 108 && second[1] - first[1] == 63, "\(first) \(second)")
    session.follow(.natural, 0, 2)
    #expect(try got(1) == ["axis_0_-24"])
    session.emulator.use([.pointer, .place])
    try #require(session.becomesReady())
    session.click(.right, at: ScreenSpot(output: "any", share: .zero, point: Vector(321, 123)))
    #expect(try got(2) == ["+273", "-273"])
    #expect(try pointer().prefix(2) == [321, 123], "the window fills the only screen")
  }

  @Test(arguments: [("us", "azAZ1!~/"), ("de", "azyäÖß@€{1!"), ("fr", "azqw1é@€A")])
  func textOnLayouts(layout: String, text: String) throws {
    let session = try begin(layout)
    session.type(text)
    #expect(try typed(text.count) == text, "\(session.log)")
  }

  @Test func severalLayouts() throws {
    let session = try begin("us,ru")
    session.type("1!")
    #expect(try typed(2) == "1!")
    for text in ["a", "ф", "."] {
      session.type(text)
      let reason =
        "with different keys for \"\(text)\", and the current layout is not known; keep only one of these layouts"
      #expect(session.log.last?.hasSuffix(reason) == true, "\(session.log)")
    }
    #expect(try got(0) == [])
    session.keys(["Ctrl", "c"], ["Alt", "ф"], ["Return"])
    #expect(
      try got(10)
        == "+Control_L +c -c -Control_L +Alt_L +a -a -Alt_L +Return -Return".split(separator: " ").map(String.init))
    session.hold(["Super"])
    session.keys(["c"])
    session.letGo(["Super"])
    #expect(try got(4) == ["+Super_L", "+c", "-c", "-Super_L"])
  }

  @Test func aSymbolThatTheLayoutLacks() throws {
    let session = try begin()
    session.keys(["ф"])
    session.keys(["y"])
    #expect(try got(2) == ["+y", "-y"])
    #expect(session.log.last?.contains("no key for \"ф\"") == true)
  }

  @Test func whatIsHeldGoesUpAtTheEnd() throws {
    let session = try begin()
    session.hold(["Alt"])
    session.keys(["x"])
    session.letGo(["Alt"])
    #expect(try got(4) == ["+Alt_L", "+x", "-x", "-Alt_L"])
    session.hold(["Ctrl", "x"])
    #expect(try got(2) == ["+Control_L", "+x"])
    session.emulator.stop()
    #expect(Set(try got(2)) == ["-x", "-Control_L"])
  }

  /// As when the daemon is killed: the kernel closes its connection.
  @Test func whatIsHeldGoesUpWithTheConnection() throws {
    try begin().hold(["Ctrl", "x"])
    #expect(try got(2) == ["+Control_L", "+x"])
    session = nil
    #expect(Set(try got(2)) == ["-x", "-Control_L"])
    try connect().keys(["y"])
    #expect(try got(2) == ["+y", "-y"])
  }

  @Test func whatTheUserHoldsStays() throws {
    let session = try begin()
    try kwin.perform("hold 42")
    #expect(try got(1) == ["+Shift_L"])
    session.keys(["Left"])
    #expect(try got(2) == ["+Left", "-Left"])
    try kwin.perform("release 42")
    #expect(try got(1) == ["-Shift_L"])
  }

  @Test func nothingWakesItAndAnotherKWinIsTakenUp() throws {
    let session = try begin()
    let before = session.wakeUps
    try kwin.perform("hold 30\nrelease 30")
    session.serve(for: 0.5)
    #expect(session.wakeUps == before)
    try kwin.perform("desktop off")
    #expect(session.serve { session.emulator.links.readyName == nil })
    try kwin.perform("desktop free us")
    #expect(session.becomesReady())
  }

  @Test func withoutAPermission() throws {
    try kwin.perform("desktop on")
    let session = EmulatedSession { [path] needs in
      [{ FakeInputLink(path: path, needs: needs, permission: "run this") }]
    }
    session.emulator.use(.keyboard)
    #expect(session.serve { session.emulator.links.problems != [] })
    #expect(
      session.emulator.links.problems
        == [
          "org_kde_kwin_fake_input: KWin offers this protocol only to programs with permission; to give gesture-bridge permission, run this"
        ])
  }
}

/// The folder of a KWin, if there is one.
private enum RealKWin {
  static let root =
    getuid() == 0 ? TestbedProgram.output(of: "contrib/testbed/desktop/bus-root --cached kwin trixie") : nil
  static let isThere = root != nil && LoginBus.isThere
  static let absence: Comment = "needs root, dbus-daemon and a KWin of `contrib/testbed/desktop/bus-root kwin`"
}
