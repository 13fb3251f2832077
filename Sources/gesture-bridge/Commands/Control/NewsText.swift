import Bindings
import Control
import Text

/// A subscriber's line for people and shell scripts: its topic, then what there is to know of it.
struct NewsText {
  let line: String

  init(_ news: ControlNews) {
    let facts = news.facts
    let words: [String?] =
      switch news.event {
      case "gesture":
        [facts["name"]?.string, facts["kind"]?.string, facts["state"]?.string, facts["direction"]?.string]
      case "mode": [facts["mode"]?.string]
      case "paused": [facts["paused"]?.flag == true ? "yes" : "no"]
      case "rules": [facts["gestures"]?.count.map(String.init), facts["file"]?.string]
      case "absence": Self.reasons(facts)
      case "device": [facts["change"]?.string, facts["class"]?.string, facts["name"]?.string]
      case "command": [facts["command"]?.string, facts["gesture"]?.string, facts["key"]?.string]
      default: []
      }
    line = ([news.event] + words.compactMap { $0 }).map(\.visible).joined(separator: " ")
  }

  private static func reasons(_ facts: JSONValue) -> [String] {
    let reasons = facts["absence"]?.strings ?? []
    return reasons.isEmpty ? ["none"] : reasons
  }
}
