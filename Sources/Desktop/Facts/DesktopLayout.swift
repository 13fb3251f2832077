import GestureCore

/// Where the windows and the outputs of a desktop are: it answers which window is under a finger.
///
/// Places are those of the desktop's own layout, in which outputs lie beside one another.
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
    /// Nil for what is no window of an application: a panel, or the background.
    public var window: DesktopFacts.Window?

    public init(_ area: Area, _ window: DesktopFacts.Window?) {
      self.area = area
      self.window = window
    }
  }

  /// An output as it shows the layout, after it has been turned.
  public struct Screen: Equatable, Sendable {
    public var name: String
    public var area: Area

    public init(_ name: String, _ area: Area) {
      self.name = name
      self.area = area
    }

    /// The place of the layout at shares of its width and height.
    fileprivate func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (area.left + x * area.width, area.top + y * area.height)
    }
  }

  /// A place on an output as the person before it sees it, in shares of its width and height from its top left corner.
  public struct Spot: Equatable, Sendable {
    public var x: Double
    public var y: Double
  }

  /// From the top to the bottom; only those that show.
  public var surfaces: [Surface]
  public var screens: [Screen]
  /// Windows have changed, and the desktop has not said yet where they are now.
  public var isOutdated = false

  /// The place of the layout at a share of an output's width and height; nil if the layout does not have that output.
  public func point(_ share: Vector, on output: String) -> Vector? {
    guard let screen = screens.first(where: { $0.name == output }) else { return nil }
    let (x, y) = screen.place(min(max(share.x, 0), 1.0.nextDown), min(max(share.y, 0), 1.0.nextDown))
    return Vector(x, y)
  }

  /// The window at a place of an output; nil if the layout does not have that output.
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
  /// Where a touch of a device lies on the output that shows what is under it. `rotation` is how the device is turned.
  public init(_ position: Vector, on device: Device, turned rotation: Rotation) {
    let place = rotation.apply(position, on: device.size)
    let size = rotation.apply(device.size)
    // A touch on the very edge is on the output all the same.
    x = min(max(place.x / size.width, 0), 1.0.nextDown)
    y = min(max(place.y / size.height, 0), 1.0.nextDown)
  }
}
