import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// A recording that is played piece by piece has the same result as one that is played at once.
struct PlayerTests {
  /// Notes everything that is decided and happens, in its order.
  private final class Notes: Watcher {
    var lines: [String] = []
    func observe(_ decision: Decision) { lines.append("\(decision)") }
    func happened(_ event: GestureEvent, _ orders: [Order]) { lines.append("\(event)") }
    func willProcess(_ frame: Frame) { lines.append("\(frame)") }
    func becameIdle(_ device: DeviceID, at time: Timestamp) { lines.append("rested \(time)") }
  }

  private static func all(_ recording: Recording, _ rules: Rules) throws -> [String] {
    let notes = Notes()
    try Replay.run(recording, rules: rules, watcher: notes) { event, _ in notes.lines.append("heard \(event)") }
    return notes.lines
  }

  private static func pieces(
    _ recording: Recording, _ rules: Rules, next: (borrowing Replay.Player) -> Timestamp?
  ) throws -> [String] {
    let notes = Notes()
    var player = try Replay.Player(recording, rules: rules, watcher: notes)
    let listener: Replay.Listener = { event, _ in notes.lines.append("heard \(event)") }
    while let time = next(player) { player.play(to: time, listener) }
    let rest = player.nextTime
    #expect(rest == nil)
    player.finish(listener)
    return notes.lines
  }

  @Test(arguments: names) func theSame(_ name: String) throws {
    let text = try Fixtures.text("interactions/\(name).touches")
    let recording = try Recording.read(text: text, name: name)
    let rules = Rules(ruleSet: try #require(try TouchScript.read(text, name: name).rules))
    let expected = try Self.all(recording, rules)
    #expect(expected.count > 5)
    #expect(try Self.pieces(recording, rules) { $0.nextTime } == expected)
    var now: Int64 = 0
    let everySevenMilliseconds: (borrowing Replay.Player) -> Timestamp? = {
      now += 7000
      return $0.nextTime == nil ? nil : Timestamp(microseconds: now)
    }
    #expect(try Self.pieces(recording, rules, next: everySevenMilliseconds) == expected)
  }

  static let names = [
    "single-double-triple", "late-timer", "tap-then-drag", "two-devices", "zone-exclusive", "edge-first", "palm",
    "should-begin", "another-scope-later", "hold-and-tap",
  ]

  @Test func whereItStands() throws {
    let text = try Fixtures.text("tap-chain.touches")
    let rules = Rules(ruleSet: try #require(try TouchScript.read(text, name: "tap-chain").rules))
    let recording = try Recording.read(text: text, name: "tap-chain")
    let device = try #require(recording.devices.first?.id)
    var player = try Replay.Player(recording, rules: rules)
    let first = player.nextTime
    #expect(first == recording.frames.first?.time)
    player.play(to: try #require(first)) { _, _ in }
    let snapshots = player.snapshots(of: device)
    #expect(snapshots.count == rules.ruleSet.gestures.count)
  }
}
