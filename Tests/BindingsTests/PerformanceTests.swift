import Bindings
import Testing

/// Large files load quickly, whatever their gestures have to do with each other.
struct PerformanceTests {
  /// What 2,000 gestures may take: optimized they need less than a tenth of a second, unoptimized on a busy machine two
  /// or three, and comparing each with each far more.
  private let limit = Duration.seconds(10)

  private func time(_ gesture: (Int) -> String) -> Duration {
    let text = Array((0..<2000).map { "[gesture.g\($0)]\nrun = \"x\"\n" + gesture($0) }.joined().utf8)
    return ContinuousClock().measure { _ = Rules.load(text: text, file: "f") }
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
}
