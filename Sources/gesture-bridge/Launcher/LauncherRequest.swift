import Desktop

/// What the daemon asks of its launcher: nothing in it is a command.
enum LauncherRequest {
  /// The rules to begin with, in a file that is passed along; only before anything else.
  case rules
  /// Do an action of the rules with this number.
  case order(OrderMessage, rules: UInt32)
  /// Show a message on the desktop.
  case notify(Notification)
  /// Read the rules again, and send them under this number.
  case readRules(UInt32)
  /// The rules that were sent under this number are in force.
  case useRules(UInt32)
  case setDryRun(Bool)
  /// Why gestures are suspended, if they are.
  case suspend(SuspensionReasons)
  /// Commands that wait for others to end are not run any more.
  case dropWaiting
  /// What becomes of the program that draws gestures.
  case draw(OverlayChange)
  /// What vibrates, by numbers of touch devices.
  case vibrate(VibrationRequest)

  private static let version: UInt8 = 1
  private static let longestTitle = 512
  private static let longestText = 8192
  private static let mostDevices = 64

  /// The first two bytes are the version and the kind.
  private enum Kind: UInt8 {
    case rules, order, notify, readRules, useRules, setDryRun, suspend, dropWaiting, draw, keepVibrating, tick
  }

  func write(to message: inout LinkWriter) {
    message.removeAll()
    message.add(Self.version)
    switch self {
    case .rules: message.add(Kind.rules.rawValue)
    case .order(let order, let rules):
      message.add(Kind.order.rawValue)
      message.add(rules)
      order.write(to: &message)
    case .notify(let notification):
      message.add(Kind.notify.rawValue)
      message.add(notification.title.cut(to: Self.longestTitle))
      message.add(notification.body.cut(to: Self.longestText))
    case .readRules(let number):
      message.add(Kind.readRules.rawValue)
      message.add(number)
    case .useRules(let number):
      message.add(Kind.useRules.rawValue)
      message.add(number)
    case .setDryRun(let isDry):
      message.add(Kind.setDryRun.rawValue)
      message.add(isDry)
    case .suspend(let reasons):
      message.add(Kind.suspend.rawValue)
      message.add(reasons.rawValue)
    case .dropWaiting: message.add(Kind.dropWaiting.rawValue)
    case .draw(let change):
      message.add(Kind.draw.rawValue)
      message.add(change.rawValue)
    case .vibrate(.keep(let devices)):
      message.add(Kind.keepVibrating.rawValue)
      message.add(UInt32(min(devices.count, Self.mostDevices)))
      for device in devices.prefix(Self.mostDevices) { message.add(device) }
    case .vibrate(.tick(let device)):
      message.add(Kind.tick.rawValue)
      message.add(device)
    }
  }

  init(_ bytes: [UInt8]) throws(LinkReader.Malformed) {
    var message = LinkReader(bytes)
    guard try message.integer(UInt8.self) == Self.version, let kind = Kind(rawValue: try message.integer()) else {
      throw LinkReader.Malformed()
    }
    switch kind {
    case .rules: self = .rules
    case .order:
      let rules = try message.integer(UInt32.self)
      self = .order(try OrderMessage(&message), rules: rules)
    case .notify:
      let title = try message.text(atMost: Self.longestTitle)
      self = .notify(Notification(title: title, body: try message.text(atMost: Self.longestText)))
    case .readRules: self = .readRules(try message.integer())
    case .useRules: self = .useRules(try message.integer())
    case .setDryRun: self = .setDryRun(try message.flag())
    case .suspend: self = .suspend(SuspensionReasons(rawValue: try message.integer()))
    case .dropWaiting: self = .dropWaiting
    case .draw:
      guard let change = OverlayChange(rawValue: try message.integer()) else { throw LinkReader.Malformed() }
      self = .draw(change)
    case .keepVibrating:
      var devices: [UInt16] = []
      for _ in 0..<(try message.count(atMost: Self.mostDevices)) { devices.append(try message.integer()) }
      self = .vibrate(.keep(devices))
    case .tick: self = .vibrate(.tick(try message.integer()))
    }
    try message.end()
  }
}

extension String {
  /// The beginning of the text, of at most so many bytes.
  func cut(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: limit)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return String(self[..<end])
  }
}
