/// One thing that the doctor has looked at.
struct Finding: Equatable {
  enum Level: String, CaseIterable {
    case ok
    /// Worth knowing; nothing is wrong.
    case note
    case warning, error
  }

  let level: Level
  /// A fact, in one sentence.
  let text: String
  /// What to do about it; nil where there is nothing to do.
  let fix: String?

  init(_ level: Level, _ text: String, fix: String? = nil) {
    self.level = level
    self.text = text
    self.fix = fix
  }
}

/// What was looked at in one matter.
struct DoctorSection: Equatable {
  enum Subject: String, CaseIterable {
    case program, rules, permissions, devices, session, desktop, gestures, commands
  }

  let subject: Subject
  var findings: [Finding]

  init(_ subject: Subject, _ findings: [Finding]) {
    self.subject = subject
    self.findings = findings
  }
}

extension [DoctorSection] {
  func count(_ level: Finding.Level) -> Int { reduce(0) { $0 + $1.findings.count { $0.level == level } } }
}
