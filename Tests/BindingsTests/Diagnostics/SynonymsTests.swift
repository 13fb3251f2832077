import GestureCore
import Testing

@testable import Bindings

/// The words of other programs.
struct SynonymsTests {
  @Test(arguments: [
    ("rotate", ["rotation"]), ("Hold", ["long-press"]), ("DOUBLE_TAP", ["tap", "taps = 2"]),
    ("doubletap", ["tap", "taps = 2"]), ("zoom in", ["pinch", "direction = \"out\""]),
    ("flick-up", ["swipe", "direction = \"up\""]), ("two-finger-tap", ["tap", "fingers = 2"]),
    ("3-finger-swipe-left", ["swipe", "fingers = 3", "direction = \"left\""]),
    ("tip-tap", ["hold-and-tap"]), ("TipTap", ["hold-and-tap"]),
    ("five-fingers-edge-pan", ["edge-pan", "fingers = 5"]), ("4-finger-hold", ["long-press", "fingers = 4"]),
  ]) func kinds(_ word: String, _ meant: [String]) {
    let gesture = Synonyms.gesture(word)
    #expect([gesture?.kind] + (gesture?.settings ?? []) == meant)
  }

  @Test(arguments: ["", "-", "xyzzy", "99-finger-tap", "0-finger-tap", "three-finger", "tap-left", "finger-tap"])
  func noKinds(_ word: String) { #expect(Synonyms.gesture(word) == nil) }

  /// Each proposal for a word is a gesture that can be used.
  @Test func everyProposalIsRight() {
    for word in Synonyms.kinds.keys {
      let gesture = Synonyms.gesture(word)
      let needs =
        ["stroke": ["shape = \"checkmark\""]][gesture?.kind ?? ""] ?? []
      #expect(Catalogue.kinds.contains { $0.name == gesture?.kind }, "\(word)")
      #expect(!Catalogue.kinds.contains { $0.name == word }, "\(word) is a kind itself")
      let lines = (gesture?.settings ?? []) + needs
      let text = "[gesture.a]\nkind = \"\(gesture?.kind ?? "")\"\n\(lines.joined(separator: "\n"))\nrun = \"true\"\n"
      #expect(load(text).diagnostics.filter { $0.severity == .error } == [], "\(word)")
    }
  }

  @Test(arguments: [
    ("cw", "clockwise"), ("CCW", "counterclockwise"), ("anti-clockwise", "counterclockwise"),
    ("acw", "counterclockwise"),
  ]) func waysToTurn(_ word: String, _ meant: String) {
    #expect(
      problemText(gesture("direction = \"\(word)\"\nrun = \"x\"", kind: "rotation"))
        == "3:13 error: `direction` can't be \"\(word)\" | did you mean \"\(meant)\"?")
    #expect(
      problemText(gesture("step = { every = \"6 deg\", clockwise = \"x\", \(word) = \"y\" }", kind: "rotation"))
        .contains(
          "unknown key \"\(word)\" | did you mean \"\(meant)\"?"))
    #expect(!problemText(gesture("direction = \"\(word)\"\nrun = \"x\"", kind: "swipe")).contains("did you mean"))
  }

  /// Every key that is proposed for a word is a key of a gesture, an action or a device.
  @Test func everyKeyIsOne() {
    let settings = Set(Catalogue.kinds.flatMap(\.allSettings).map(\.name))
    let others = Set(
      Trigger.allCases.map(\.rawValue) + RelationKey.allCases.map(\.rawValue) + Effects.descriptions.map(\.key)
        + ["turned", "overlay"])
    for (word, keys) in Synonyms.keys {
      for key in keys { #expect(settings.contains(key) || others.contains(key), "\(word): \(key)") }
      #expect(Synonyms.key(word, among: keys) == keys.first)
      #expect(Synonyms.key(word, among: []) == nil)
    }
  }
}
