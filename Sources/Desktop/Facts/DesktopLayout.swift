import GestureCore

/// The positions of windows and outputs on a desktop; with them `window(at:on:)` finds the window under a finger.
///
/// Positions are in the desktop's own layout, in which outputs lie next to each other.
public struct DesktopLayout: Equatable, Sendable {
  public struct Area: Equatable, Sendable {
    public var left: Double
    public var top: Double
    public var width: Double
    public var height: Double

    func contains(_ x: Double, _ y: Double) -> Bool {
      x >= left && y >= top && x < left + width && y < top + height
    }
  }

  public struct Surface: Equatable, Sendable {
    public var area: Area
    /// The application's window; nil for a panel or the background.
    public var window: DesktopFacts.Window?

    public init(_ area: Area, _ window: DesktopFacts.Window?) {
      self.area = area
      self.window = window
    }
  }

  /// An output and the area of the layout that it shows, after rotation.
  public struct Screen: Equatable, Sendable {
    public var name: String
    public var area: Area

    public init(_ name: String, _ area: Area) {
      self.name = name
      self.area = area
    }

    /// Returns the position in the layout for fractions of the output's width and height.
    fileprivate func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (area.left + x * area.width, area.top + y * area.height)
    }
  }

  /// A position on an output as the user sees it, in fractions of the output's width and height from its top left corner.
  public struct Spot: Equatable, Sendable {
    public var x: Double
    public var y: Double
  }

  /// The visible surfaces, from top to bottom.
  public var surfaces: [Surface]
  public var screens: [Screen]
  /// Whether windows have changed and the desktop has not reported their new positions yet.
  public var isOutdated = false

  /// Returns the position in the layout for fractions of an output's width and height; nil if the layout doesn't have that output.
  public func point(_ share: Vector, on output: String) -> Vector? {
    guard let screen = screens.first(where: { $0.name == output }) else { return nil }
    let (x, y) = screen.place(min(max(share.x, 0), 1.0.nextDown), min(max(share.y, 0), 1.0.nextDown))
    return Vector(x, y)
  }

  /// Returns the window at a spot of an output; nil if the layout doesn't have that output.
  public func window(at spot: Spot, on output: String) -> DesktopFacts.Focus? {
    guard let screen = screens.first(where: { $0.name == output }) else { return nil }
    guard !isOutdated else { return .unknown }
    let (x, y) = screen.place(spot.x, spot.y)
    guard var window = surfaces.first(where: { $0.area.contains(x, y) })?.window else { return .nothing }
    window.output = output
    return .window(window)
  }
}

extension DesktopLayout.Spot {
  /// Makes the spot of a touch on the output behind the device. `rotation` is the rotation of the device.
  public init(_ position: Vector, on device: Device, turned rotation: Rotation) {
    let place = rotation.apply(position, on: device.size)
    let size = rotation.apply(device.size)
    // A touch on the very edge still counts as on the output.
    x = min(max(place.x / size.width, 0), 1.0.nextDown)
    y = min(max(place.y / size.height, 0), 1.0.nextDown)
  }
}
