import Testing

@testable import Actions

/// Numbers and variables as commands see them.
struct GestureEnvironmentTests {
  @Test(arguments: [
    (0.0, "0.000"), (-0.0, "0.000"), (-0.0004, "0.000"), (-0.0006, "-0.001"), (0.0005, "0.001"), (12.5, "12.500"),
    (-12.0499, "-12.050"), (1.005, "1.005"), (999.9996, "1000.000"), (7.007, "7.007"), (7.07, "7.070"),
    (1e-30, "0.000"), (123_456_789.125, "123456789.125"), (1e300, "9000000000000.000"),
    (-Double.infinity, "-9000000000000.000"), (Double.nan, ""),
  ])
  func numbersHaveThreeDecimals(value: Double, text: String) {
    #expect(GestureVariable.Value.text(value) == text)
  }

  @Test func everyValueHasItsVariable() {
    var gesture = GestureEnvironment(
      name: "next", kind: "swipe", state: "recognized", fingers: 3, device: "Pad \"A\" $(x)")
    gesture.dx = -31.25
    gesture.dy = 0.5
    gesture.vx = -410
    gesture.vy = 3
    gesture.scale = 1
    gesture.rotation = -0.0001
    gesture.pressure = 0.4
    gesture.x = 100
    gesture.y = 50.1
    gesture.corners = [.init(x: 10, y: 20.5), .init(x: 30, y: 20), .init(x: -1, y: 7)]
    gesture.hints = [GestureHint(name: "done", json: "{}"), GestureHint(name: "next", json: "{}")]
    gesture.direction = "left"
    gesture.step = "up"
    gesture.duration = 123.456
    #expect(
      gesture.variables().map { "\($0)=\($1)" } == [
        "GESTURE_NAME=next", "GESTURE_KIND=swipe", "GESTURE_STATE=recognized", "GESTURE_FINGERS=3",
        "GESTURE_DX=-31.250", "GESTURE_DY=0.500", "GESTURE_VX=-410.000", "GESTURE_VY=3.000", "GESTURE_SCALE=1.000",
        "GESTURE_ROTATION=0.000", "GESTURE_PRESSURE=0.400", "GESTURE_X=100.000", "GESTURE_Y=50.100",
        "GESTURE_MID_X=30.000", "GESTURE_MID_Y=20.000", "GESTURE_CORNERS=10.000,20.500 30.000,20.000 -1.000,7.000",
        "GESTURE_DIRECTION=left", "GESTURE_STEP=up", "GESTURE_HINTS=done next", "GESTURE_DEVICE=Pad \"A\" $(x)",
        "GESTURE_DURATION=123.456",
      ])
  }

  @Test func whatAGestureHasNotIsEmpty() {
    let tap = GestureEnvironment(name: "t", kind: "tap", state: "recognized", fingers: 1, device: "d")
    #expect(
      tap.variables().filter { $0.1.isEmpty }.map(\.0) == [
        "GESTURE_DX", "GESTURE_DY", "GESTURE_VX", "GESTURE_VY", "GESTURE_SCALE", "GESTURE_ROTATION",
        "GESTURE_PRESSURE", "GESTURE_X", "GESTURE_Y", "GESTURE_MID_X", "GESTURE_MID_Y", "GESTURE_CORNERS",
        "GESTURE_DIRECTION", "GESTURE_STEP", "GESTURE_HINTS", "GESTURE_DURATION",
      ])
  }

  /// Of one corner that one, of several the middle one, of an even number the earlier of the two.
  @Test(arguments: [(0, ""), (1, "0.000"), (2, "0.000"), (3, "1.000"), (4, "1.000"), (5, "2.000")])
  func theTurningPointIsInTheMiddle(count: Int, x: String) {
    var stroke = GestureEnvironment(name: "s", kind: "stroke", state: "recognized", fingers: 1, device: "d")
    stroke.corners = (0..<count).map { .init(x: Double($0), y: 5) }
    let variables = Dictionary(stroke.variables()) { first, _ in first }
    #expect(variables["GESTURE_MID_X"] == x)
    #expect(variables["GESTURE_MID_Y"] == (count > 0 ? "5.000" : ""))
  }

  @Test func theTableGivesUnits() {
    let units = GestureVariable.table.filter { !$0.unit.isEmpty }.map { "\($0.name) \($0.unit)" }
    #expect(
      units == [
        "GESTURE_DX mm", "GESTURE_DY mm", "GESTURE_VX mm/s", "GESTURE_VY mm/s", "GESTURE_SCALE factor",
        "GESTURE_ROTATION degrees", "GESTURE_PRESSURE 0 to 1", "GESTURE_X mm", "GESTURE_Y mm",
        "GESTURE_MID_X mm", "GESTURE_MID_Y mm", "GESTURE_DURATION ms",
      ])
    #expect(GestureVariable.table.allSatisfy { !$0.meaning.isEmpty })
  }
}
