/// Conditions on gestures that have begun or been recognized, as they are looked at on one device.
///
/// They are looked at like `begin-if`: a zone must hold the centre of the fingers, a direction is that of the gesture, else
/// the way it has gone. One that asks for another device, or for a zone that this one does not have, never holds.
public struct DeviceConditions: Sendable {
  private let zones: ZoneMap
  private let conditions: [DeviceCondition]

  /// `rules` tell the zones and how the device is turned.
  public init(_ conditions: [Condition], _ rules: RuleSet, on device: Device) {
    let surface = rules.rotation(ofDevice: device.name).apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    self.conditions = conditions.map { DeviceCondition($0, on: device, zones) }
  }

  /// Whether the condition at `place` of the list holds for the gesture of `event`, an event of this device.
  public func holds(_ place: Int, for event: GestureEvent, in context: Context) -> Bool {
    conditions[place].holds(for: event.values, in: context, tool: event.tool, zones)
  }
}
