import GestureCore
import Testing

@testable import Bindings

/// The diagnostics for gestures that `[accommodations]` makes impossible or hard to make. Played touches show that they
/// are right.
struct AccommodationCheckTests {
  private func problemText(_ text: String) -> [String] {
    load(text).diagnostics.map { "\($0.location.line): \($0.message) | \($0.fix ?? "")" }
  }

  private static let double = "[gesture.twice]\nkind = \"tap\"\ntaps = 2\ndevice = \"touchscreen\"\nrun = \"x\"\n"
  private static let tap = "[gesture.once]\nkind = \"tap\"\ndevice = \"touchscreen\"\nrun = \"x\"\n"

  @Test func tapsInARowThatComeTooSoonToCount() {
    #expect(
      problemText("\(Self.double)[accommodations]\nignore-repeats = \"400 ms\"") == [
        "1: \"twice\" can never happen: because of `ignore-repeats` 400 ms in the accommodations, a tap does not "
          + "count until 400 ms after the previous tap, but `max-interval` is 350 ms "
          + "| write `max-interval = \"700 ms\"`, or set a shorter `ignore-repeats`"
      ])
    let own = Self.double + "max-interval = \"500 ms\"\n"
    #expect(
      problemText("\(own)[accommodations]\nignore-repeats = \"300 ms\"\nhold = \"200 ms\"") == [
        "6: \"twice\" can never happen: because of `ignore-repeats` 300 ms and `hold` 200 ms in the accommodations, "
          + "a tap does not count until 500 ms after the previous tap, but `max-interval` is 500 ms "
          + "| write `max-interval = \"800 ms\"`, or set a shorter `ignore-repeats`"
      ])
    #expect(problemText("\(own)[accommodations]\nignore-repeats = \"300 ms\"\nhold = \"190 ms\"") == [])
    #expect(problemText("\(Self.double)[accommodations]\nhold = \"350 ms\"").count == 1)
    #expect(problemText("\(Self.double)max-distance = \"30 mm\"\n[accommodations]\nignore-repeats = \"400 ms\"") == [])
    #expect(problemText("\(Self.tap)[accommodations]\nignore-repeats = \"400 ms\"") == [])
    #expect(
      problemText("\(Self.double)[accommodations.touchpad]\nignore-repeats = \"400 ms\"\n") == [],
      "no touchpad's gesture")
    let press = "[gesture.press]\nkind = \"long-press\"\ntaps = 1\ndevice = \"touchscreen\"\nrun = \"x\"\n"
    #expect(problemText("\(press)[accommodations]\nignore-repeats = \"400 ms\"").count == 1)
  }

  @Test func edgesThatAFingerLeavesBeforeItCounts() {
    let edge = "[gesture.back]\nkind = \"edge-swipe\"\nedge = \"left\"\ndevice = \"touchscreen\"\nrun = \"x\"\n"
    #expect(
      problemText("\(edge)[accommodations]\nhold = \"400 ms\"") == [
        "1: \"back\" is hard to make: the accommodation `hold` delays every touch by 400 ms, so the finger must "
          + "stay at the edge or in the corner for this time | set a shorter `hold`, or a larger `band` or `corner`"
      ])
    #expect(problemText("\(edge)[accommodations]\nsteady = \"6 mm\"") == [])
  }

  @Test func tapsWhoseTimeIsShorterThanTheWait() {
    #expect(
      problemText("\(Self.tap)max-duration = \"150 ms\"\n[accommodations]\nhold = \"300 ms\"") == [
        "5: \"once\" is hard to make: the accommodation `hold` is 300 ms and `max-duration` is 150 ms, so the fingers must lift between "
          + "300 ms and 450 ms after they have landed | write `max-duration = \"300 ms\"` or more, or set a shorter `hold`"
      ])
    #expect(problemText("\(Self.tap)[accommodations]\nhold = \"300 ms\"") == [])
    #expect(problemText("\(Self.tap)[accommodations]\nhold = \"600 ms\"").count == 1)
    #expect(
      problemText("[gesture.press]\nkind = \"long-press\"\nrun = \"x\"\n[accommodations]\nhold = \"600 ms\"") == [])
  }

  @Test func ofOneDevice() {
    let section = "[device.\"ELAN*\".accommodations]\nignore-repeats = \"400 ms\"\n"
    let any = Self.double.replacing("device = \"touchscreen\"\n", with: "")
    let found = problemText(any + section)
    #expect(found.count == 1 && found[0].contains("\"twice\" can never happen on \"ELAN*\": "), "\(found)")
    #expect(problemText(any.replacing("taps = 2", with: "taps = 2\ndevice = \"ELAN*\"") + section).count == 1)
    #expect(problemText(any.replacing("taps = 2", with: "taps = 2\ndevice = \"Goodix\"") + section) == [])
    #expect(problemText(any + section + "[device.\"*\"]\ntap.max-interval = \"900 ms\"\n") == [])
    #expect(problemText(Self.double + section) == [], "the device's class is not known")
  }

  @Test func touchpadsThatReportNoTouches() {
    let swipe = "[gesture.next]\nkind = \"swipe\"\nfingers = 3\ndevice = \"touchpad\"\nrun = \"x\"\n"
    let pad = "[accommodations.touchpad]\nhold = \"200 ms\"\n"
    #expect(
      problemText(swipe + pad) == [
        "6: this section has no effect: libinput does not report the touches of a touchpad, and with these rules the daemon reads touchpads only through libinput | "
          + "set `source = \"raw\"` in `[device.touchpad]`"
      ])
    #expect(problemText(swipe + pad + "[device.\"*\"]\nsource = \"raw\"\n") == [])
    #expect(problemText(swipe + pad + "[device.\"*\"]\nintercept = true\n") == [])
    #expect(
      problemText(swipe.replacing("fingers = 3", with: "fingers = 5") + pad) == [],
      "libinput knows no swipe of five fingers")
    #expect(problemText(swipe + pad.replacing("200", with: "0")) == [])
    #expect(problemText("\(swipe)[accommodations]\nhold = \"200 ms\"\n\(pad.replacing("200", with: "0"))") == [])
  }
}
