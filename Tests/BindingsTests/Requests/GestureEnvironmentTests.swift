import GestureCore
import Support
import Testing

@testable import Bindings

/// Numbers and variables as commands see them.
struct GestureEnvironmentTests {
  @Test(arguments: [
    (0.0, "0.000"), (-0.0, "0.000"), (-0.0004, "0.000"), (-0.0006, "-0.001"), (0.0005, "0.001"), (12.5, "12.500"),
    (-12.0499, "-12.050"), (1.005, "1.005"), (999.9996, "1000.000"), (7.007, "7.007"), (7.07, "7.070"),
    (1e-30, "0.000"), (123_456_789.125, "123456789.125"), (1e300, "9000000000000.000"),
    (-Double.infinity, "-9000000000000.000"), (Double.nan, ""),
  ])
  func numbersHaveThreeDecimals(value: Double, text: String) {
    #expect(EventValue.Value.text(value) == text)
  }

  private static let everything: ReportedValues = [
    .translation, .velocity, .scale, .rotation, .pressure, .direction, .corners, .hints, .button,
  ]

  @Test func everyValueHasItsVariable() {
    var progress = Progress()
    progress.translation = Vector(-1.5, 0.25)
    progress.scale = 1.1
    progress.rotation = -4
    let hints = [GestureHint(name: "done", json: "{}"), GestureHint(name: "next", json: "{}")]
    let gesture = madeGesture(
      "next", "swipe", device: "Pad \"A\" $(x)", reports: Self.everything, hints: hints, step: .up,
      milliseconds: 123.456, progress: progress
    ) {
      $0.fingers = 3
      $0.translation = Vector(-31.25, 0.5)
      $0.velocity = Vector(-410, 3)
      $0.scale = 1
      $0.rotation = -0.0001
      $0.pressure = 0.4
      $0.location = Vector(100, 50.1)
      $0.corners = [Vector(10, 20.5), Vector(30, 20), Vector(-1, 7)]
      $0.direction = .left
      $0.button = .left
    }
    #expect(
      gesture.variables().map { "\($0)=\($1)" } == [
        "GESTURE_NAME=next", "GESTURE_KIND=swipe", "GESTURE_STATE=recognized", "GESTURE_FINGERS=3",
        "GESTURE_DX=-31.250", "GESTURE_DY=0.500", "GESTURE_VX=-410.000", "GESTURE_VY=3.000", "GESTURE_SCALE=1.000",
        "GESTURE_ROTATION=0.000", "GESTURE_DELTA_X=-1.500", "GESTURE_DELTA_Y=0.250", "GESTURE_DELTA_SCALE=1.100",
        "GESTURE_DELTA_ROTATION=-4.000", "GESTURE_PRESSURE=0.400", "GESTURE_X=100.000", "GESTURE_Y=50.100",
        "GESTURE_MID_X=30.000", "GESTURE_MID_Y=20.000", "GESTURE_CORNERS=10.000,20.500 30.000,20.000 -1.000,7.000",
        "GESTURE_DIRECTION=left", "GESTURE_BUTTON=left", "GESTURE_STEP=up", "GESTURE_HINTS=done next",
        "GESTURE_DEVICE=Pad \"A\" $(x)",
        "GESTURE_DURATION=123.456",
      ])
  }

  /// A command may print it.
  @Test func theNameOfADeviceControlsNoTerminal() {
    let gesture = madeGesture("next", "swipe", device: "Pad\u{1B}[2J\u{9B}31m\u{7}\n")
    #expect(gesture.variables().first { $0.0 == "GESTURE_DEVICE" }?.1 == "Pad\u{241B}[2J\u{FFFD}31m\u{2407}\u{240A}")
  }

  @Test func whatAGestureHasNotIsEmpty() {
    let tap = madeGesture()
    #expect(
      tap.variables().filter { $0.1.isEmpty }.map(\.0) == [
        "GESTURE_DX", "GESTURE_DY", "GESTURE_VX", "GESTURE_VY", "GESTURE_SCALE", "GESTURE_ROTATION",
        "GESTURE_DELTA_X", "GESTURE_DELTA_Y", "GESTURE_DELTA_SCALE", "GESTURE_DELTA_ROTATION",
        "GESTURE_PRESSURE", "GESTURE_X", "GESTURE_Y", "GESTURE_MID_X", "GESTURE_MID_Y", "GESTURE_CORNERS",
        "GESTURE_DIRECTION", "GESTURE_BUTTON", "GESTURE_STEP", "GESTURE_HINTS",
      ])
  }

  /// Of one corner that one, of several corners the middle one, of an even number the earlier of the two middle ones.
  @Test(arguments: [(0, ""), (1, "0.000"), (2, "0.000"), (3, "1.000"), (4, "1.000"), (5, "2.000")])
  func theTurningPointIsInTheMiddle(count: Int, x: String) {
    let stroke = madeGesture(reports: .corners) { $0.corners = (0..<count).map { Vector(Double($0), 5) } }
    let variables = Dictionary(stroke.variables()) { first, _ in first }
    #expect(variables["GESTURE_MID_X"] == x)
    #expect(variables["GESTURE_MID_Y"] == (count > 0 ? "5.000" : ""))
  }

  @Test func theTableGivesUnits() {
    let units = EventValue.forCommands.filter { !$0.unit.isEmpty }.map { "\($0.variable) \($0.unit)" }
    #expect(
      units == [
        "GESTURE_DX mm", "GESTURE_DY mm", "GESTURE_VX mm/s", "GESTURE_VY mm/s", "GESTURE_SCALE factor",
        "GESTURE_ROTATION degrees", "GESTURE_DELTA_X mm", "GESTURE_DELTA_Y mm", "GESTURE_DELTA_SCALE factor",
        "GESTURE_DELTA_ROTATION degrees", "GESTURE_PRESSURE 0 to 1", "GESTURE_X mm", "GESTURE_Y mm",
        "GESTURE_MID_X mm", "GESTURE_MID_Y mm", "GESTURE_DURATION ms",
      ])
    #expect(EventValue.forCommands.allSatisfy { !$0.meaning.isEmpty })
  }

  @Test func tracesHaveAnOrderOfTheirOwn() {
    #expect(
      EventValue.traced.map(\.name) == [
        "fingers", "x", "y", "dx", "dy", "vx", "vy", "scale", "rotation", "direction", "taps", "pressure", "corners",
        "button",
      ])
  }
}
