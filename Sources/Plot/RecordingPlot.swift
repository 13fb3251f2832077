import Analysis
import Bindings
import GestureCore
import Recordings
import Text

/// A picture of a recording: the fingers' paths, and the gestures' states.
///
/// The same recording, rules and selection always give the same bytes.
public struct RecordingPlot: Sendable {
  public struct Selection: Equatable, Sendable {
    /// The name of the gesture to draw, with all gestures that affected this gesture. Nil to draw all gestures.
    public var gesture: String?
    /// The numbers of the attempts to draw. Nil to draw all attempts.
    public var attempts: ClosedRange<Int>?

    public init(gesture: String? = nil, attempts: ClosedRange<Int>? = nil) {
      (self.gesture, self.attempts) = (gesture, attempts)
    }
  }

  public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    case circle([String])
    case unknownGesture(String)
    case unknownAttempt(Int, count: Int)
    case noTouches
    /// No recognizer of the gesture had a part in the selected attempts.
    case noPart(gesture: String)

    public var description: String {
      switch self {
      case .circle(let gestures):
        "the gestures \(gestures.joined(separator: ", ")) wait for one another in a circle: remove one name from a `require-to-fail` or `required-to-fail-by`"
      case .unknownGesture(let name): "there is no gesture \"\(name)\" in the rules"
      case .unknownAttempt(let number, let count):
        "there is no attempt \(number): the recording has \(Words.count(count, "attempt"))"
      case .noTouches: "nothing to draw: no finger lands in the recording, or all touches are ignored"
      case .noPart(let gesture):
        "the gesture \"\(gesture)\" took no part in the selected attempts: only palms landed, or the gesture can't happen on the touched devices"
      }
    }
  }

  let picture: Picture

  public init(_ recording: Recording, rules: Rules, selection: Selection = Selection()) throws(Problem) {
    let gestures = rules.ruleSet.gestures
    var wanted: GestureID?
    if let name = selection.gesture {
      guard let index = gestures.firstIndex(where: { $0.name == name }) else { throw .unknownGesture(name) }
      wanted = GestureID(index)
    }
    let replay: PlotReplay
    do {
      replay = try PlotReplay(recording, rules: rules)
    } catch {
      throw .circle(error.gestures.map { gestures[$0.rawValue].name })
    }
    picture = try Self.picture(recording, rules.ruleSet, replay, wanted, selection)
  }

  private static func picture(
    _ recording: Recording, _ rules: RuleSet, _ replay: PlotReplay, _ wanted: GestureID?, _ selection: Selection
  ) throws(Problem) -> Picture {
    guard !replay.attempts.isEmpty else { throw .noTouches }
    let chosen = replay.attempts.filter { selection.attempts?.contains($0.number) ?? true }
    if let numbers = selection.attempts, chosen.isEmpty {
      throw .unknownAttempt(numbers.lowerBound, count: replay.attempts.count)
    }
    var names = Names(rules, devices: recording.devices)
    names.includesValues = true
    let panels = recording.devices.map { device in
      // A device without a name got the name of the recording or of its class.
      let isNamed = device.name != recording.name && device.name != device.deviceClass.rawValue
      return Panel(device: device, surface: Surface(rules, of: device), name: isNamed ? device.name : "")
    }
    let attempts = chosen.compactMap { attempt -> AttemptPlot? in
      guard let panel = panels.first(where: { $0.device.id == attempt.device }) else { return nil }
      let nearMisses = NearMissRanking(attempt, rules, on: panel.device)
      var builder = AttemptPlotBuilder(attempt, nearMisses, names, about: wanted)
      return builder.build(panel.surface, replay.readings(in: attempt))
    }
    if let gesture = selection.gesture, attempts.isEmpty { throw .noPart(gesture: gesture) }
    return Picture(
      title: recording.name.split(separator: "/").last.map(String.init) ?? recording.name,
      panels: panels.filter { panel in attempts.contains { $0.device == panel.device.id } }, attempts: attempts)
  }
}
