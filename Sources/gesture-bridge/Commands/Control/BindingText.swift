import Bindings
import Control
import GestureCore
import Text

/// What bindings do, for people: a row for each action, and below it the conditions under which it counts.
enum BindingText {
  static func table(_ bindings: [JSONValue]) -> String {
    let rows = bindings.map { binding in
      [
        text(binding["gesture"]), [text(binding["kind"]), text(binding["fingers"])].joined(separator: " "),
        key(binding),
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return zip(rows, bindings).map { row, binding in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return "\(cells.joined(separator: "  "))  \(effect(binding))  (\(place(binding)))\n" + conditions(binding)
    }.joined()
  }

  /// `run: swaymsg workspace next`
  static func does(_ action: JSONValue) -> String { "\(key(action)): \(effect(action))" }

  private static func key(_ action: JSONValue) -> String {
    [text(action["key"]), text(action["way"])].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// A command stands alone, all else behind its word.
  private static func effect(_ action: JSONValue) -> String {
    let parts = Effects.descriptions.compactMap { kind in
      action[kind.key].map { kind.standsAlone ? words($0) : "\(kind.key) \(words($0))" }
    }
    return parts.joined(separator: ", ")
  }

  private static func place(_ binding: JSONValue) -> String {
    "\(text(binding["file"])):\(binding["line"]?.count ?? 0)"
  }

  private static func conditions(_ binding: JSONValue) -> String {
    ["when", "receive", "begin_if"].compactMap { name in
      guard let stated = binding[name]?.members else { return nil }
      let texts = stated.map { "\($0.name) \(words($0.value))" }
      return "    \(name.replacing("_", with: "-")) \(texts.joined(separator: ", "))\n"
    }.joined()
  }

  private static func text(_ value: JSONValue?) -> String { value?.string?.visible ?? "" }

  private static func words(_ value: JSONValue) -> String {
    (value.strings ?? value.string.map { [$0] } ?? []).map(\.visible).joined(separator: " ")
  }
}
