import GestureCore

/// What touch scripts and traces call a touch that lands while others of these names are down: `a` to `z`, then `a1` and so
/// on.
func freeLetter(_ taken: Set<String>) -> String {
  let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
  var round = 0
  while true {
    for letter in letters {
      let name = letter + (round == 0 ? "" : String(round))
      if !taken.contains(name) { return name }
    }
    round += 1
  }
}

extension Touch.Tool {
  /// As touch scripts and traces have it.
  public var word: String {
    switch self {
    case .finger: "finger"
    case .stylus: "stylus"
    case .palm: "palm"
    }
  }
}
