import Bindings
import Foundation
import GestureCore
import Support
import Testing

@testable import InputEmulation

/// A real sway without a screen: `contrib/testbed/desktop/seat.py`.
@Suite(.enabled(if: RealSeat.isThere, RealSeat.absence), .serialized, .timeLimit(.minutes(5)))
struct VirtualInputLinkTests {
  private let seat: TestbedProgram
  private let session: EmulatedSession

  init() throws {
    seat = try TestbedProgram("desktop/seat.py") { [RealSeat.root ?? "", $0] }
    try seat.perform("sway on")
    let path = "\(seat.folder)/wayland-1"
    session = EmulatedSession { needs in [{ VirtualInputLink(path: path, needs: needs) }] }
    // The seat's keyboard; without it the window would get ours.
    try seat.perform("layout us")
    session.emulator.use([.keyboard, .pointer])
    try #require(session.becomesReady(), "\(session.emulator.links.problems)")
    _ = try got(2)
  }

  /// The events that the window has got since the last call, once there are at least `count`.
  private func got(_ count: Int) throws -> [String] {
    session.serve(for: 0.05)
    return try seat.perform("got \(count)").split(separator: " ").map(String.init)
  }

  private func pressed(_ count: Int) throws -> [String] {
    try got(count * 2).filter { $0.hasPrefix("+") }.map { KeySymbol(name: String($0.dropFirst())) }.map {
      $0?.character.map { "\($0)" } ?? String($0?.number ?? 0, radix: 16)
    }
  }

