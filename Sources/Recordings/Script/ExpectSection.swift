import GestureCore

/// A gesture event that a script expects: `310ms single`, `120ms pan began since=60ms dx=12.5`.
public struct ExpectedEvent: Equatable, Sendable {
  public var line: Int
  public var time: Timestamp
  public var gesture: String
  /// Nil stands for `recognized` of a discrete gesture and `began` of a continuous one.
  public var state: RecognizerState?
  public var since: Timestamp?
  /// What the event has to report, each as precise as it is written.
  public var readings: [Reading]

  /// Whether `event` is this, given the gesture's name.
  public func matches(_ event: GestureEvent, named name: String) -> Bool {
    let isState = state.map { $0 == event.state } ?? (event.state == .recognized || event.state == .began)
    return isState && name == gesture && event.time == time && (since.map { $0 == event.since } ?? true)
      && readings.allSatisfy { $0.matches(event.values) }
  }
}

extension ExpectedEvent: CustomStringConvertible {
  /// As it is written in a script.
  public var description: String {
    var words = [millisecondsText(time.microseconds), gesture]
    if let state { words.append(state.rawValue) }
    if let since { words.append("since=\(millisecondsText(since.microseconds))") }
    return (words + readings.map(\.description)).joined(separator: " ")
  }
}

/// One value a gesture event reports, as a script or a trace shows it: `dx=12.5`, `direction=left`.
public struct Reading: Equatable, Sendable, CustomStringConvertible {
  /// The values an event can report, by the names they have in scripts and in JSON.
  public enum Name: String, CaseIterable, Sendable {
    case fingers, x, y, dx, dy, vx, vy, scale, rotation, direction, taps, pressure
  }

  public let name: Name
  public let text: String

  public var description: String { "\(name.rawValue)=\(text)" }

  /// Whether `values` says the same when it is rounded to as many decimals as are written here.
  func matches(_ values: GestureValues) -> Bool {
    switch values[name] {
    case nil: return false
    case .word(let word): return word == text
    case .number(let value):
      let places = text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
      guard let wanted = number(text) else { return false }
      return decimal(value, places: places, padded: true) == decimal(wanted, places: places, padded: true)
    }
  }
}

extension GestureValues {
  /// A reported value: a number or a word.
  enum Value: Equatable {
    case number(Double)
    case word(String)
  }

  subscript(name: Reading.Name) -> Value? {
    switch name {
    case .fingers: .number(Double(fingers))
    case .x: .number(location.x)
    case .y: .number(location.y)
    case .dx: .number(translation.x)
    case .dy: .number(translation.y)
    case .vx: .number(velocity.x)
    case .vy: .number(velocity.y)
    case .scale: .number(scale)
    case .rotation: .number(rotation)
    case .direction: direction.map { .word($0.rawValue) }
    case .taps: .number(Double(taps))
    case .pressure: pressure.map { .number($0) }
    }
  }
}

/// The section `expect` of a touch script: `TIME GESTURE [STATE] [since=TIME] [VALUE=…]`.
struct ExpectSection {
  private(set) var all: [ExpectedEvent] = []

  mutating func read(_ tokens: inout Tokens, _ line: Int) throws(RecordingError.Reason) {
    let time = try Self.time(try tokens.next(.expectation))
    let gesture = try tokens.next(.expectation)
    var expected = ExpectedEvent(line: line, time: time, gesture: gesture, readings: [])
    if let word = tokens.peek, !word.contains("=") {
      expected.state = try Self.state(try tokens.next(.expectation))
    }
    while let token = tokens.next() {
      guard let (key, value) = assignment(token) else { throw .script(.expected(.endOfLine, found: token)) }
      if key == "since" {
        expected.since = try Self.time(value)
      } else {
        expected.readings.append(try Self.reading(key, value))
      }
    }
    all.append(expected)
  }

  private static func time(_ text: String) throws(RecordingError.Reason) -> Timestamp {
    guard let time = microseconds(text) else { throw .script(.badTime(text)) }
    return Timestamp(microseconds: time)
  }

  private static func state(_ text: String) throws(RecordingError.Reason) -> RecognizerState {
    switch RecognizerState(rawValue: text) {
    case .possible, .failed, nil: throw .rules(.unknownState(text))
    case .began, .changed, .ended, .cancelled, .recognized: return RecognizerState(rawValue: text) ?? .recognized
    }
  }

  private static func reading(_ key: String, _ value: String) throws(RecordingError.Reason) -> Reading {
    guard let name = Reading.Name(rawValue: key) else { throw .rules(.unknownValue(key)) }
    let isValid = name == .direction ? Direction(rawValue: value) != nil : number(value) != nil
    guard isValid else { throw .rules(.badValue(value)) }
    return Reading(name: name, text: value)
  }

  /// Only where the script has rules of its own is it known which gestures there are.
  func check(against rules: RuleSet) throws(Located) {
    for expected in all where !rules.gestures.contains(where: { $0.name == expected.gesture }) {
      throw Located(line: expected.line, reason: .rules(.unknownGesture(expected.gesture)))
    }
  }
}
