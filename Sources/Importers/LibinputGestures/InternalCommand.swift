/// libinput-gestures' own `_internal`, which goes to another workspace by wmctrl, as a line of shell that does the same.
///
/// Source: `COMMAND_internal` in libinput-gestures.
struct InternalCommand {
  private var across = 0
  private var down = 0
  private var wraps = false
  /// How many columns the workspaces have, as awk computes it; `n` is the number of workspaces.
  private var columns: String?

  /// `words` begin with `_internal`; nil if libinput-gestures would refuse them.
  init?(_ words: [String]) {
    var action: String?
    var isAlongRow = false
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      let (option, value) = Self.parts(word)
      switch option {
      case "-w", "--wrap": wraps = true
      case "-c", "--cols", "--row", "--col":
        guard let text = value ?? rest.popFirst(), let count = Int(text), count >= 1 else { return nil }
        columns = option == "--col" ? "int(n / \(count))" : "\(count)"
        isAlongRow = option == "--row"
      default:
        guard action == nil else { return nil }
        action = word
      }
    }
    guard let action, let move = Self.moves[action] else { return nil }
    (across, down) = move
    // Without columns, or along a row, up and down are the next and the one before.
    if columns == nil {
      guard across == 0 || down == 0 else { return nil }
      (across, down) = (0, across + down)
    } else if isAlongRow {
      (across, down) = (down, 0)
    }
  }

  /// How many columns to the right and rows down each goes: the way the fingers go is that of the desktop.
  private static let moves: [String: (Int, Int)] = [
    "ws_up": (0, 1), "ws_down": (0, -1), "ws_left": (1, 0), "ws_right": (-1, 0),
    "ws_left_up": (1, 1), "ws_left_down": (1, -1), "ws_right_up": (-1, 1), "ws_right_down": (-1, -1),
  ]

  private static func parts(_ word: String) -> (option: String, value: String?) {
    guard word.hasPrefix("--"), let mark = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<mark]), String(word[word.index(after: mark)...]))
  }

  /// The awk program looks at wmctrl's list, of which the current workspace's line has a `*`.
  var shell: String {
    let target: String
    if let columns {
      let wrap = wraps ? "x = (x + c) % c; y = (y + r) % r; " : ""
      let fill = wraps ? "if (t >= n) t = \(lastPlace); " : ""
      target =
        "n = NR; c = \(columns); if (c < 1) c = 1; r = int((n + c - 1) / c); "
        + "x = i % c\(signed(across)); y = int(i / c)\(signed(down)); \(wrap)t = y * c + x; \(fill)"
        + "if (x >= 0 && x < c && y >= 0 && t < n) i = t; print i"
    } else if wraps {
      target = down > 0 ? "print (i + 1) % NR" : "print (i + NR - 1) % NR"
    } else {
      target = down > 0 ? "if (i + 1 < NR) i++; print i" : "if (i > 0) i--; print i"
    }
    return "wmctrl -s \"$(wmctrl -d | awk '$2 == \"*\" { i = $1 } END { \(target) }')\""
  }

  /// Where a wrapping move goes that ends in a row that is not full.
  private var lastPlace: String {
    switch (across, down) {
    case (1..., _): "y * c"
    case (..<0, 0): "n - 1"
    case (_, 1...): "x"
    default: "t - c"
    }
  }

  private func signed(_ number: Int) -> String {
    number == 0 ? "" : number > 0 ? " + \(number)" : " - \(-number)"
  }
}
