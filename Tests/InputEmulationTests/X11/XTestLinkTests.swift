import Bindings
import Foundation
import GestureCore
import Support
import Testing

@testable import InputEmulation

/// A real X server with a real client that prints its events.
@Suite(.enabled(if: X11Desktop.isThere, X11Desktop.absence), .serialized, .timeLimit(.minutes(5)))
struct XTestLinkTests {
  /// Whether a window has the focus.
  private static let hasFocus = "case $(xprop -root _NET_ACTIVE_WINDOW) in *'# 0x'[1-9]*) ;; *) false ;; esac"

  private let desktop: X11Desktop
  private let session: EmulatedSession

  init() throws {
    let desktop = try X11Desktop("i3")
    self.desktop = desktop
    try desktop.run("stdbuf -oL xev -event keyboard -event button >/tmp/xev & xev=$!")
    try desktop.wait(for: Self.hasFocus)
    session = EmulatedSession { _ in [{ XTestLink(display: desktop.display) }] }
    session.emulator.use([.keyboard, .pointer])
    #expect(session.becomesReady(), "\(session.emulator.links.problems)")
    // Its server begins with an event of the keyboard's layout.
    session.serve(for: 0.1)
  }

  /// The events that the client has got since the last call, such as `+a`, `-a`, `+button 3`, once there are at least
  /// `count`.
  private func got(_ count: Int) throws -> [String] {
    var events: [String] = []
    _ = try session.serve {
      events = Self.events(in: try desktop.run("cat /tmp/xev"))
      return events.count >= count
    }
    session.serve(for: 0.05)
    events = Self.events(in: try desktop.run("cat /tmp/xev; : >/tmp/xev"))
    return events
  }

  private static func events(in text: String) -> [String] {
    var events: [String] = []
    var sign = ""
    // A character that a dead key and a letter make together has no key.
    for line in text.split(separator: "\n") where !line.contains("keycode 0 ") {
      if line.hasPrefix("KeyPress") || line.hasPrefix("ButtonPress") { sign = "+" }
      if line.hasPrefix("KeyRelease") || line.hasPrefix("ButtonRelease") { sign = "-" }
      if let found = line.firstMatch(of: /keysym (0x[0-9a-f]+)/), let number = UInt32(found.1.dropFirst(2), radix: 16) {
        events.append(sign + name(KeySymbol(keysym: number)))
      } else if let found = line.firstMatch(of: /button ([0-9]+),/) {
        events.append("\(sign)button \(found.1)")
      }
    }
    return events
  }

  private static func name(_ symbol: KeySymbol) -> String {
    symbol.character.map { "\($0)" } ?? String(symbol.number, radix: 16)
  }

  private func pressed(_ count: Int) throws -> [String] {
    try got(count * 2).filter { $0.hasPrefix("+") }.map { String($0.dropFirst()) }
  }

  private func layout(_ names: String) throws {
    try desktop.run("setxkbmap \(names)")
    session.serve(for: 0.3)
  }

  @Test func aChordAndAClick() throws {
    session.keys(["Super", "Left"], ["Ctrl", "c"])
    #expect(try got(8) == ["+ffeb", "+ff51", "-ff51", "-ffeb", "+ffe3", "+c", "-c", "-ffe3"])
    session.click(.left)
    session.click(.right)
    session.scroll(.down)
    #expect(try got(6) == ["+button 1", "-button 1", "+button 3", "-button 3", "+button 5", "-button 5"])
  }

