import Testing

@testable import Bindings

/// The known name that is proposed for a mistyped one.
struct NearestTests {
  private func nearest(_ name: String) -> String? {
    Nearest.name(to: name, among: ["tap", "swipe", "long-press", "pan", "min-distance", "max-distance"])
  }

  @Test(arguments: [
    ("swype", "swipe"), ("Swipe", "swipe"), ("siwpe", "swipe"), ("swipes", "swipe"), ("long_press", "long-press"),
    ("longpress", "long-press"), ("min_distence", "min-distance"), ("tpa", "tap"),
  ])
  func typingMistakesAreSeenThrough(name: String, meant: String) {
    #expect(nearest(name) == meant)
  }

  @Test(arguments: ["", "x", "ta", "wave", "pressure", String(repeating: "swipe", count: 1000)])
  func otherWordsAreLeftAlone(name: String) {
    #expect(nearest(name) == nil)
  }
}
