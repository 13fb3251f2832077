import GestureCore

/// The areas of windows and outputs, in the desktop's own coordinates.
public struct DesktopLayout: Equatable, Sendable {
  public struct Area: Equatable, Sendable {
    public var left: Double
    public var top: Double
    public var width: Double
    public var height: Double

    func contains(_ x: Double, _ y: Double) -> Bool { x >= left && y >= top && x < left + width && y < top + height }
  }

  public struct Surface: Equatable, Sendable {
    public var area: Area
    /// The application's window; nil for a surface of the desktop itself, such as a taskbar or the background.
    public var window: DesktopFacts.Window?

    public init(_ area: Area, _ window: DesktopFacts.Window?) { (self.area, self.window) = (area, window) }
  }

  /// An output, and the area of the layout that the output shows, after rotation.
  public struct Screen: Equatable, Sendable {
    public var name: String
    public var area: Area

    public init(_ name: String, _ area: Area) { (self.name, self.area) = (name, area) }
  }

  /// The visible surfaces, from front to back.
  public var surfaces: [Surface]
  public var screens: [Screen]
  /// Whether windows have changed and the desktop has not reported their new areas yet.
  public var isOutdated = false

  /// Converts `share`, in fractions of the output's size, to the desktop's coordinates. Nil if the output is unknown.
  public func point(_ share: Vector, on output: String) -> Vector? {
    guard let area = screens.first(where: { $0.name == output })?.area else { return nil }
    let share = Self.onOutput(share)
    return Vector(area.left + share.x * area.width, area.top + share.y * area.height)
  }

  /// Returns the window at `share`, a position in fractions of the output's size. Nil if the output is unknown,
  /// `.unknown` if the layout is outdated, `.nothing` if no window is visible there.
  public func window(at share: Vector, on output: String) -> DesktopFacts.Focus? {
    guard let point = point(share, on: output) else { return nil }
    guard !isOutdated else { return .unknown }
    guard var window = surfaces.first(where: { $0.area.contains(point.x, point.y) })?.window else { return .nothing }
    window.output = output
    return .window(window)
  }

  /// Converts a touch's position on the device to fractions of the output's size.
  public static func share(_ position: Vector, on device: Device, turned rotation: Rotation) -> Vector {
    let turned = rotation.apply(position, on: device.size)
    let size = rotation.apply(device.size)
    return onOutput(Vector(turned.x / size.width, turned.y / size.height))
  }

  /// Limits a position to the output: each fraction becomes at least 0 and less than 1.
  private static func onOutput(_ share: Vector) -> Vector {
    Vector(min(max(share.x, 0), 1.0.nextDown), min(max(share.y, 0), 1.0.nextDown))
  }
}
