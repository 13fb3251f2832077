// What stands in a file of examples for whoever opens it
extension Wording {
  /// Lines of a comment.
  static func templateHeader(_ name: String) -> [String] {
    [
      "Examples of a drawing, for `templates = [\"\(name.visible)\"]` in the rules file beside this folder.",
      "Each is the way of the fingers in mm: x to the right, y down.",
    ]
  }
}
