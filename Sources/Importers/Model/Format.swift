/// A program whose configuration can be imported.
public enum Format: String, CaseIterable, Sendable {
  case libinputGestures = "libinput-gestures"
  case touchegg, fusuma, lisgd, gebaar

  /// Where its configuration usually stands, the first that exists counts; `configFolder` is `$XDG_CONFIG_HOME` or what
  /// stands for it. Empty for a program that has no such file.
  public func places(configFolder: String) -> [String] {
    switch self {
    case .libinputGestures: ["\(configFolder)/libinput-gestures.conf", "/etc/libinput-gestures.conf"]
    case .touchegg: ["\(configFolder)/touchegg/touchegg.conf", "/usr/share/touchegg/touchegg.conf"]
    case .fusuma: ["\(configFolder)/fusuma/config.yml"]
    case .lisgd: []
    case .gebaar: ["\(configFolder)/gebaar/gebaard.toml"]
    }
  }

  /// Which of two lines that say something else for the same gesture its program obeys.
  var precedence: Precedence {
    switch self {
    case .libinputGestures, .touchegg, .fusuma, .gebaar: .last
    case .lisgd: .first
    }
  }
}

/// Which of several lines for the same gesture counts.
enum Precedence {
  case first, last
}
