import Bindings
import Foundation
import Support
import Testing

@testable import Desktop
@testable import DesktopActions

/// A real sound server: `contrib/testbed/desktop/sound.py`.
private final class SoundStory {
  let program: TestbedProgram
  let session: ActionSession

  init(_ server: RealSound) throws {
    let program = try TestbedProgram("desktop/sound.py") { [server.rawValue, server.root ?? "", $0] }
    self.program = program
    try program.perform("server on")
    let path = "\(program.folder)/pulse/native"
    session = ActionSession { domain in domain == .sound ? [{ SoundLink(path: path) }] : [] }
    session.actor.use([.level(.volume, .mute)])
    try #require(session.serve { session.links(.sound).readyName != nil }, "\(session.links(.sound).problems)")
  }

  /// Requests the changes, and expects these reports of the server at the end.
  func expect(
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

}

/// The volume of a sound server.
@Suite(.enabled(if: !RealSound.all.isEmpty, RealSound.absence), .serialized, .timeLimit(.minutes(5)))
struct SoundLinkTests {
  @Test(arguments: RealSound.all) fileprivate func upAndDown(_ server: RealSound) throws {
    let story = try SoundStory(server)
    try story.expect("50 50 on", after: .to(50))
    try story.expect("53 53 on", after: .by(2), .by(2), .by(-1))
    try story.expect("100 100 on", after: .by(90))
    try story.expect("0 0 on", after: .by(-100), .by(-5))
    try story.expect("7 7 on", after: .by(7), because: "the channels were silent")
  }

  @Test(arguments: RealSound.all) fileprivate func muteAndBalance(_ server: RealSound) throws {
    let story = try SoundStory(server)
    try story.program.perform("set 40 20")
    try story.expect("50 25 on", after: .by(10))
    try story.expect("50 25 muted", after: .mute)
    try story.expect("40 20 muted", after: .by(-10))
    try story.expect("40 20 on", after: .mute)
    try story.expect("50 25 on", after: .mute, .by(10), because: "raising it is meant to be heard")
    try story.program.perform("set 150 150")
    try story.expect("150 150 on", after: .by(5), because: "it is above all already")
    try story.expect("145 145 on", after: .by(-5))
  }

  @Test(arguments: RealSound.all) fileprivate func theServerHangsEndsAndComesBack(_ server: RealSound) throws {
    let story = try SoundStory(server)
    try story.program.perform("server hang")
    for _ in 0..<3 { story.session.ask(.level(.volume, .by(1))) }
    story.session.serve(for: 0.2)
    try story.program.perform("server go on")
    story.session.serve(for: 0.3)
    try story.program.perform("server off")
    #expect(story.session.serve { story.session.links(.sound).readyName == nil })
    story.session.ask(.level(.volume, .to(10)))
    #expect(story.session.log.last?.contains("`volume = \"10 %\"` can't be done now") == true, "\(story.session.log)")
    try story.program.perform("server on")
    #expect(story.session.serve { story.session.links(.sound).readyName != nil })
    try story.expect("10 10 on", after: .to(10))
    #expect(story.session.rests(), "no second passed without a wake-up")
  }
}

/// A sound server that answers as the test wants.
struct HungSoundTests {
  private let socket: StandInSocket
  private let session: ActionSession

  init() throws {
    let socket = try StandInSocket("pulse/native")
    self.socket = socket
    session = ActionSession { domain in domain == .sound ? [{ SoundLink(path: socket.path) }] : [] }
    session.actor.use([.level(.volume, .mute)])
    try answer(1)
    try answer(2)
    try #require(session.links(.sound).readyName != nil)
  }

  /// Reads a command, and answers it.
  private func answer(_ tag: UInt32, _ values: [PulseMessage.Value] = []) throws {
    _ = try socket.read()
    socket.say(PulseMessage.bytes(PulseMessage.reply, tag: tag, values))
    session.links(.sound).serve()
  }

  private func expectSkipped(_ count: Int, _ reason: String, at place: SourceLocation = #_sourceLocation) {
    #expect(session.skipped.count == count && session.links(.sound).readyName == nil, sourceLocation: place)
    #expect(
      session.log.contains { $0.contains("(no answer was received: the sound server \(reason))") }, "\(session.log)",
      sourceLocation: place)
  }

