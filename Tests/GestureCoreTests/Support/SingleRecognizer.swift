import Recordings
import Support
import Testing
import Text

@testable import GestureCore

/// One recognizer that is shown the touches of a script as the engine would show them, but without no other recognizer.
struct SingleRecognizer {
  private(set) var recognizer: any Recognizer
  /// The steps that it asked for: `460 recognize`, `120 fail: moved 4 mm, allows 3 mm (slop)`.
  private(set) var log: [String] = []
  /// The values that it last reported.
  private(set) var values: GestureValues?
  private(set) var group = TouchGroup(surface: CoreBench.screen.size)
  private var tracker = TouchTracker(rotation: .none, size: CoreBench.screen.size)
  private let least: Int
  private var isDone = false

  /// The last one of `gestures`.
  init(_ gestures: String) throws {
    let rules = try #require(try TouchScript.read("gestures\n\(gestures)", name: "solo").rules)
    let rule = try #require(rules.gestures.last)
    let settings = rules.settings(of: rule, on: CoreBench.screen)
    recognizer = rule.kind.make(settings)
    least = settings[CommonSettings.fingers].lowerBound
    group.measures = [.velocity, .rotation]
  }

  mutating func play(_ touches: String) throws {
    for frame in try TouchScript.read("touches\n\(touches)", name: "solo").recording.frames {
      serveDeadlines(before: frame.time)
      tracker.process(frame, notBefore: tracker.time)
      if !tracker.moved.isEmpty {
        let hasMoved = group.move(tracker.moved, at: tracker.time, isWatched: true)
        if hasMoved, group.count >= least { show { $0.touchesMoved($1) } }
      }
      if !tracker.ended.isEmpty {
        if group.lift(tracker.ended, at: tracker.time) { show { $0.touchesEnded($1) } }
        group.removeLifted()
      }
      if !tracker.began.isEmpty {
        group.land(tracker.began, at: tracker.time)
        if group.count >= least { show { $0.touchesBegan($1) } }
      }
    }
    serveDeadlines(before: .never)
  }

  /// Makes it ready for the next attempt.
  mutating func reset() {
    recognizer.reset()
    isDone = false
  }

  private mutating func serveDeadlines(before time: Timestamp) {
    while !isDone, let deadline = recognizer.deadline.unlessNever, deadline <= time {
      group.time = deadline
      show { $0.deadlinePassed($1) }
      if recognizer.deadline == deadline { return }
    }
  }

  private mutating func show(_ look: (inout any Recognizer, TouchGroup) -> Proposal) {
    guard !isDone else { return }
    let proposal = look(&recognizer, group)
    let what: String
    switch proposal {
    case .nothing, .change: return
    case .recognize: what = "recognize"
    case .begin: what = "begin"
    case .end: what = "end"
    case .giveUp(let failure):
      log.append("\(decimal(group.time.milliseconds, places: 1)) give up: \(failure)")
      return
    case .fail(let failure): what = "fail: \(failure)"
    case .cancel(let failure): what = "cancel: \(failure)"
    case .startAfresh(let failure): what = "start afresh: \(failure)"
    }
    log.append("\(decimal(group.time.milliseconds, places: 1)) \(what)")
    values = recognizer.values(group)
    isDone = proposal != .begin
  }
}

/// The steps that the last one of `gestures` asks for if it alone is shown these touches.
func proposals(_ gestures: String, _ touches: String) throws -> [String] {
  var single = try SingleRecognizer(gestures)
  try single.play(touches)
  return single.log
}
