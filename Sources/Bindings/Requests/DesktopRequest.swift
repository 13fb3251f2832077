/// A request to the desktop, with the location of its rule.
public struct DesktopRequest: Sendable {
  public let action: DesktopAction
  /// The action's key and location in the rules: "`run` at bindings.toml:3".
  public let rule: String
  /// The name of the gesture; `key` is the key of its action.
  public var gesture = ""
  public var key = ""

  public init(_ action: DesktopAction, rule: String) { (self.action, self.rule) = (action, rule) }

  public func skipped(_ reason: String) -> SkippedAction { SkippedAction(gesture: gesture, key: key, reason: reason) }
}

extension DesktopRequest {
  init(_ action: DesktopAction, for performed: PerformedOrder) {
    self.init(action, rule: performed.order.action.keyAndLocation)
    gesture = performed.gesture.rule.name
    key = performed.order.action.trigger.rawValue
  }
}

extension Action {
  var keyAndLocation: String { "`\(trigger.rawValue)` at \(location.file):\(location.line)" }
}