  @Test func chordsAndShortcuts() throws {
    session.keys(["Ctrl", "c"], ["Ctrl", "Shift", "Tab"])
    #expect(
      try got(10) == [
        "+Control_L", "+c", "-c", "-Control_L", "+Control_L", "+Shift_L", "+ISO_Left_Tab", "-ISO_Left_Tab", "-Shift_L",
        "-Control_L",
      ])
    for _ in 0..<3 { session.keys(["Super", "Left"]) }
    _ = try got(6)
    session.serve(for: 0.3)
    #expect(try seat.perform("shortcuts") == "3", "the compositor's own")
  }

  /// The seat switches from keyboard to keyboard, and each time the compositor writes the keymap again, though not
  /// always in the same words.
  @Test func whatIsHeldStaysAfterTheUserHasTyped() throws {
    for _ in 0..<3 {
      try seat.perform("hold 30\nrelease 30")
      #expect(try got(2) == ["+a", "-a"])
      session.hold(["Alt"])
      #expect(try got(1) == ["+Alt_L"])
      session.keys(["Tab"], ["Tab"])
      #expect(try got(4) == ["+Tab", "-Tab", "+Tab", "-Tab"])
      session.letGo(["Alt"])
      #expect(try got(1) == ["-Alt_L"])
    }
  }

  @Test func clicksAndNotches() throws {
    session.click(.left)
    _ = try got(0)
    session.click(.right)
    session.click(.back)
    session.scroll(.down)
    session.scroll(.left)
    #expect(try got(6).suffix(6) == ["+273", "-273", "+275", "-275", "wheel_0_1", "wheel_1_-1"])
  }

  @Test func movementAndScrollingAlong() throws {
    try seat.perform("fill")
    // Into the window, and to a place in it.
    session.follow(.pointer, 0.5, 0)
    let first = try pointer()
    session.follow(.pointer, 10, 5)
    session.follow(.pointer, -1, 0.25)
    let second = try pointer()
    #expect(second[0] - first[0] == 108 && second[1] - first[1] == 63, "\(first) \(second)")
    session.follow(.natural, 0, 2)
    session.stopFollowing(.natural)
    #expect(try got(3) == ["axis_0_-24", "stop_0", "stop_1"])
    session.follow(.natural, -1, 0)
    session.stopFollowing(.natural)
    session.follow(.traditional, -1, 2)
    #expect(try got(5) == ["axis_1_12", "stop_0", "stop_1", "axis_0_24", "axis_1_-12"])
  }

  @Test func aClickAtTheFinger() throws {
    session.emulator.use([.pointer, .place])
    try #require(session.becomesReady())
    try seat.perform("fill")
    session.serve(for: 0.3)
    _ = try pointer()
    for (x, y) in [(0.25, 0.5), (0.75, 0.125), (0, 0.999)] {
      _ = try got(0)
      session.click(.right, at: ScreenSpot(output: "HEADLESS-1", share: Vector(x, y)))
      #expect(try got(2) == ["+273", "-273"])
      let place = try pointer(afterAClick: false)
      #expect(abs(place[0] - x * place[2]) < 1 && abs(place[1] - y * place[3]) < 1, "\(place)")
    }
    session.click(.right, at: ScreenSpot(output: "HEADLESS-2", share: Vector(0.5, 0.5)))
    #expect(try got(0) == [], "no such output")
  }

  /// The pointer's place in the window. The window gets a click after all movement before it; the first click can be
  /// lost, because the seat has no pointer until then.
  private func pointer(afterAClick: Bool = true) throws -> [Double] {
    for _ in 0..<5 where afterAClick {
      session.click(.left)
      if try got(2).last == "-272" { break }
    }
    return try seat.perform("pointer").split(separator: " ").compactMap { Double($0) }
  }

  @Test(arguments: [
    ("us", "azAZ1!~/", "azAZ1!~/"), ("de", "azyäÖß@€{1!", "azyäÖß@€{1!"), ("fr", "azqw1é@€A", "azqw1é@€A"),
    ("us,ru", "aфЖz1/", "aфЖz1/"), ("ru,us", "фaЙq", "фaЙq"), ("fr", "êë", "fe52 e fe57 e"),
    ("de", "áà", "fe51 a fe50 a"),
  ])
  func textOnLayouts(names: String, text: String, symbols: String) throws {
    try seat.perform("layout \(names)")
    _ = try got(2)
    session.type(text)
    let wanted = symbols.contains(" ") ? symbols.split(separator: " ").map(String.init) : symbols.map { "\($0)" }
    #expect(try pressed(wanted.count) == wanted, "\(session.log)")
  }

  /// wtype and its like bring a keymap of their own, which the seat keeps.
  @Test func afterAnotherProgramHasTyped() throws {
    try seat.perform("tool")
    #expect(try got(2) == ["+x", "-x"])
    session.keys(["F5"], ["Ctrl", "a"])
    #expect(try got(6) == ["+F5", "-F5", "+Control_L", "+a", "-a", "-Control_L"], "\(session.log)")
    // The user's own layout counts again.
    try seat.perform("layout de")
    _ = try got(2)
    session.type("z")
    #expect(try pressed(1) == ["z"])
  }

  @Test func aSymbolThatTheLayoutLacks() throws {
    session.keys(["ф"])
    session.keys(["y"])
    #expect(try got(2) == ["+y", "-y"])
    #expect(session.log.last?.contains("no key for \"ф\"") == true)
  }

  @Test func whatIsHeldGoesUp() throws {
    session.hold(["Alt"])
    session.keys(["Tab"])
    session.letGo(["Alt"])
    #expect(try got(4) == ["+Alt_L", "+Tab", "-Tab", "-Alt_L"])
    session.hold(["Alt", "x"])
    #expect(try got(2) == ["+Alt_L", "+x"])
    session.emulator.stop()
    #expect(Set(try got(2)) == ["-x", "-Alt_L"])
  }

  @Test func whatTheUserHoldsStays() throws {
    try seat.perform("hold 42")
    #expect(try got(1) == ["+Shift_L"])
    session.keys(["Left"])
    #expect(try got(2) == ["+Left", "-Left"])
    try seat.perform("release 42")
    #expect(try got(1) == ["-Shift_L"])
  }

  @Test func anotherCompositorInItsPlace() throws {
    session.hold(["Alt"])
    try seat.perform("sway off")
    #expect(session.serve { session.emulator.links.readyName == nil })
    session.letGo(["Alt"])
    try seat.perform("sway on\nlayout us")
    #expect(session.becomesReady())
    _ = try got(2)
    session.keys(["b"])
    #expect(try got(2) == ["+b", "-b"])
  }

  @Test func nothingWakesItAndNothingHoldsItUp() throws {
    session.serve(for: 0.5)
    let before = session.wakeUps
    try seat.perform("hold 30\nrelease 30")
    session.serve(for: 0.5)
    #expect(session.wakeUps - before <= 2, "its keymap, at most")
    try seat.perform("sway hang")
    for _ in 0..<500 { session.keys(["Ctrl", "a"]) }
    session.serve(for: 0.1)
    #expect(session.longestTurn < 200_000)
    try seat.perform("sway go on")
  }
}

/// The folder of a sway, if there is one.
private enum RealSeat {
  static let root = TestbedProgram.output(of: "contrib/testbed/desktop/root --cached sway")
  static let isThere = root != nil || TestbedProgram.isAllRequired
  static let absence: Comment = "needs a sway: `contrib/testbed/desktop/root sway` brings it"
}
