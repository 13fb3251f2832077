import GestureCore
import Glibc
import Testing

@testable import Bindings

/// Large files load quickly, whatever their gestures have to do with each other.
struct PerformanceTests {
  /// What 2,000 gestures may take: optimized they need less than a tenth of a second, unoptimized two or three, and
  /// comparing each with each far more.
  private let limit = Duration.seconds(10)

  private let count = 2000

  /// How often one gesture may be compared with others; each with each would be half of `count`.
  private let comparisonsForEach = 400

  /// The processor's time, so that it does not matter what else the machine does. Also expects few comparisons of gestures.
  private func time(_ gesture: (Int) -> String) -> Duration {
    let text = Array((0..<count).map { "[gesture.g\($0)]\nrun = \"x\"\n" + gesture($0) }.joined().utf8)
    let comparisons = Comparisons()
    let start = processorTime()
    _ =
      Rules.load(
        text: text, file: "f", listing: Rules.listed, kinds: Catalogue.kinds, includes: .none, counting: comparisons
      ).diagnostics
    let time = processorTime() - start
    #expect(comparisons.count <= count * comparisonsForEach)
    return time
  }

  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  @Test func distinctGestures() {
    #expect(time { "kind = \"swipe\"\nmin-distance = \"\(Double($0) / 10 + 1) mm\"\nfingers = 3\n" } < limit)
  }

