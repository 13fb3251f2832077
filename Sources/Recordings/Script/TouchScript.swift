import Bindings
import GestureCore

/// A touch script: gestures to look for, what fingers do, and what has to come of it, as a person writes it.
///
///     gestures
///       single = tap require-to-fail=double
///       double = tap taps=2 max-interval=250ms
///     touches
///       0ms    down a 50,50
///       60ms   up a
///     expect
///       310ms  single        # 60 ms plus the interval
///
/// Positions are in mm. Lines of one time are one frame of each device; `;` separates actions of one line. There are:
///
///     down a 50,50 b 60,50        up a,b        cancel a        wait
///     move a,b to 60,50           move a,b by 0,-12 over 80ms   (a frame every 8 ms, the last at the end)
///     palm a    stylus a    finger a    pressure a 0.6
///     mode presentation    app firefox    output DP-1    modifiers ctrl+shift    (what the session is like from then on)
///     device pad: touchpad 100x66 mm pressure    (declares a device; the lines after it are about this one)
///     device pad                                 (the lines after it are about this one again)
///     unplug                                     (the device is gone, and its touches are cancelled)
///     reset                                      (all touches are cancelled, and nothing waits any more)
///
/// A line of the session counts for the touches that land with it or after it; a mode also takes the place of one that a
/// gesture has switched on. `ScriptGestures` and `ScriptZones` say what can stand under `gestures` and `zones`.
///
/// Without a device the touches are those of a touchscreen of 300 x 190 mm.
public struct TouchScript: Sendable {
  /// Nil when the script leaves the rules to a file.
  public private(set) var rules: RuleSet?
  public private(set) var recording: Recording
  /// Nil when the script expects nothing in particular.
  public private(set) var expectations: [ExpectedEvent]?

  /// The parts of a script; each name stands alone on a line.
  enum Section: String, CaseIterable {
    case zones, gestures, touches, expect
  }

  /// Throws with the first line that can't be understood, and why.
  public static func read(_ text: String, name: String) throws(RecordingError) -> TouchScript {
    var reader = ScriptReader()
    for line in Lines(text) {
      do throws(RecordingError.Reason) {
        try reader.read(line)
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    return try reader.finish(name)
  }

  init(rules: RuleSet?, recording: Recording, expectations: [ExpectedEvent]?) {
    self.rules = rules
    self.recording = recording
    self.expectations = expectations
  }
}

/// Reads a script line by line and hands each to its section.
private struct ScriptReader {
  private var section: TouchScript.Section?
  private var seen: Set<TouchScript.Section> = []
  private var zones = ScriptZones()
  private var gestures = ScriptGestures()
  private var touches = TouchSection()
  private var expectations = ExpectSection()
  /// Where something that is for the script's own gestures only was said first, and what.
  private var needsGestures: (line: Int, what: String)?

  mutating func read(_ line: Line) throws(RecordingError.Reason) {
    var tokens = Tokens(try tokenize(line.text))
    guard let first = tokens.peek else { return }
    if tokens.count == 1, let next = TouchScript.Section(rawValue: first) {
      guard seen.insert(next).inserted else { throw .script(.sectionTwice(first)) }
      section = next
      if next == .zones { needsGestures = needsGestures ?? (line.number, first) }
      return
    }
    switch section {
    case .zones: try zones.read(&tokens, line.number)
    case .gestures: try gestures.read(&tokens, line.number)
    case .touches: try touches.read(&tokens)
    case .expect: try expectations.read(&tokens, line.number)
    case nil: throw .script(.outsideSections)
    }
  }

  func finish(_ name: String) throws(RecordingError) -> TouchScript {
    let recording = touches.recording(name)
    let rules =
      seen.contains(.gestures) ? RuleSet(gestures: gestures.gestures, zones: zones.zones) : nil
    do throws(ScriptLineError) {
      try check(rules)
    } catch {
      throw RecordingError(name, error.line, error.reason)
    }
    return TouchScript(
      rules: rules, recording: recording, expectations: seen.contains(.expect) ? expectations.all : nil)
  }

  private func check(_ rules: RuleSet?) throws(ScriptLineError) {
    if let rules {
      try zones.check()
      try gestures.check(rules)
      try expectations.check(against: rules)
    } else if let needsGestures {
      throw ScriptLineError(line: needsGestures.line, reason: .script(.needsGestures(needsGestures.what)))
    }
  }
}

/// A reason with its line, for what only shows once the whole script is read.
struct ScriptLineError: Error {
  let line: Int
  let reason: RecordingError.Reason
}

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
  /// The values an event can report here, by the names they have in scripts and in JSON.
  static let values = EventValue.traced.filter { $0.shape != .list }

  public let name: String
  public let text: String

  public var description: String { "\(name)=\(text)" }

  /// Whether `values` says the same when it is rounded to as many decimals as are written here.
  fileprivate func matches(_ values: GestureValues) -> Bool {
    switch Self.values.first(where: { $0.name == name })?.read(values) {
    case .text(let word): word == text
    case .count(let count): isWritten(Double(count))
    case .number(let number): isWritten(number)
    case .places, .hints, nil: false
    }
  }

  private func isWritten(_ value: Double) -> Bool {
    let places = text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
    guard let wanted = number(text) else { return false }
    return decimal(value, places: places, padded: true) == decimal(wanted, places: places, padded: true)
  }
}

/// The section `expect` of a touch script: `TIME GESTURE [STATE] [since=TIME] [VALUE=…]`.
private struct ExpectSection {
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
    guard let state = RecognizerState(rawValue: text) else { throw .rules(.unknownState(text)) }
    return state
  }

  private static func reading(_ key: String, _ value: String) throws(RecordingError.Reason) -> Reading {
    guard let shape = Reading.values.first(where: { $0.name == key })?.shape else { throw .rules(.unknownValue(key)) }
    let isValid = shape == .text ? Direction(rawValue: value) != nil : number(value) != nil
    guard isValid else { throw .rules(.badValue(value)) }
    return Reading(name: key, text: value)
  }

  /// Only where the script has rules of its own is it known which gestures there are.
  fileprivate func check(against rules: RuleSet) throws(ScriptLineError) {
    for expected in all where !rules.gestures.contains(where: { $0.name == expected.gesture }) {
      throw ScriptLineError(line: expected.line, reason: .rules(.unknownGesture(expected.gesture)))
    }
  }
}
