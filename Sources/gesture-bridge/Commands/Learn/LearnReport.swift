import Analysis
import Bindings
import GestureCore
import Glibc
import Recordings

/// What there is to say once a drawing is learned: who uses it or how to, and what to look out for.
struct LearnReport {
  private let learning: Learning
  private let rules: RuleSet
  /// The gestures that use it, with the files they stand in.
  private let users: [(gesture: String, file: String)]
  /// Why the rules can't be used, where that is so.
  private let problem: (any Error)?
  private let others: [StrokeTemplates]

  /// Reads the rules as they are now.
  init(_ learning: Learning, _ source: LearnSource, _ place: TemplatePlace) {
    self.learning = learning
    others = place.others
    var problem: (any Error)?
    var rules = source.rules
    do throws(RulesFile.Problem) {
      rules = try RulesReading(source.path).result.get()
    } catch {
      if !error.isNoFile { problem = error }
    }
    self.problem = problem
    self.rules = rules.ruleSet
    users = rules.ruleSet.gestures.enumerated().compactMap { index, rule in
      guard rule.templateNames.contains(learning.name), rules.locations.indices.contains(index) else { return nil }
      let file = rules.locations[index].file
      return TemplateFile.path(of: learning.name, besideRules: file) == place.path ? (rule.name, file) : nil
    }
  }

  /// Who takes it at once, or the lines that have to be written for it.
  var text: String {
    if let first = users.first { return Message.usedAlready(users.map(\.gesture), first.file) }
    return Message.useIt + learning.rule(named: freeName)
  }

  var warnings: [String] {
    let found = learning.warnings(others: others, rules: rules, own: users.map(\.gesture), future: freeName)
    return (problem.map { [Message.notYetInForce($0)] } ?? []) + found.map(\.description)
  }

  /// A name that no gesture has.
  private var freeName: String {
    let taken = Set(rules.gestures.map(\.name))
    let names = [learning.name] + (1...taken.count + 1).map { "\(learning.name)-drawing\($0 > 1 ? "-\($0)" : "")" }
    return names.first { !taken.contains($0) } ?? learning.name
  }
}

extension RulesFile.Problem {
  /// Whether there simply are no rules yet.
  fileprivate var isNoFile: Bool {
    switch self {
    case .notFound: true
    case .unreadable(.unreadable(_, let code)): code == ENOENT
    case .unreadable, .invalid: false
    }
  }
}
