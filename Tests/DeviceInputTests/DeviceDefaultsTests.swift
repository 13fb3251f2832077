import GestureCore
import Testing

@testable import DeviceInput

@Suite struct DeviceDefaultsTests {
  private let small = Size(width: 100, height: 60)
  private let large = Size(width: 500, height: 300)

  @Test func theHardwareGoesFirstThenTheRules() {
    #expect(DeviceDefaults.size(of: .touchscreen, reported: small, rules: large) == (small, .device))
    #expect(DeviceDefaults.size(of: .touchscreen, reported: nil, rules: large) == (large, .rules))
    #expect(
      DeviceDefaults.size(of: .touchscreen, reported: nil, rules: nil) == (Size(width: 300, height: 190), .fallback))
    #expect(
      DeviceDefaults.size(of: .touchpad, reported: nil, rules: nil) == (Size(width: 69, height: 50), .fallback),
      "libinput's figure")
    #expect(DeviceDefaults.size(of: .touchpad, reported: nil, rules: large) == (large, .rules))
  }

  @Test func aSizeThatIsNoneDoesNotCount() {
    let nothing = [
      Size(width: 0, height: 60), Size(width: -1, height: 60), Size(width: .nan, height: 60),
      Size(width: 100, height: .infinity), Size(width: 1e-6, height: 1e-6),
    ]
    for size in nothing {
      #expect(DeviceDefaults.size(of: .touchscreen, reported: size, rules: small) == (small, .rules))
      #expect(DeviceDefaults.size(of: .touchscreen, reported: nil, rules: size).1 == .fallback)
    }
  }

  @Test func fingersAreAsManyAsLibinputCounts() {
    #expect(DeviceDefaults.fingers(touchCount: 5) == 1...5)
    #expect(DeviceDefaults.fingers(touchCount: 1) == 1...1)
    #expect(DeviceDefaults.fingers(touchCount: 0) == 1...10)
    #expect(DeviceDefaults.fingers(touchCount: -1) == 1...10)
  }
}
