import GestureCore

/// Makes orders of gesture events: chooses a gesture's binding as it begins, keeps it to its end, and counts steps.
///
/// Of the bindings whose `when` holds the most specific is chosen, the one that states most; of equals the last in the
/// file. The gesture's own actions state nothing. Those with `also = true` go with it, each as its `when` holds.
public struct Dispatcher: Sendable {
  private let rules: Rules
  private var devices: [DeviceDispatcher] = []

  public init(_ rules: Rules) {
    self.rules = rules
  }

  /// From now on events of `device` come, which may be one without the zones of the rules. A device already known by this
  /// number is left as it is.
  public mutating func add(_ device: Device, hasZones: Bool = true) {
    guard !devices.contains(where: { $0.device == device.id }) else { return }
    devices.append(DeviceDispatcher(rules, device, hasZones: hasZones))
  }

  /// The device is gone, and so is what its gestures had begun.
  public mutating func remove(_ device: DeviceID) { devices.removeAll { $0.device == device } }

  /// Appends what is to be done for an event, in order: the chosen binding's actions, then those that go with it.
  /// `context` is what the session is like now. An event of an unknown device gives no orders.
  public mutating func dispatch(_ event: GestureEvent, in context: Context, into orders: inout [Order]) {
    for index in devices.indices where devices[index].device == event.device {
      devices[index].dispatch(event, in: context, rules, into: &orders)
    }
  }
}
