import GestureCore
import Testing

@testable import Bindings
@testable import InputEmulation

/// The signals that touchegg's clients get for gestures.
struct AnnouncedGestureTests {
  private func request(_ movement: Vector = .zero, scale: Double = 1) -> InputRequest {
    let gesture = NativeGesture(kind: .swipe, fingers: nil)
    var request = InputRequest(
      .announced(gesture), .movement, holder: .init(action: 0, device: 1), rule: "`began` at bindings.toml:3")
    (request.movement, request.scale, request.fingers) = (movement, scale, 3)
    return request
  }

  private func gesture(_ kind: NativeGestureKind, fingers: Int? = nil) -> AnnouncedGesture {
    AnnouncedGesture(NativeGesture(kind: kind, fingers: fingers), request(), at: 1_000_000)
  }

  /// Movements of about 5 mm, each with the number of its direction.
  private static let movements: [(Vector, UInt32)] = [
    (Vector(0, -5), 1), (Vector(2, 5), 2), (Vector(-5, 3), 3), (Vector(5, 0), 4),
  ]

  @Test(arguments: movements) func aSwipeGoesInTheDirectionOfItsFirstMovement(movement: Vector, direction: UInt32) {
    var swipe = gesture(.swipe, fingers: 4)
    #expect(swipe.move(request(movement * 0.1), at: 1_001_000) == nil, "not far enough to tell")
    let begun = swipe.move(request(movement * 0.9), at: 1_020_000)
    #expect(
      begun
        == .init(signal: .begin, type: 1, direction: direction, percentage: 20, fingers: 4, elapsed: 20))
    let more = swipe.move(request(movement), at: 1_030_000)
    #expect(more?.signal == .update && more?.percentage == 40 && more?.direction == direction)
    #expect(swipe.move(request(movement * -3), at: 1_040_000)?.percentage == 0, "to the other side")
    #expect(swipe.move(request(movement * 9), at: 1_050_000)?.percentage == 100, "all of it")
    #expect(swipe.end(isCancelled: false, at: 1_060_000).map(\.percentage) == [100])
  }

  @Test func aPinchGrowsOrShrinks() {
    var pinch = gesture(.pinch)
    #expect(pinch.move(request(scale: 1.01), at: 1_010_000) == nil)
    let begun = pinch.move(request(scale: 1.5 / 1.01), at: 1_010_000)
    #expect(begun?.signal == .begin && begun?.type == 2 && begun?.direction == 6)
    #expect(begun.map { abs($0.percentage - 50) < 1e-9 } == true && begun?.fingers == 3)
    var inwards = gesture(.pinch)
    #expect(inwards.move(request(scale: 0.5), at: 1_010_000)?.direction == 5)
    #expect(inwards.move(request(scale: 0.5), at: 1_010_000)?.percentage == 75)
  }

  @Test func cancelledItGoesBack() {
    var swipe = gesture(.swipe)
    _ = swipe.move(request(Vector(10, 0)), at: 1_010_000)
    let reports = swipe.end(isCancelled: true, at: 1_020_000)
    #expect(reports.map(\.signal) == [.update, .end] && reports.map(\.percentage) == [0, 0])
  }

  @Test func oneThatNeverBeganNeverEnds() {
    var swipe = gesture(.swipe)
    #expect(swipe.move(request(Vector(0.5, 0)), at: 1_010_000) == nil)
    #expect(swipe.move(request(Vector(.nan, .infinity)), at: 1_010_000) == nil)
    #expect(swipe.end(isCancelled: true, at: 1_020_000) == [] && swipe.end(isCancelled: false, at: 1_020_000) == [])
  }
}