  @Test func dragsAndSwipes() {
    #expect(
      time {
        $0 % 2 == 0 ? "kind = \"swipe\"\nmin-distance = \"\($0 / 10 + 1) mm\"\n" : "kind = \"pan\"\nslop = \"0 mm\"\n"
      } < limit)
  }

  @Test func drawingsThatDiffer() {
    #expect(
      time {
        let path = $0 % 2 == 0 ? "up down" : "up down left"
        let limits = "max-angle = \"\($0 % 40 + 5) deg\"\nmin-length = \"\($0 % 400 + 1) mm\"\n"
        return "kind = \"stroke\"\npath = \"\(path)\"\nrequire-to-fail = \"kind:pan\"\n" + limits
      } < limit)
  }

  @Test func drawingsAndSwipes() {
    #expect(
      time {
        $0 % 2 == 0
          ? "kind = \"swipe\"\nmin-distance = \"\($0 / 10 + 1) mm\"\ndirection = \"left\"\n"
          : "kind = \"stroke\"\npath = \"right up\"\nmin-length = \"\($0 / 10 + 1) mm\"\n"
      } < limit)
  }

  @Test func namedDevices() {
    #expect(time { "kind = \"tap\"\ndevice = \"device \($0)\"\n" } < limit)
  }

  @Test func aChainOfRequirements() {
    #expect(time { "kind = \"tap\"\npriority = \($0)\nrequire-to-fail = \"g\(max(0, $0 - 1))\"\n" } < limit)
  }

  @Test func allWaitForAll() {
    #expect(time { _ in "kind = \"tap\"\nrequire-to-fail = \"kind:tap\"\n" } < limit)
  }

  @Test func allAreRelatedByTag() {
    #expect(time { _ in "kind = \"tap\"\ntags = \"x\"\nsimultaneous-with = \"tag:x\"\n" } < limit)
  }

  @Test func allDemandOfAllToWait() {
    #expect(time { _ in "kind = \"pan\"\ntags = \"x\"\nrequired-to-fail-by = [\"tag:x\", \"kind:pan\"]\n" } < limit)
  }

  @Test func allPreventAll() {
    #expect(
      time { _ in
        "kind = \"pan\"\ntags = \"x\"\nprevents = [\"tag:x\", \"g1\"]\ncannot-be-prevented-by = \"kind:pan\"\n"
      } < limit)
  }

  @Test func zonesWithinZones() {
    #expect(
      time { "kind = \"pan\"\nzone = \"z\($0)\"\n[zone.z\($0)]\nrect = {}\ninside = \"z\($0 + 1)\"\n" } < limit)
  }

  @Test func pressesThatWaitForTaps() {
    #expect(
      time {
        "kind = \"\($0 % 2 == 0 ? "tap" : "long-press")\"\nslop = \"\($0 % 100) mm\"\nrequire-to-fail = \"kind:pan\"\n"
      }
        < limit)
  }

  @Test func dragsAndSwipesThatDoNotMeet() {
    #expect(
      time {
        $0 % 2 == 0
          ? "kind = \"swipe\"\nmin-distance = \"\($0 / 10 + 1) mm\"\ndirection = \"left\"\nrequire-to-fail = \"tag:v\"\n"
          : "kind = \"pan\"\ntags = \"v\"\naxis = \"vertical\"\nrequired-to-fail-by = \"kind:pinch\"\n"
      } < limit)
  }

  @Test func aModeForEach() {
    #expect(
      time {
        "kind = \"pan\"\nreceive = { mode = [\"m\($0)\", \"x\"] }\nended = { mode = \"m\($0 + 1)\" }\n"
          + "[[binding]]\ngesture = \"g\($0)\"\nwhen = { mode = \"x\" }\nrun = { mode = \"m\($0)\" }\n"
      } < limit)
  }

  @Test func identicalGestures() {
    #expect(time { _ in "kind = \"tap\"\n" } < limit)
  }

  @Test func tapsForEachDeviceThatWaitForDoubleTaps() {
    #expect(
      time {
        let taps = $0 % 3 == 2 ? "taps = 3\n" : "taps = \($0 % 3 + 1)\nrequire-to-fail = \"g\($0 + 1)\"\n"
        return "kind = \"tap\"\ndevice = \"Pad \($0 / 3)\"\n" + taps
      } < limit)
  }

  @Test func tapsWithoutTies() {
    #expect(
      time { "kind = \"tap\"\ntaps = \($0 % 3 + 1)\nfingers = \($0 % 5 + 1)\nslop = \"\($0 % 50) mm\"\n" } < limit)
  }

  @Test func swipesAndDragsForEachApplication() {
    #expect(
      time {
        let app = "receive = { app = \"org.example.App\($0 / 2)\" }\n"
        return app + ($0 % 2 == 0 ? "kind = \"swipe\"\n" : "kind = \"pan\"\nslop = \"0 mm\"\n")
      } < limit)
  }

  @Test func drawingsAndPressesForEachMode() {
    #expect(
      time {
        let mode = "receive = { mode = \"m\($0 / 2)\" }\n"
        return $0 % 2 == 0
          ? "kind = \"stroke\"\npath = \"down-right up-right\"\nafter = \"rest 600 ms\"\n" + mode
          : "kind = \"long-press\"\n" + mode
      } < limit)
  }

  @Test func oneListOfApplicationsThatGesturesAreNotFor() {
    let apps = (0..<count).map { "\"org.example.App\($0)\"" }.joined(separator: ", ")
    #expect(time { "kind = \"swipe\"\n" + ($0 == 0 ? "[defaults]\nnot-in = [\(apps)]\n" : "") } < limit)
  }

  @Test func namesOfNoGesture() {
    #expect(time { "kind = \"tap\"\nrequire-to-fail = \"another-g\($0)\"\n" } < limit)
  }

  @Test func modesThatNothingGoesTo() {
    #expect(
      time {
        "kind = \"long-press\"\nreceive = { mode = \"mode-\($0)\" }\nbegan = { mode = \"mode-x\($0)\" }\n"
      } < limit)
  }

  @Test func manyBindingsOfOneGesture() {
    #expect(
      time {
        "kind = \"pan\"\nslop = \"\(Double($0) / 50) mm\"\n"
          + "[[binding]]\ngesture = \"g0\"\nwhen = { mode = \"m\($0)\" }\nrun = { mode = \"m\($0 + 1)\" }\n"
      } < limit)
  }
}
