import Bindings
import Control

/// A subscriber's line for people and shell scripts: its topic, then what there is to know of it.
struct NewsText {
  let line: String

  init(_ news: ControlNews) {
    let facts = news.facts
    let words: [String?] =
      switch news.event {
      case "gesture": [facts["name"]?.text, facts["kind"]?.text, facts["state"]?.text, facts["direction"]?.text]
      case "mode": [facts["mode"]?.text]
      case "paused": [facts["paused"]?.flag == true ? "yes" : "no"]
      case "rules": [facts["gestures"]?.count.map(String.init), facts["file"]?.text]
      case "absence": Self.reasons(facts)
      case "device": [facts["change"]?.text, facts["class"]?.text, facts["name"]?.text]
      case "command": [facts["command"]?.text, facts["gesture"]?.text, facts["key"]?.text]
      default: []
      }
    line = ([news.event] + words.compactMap { $0 }).map(\.visible).joined(separator: " ")
  }

  private static func reasons(_ facts: JSONValue) -> [String] {
    let reasons = facts["absence"]?.texts ?? []
    return reasons.isEmpty ? ["none"] : reasons
  }
}