  @Test func itIsGivenUp() throws {
    for _ in 0..<2 { session.ask(.level(.volume, .by(1))) }
    session.links(.sound).advance(to: try #require(session.links(.sound).nextDeadline))
    expectSkipped(2, "does not answer")
  }

  @Test func itEndsBeforeItAnswers() throws {
    session.ask(.level(.volume, .by(1)))
    socket.hangUp()
    session.links(.sound).serve()
    expectSkipped(1, "has closed the connection")
  }

  @Test func itsAnswerIsInvalid() throws {
    session.ask(.level(.volume, .by(1)))
    try answer(3, [.flag(true)])
    expectSkipped(1, "sends invalid messages")
  }
}

/// The brightness that logind sets: `contrib/testbed/desktop/lights.py`.
@Suite(.serialized, .enabled(if: LoginBus.isThere, "needs dbus-daemon and python3-gi"), .timeLimit(.minutes(1)))
struct BacklightLinkTests {
  private let program: TestbedProgram
  private let session: ActionSession

  init() throws {
    let program = try TestbedProgram("desktop/lights.py") { ["\($0)/bus", "\($0)/lights"] }
    self.program = program
    session = ActionSession { domain in
      domain == .light
        ? [{ BacklightLink(folder: "\(program.folder)/lights", address: "unix:path=\(program.folder)/bus") }] : []
    }
  }

  private func begin(_ lights: String) throws {
    try program.perform(lights)
    session.actor.use([.level(.brightness, .to(1))])
    try #require(session.serve { session.links(.light).readyName != nil }, "\(session.links(.light).problems)")
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
    #expect(
      session.serve {
        session.log.last?.contains("logind refuses to set the brightness, or does not answer") == true
      }, "\(session.log)")
  }

  @Test func withoutALight() {
    session.actor.use([.level(.brightness, .to(1))])
    #expect(
      session.serve {
        session.links(.light).problems.contains { $0.contains("no screen with adjustable brightness was found") }
      })
  }
}

/// Bytes from a sound server that are not a whole or valid message.
struct PulseMessageTests {
  @Test func aMessageComesInPieces() throws {
    let bytes = PulseMessage.bytes(2, tag: 7, [.text("speakers"), .volumes([1, 65536]), .flag(true)])
    var inbox = MessageInbox()
    for byte in bytes.dropLast() {
      inbox.append([byte])
      #expect(try PulseMessage.next(in: &inbox) == nil)
    }
    inbox.append(bytes.suffix(1) + bytes.prefix(3))
    var answer = try #require(try PulseMessage.next(in: &inbox))
    #expect(try answer.number() == 2 && answer.number() == 7)
    try answer.skipText()
    #expect(try answer.volumes() == [1, 65536] && answer.flag())
    #expect(throws: InvalidMessage.self) { try answer.number() }
    #expect(try PulseMessage.next(in: &inbox) == nil)
  }

  @Test func nonsense() throws {
    var inbox = MessageInbox()
    inbox.append([0xff, 0xff, 0xff, 0xff] + [UInt8](repeating: 0, count: 16))
    #expect(throws: InvalidMessage.self) { try PulseMessage.next(in: &inbox) }
    var other = MessageInbox()
    other.append(ArraySlice(PulseMessage.bytes(2, tag: 7, [.number(1)])))
    var answer = try #require(try PulseMessage.next(in: &other))
    #expect(throws: InvalidMessage.self) { try answer.skipText() }
  }
}

/// The sound servers that distributions have. Programs speak to PipeWire as they do to PulseAudio.
private enum RealSound: String, CaseIterable {
  case pulseaudio, pipewire

  static let all = allCases.filter { $0.root != nil || TestbedProgram.isAllRequired }
  static let absence: Comment = "needs a sound server: `contrib/testbed/desktop/root sound` or `pipewire` brings it"
  private static let roots = ["sound", "pipewire"].map {
    TestbedProgram.output(of: "contrib/testbed/desktop/root --cached \($0)")
  }

  /// The folder that it is in, if there is one.
  var root: String? { Self.roots[self == .pulseaudio ? 0 : 1] }
}