  @Test func movementScrollingAndAClickAtTheFinger() throws {
    func pointer() throws -> [Int] {
      session.serve(for: 0.1)
      let told = try desktop.run("xdotool getmouselocation")
      return told.split(separator: " ").prefix(2).compactMap { Int($0.dropFirst(2)) }
    }
    session.emulator.use([.pointer, .place])
    try #require(session.becomesReady())
    session.click(.right, at: ScreenSpot(output: "any", share: .zero, point: Vector(321.5, 123)))
    #expect(try got(2) == ["+button 3", "-button 3"])
    #expect(try pointer() == [321, 123])
    for _ in 0..<4 { session.follow(.pointer, 0.125, -0.0625) }
    #expect(try session.serve { try pointer() == [327, 120] })
    for _ in 0..<4 { session.follow(.natural, 0, 1) }
    session.stopFollowing(.natural)
    session.follow(.natural, -1, 0)
    session.follow(.natural, -1, 0)
    #expect(
      try got(8) == [
        "+button 4", "-button 4", "+button 4", "-button 4", "+button 4", "-button 4", "+button 7", "-button 7",
      ])
  }

  @Test(arguments: [
    ("us", "azAZ1!~/", "azAZ1!~/"), ("de", "azyäÖß@€{1!", "azyäÖß@€{1!"), ("fr", "azqw1é@€A", "azqw1é@€A"),
    ("us,ru", "aфЖz1/", "aфЖz1/"), ("ru,us", "фaЙq", "фaЙq"), ("fr", "êë", "fe52 e fe57 e"),
    ("de", "áà", "fe51 a fe50 a"),
  ])
  func textOnLayouts(names: String, text: String, symbols: String) throws {
    try layout(names)
    session.type(text)
    let wanted = symbols.contains(" ") ? symbols.split(separator: " ").map(String.init) : symbols.map { "\($0)" }
    #expect(try pressed(wanted.count) == wanted, "\(session.log)")
  }

  @Test func theLayoutIsFollowed() throws {
    session.keys(["ф"])
    session.keys(["y"])
    #expect(try pressed(1) == ["y"])
    #expect(session.log.last?.contains("no key for \"ф\"") == true)
    try layout("de")
    session.keys(["y"], ["ß"])
    #expect(try pressed(2) == ["y", "ß"])
  }

  @Test func theUsersLocksAndModifiersStay() throws {
    try desktop.run("xdotool key Caps_Lock")
    _ = try got(2)
    session.type("aB1!")
    #expect(try pressed(4) == ["a", "B", "1", "!"])
    #expect(try desktop.run("xset q").contains(/Caps Lock:\s+on/))
    try desktop.run("xdotool key Caps_Lock keydown Shift_L")
    _ = try got(3)
    session.keys(["Shift", "Left"])
    #expect(try got(2) == ["+ff51", "-ff51"], "the user's Shift stays down")
    session.type("A")
    #expect(try got(2) == ["+A", "-A"])
    try desktop.run("xdotool keyup Shift_L")
    #expect(try got(1) == ["-ffe1"])
  }

  @Test func whatIsHeldGoesUp() throws {
    session.hold(["Alt"])
    session.keys(["Tab"])
    session.keys(["Shift", "Tab"])
    session.letGo(["Alt"])
    let tab = ["+ff09", "-ff09", "+ffe1", "+fe20", "-fe20", "-ffe1"]
    #expect(try got(8) == ["+ffe9"] + tab + ["-ffe9"])
    // A server can notice the end of the connection before it has read the earlier requests.
    for _ in 0..<8 {
      session.emulator.use([.keyboard, .pointer])
      try #require(session.becomesReady())
      session.serve(for: 0.1)
      session.hold(["Alt", "x"])
      #expect(try got(2) == ["+ffe9", "+x"])
      session.emulator.stop()
      let up = try got(2)
      #expect(Set(up) == ["-x", "-ffe9"], "\(up)")
    }
  }

  /// A server that notices the end of a connection does not read the earlier requests: without a wait a key stays down
  /// now and then, and the rest of a long text is often lost.
  @Test func whatWasPressedJustBeforeTheEndArrives() throws {
    let text = String(repeating: "ab", count: 250)
    for _ in 0..<5 {
      session.emulator.use([.keyboard])
      try #require(session.becomesReady())
      session.serve(for: 0.1)
      let before = session.wakeUps
      session.type(text)
      // The state of the keyboard comes, and the keys are sent.
      try #require(session.serve { session.wakeUps > before })
      session.emulator.stop()
      #expect(try got(2 * text.count).count == 2 * text.count)
    }
  }

  /// Requests that a hanging server has not read would reach the screen locker.
  @Test func whatStillWaitsIsWithdrawnAsTheSessionLocks() throws {
    session.emulator.use([.keyboard, .pointer])
    try #require(session.becomesReady())
    try desktop.run("kill -STOP $server")
    session.keys(["a"])
    session.scroll(.down)
    session.emulator.suspension = .locked
    try desktop.run("kill -CONT $server")
    session.serve(for: 0.2)
    session.emulator.suspension = []
    session.keys(["b"])
    #expect(try got(2).count == 2)
  }

  @Test func anotherServerInItsPlace() throws {
    try desktop.run("kill -KILL $server; wait $server; true")
    #expect(session.serve { session.emulator.links.readyName == nil })
    session.keys(["a"])
    try desktop.run("Xvfb $DISPLAY -screen 0 1600x1600x24 -noreset -nolisten tcp & server=$!")
    try desktop.wait(for: "xprop -root >/dev/null")
    try desktop.start("i3")
    try desktop.run(": >/tmp/xev; stdbuf -oL xev -event keyboard >/tmp/xev & xev=$!")
    try desktop.wait(for: Self.hasFocus)
    #expect(session.becomesReady())
    session.keys(["b"])
    #expect(try got(2) == ["+b", "-b"])
  }

  @Test func nothingWakesItAndNothingHoldsItUp() throws {
    // With its first key by XTEST the server's keyboard becomes another one.
    session.keys(["a"])
    session.serve(for: 0.5)
    let before = session.wakeUps
    try desktop.run("xdotool key a key Shift_L")
    session.serve(for: 0.5)
    #expect(session.wakeUps == before, "the user's own keys wake nothing")
    #expect(session.longestTurn < 100_000)
  }

  @Test func aServerThatHangs() throws {
    try desktop.run("kill -STOP $server")
    for _ in 0..<500 { session.keys(["Ctrl", "a"]) }
    session.serve(for: 0.1)
    #expect(session.longestTurn < 100_000)
    try desktop.run("kill -CONT $server")
    #expect(try pressed(2).count <= 2 * 32)
    session.keys(["z"])
    #expect(try got(2).suffix(2) == ["+z", "-z"])
  }
}
