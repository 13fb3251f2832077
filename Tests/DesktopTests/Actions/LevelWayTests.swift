import Bindings
import Foundation
import Support
import Testing

@testable import Desktop
@testable import DesktopActions

/// The volume of a real sound server: `contrib/testbed/desktop/sound.py`.
@Suite(.enabled(if: RealSound.isThere, RealSound.absence), .serialized, .timeLimit(.minutes(2)))
struct SoundWayTests {
  private let program: TestbedProgram
  private let session: ActionSession

  init() throws {
    let program = try TestbedProgram("desktop/sound.py") { [RealSound.root ?? "", $0] }
    self.program = program
    try program.perform("server on")
    let path = "\(program.folder)/native"
    session = ActionSession { domain in domain == .sound ? [{ SoundWay(path: path) }] : [] }
    session.actor.use([.level(.volume, .mute)])
    try #require(session.serve { session.ways(.sound).readyName != nil }, "\(session.ways(.sound).problems)")
  }

  /// Asks for the changes; in the end the server has to tell this.
  private func expect(
    _ wanted: String, after changes: LevelChange..., because reason: Comment? = nil,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    for change in changes { session.ask(.level(.volume, change)) }
    var told = ""
    _ = try session.serve {
      told = try program.perform("volume")
      return told == wanted
    }
    #expect(told == wanted, reason, sourceLocation: place)
  }

  @Test func upAndDown() throws {
    try expect("50 50 on", after: .to(50))
    try expect("53 53 on", after: .by(2), .by(2), .by(-1))
    try expect("100 100 on", after: .by(90))
    try expect("0 0 on", after: .by(-100), .by(-5))
    try expect("7 7 on", after: .by(7), because: "the channels were silent")
  }

  @Test func muteAndBalance() throws {
    try program.perform("set 40 20")
    try expect("50 25 on", after: .by(10))
    try expect("50 25 muted", after: .mute)
    try expect("40 20 muted", after: .by(-10))
    try expect("40 20 on", after: .mute)
    try expect("50 25 on", after: .mute, .by(10), because: "raising it is meant to be heard")
    try program.perform("set 150 150")
    try expect("150 150 on", after: .by(5), because: "it is above all already")
    try expect("145 145 on", after: .by(-5))
  }

  @Test func theServerHangsEndsAndComesBack() throws {
    try program.perform("server hang")
    for _ in 0..<3 { session.ask(.level(.volume, .by(1))) }
    session.serve(for: 0.2)
    try program.perform("server go on")
    session.serve(for: 0.3)
    try program.perform("server off")
    #expect(session.serve { session.ways(.sound).readyName == nil })
    session.ask(.level(.volume, .to(10)))
    #expect(session.log.last?.contains("volume = \"10 %\" can't be done here") == true, "\(session.log)")
    try program.perform("server on")
    #expect(session.serve { session.ways(.sound).readyName != nil })
    try expect("10 10 on", after: .to(10))
    #expect(session.rests(), "no second passed without a wake-up")
  }
}

/// The brightness that logind sets: `contrib/testbed/desktop/lights.py`.
@Suite(.serialized, .enabled(if: LoginBus.isThere, "needs dbus-daemon and python3-gi"), .timeLimit(.minutes(1)))
struct BacklightWayTests {
  private let program: TestbedProgram
  private let session: ActionSession

  init() throws {
    let program = try TestbedProgram("desktop/lights.py") { ["\($0)/bus", "\($0)/lights"] }
    self.program = program
    session = ActionSession { domain in
      domain == .light
        ? [{ BacklightWay(folder: "\(program.folder)/lights", address: "unix:path=\(program.folder)/bus") }] : []
    }
  }

  private func begin(_ lights: String) throws {
    try program.perform(lights)
    session.actor.use([.level(.brightness, .to(1))])
    try #require(session.serve { session.ways(.light).readyName != nil }, "\(session.ways(.light).problems)")
  }

  private func expect(_ level: Int, after change: LevelChange, _ light: String = "intel") throws {
    session.ask(.level(.brightness, change))
    let became = try session.serve { try program.perform("level \(light)") == "\(level)" }
    let now = try program.perform("level \(light)")
    #expect(became, "\(change): \(now) instead of \(level) \(session.log)")
  }

  @Test func upAndDown() throws {
    try begin("light intel raw 500 1000")
    try expect(550, after: .by(5))
    try expect(400, after: .to(40))
    try expect(1000, after: .by(90))
    try expect(10, after: .by(-100))
    try expect(10, after: .to(0))
  }

  /// Each change is at least one step.
  @Test func aLightWithFewSteps() throws {
    try begin("light acpi_video0 firmware 3 7\nlight intel raw 500 1000")
    try expect(4, after: .by(2), "acpi_video0")
    try expect(3, after: .by(-2), "acpi_video0")
    #expect(try program.perform("level intel") == "500", "the firmware's goes first")
  }

  @Test func logindRefuses() throws {
    try begin("light intel raw 500 1000\nrefuse")
    session.ask(.level(.brightness, .by(5)))
    #expect(session.serve { session.log.last?.contains("logind does not set the light") == true }, "\(session.log)")
  }

  @Test func withoutALight() {
    session.actor.use([.level(.brightness, .to(1))])
    #expect(session.serve { session.ways(.light).problems.contains { $0.contains("no screen here has a light") } })
  }
}

/// What a sound server might send that is no message.
struct PulseMessageTests {
  @Test func aMessageComesInPieces() throws {
    let bytes = PulseMessage.bytes(2, tag: 7, [.text("speakers"), .volumes([1, 65536]), .flag(true)])
    var inbox = PulseInbox()
    for byte in bytes.dropLast() {
      inbox.append([byte])
      #expect(try inbox.next() == nil)
    }
    inbox.append(bytes.suffix(1) + bytes.prefix(3))
    var answer = try #require(try inbox.next())
    #expect(try answer.number() == 2 && answer.number() == 7)
    try answer.skipText()
    #expect(try answer.volumes() == [1, 65536] && answer.flag())
    #expect(throws: PulseNonsense.self) { try answer.number() }
    #expect(try inbox.next() == nil)
  }

  @Test func nonsense() throws {
    var inbox = PulseInbox()
    inbox.append([0xff, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 16))
    #expect(throws: PulseNonsense.self) { try inbox.next() }
    var other = PulseInbox()
    other.append(ArraySlice(PulseMessage.bytes(2, tag: 7, [.number(1)])))
    var answer = try #require(try other.next())
    #expect(throws: PulseNonsense.self) { try answer.skipText() }
  }
}

/// The folder of a sound server, if there is one.
private enum RealSound {
  static let root = TestbedProgram.output(of: "contrib/testbed/desktop/root --cached sound")
  static let isThere = root != nil || TestbedProgram.isAllRequired
  static let absence: Comment = "needs a sound server: `contrib/testbed/desktop/root sound` brings it"
}
