import RealModule
import Testing

@testable import GestureCore

@Suite struct TemplateDrawingTests {
  private static let corner = [Vector(0, 0), Vector(20, 0), Vector(20, 20)]

  private static func drawing(
    _ strokes: [[Vector]] = [corner], _ settings: [String: SettingValue] = [:]
  ) -> TemplateDrawing {
    let settings = Settings(Stroke.kind, for: .touchpad, layers: [settings])
    return TemplateDrawing([StrokeTemplates(name: "it", strokes: strokes)], settings)
  }

  /// The places along lines between these corners, about 1 mm apart, or with `pieces` steps for each line.
  private static func points(_ corners: [Vector], pieces: Int? = nil) -> [Vector] {
    var points = [corners[0]]
    for (from, to) in zip(corners, corners.dropFirst()) {
      let count = pieces ?? max(1, Int((to - from).length))
      points += (1...count).map { from + (to - from) * (Double($0) / Double(count)) }
    }
    return points
  }

  private static func outcome(_ drawn: Drawn) -> String {
    guard case .failed(let failure) = drawn.status else { return "\(drawn.status)" }
    return failure.description + (drawn.early == nil ? "" : " on the way")
  }

  @Test func likeItsExample() {
    var drawing = Self.drawing()
    #expect(Drawn(Self.points(Self.corner), &drawing).status == .complete)
    #expect((drawing.distance ?? 1) < 1e-3)
    #expect(drawing.corners == [])
  }

  @Test func tooShort() {
    var drawing = Self.drawing()
    #expect(
      Self.outcome(Drawn(Self.points(Self.corner.map { $0 * 0.25 }), &drawing))
        == "drew 10 mm, needs 12 mm (min-length)")
    #expect(Self.outcome(Drawn([.zero], &drawing)) == "drew 0 mm, needs 12 mm (min-length)")
  }

  /// To the left instead of to the right: that is known after 8 mm.
  @Test func failsEarly() {
    var drawing = Self.drawing()
    let drawn = Drawn(Self.points([Vector(0, 0), Vector(-40, 0)]), &drawing)
    #expect(drawn.early == 8)
    #expect(Self.outcome(drawn) == "differed by 324.1 %, allows 100 % (tolerance) on the way")
    // The result remains until the drawing begins again.
    #expect(drawing.move(to: Vector(-60, 0)) == drawn.status)
    #expect(drawing.lift() == drawn.status)
    #expect(Drawn(Self.points(Self.corner), &drawing).status == .complete)
  }

  /// Only the second half shows that it is a different drawing.
  @Test func unlikeAtTheEnd() {
    var drawing = Self.drawing()
    let drawn = Drawn(Self.points([Vector(0, 0), Vector(20, 0), Vector(25, 6)]), &drawing)
    #expect(drawn.early == nil)
    #expect(Self.outcome(drawn) == "differed by 111.3 %, allows 100 % (tolerance)")
    var lenient = Self.drawing([Self.corner], ["tolerance": .quantity(112)])
    #expect(Drawn(Self.points([Vector(0, 0), Vector(20, 0), Vector(25, 6)]), &lenient).status == .complete)
  }

  @Test func turned() {
    let half = Self.points(Self.corner).map { $0 * -1 }
    var drawing = Self.drawing()
    #expect(Drawn(half, &drawing).early != nil)
    var free = Self.drawing([Self.corner], ["rotation": .quantity(180)])
    #expect(Drawn(half, &free).status == .complete)
    // Mirrored it is still a different drawing.
    #expect(Drawn(Self.points([Vector(0, 0), Vector(20, 0), Vector(20, -20)]), &free).status != .complete)
  }

  /// More places than are kept, and much longer than a surface.
  @Test(arguments: [1, 40]) func anyNumberOfPoints(_ scale: Double) {
    var drawing = Self.drawing()
    let stroke = Self.points(Self.corner.map { $0 * scale }, pieces: 10_000)
    #expect(Drawn(stroke, &drawing, on: Size(width: 0, height: 0)).status == .complete)
    #expect((drawing.distance ?? 1) < 0.01)
  }

  /// A straight line may be the beginning of the corner as long as there is room for the rest.
  @Test func theSurfaceLimitsWhatItCanBecome() {
    let line = Self.points([Vector(0, 0), Vector(95, 0)])
    var drawing = Self.drawing()
    #expect(Drawn(line, &drawing, on: Size(width: 300, height: 190)).early == nil)
    let early = Drawn(line, &drawing, on: Size(width: 60, height: 30)).early
    #expect(early.map { $0 > 30 && $0 < 95 } ?? false)
  }

  @Test func gaugesShowTheProgress() {
    var drawing = Self.drawing()
    #expect(drawing.gauges == [])
    drawing.begin(at: .zero)
    _ = drawing.move(to: Vector(6, 0))
    #expect(drawing.gauges.map(\.setting) == ["min-length"])
    for x in 7...14 { _ = drawing.move(to: Vector(Double(x), 0)) }
    #expect(drawing.gauges.map(\.setting) == ["min-length", "tolerance"])
    #expect(drawing.gauges.map(\.what) == ["drew", "differed by"])
    #expect(drawing.gauges.map(\.isMet) == [true, true])
    #expect(drawing.gauges.first?.measured == .mm(14))
    #expect(drawing.gauges.last?.measured == .percent(0))
  }
}
