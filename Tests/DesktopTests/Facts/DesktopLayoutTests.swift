import GestureCore
import Testing

@testable import Desktop

/// Which window is under a finger.
struct DesktopLayoutTests {
  private static let one = DesktopFacts.Window(app: "one", title: "page", isFullscreen: false)
  private static let two = DesktopFacts.Window(app: "two", title: "film", isFullscreen: false)
  private static let left = DesktopLayout.Area(left: 0, top: 0, width: 640, height: 800)
  private static let right = DesktopLayout.Area(left: 640, top: 0, width: 640, height: 800)
  private static let bar = DesktopLayout.Area(left: 0, top: 760, width: 1280, height: 40)
  private static let layout = DesktopLayout(
    surfaces: [.init(bar, nil), .init(left, one), .init(right, two)],
    screens: [
      .init("eDP-1", .init(left: 0, top: 0, width: 1280, height: 800)),
      .init("DP-1", .init(left: 1280, top: 100, width: 800, height: 1280)),
    ])

  private static func on(_ output: String, _ window: DesktopFacts.Window) -> DesktopFacts.Focus {
    var window = window
    window.output = output
    return .window(window)
  }

  @Test func theTopmostCounts() {
    let layout = Self.layout
    #expect(layout.window(at: .init(0.25, 0.5), on: "eDP-1") == Self.on("eDP-1", Self.one))
    #expect(layout.window(at: .init(0.5, 0), on: "eDP-1") == Self.on("eDP-1", Self.two))
    #expect(layout.window(at: .init(0.25, 0.97), on: "eDP-1") == .nothing, "a panel")
    #expect(layout.window(at: .init(0.5, 0.5), on: "DP-1") == .nothing, "the background")
    #expect(layout.window(at: .init(0.5, 0.5), on: "DP-2") == nil)
  }

  @Test func whatIsOutdatedIsUnknown() {
    var layout = Self.layout
    layout.isOutdated = true
    #expect(layout.window(at: .init(0.25, 0.5), on: "eDP-1") == .unknown)
    #expect(layout.window(at: .init(0.25, 0.5), on: "DP-2") == nil)
  }

  /// The corner of the turned panel that is the top left one of the panel as it was built.
  @Test(arguments: [
    (Rotation.none, 0.0, 0.0), (.quarter, 1.0, 0.0), (.half, 1.0, 1.0), (.threeQuarters, 0.0, 1.0),
  ])
  func aTouchIsWhereItIsSeen(_ rotation: Rotation, _ x: Double, _ y: Double) {
    let device = Device(
      id: DeviceID(1), name: "", deviceClass: .touchscreen, size: Size(width: 300, height: 190), capabilities: [])
    let spot = DesktopLayout.share(Vector(0, 0), on: device, turned: rotation)
    #expect(abs(spot.x - x) < 0.001 && abs(spot.y - y) < 0.001)
    #expect(spot.x < 1 && spot.y < 1, "it is on the output")
    let middle = DesktopLayout.share(Vector(150, 95), on: device, turned: rotation)
    #expect(middle == Vector(0.5, 0.5))
    let beyond = DesktopLayout.share(Vector(-5, 500), on: device, turned: rotation)
    #expect((0..<1).contains(beyond.x) && (0..<1).contains(beyond.y))
  }
}
