/// The checks that only warn, which are made when somebody asks for the problems that they find. The rules don't depend on them, so a
/// program that starts can put them off until it is ready.
final class LateChecks {
  /// Nil once they are made.
  private var checks: (() -> Void)?
  private var problems: Problems?
  /// All problems: those that were found before too.
  private(set) lazy var diagnostics: [Diagnostic] = {
    make()
    defer { problems = nil }
    return problems?.diagnostics() ?? []
  }()

  init(_ problems: Problems, _ checks: @escaping () -> Void) {
    self.problems = problems
    self.checks = checks
  }

  func make() {
    checks?()
    checks = nil
  }
}
