import Analysis
import GestureCore
import Recordings

/// The conversation of a tuning on real devices: takes attempts and answers, and says what to show and when it is over.
struct TuneSession {
  private enum Round: Equatable {
    /// The gesture is asked for.
    case meant
    /// What must not be taken for it is asked for.
    case others
    case over
  }

  private let gesture: GestureRule
  private let count: Int
  private let takesOthers: Bool
  private var round = Round.meant
  /// Nobody answers any more.
  private var isSilent = false
  private(set) var attempts: [Trial] = []
  private(set) var others: [Trial] = []

  /// So few attempts are enough when the conversation is broken off.
  private static let fewest = 3

  /// `count` attempts are asked for, and others behind them unless `takesOthers` is false.
  init(_ gesture: GestureRule, count: Int, takesOthers: Bool) {
    self.gesture = gesture
    self.count = count
    self.takesOthers = takesOthers
  }

  var isOver: Bool { round == .over }

  /// Whether there is something to go by although it was broken off.
  var hasEnough: Bool { attempts.count >= min(count, Self.fewest) }

  /// The number of the next movement.
  var number: Int { attempts.count + others.count + 1 }

  var greeting: [String] { [Message.makeIt(gesture, count)] }

  /// A hand has moved; returns what to say.
  mutating func take(_ trial: Trial, _ verdict: Verdict) -> [String] {
    switch round {
    case .meant:
      guard verdict.isUsable else { return [Message.notCounted(verdict.words)] }
      attempts.append(trial)
      return [Tuning.line(trial.number, verdict)] + (attempts.count == count ? goOn() : [])
    case .others:
      others.append(trial)
      return [Message.other(trial.number, isRecognized: verdict.isRecognized)]
    case .over: return []
    }
  }

  /// Somebody has written a line; returns what to say.
  mutating func answer(_ line: String) -> [String] {
    switch line.lowercased() {
    case "u": return takeBack()
    case "":
      if round == .meant, attempts.isEmpty { return [Message.notYet] }
      return goOn()
    default: return round == .over ? [] : [Message.unknownAnswer(line)]
    }
  }

  /// There will be no answers any more: nobody could end what has no number of its own.
  mutating func endAnswers() {
    isSilent = true
    if round == .others { round = .over }
  }

  private mutating func takeBack() -> [String] {
    let last: Trial?
    switch round {
    case .meant: last = attempts.popLast()
    case .others: last = others.popLast()
    case .over: return []
    }
    return [last.map { Message.takenBack($0.number) } ?? Message.nothingToTakeBack]
  }

  private mutating func goOn() -> [String] {
    guard round == .meant, takesOthers, !isSilent else {
      round = .over
      return []
    }
    round = .others
    return [Message.makeOthers(gesture)]
  }
}
