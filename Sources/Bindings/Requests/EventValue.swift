import GestureCore
import Text

/// The description of a value of gesture events, for commands, streams, traces and scripts. A class: copies are cheap.
public final class EventValue: Sendable {
  public enum Value {
    case text(String)
    case count(Int)
    case number(Double)
    /// Points in mm.
    case points([Vector])
    case hints([GestureHint])
  }

  public enum Shape: Sendable {
    case text, count, number, list
  }

  private enum Source: Sendable {
    /// A value from the recognizer. A gesture has the value only if its kind reports all given `ReportedValues`.
    case values(ReportedValues, @Sendable (GestureValues) -> Value?)
    case event(@Sendable (GestureEnvironment) -> Value?)
  }

  /// The name in JSON and in touch scripts.
  public let name: String
  /// The name of the variable for commands: `GESTURE_` and the name in capitals.
  public let variable: String
  /// The unit; empty for a value without a unit.
  public let unit: String
  /// The meaning, for the manual; empty if commands don't get the value.
  public let meaning: String
  public let shape: Shape
  /// Whether all events of a rule have the same value, such as the rule's name.
  let isLasting: Bool
  /// The value's index in the order of traces and touch scripts. Nil if traces and touch scripts don't have the value.
  private let traceIndex: Int?
  private let source: Source

  private init(
    _ name: String, _ shape: Shape, _ unit: String, _ meaning: String, isLasting: Bool = false, trace: Int? = nil,
    _ source: Source
  ) {
    self.name = name
    variable = "GESTURE_\(name.uppercased())"
    self.unit = unit
    self.meaning = meaning
    self.shape = shape
    self.isLasting = isLasting
    traceIndex = trace
    self.source = source
  }

  /// Reads this value from `values`, even if the kind doesn't report the value. Nil if `values` don't have the value.
  public func read(_ values: GestureValues) -> Value? {
    switch source {
    case .values(_, let read): read(values)
    case .event: nil
    }
  }

  /// Returns the value in an event. Nil if the kind doesn't report the value, or if the event doesn't have the value.
  func read(_ gesture: GestureEnvironment) -> Value? {
    switch source {
    case .values(_, let read): isReported(by: gesture.reports) ? read(gesture.event.values) : nil
    case .event(let read): read(gesture)
    }
  }

  /// Whether a kind that reports `reports` has this value. Always true if the value isn't from the recognizer.
  public func isReported(by reports: ReportedValues) -> Bool {
    switch source {
    case .values(let needed, _): reports.isSuperset(of: needed)
    case .event: true
    }
  }
}

