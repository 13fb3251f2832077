import Analysis
import GestureCore
import Text

enum PlotWording {
  static func verdict(_ marks: [Lane.Mark]) -> String {
    // The decisive event comes first, before met thresholds.
    let order: [Lane.Mark] = marks.filter { $0.event != .met } + marks.filter { $0.event == .met }
    return order.map { line($0) }.joined(separator: "; ")
  }

  /// Returns a mark in words: `failed at 400 ms: moved at 61 mm/s`.
  static func line(_ mark: Lane.Mark) -> String {
    let time = milliseconds(mark.time)
    return switch mark.event {
    case .recognized, .began, .ended: "\(mark.event.rawValue) at \(time)"
    case .cancelled, .failed: "\(mark.event.rawValue) at \(time)" + reason(mark)
    case .refused: "skipped at \(time)" + reason(mark)
    case .met: "\(mark.text) met at \(time)"
    }
  }

  private static func reason(_ mark: Lane.Mark) -> String { mark.text.isEmpty ? "" : ": \(mark.text)" }

  /// Returns the name and value of a met threshold: `min-distance 12 mm`.
  static func met(_ gauge: Gauge) -> String { "\(gauge.setting) \(gauge.limit)" }

  static func milliseconds(_ time: Double) -> String { decimal(time, places: 1) + " ms" }

  static func state(_ state: Lane.State) -> String {
    switch state {
    case .landing: "waits for more fingers"
    case .possible: "possible"
    case .awaitingFingers: "complete, but another finger may still land"
    case .held: "complete, but held back by another gesture"
    case .begun: "has begun"
    }
  }

  static func event(_ event: Lane.Mark.Event) -> String {
    switch event {
    case .recognized, .began, .ended, .cancelled, .failed: event.rawValue
    case .refused: "touch skipped"
    case .met: "threshold met"
    }
  }

  static let lands = "finger lands"
  static let lifts = "finger lifts after moving"
  static let taps = "finger lifts where it landed"
  static let isCancelled = "touch cancelled"
  static let palm = "palm"
  static let here = "gesture event"
  static let legend = "Symbols in the pictures"

  static func line(_ span: Lane.Span) -> String {
    "\(state(span.state)) from \(milliseconds(span.time.from)) to \(milliseconds(span.time.to))"
      + (span.note.isEmpty ? "" : ": \(span.note)")
  }

  static func down(_ trail: Trail) -> String {
    "\(finger(trail)) from \(milliseconds(trail.span.from)) to \(milliseconds(trail.span.to))"
  }

  /// Returns the picture in words, for screen readers.
  static func description(_ picture: Picture) -> String {
    picture.attempts.prefix(PlotSVG.most).map { "\(heading($0)): \(summary($0))." }.joined(separator: " ")
  }

  static func panel(_ panel: Panel) -> String {
    let size = panel.surface.size
    return "\(panel.device.deviceClass.rawValue) of \(decimal(size.width, places: 0)) x "
      + "\(decimal(size.height, places: 0)) mm"
  }

  static func device(_ panel: Panel) -> String { panel.name.isEmpty ? panel.device.deviceClass.rawValue : panel.name }

  static func heading(_ attempt: AttemptPlot) -> String { "Attempt \(attempt.number)" }

  static func heading(_ attempts: [AttemptPlot]) -> String { "Attempts \(numbers(attempts.map(\.number)))" }

  static func start(_ attempt: AttemptPlot) -> String {
    "from \(milliseconds(attempt.span.from)), \(Measure.fingers(attempt.fingers))"
  }

  static func summary(_ attempt: AttemptPlot, in picture: Picture) -> String {
    let panel = picture.panels.count > 1 ? picture.panels.first { $0.device.id == attempt.device } : nil
    return (panel.map { device($0) + ", " } ?? "") + summary(attempt)
  }

  static func summary(_ attempt: AttemptPlot) -> String {
    let length = decimal(attempt.span.to - attempt.span.from, places: 0)
    return
      "\(Measure.fingers(attempt.fingers)), \(length) ms from \(milliseconds(attempt.span.from)): \(attempt.outcome)"
  }

  static func outcome(recognized: [(gesture: String, state: String)], nearest: (gesture: String, reason: String)?)
    -> String
  {
    if !recognized.isEmpty { return recognized.map { "\($0.gesture) \($0.state)" }.joined(separator: ", ") }
    if let nearest { return "no gesture; \(nearest.gesture) failed: \(nearest.reason)" }
    return "nothing"
  }

  static func absence(_ absence: AbsentGestures) -> String {
    "gestures that took no part: \(absence.gestures.joined(separator: ", ")) (\(absence.reason))"
  }

  /// Returns text with the number of attempts that a picture omits, and with the options that show these attempts.
  static func omitted(_ numbers: [Int], atATime most: Int) -> String {
    let next = numbers.prefix(most).map { "\($0)" }
    let range = (next.prefix(1) + next.dropFirst().suffix(1)).joined(separator: "-")
    let left = Words.count(numbers.count, "more attempt")
    let drawn = next.count == 1 ? "attempt" : "attempts"
    return "and \(left): --attempt \(range) draws the next \(drawn); -o FILE.html makes a page with all attempts"
  }

  /// Returns the unit's text after a number, such as ` mm`. Empty for counts, which need no unit.
  static func suffix(_ unit: Unit) -> String {
    switch unit {
    case .fingers, .taps: ""
    case .degrees: "°"
    case .millimetres, .milliseconds, .millimetresPerSecond, .percent: " \(unit.rawValue)"
    }
  }

  /// Returns the numbers, with a range for three or more consecutive numbers: `1, 3–5`.
  static func numbers(_ numbers: [Int]) -> String {
    RangeSet(numbers.map { $0..<$0 + 1 }).ranges.map { run in
      run.count > 2 ? "\(run.lowerBound)–\(run.upperBound - 1)" : run.map { "\($0)" }.joined(separator: ", ")
    }.joined(separator: ", ")
  }

  static let allAttempts = "in all attempts"
  static let wholeSurface = "the whole surface"
  static func closeUp(_ factor: Double) -> String { "\(decimal(factor, places: 1)) times closer" }
  static func finger(_ trail: Trail) -> String { "finger \(trail.finger + 1)" }

  /// The words of the page, by their names in page.html.
  static let page = [
    "needsScript":
      "This page needs JavaScript, which is turned off in this browser; turn it on, or make a picture with gesture-bridge plot RECORDING -o FILE.svg.",
    "attempts": "Attempts",
    "surface": "The device and the fingers on it",
    "happened": "What happened",
    "timeline": "Timeline",
    "play": "Play",
    "pause": "Pause",
    "speed": "Speed",
    "near": "Close up",
    "time": "Time",
    "keys": "The left and right arrow keys move through time, and the space bar starts and stops playing.",
  ]
}
