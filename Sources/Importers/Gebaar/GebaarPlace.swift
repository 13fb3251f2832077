/// What a table of gebaard.toml is for, by its name.
enum GebaarPlace {
  /// With its fingers, if they are in the name, and its device.
  case swipe(Int?, device: String?)
  case pinch(Int?)
  /// Of `swipe`, `pinch` and the like.
  case settings(String)
  case device
  case modeSwitch
  case unknown

  init(_ path: ArraySlice<String>) {
    let path = Array(path)
    switch (path.first ?? "", path.dropFirst().first ?? "", path.dropFirst(2).first) {
    case ("swipe", "commands", let count), ("commands", "swipe", let count):
      self = count.map { Self.number($0).map { .swipe($0, device: nil) } ?? .unknown } ?? .swipe(nil, device: nil)
    case ("pinch", "commands", let count), ("commands", "pinch", let count):
      self = count.map { Self.number($0).map(GebaarPlace.pinch) ?? .unknown } ?? .pinch(nil)
    case ("command-swipe", "", _): self = .swipe(nil, device: nil)
    case ("command-swipe-gesture", "", _): self = .swipe(nil, device: "touchpad")
    case ("command-swipe-touch", "", _): self = .swipe(nil, device: "touchscreen")
    case ("command-pinch", "", _), ("commands-pinch", "", _), ("command-pinch-gesture", "", _): self = .pinch(nil)
    case ("swipe", "settings", nil): self = .settings("swipe")
    case ("pinch", "settings", nil): self = .settings("pinch")
    case ("settings", let kind, nil): self = .settings(kind)
    case ("interact", "type", _), ("interact-type", "", _): self = .device
    case ("command-switch", _, _), ("switch", _, _): self = .modeSwitch
    default: self = .unknown
    }
  }

  private static func number(_ word: String) -> Int? {
    ["one", "two", "three", "four", "five"].firstIndex(of: word).map { $0 + 1 }
  }
}

/// Gebaar's own figures.
enum GebaarMeasure {
  /// A threshold of 1, in libinput's units: `SWIPE_X_THRESHOLD` and `SWIPE_Y_THRESHOLD` in gebaar's input.h, of which one
  /// must be reached.
  static func swipe(_ direction: String) -> Double {
    switch direction {
    case "left", "right": 1000
    case "up", "down": 500
    default: 500 * 2.0.squareRoot()
    }
  }

  static let touchscreenFingers = 2...10
}
