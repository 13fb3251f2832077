/// What the daemon says in its log.
enum Message {
  static let noDevices =
    "there is no touch device yet, or none that may be opened; `gesture-bridge devices` tells more"

  static func ready(devices: Int, gestures: Int, file: String) -> String {
    "ready: \(count(devices, "touch device")), \(count(gestures, "gesture")) from \(file)"
  }

  static func reloaded(gestures: Int, file: String) -> String {
    "reloaded: \(count(gestures, "gesture")) from \(file)"
  }

  static func keptRules(_ error: any Error) -> String { "the rules stay as they were: \(error)" }

  static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}
