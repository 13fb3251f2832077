/// One device's touches, recognizers and arbitration.
struct DevicePipeline: Sendable {
  let device: Device
  var nextDeadline = Timestamp.never
  init(_ device: Device, _ rules: RuleSet, _ observer: (any Observer)?) { self.device = device }
  mutating func process(_ frame: Frame) {}
  mutating func fireDeadline() {}
  mutating func cancelAll(_ cause: Decision.Cause, at time: Timestamp) {}
  mutating func drain(_ emit: (GestureEvent) -> Void) {}
}
