import Testing

@testable import GestureCore

/// A group that follows another, with its touches as if they had landed only then.
@Suite struct RebasedTests {
  private var group = TouchGroup(surface: CoreBench.screen.size)
  private var view = TouchGroup(surface: CoreBench.screen.size)

  private func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1000)) }

  private func finger(_ number: Int, _ x: Double, _ y: Double) -> Touch {
    var touch = Touch(id: Int32(number), phase: .began, position: Vector(x, y))
    touch.bit = TouchMask(rawValue: 1 << UInt64(number))
    return touch
  }

  private mutating func move(_ finger: Touch, to place: Vector, _ ms: Double) {
    var moved = ReusableBuffer<TouchTracker.Motion>(capacity: 1)
    moved.append(TouchTracker.Motion(bit: finger.bit, position: place, pressure: 0.5))
    _ = group.move(moved, at: time(ms), isWatched: true)
  }

  @Test mutating func startsWhereTheTouchesAre() {
    let a = finger(0, 50, 50)
    group.land([a, finger(1, 80, 50)], at: time(0))
    move(a, to: Vector(60, 50), 20)
    view.rebase(on: group)
    #expect(view.strayed == 0 && group.strayed == 10)
    #expect(view.firstLanded == time(20) && view.touches.map(\.began) == [time(20), time(20)])
    #expect(view.touches.map(\.start) == [Vector(60, 50), Vector(80, 50)])
    #expect(view.commonWay?.length == 0)
    #expect(view.count == 2 && view.peakCount == 2 && !view.hasLifted)
    #expect(view.centroid == group.centroid && view.span == group.span && view.travel == group.travel)
  }

  @Test mutating func followsThem() {
    let a = finger(0, 50, 50)
    group.land([a], at: time(0))
    move(a, to: Vector(60, 50), 20)
    view.rebase(on: group)
    move(a, to: Vector(63, 54), 40)
    view.follow(group)
    #expect(view.strayed == 5 && view.time == time(40))
    #expect(view.touches.first?.previousPosition == Vector(60, 50) && view.pressure == 0.5)
    #expect(view.travel == Vector(13, 4))
    #expect(group.touches.first?.start == Vector(50, 50))
  }

  @Test mutating func fingersThatLandAndLift() {
    let a = finger(0, 50, 50)
    group.land([a], at: time(0))
    move(a, to: Vector(60, 50), 20)
    view.rebase(on: group)
    group.land([finger(1, 80, 50)], at: time(40))
    view.follow(group)
    #expect(view.count == 2 && view.peakCount == 2 && view.touches.map(\.start.x) == [60, 80])
    _ = group.lift([a], at: time(60))
    view.follow(group)
    #expect(view.count == 1 && view.hasLifted && view.touches.map(\.phase) == [.ended, .began])
    group.settle()
    view.follow(group)
    #expect(view.touches.map(\.start.x) == [80] && view.peakCount == 2)
    // Rebased anew, it knows nothing of all that.
    view.rebase(on: group)
    #expect(view.count == 1 && view.peakCount == 1 && !view.hasLifted)
  }
}
