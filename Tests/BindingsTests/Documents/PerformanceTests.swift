import Bindings
import Glibc
import Testing

/// Large files load quickly, whatever their gestures have to do with each other.
struct PerformanceTests {
  /// What 2,000 gestures may take: optimized they need less than a tenth of a second, unoptimized two or three, and
  /// comparing each with each far more.
  private let limit = Duration.seconds(10)

  /// The processor's time, so that it does not matter what else the machine does.
  private func time(_ gesture: (Int) -> String) -> Duration {
    let text = Array((0..<2000).map { "[gesture.g\($0)]\nrun = \"x\"\n" + gesture($0) }.joined().utf8)
    let start = processorTime()
    _ = Rules.load(text: text, file: "f")
    return processorTime() - start
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

  @Test func manyBindingsOfOneGesture() {
    #expect(
      time {
        "kind = \"pan\"\nslop = \"\(Double($0) / 50) mm\"\n"
          + "[[binding]]\ngesture = \"g0\"\nwhen = { mode = \"m\($0)\" }\nrun = { mode = \"m\($0 + 1)\" }\n"
      } < limit)
  }
}
