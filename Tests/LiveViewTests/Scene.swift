import Actions
import Bindings
import Recordings
import Text

@testable import GestureCore
@testable import LiveView

/// A view over rules at work: plays frames, presses keys, draws.
final class Scene {
  private(set) var live: LiveRules
  /// The outcomes, which are not carried out.
  private var outcomes = Outcomes()
  let view: LiveView
  private var screen: ScreenGrid?
  private(set) var written = ""
  private(set) var time = Timestamp(microseconds: 0)
  private var frames: [Frame] = []
  private var contexts: [ContextChange] = []
  /// The gestures' names, by their numbers.
  let names: [String]

  /// The rules and the touches of a script; `rules` in place of its own.
  init(
    _ script: String, rules: Rules? = nil, dryRun: Bool = false, colours: Bool = true,
    characters: TerminalCharacters = .unicode, file: String? = nil, isLoosened: Bool = false
  ) throws {
    let script = try TouchScript.read(script, name: "script")
    let own = script.rules ?? RuleSet()
    let rules = rules ?? Rules(ruleSet: isLoosened ? own.loosened : own)
    names = rules.ruleSet.gestures.map(\.name)
    let recording = script.recording.sized(by: rules.ruleSet)
    view = LiveView(rules, dryRun: dryRun, from: time, colours: colours, characters: characters, file: file)
    live = try LiveRules(rules, watcher: view)
    frames = recording.frames
    contexts = recording.contexts
    for device in recording.devices { live.add(device) }
    view.snapshots = { [unowned self] in live.snapshots(of: $0, at: $1).map(withGauges) }
  }

  /// If set, the bars of recognizers at work in place of their own.
  var gauges: ((RecognizerSnapshot) -> [Gauge])?
  /// The first finger's distance from its landing place, in mm.
  private(set) var travel = 0.0
  private var landed: Vector?

  private func withGauges(_ standing: RecognizerSnapshot) -> RecognizerSnapshot {
    guard let gauges else { return standing }
    let isAtWork = standing.phase == .possible || standing.phase == .begun || standing.phase == .held
    return RecognizerSnapshot(
      gesture: standing.gesture, phase: standing.phase, waitsFor: standing.waitsFor,
      gauges: isAtWork ? gauges(standing) : [])
  }

  private func follow(_ frame: Frame) {
    guard let first = frame.touches.first else { return }
    if first.phase == .began { landed = first.position }
    if first.phase == .moved, let landed { travel = (first.position - landed).length }
  }

  /// Plays up to a moment, and calls `each` after every frame.
  func play(to milliseconds: Double? = nil, _ each: (Scene) -> Void = { _ in }) {
    let limit = milliseconds.map { Timestamp(microseconds: Int64($0 * 1000)) } ?? .never
    while let frame = frames.first, frame.time <= limit {
      frames.removeFirst()
      while let change = contexts.first, change.time <= frame.time {
        contexts.removeFirst()
        live.context = change.context
      }
      live.process(frame, into: &outcomes)
      follow(frame)
      time = frame.time
      each(self)
    }
    while let deadline = live.nextDeadline.unlessNever, deadline <= limit {
      live.advance(to: deadline, into: &outcomes)
      time = deadline
      each(self)
    }
    if milliseconds != nil { time = limit }
  }

  /// Rules in the place of those before, as the daemon does it.
  func use(_ rules: Rules, _ devices: [Device]) throws {
    live.cancelAll(at: time, into: &outcomes)
    live = try LiveRules(rules, watcher: view)
    view.use(rules)
    for device in devices { live.add(device) }
  }

  func add(_ device: Device) { live.add(device) }

  func remove(_ device: Int32) { live.remove(DeviceID(device), at: time, into: &outcomes) }

  func process(_ frame: Frame) {
    time = max(time, frame.time)
    live.process(frame, into: &outcomes)
  }

  @discardableResult
  func press(_ key: KeyPress) -> LiveView.Request? { view.press(key, at: time) }

  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Draws onto the screen of before, if it has this size.
  @discardableResult
  func draw(_ columns: Int = 80, _ rows: Int = 24) -> ScreenGrid {
    var grid =
      screen.flatMap { $0.columns == columns && $0.rows == rows ? $0 : nil }
      ?? ScreenGrid(columns: columns, rows: rows)
    written = view.draw(columns: columns, rows: rows, at: time)
    grid.write(written)
    screen = grid
    return grid
  }

  /// Shows the events of a command.
  func command(_ gesture: String, _ command: String, _ events: CommandEvent...) {
    let request = CommandRequest(
      binding: 0, file: "bindings.toml", line: 1, gesture: gesture, command: .shell(command))
    for event in events { view.show(request, event, at: time) }
  }
}

extension RuleSet {
  /// The rules with swipes whose thresholds have a direction of loosening.
  var loosened: RuleSet {
    var rules = self
    for index in rules.gestures.indices where rules.gestures[index].kind.name == Swipe.kind.name {
      rules.gestures[index].kind = .looseSwipe
    }
    return rules
  }
}

extension Kind {
  fileprivate static let looseSwipe = Kind(
    name: Swipe.kind.name, summary: Swipe.kind.summary, isDiscrete: true,
    settings: Swipe.kind.settings.map { setting in
      var setting = setting
      if ["min-speed", "min-distance"].contains(setting.name) { setting.loosening = .lower }
      return setting
    }, reports: Swipe.kind.reports, needs: Swipe.kind.needs, fingers: Swipe.kind.fingers,
    facts: Swipe.kind.facts, traits: Swipe.kind.traits, make: { Swipe($0) })
}
