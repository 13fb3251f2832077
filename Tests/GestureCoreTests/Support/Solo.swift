import Recordings
import Support
import Testing
import Text

@testable import GestureCore

/// One recognizer that is shown the touches of a script as the engine would show them, but without other gestures.
struct Solo {
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
      tracker.take(frame, notBefore: tracker.time)
      if !tracker.moved.isEmpty {
        let hasMoved = group.move(tracker.moved, at: tracker.time, isWatched: true)
        if hasMoved, group.count >= least { show { $0.touchesMoved($1) } }
      }
      if !tracker.ended.isEmpty {
        if group.lift(tracker.ended, at: tracker.time) { show { $0.touchesEnded($1) } }
        group.settle()
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

  private mutating func show(_ look: (inout any Recognizer, TouchGroup) -> Step) {
    guard !isDone else { return }
    let step = look(&recognizer, group)
    let what: String
    switch step {
    case .stay, .change: return
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
    isDone = step != .begin
  }
}

/// The steps that the last one of `gestures` asks for if it alone is shown these touches.
func solo(_ gestures: String, _ touches: String) throws -> [String] {
  var solo = try Solo(gestures)
  try solo.play(touches)
  return solo.log
}
