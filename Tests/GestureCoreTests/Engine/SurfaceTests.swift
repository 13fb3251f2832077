import GestureCore
import Testing

/// The surface as a picture shows it.
struct SurfaceTests {
  private static func rules(_ rotation: Rotation) -> RuleSet {
    RuleSet(
      devices: [DeviceSection(pattern: "screen", rotation: rotation)],
      zones: [
        Zone(name: "strip", shape: .edge(.left, band: .millimetres(10))),
        Zone(
          name: "pad", shape: .rectangle(x: .millimetres(0), y: .millimetres(0), width: nil, height: nil),
          device: .deviceClass(.touchpad)),
        Zone(
          name: "inner", shape: .rectangle(x: .millimetres(0), y: .millimetres(0), width: nil, height: nil),
          inside: "pad"),
      ])
  }

  @Test func unturnedItIsTheDevice() {
    let surface = Surface(Self.rules(.none), of: CoreBench.screen)
    #expect(surface.size == Size(width: 300, height: 190))
    #expect(surface.rotated(Vector(10, 20)) == Vector(10, 20))
    #expect(surface.areas.map(\.zone.name) == ["strip"])
    #expect(surface.areas.map(\.rectangle) == [Rectangle(left: 0, top: 0, right: 10, bottom: 190)])
  }

  @Test func turnedByAQuarter() {
    let surface = Surface(Self.rules(.quarter), of: CoreBench.screen)
    #expect(surface.size == Size(width: 190, height: 300))
    #expect(surface.rotated(Vector(10, 20)) == Vector(170, 10))
    #expect(surface.areas.map(\.rectangle) == [Rectangle(left: 0, top: 0, right: 10, bottom: 300)])
  }
}