extension EventValue {
  /// All values, in the order of the manual.
  private static let all: [EventValue] = [
    event("name", "the gesture's name: NAME in `[gesture.NAME]`", isLasting: true) { .text($0.rule.name) },
    event("kind", "the gesture's kind: `swipe`, `tap`, `pinch`…", isLasting: true) { .text($0.rule.kind.name) },
    event("state", "the gesture's state: `recognized`, `began`, `changed`, `ended` or `cancelled`") {
      .text($0.event.state.rawValue)
    },
    .init("fingers", .count, "", "number of fingers", trace: 0, .values([]) { .count($0.fingers) }),
    number("dx", "mm", "horizontal movement so far, positive to the right", of: .translation, trace: 3) {
      $0.translation.x
    },
    number("dy", "mm", "vertical movement so far, positive downwards", of: .translation, trace: 4) { $0.translation.y },
    number("vx", "mm/s", "horizontal velocity, positive to the right", of: .velocity, trace: 5) { $0.velocity.x },
    number("vy", "mm/s", "vertical velocity, positive downwards", of: .velocity, trace: 6) { $0.velocity.y },
    number(
      "scale", "factor", "distance between fingers, divided by the distance when the pinch began", of: .scale, trace: 7
    ) {
      $0.scale
    },
    number("rotation", "degrees", "turn of the fingers, positive clockwise", of: .rotation, trace: 8) { $0.rotation },
    progress(
      "delta_x", "mm", "horizontal movement since the previous event that the action got, positive to the right",
      of: .translation
    ) {
      $0.translation.x
    },
    progress(
      "delta_y", "mm", "vertical movement since the previous event that the action got, positive downwards",
      of: .translation
    ) { $0.translation.y },
    progress(
      "delta_scale", "factor",
      "distance between the fingers, divided by the distance in the previous event that the action got",
      of: .scale
    ) { $0.scale },
    progress(
      "delta_rotation", "degrees",
      "turn of the fingers since the previous event that the action got, positive clockwise",
      of: .rotation
    ) {
      $0.rotation
    },
    number("pressure", "0 to 1", "pressure, if the device reports it", of: .pressure, trace: 11) { $0.pressure },
    number("x", "mm", "distance of the fingers' centre from the device's left edge", trace: 1) { $0.location.x },
    number("y", "mm", "distance of the fingers' centre from the device's top edge", trace: 2) { $0.location.y },
    number(
      "mid_x", "mm", "distance from the device's left edge to the middle corner of a drawn path", of: .corners
    ) { $0.middle?.x },
    number(
      "mid_y", "mm", "distance from the device's top edge to the middle corner of a drawn path", of: .corners
    ) { $0.middle?.y },
    .init(
      "corners", .list, "", "the corners of a drawn path, in mm: `x,y x,y`…", trace: 12,
      .values(.corners) { .points($0.corners) }),
    .init(
      "direction", .text, "",
      "direction: `left`, `up-right`…; a gesture from an edge or a corner has the inward direction",
      trace: 9, .values(.direction) { ($0.direction?.rawValue).map(Value.text) }),
    .init(
      "button", .text, "", "button of a `click`: `left`, `right` or `middle`", trace: 13,
      .values(.button) { $0.button.name.map(Value.text) }),
    event(
      "step", "direction of a `step`: `up`, `down`, `left`, `right`, `clockwise`, `counterclockwise`, `in` or `out`"
    ) {
      ($0.step?.rawValue).map(Value.text)
    },
    event(
      "hints", "for a `hint`, the names of the gestures that are possible now, separated by spaces", .list
    ) { $0.reports.contains(.hints) ? .hints($0.hints) : nil },
    event("device", "the device's name") { .text($0.device) },
    event(
      "duration", "time since the first finger landed; in `hold-and-…`, since the last needed finger landed", .number,
      unit: "ms"
    ) {
      .number($0.event.duration.milliseconds)
    },
    .init("taps", .count, "", "", trace: 10, .values(.taps) { .count($0.taps) }),
  ]

  /// The values that commands, streams and the control socket get.
  public static let forCommands = all.filter { !$0.meaning.isEmpty }

  /// The values in traces and touch scripts, in the order in which they are written.
  public static let traced =
    all.compactMap { value in value.traceIndex.map { (value, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)

  private static func event(
    _ name: String, _ meaning: String, _ shape: Shape = .text, unit: String = "", isLasting: Bool = false,
    _ read: @escaping @Sendable (GestureEnvironment) -> Value?
  ) -> EventValue {
    EventValue(name, shape, unit, meaning, isLasting: isLasting, .event(read))
  }

  private static func progress(
    _ name: String, _ unit: String, _ meaning: String, of reports: ReportedValues,
    _ read: @escaping @Sendable (Progress) -> Double
  ) -> EventValue {
    event(name, meaning, .number, unit: unit) { gesture in
      gesture.reports.isSuperset(of: reports) ? gesture.progress.map { Value.number(read($0)) } : nil
    }
  }

  private static func number(
    _ name: String, _ unit: String, _ meaning: String, of reports: ReportedValues = [], trace: Int? = nil,
    _ read: @escaping @Sendable (GestureValues) -> Double?
  ) -> EventValue {
    EventValue(name, .number, unit, meaning, trace: trace, .values(reports) { read($0).map(Value.number) })
  }
}

extension GestureValues {
  /// The middle corner of a drawing, or the first of two middle corners. Nil if there are no corners.
  fileprivate var middle: Vector? { corners.isEmpty ? nil : corners[(corners.count - 1) / 2] }
}

extension EventValue.Value {
  var text: String {
    switch self {
    case .text(let text): text
    case .count(let count): "\(count)"
    case .number(let number): Self.text(number)
    case .points(let points): points.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
    case .hints(let hints): hints.map(\.name).joined(separator: " ")
    }
  }

  static let decimals = 3
  /// The greatest magnitude of a written number. Replaces larger magnitudes, which aren't precise to a thousandth.
  private static let limit = 9_000_000_000_000.0

  static func bounded(_ number: Double) -> Double { min(max(number, -limit), limit) }

  /// Returns the number with three decimals, such as "-12.500" or "0.000". Empty for NaN.
  static func text(_ number: Double) -> String {
    number.isNaN ? "" : decimal(bounded(number), places: decimals, padded: true)
  }
}
