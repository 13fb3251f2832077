/// Decides whether one more command may run, and counts the refusals of each episode so that it is told once.
///
/// An episode begins with the first refusal and ends with the first start at no more than half of the limit: at the
/// limit's edge, where one command ends and the next one starts, a line for each would say nothing new.
struct CommandLimits {
  /// What to do with a request, and what of it is news.
  enum Verdict: Equatable {
    /// May start; `after` is how many were refused in an episode that is over now.
    case start(after: Int?)
    /// `isFirst` in its episode.
    case refuse(CommandLimit, isFirst: Bool)
  }

  let perBinding: Int
  let overall: Int
  private var refusedOfBinding: [Int?: Int] = [:]
  private var refusedOverall = 0

  init(perBinding: Int, overall: Int) {
    self.perBinding = perBinding
    self.overall = overall
  }

  /// Whether one more command may run; for those that wait otherwise, and are never refused.
  func hasRoom(live: Int, liveOverall: Int) -> Bool { live < perBinding && liveOverall < overall }

  /// Judges one more command of `binding` while `live` of its own and `liveOverall` of all bindings run.
  mutating func judge(binding: Int?, live: Int, liveOverall: Int) -> Verdict {
    if live >= perBinding {
      refusedOfBinding[binding, default: 0] += 1
      return .refuse(.perBinding(perBinding), isFirst: refusedOfBinding[binding] == 1)
    }
    if liveOverall >= overall {
      refusedOverall += 1
      return .refuse(.overall(overall), isFirst: refusedOverall == 1)
    }
    var refused = 0
    if live <= perBinding / 2 { refused += refusedOfBinding.removeValue(forKey: binding) ?? 0 }
    if liveOverall <= overall / 2 {
      refused += refusedOverall
      refusedOverall = 0
    }
    return .start(after: refused > 0 ? refused : nil)
  }
}
