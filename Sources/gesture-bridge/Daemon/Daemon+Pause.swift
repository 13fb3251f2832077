import Actions
import Bindings
import GestureCore

// Pausing, whoever asks for it.
extension Daemon {
  /// Says in the log and on the desktop that gestures are paused, or that they go on, if that was not said yet.
  func tellOfPause() {
    guard live.isPaused != isPaused else { return }
    isPaused = live.isPaused
    let resuming = rules.resumingGestures
    log.notice("\(isPaused ? Message.paused(resuming) : Message.resumed)")
    follower.notify(isPaused ? .paused(resuming) : .resumed)
  }
}

extension Notification {
  static func paused(_ resuming: [String]) -> Notification {
    Notification(title: Message.pausedTitle, body: Message.pausedBody(resuming))
  }

  static func gaveBack(_ device: Device) -> Notification {
    Notification(title: Message.gaveBackTitle, body: Message.gaveBackBody(device))
  }

  static let resumed = Notification(title: Message.resumedTitle, body: "")
}

extension Message {
  static let pausedTitle = "gesture-bridge: gestures are paused"
  static let gaveBackTitle = "gesture-bridge: touches are not intercepted any more"
  static func gaveBackBody(_ device: Device) -> String {
    "A hand was held still on \(device.name). `gesture-bridge ctl reload` has its touches intercepted again."
  }
  static let resumedTitle = "gesture-bridge: gestures go on"
  static let resumed = "gestures go on"
  private static let resume = "`gesture-bridge ctl resume`"

  static func paused(_ resuming: [String]) -> String { "gestures are paused: \(goesOn(by: resuming))" }

  static func pausedBody(_ resuming: [String]) -> String {
    let text = goesOn(by: resuming)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// Which gestures let them go on, by their names in the rules.
  private static func goesOn(by resuming: [String]) -> String {
    guard !resuming.isEmpty else { return "only \(resume) lets them go on" }
    let names = resuming.map { "\"\($0)\"" } + [resume]
    return "\(names.listed("or")) lets them go on"
  }
}

extension CommandRunner.Options {
  /// The limits that the rules set for all commands together.
  mutating func limit(by commands: CommandSettings) {
    overall = commands.maxRunning
    perSecond = commands.maxPerSecond
  }
}
