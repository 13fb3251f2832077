/// A device's surface as the user sees it: its size, its zones, and where on it a touch is.
public struct Surface: Equatable, Sendable {
  /// A zone of this surface.
  public struct Area: Equatable, Sendable {
    public let zone: Zone
    public let rectangle: Rectangle
  }

  /// In mm, after rotation.
  public let size: Size
  /// In the order of the rules; those inside zones that the device does not have are left out.
  public let areas: [Area]
  private let rotation: Rotation
  private let unturned: Size

  /// The surface of `device` under these rules.
  public init(_ rules: RuleSet, of device: Device) {
    rotation = rules.rotation(ofDevice: device.name)
    unturned = device.size
    size = rotation.apply(device.size)
    areas = ZoneMap(rules, on: device, surface: size).shown
  }

  /// Where a touch is that its source has told of at `position`.
  public func place(_ position: Vector) -> Vector { rotation.apply(position, on: unturned) }
}
