import Bindings
import GestureCore
import Recordings
import Text

/// A gesture event that a script expects: `310ms single`, `120ms pan began since=60ms dx=12.5`.
public struct ExpectedEvent: Equatable, Sendable {
  public let line: Int
  public let time: Timestamp
  public let gesture: String
  /// Nil stands for `recognized` of a discrete gesture and `began` of a continuous one.
  public private(set) var state: RecognizerState?
  public private(set) var since: Timestamp?
  /// The values that the event has to report, each with the precision in which it is written.
  public private(set) var readings: [Reading] = []

  /// One value that a gesture event reports: `dx=12.5`, `direction=left`.
  public struct Reading: Equatable, Sendable {
    let name: String
    let text: String
  }

  /// A line of the section `expect` that can't be understood.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  private static let values = EventValue.traced.filter { $0.shape != .list }

  /// `TIME GESTURE [STATE] [since=TIME] [VALUE=…]`.
  fileprivate init(_ line: Int, _ words: [String]) throws(Fault) {
    guard words.count > 1 else { throw Fault(description: "\(line): expected a time and a gesture") }
    self.line = line
    time = try Self.time(words[0], line)
    gesture = words[1]
    for (index, word) in words.enumerated().dropFirst(2) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 1, index == 2, let state = RecognizerState(rawValue: word) {
        self.state = state
      } else if parts.count == 2, parts[0] == "since" {
        since = try Self.time(parts[1], line)
      } else if parts.count == 2, let value = Self.values.first(where: { $0.name == parts[0] }),
        value.shape == .text ? Direction(rawValue: parts[1]) != nil : Double(parts[1]) != nil
      {
        readings.append(Reading(name: parts[0], text: parts[1]))
      } else {
        throw Fault(description: "\(line): \(word) is no state and no value of an event")
      }
    }
  }

  private static func time(_ text: String, _ line: Int) throws(Fault) -> Timestamp {
    let (digits, unit) = numberAndUnit(text)
    let factor = Unit.milliseconds.spellings.first { $0.key == unit }?.value
    guard let factor, let number = Double(digits) else {
      throw Fault(description: "\(line): \(text) is not a time such as 120ms or 1.5s")
    }
    return Timestamp(microseconds: Int64((number * factor * 1000).rounded()))
  }

  /// Whether `event` is this, given the gesture's name.
  func matches(_ event: GestureEvent, named name: String) -> Bool {
    let isState = state.map { $0 == event.state } ?? (event.state == .recognized || event.state == .began)
    return isState && name == gesture && event.time == time && (since.map { $0 == event.since } ?? true)
      && readings.allSatisfy { $0.matches(event.values) }
  }
}

extension ExpectedEvent: CustomStringConvertible {
  /// As it is written in a script.
  public var description: String {
    func text(_ time: Timestamp) -> String { "\(decimal(Double(time.microseconds) / 1000, places: 3))ms" }
    let words = [text(time), gesture, state?.rawValue, since.map { "since=\(text($0))" }].compactMap { $0 }
    return (words + readings.map { "\($0.name)=\($0.text)" }).joined(separator: " ")
  }
}

extension ExpectedEvent.Reading {
  /// Whether `values` has this reading, rounded to the number of decimals that is written here.
  fileprivate func matches(_ values: GestureValues) -> Bool {
    switch EventValue.traced.first(where: { $0.name == name })?.read(values) {
    case .text(let word): word == text
    case .count(let count): isWritten(Double(count))
    case .number(let number): isWritten(number)
    case .points, .hints, nil: false
    }
  }

  private func isWritten(_ value: Double) -> Bool {
    let places = text.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
    return Double(text).map {
      decimal(value, places: places, padded: true) == decimal($0, places: places, padded: true)
    }
      ?? false
  }
}

extension TouchScript {
  /// The events that it expects; nil if it expects nothing in particular. Throws for a line that can't be understood, and for
  /// a gesture that the script's own rules don't have.
  public var expectedEvents: [ExpectedEvent]? {
    get throws(ExpectedEvent.Fault) {
      guard let expectations else { return nil }
      var events: [ExpectedEvent] = []
      for line in expectations {
        let event = try ExpectedEvent(line.number, line.words)
        if let rules, !rules.gestures.contains(where: { $0.name == event.gesture }) {
          throw ExpectedEvent.Fault(description: "\(line.number): there is no gesture \(event.gesture)")
        }
        events.append(event)
      }
      return events
    }
  }
}
