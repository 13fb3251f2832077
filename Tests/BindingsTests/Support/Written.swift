import Bindings

/// A `[gesture.NAME]` of these lines.
func gesture(_ lines: String..., kind: String = "pan", name: String = "a") -> String {
  (["[gesture.\(name)]", "kind = \"\(kind)\""] + lines).joined(separator: "\n") + "\n"
}

/// An `[[override]]` of these lines.
func binding(_ lines: String..., of gesture: String = "a") -> String {
  (["[[override]]", "gesture = \"\(gesture)\""] + lines).joined(separator: "\n") + "\n"
}

/// The diagnostics for a text, one per line: the place, the sentence, and after a bar the fix.
func problemText(_ text: String) -> String {
  load(text).diagnostics.map { diagnostic in
    let location = "\(diagnostic.location.line):\(diagnostic.location.column)"
    return
      "\(location) \(diagnostic.severity.rawValue): \(diagnostic.message)\(diagnostic.fix.map { " | \($0)" } ?? "")"
  }.joined(separator: "\n")
}
