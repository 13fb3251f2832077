import GestureCore
import Testing

@testable import Bindings

/// Checks that only warn may be made after the rules are at work, and errors keep rules from that.
@Suite struct LateChecksTests {
  /// Each pair is written in two ways, and accepts the same.
  @Test(arguments: [
    ("kind = \"tap\"", "kind = \"tap\""),
    ("kind = \"tap\"", "kind = \"tap\"\ntaps = 1"),
    ("kind = \"tap\"\ntouchpad.taps = 1", "kind = \"tap\""),
    ("kind = \"swipe\"\nfingers = 3", "kind = \"swipe\"\nfingers = 3\ndirection = \"any\""),
    ("kind = \"stroke\"\nshape = \"circle\"", "kind = \"stroke\"\nshape = \"circle\"\nfingers = 1"),
  ]) func oneOfTwoGesturesThatAcceptTheSameIsRefused(_ one: String, _ other: String) {
    let loaded = load("[gesture.a]\n\(one)\nrun = \"x\"\n[gesture.b]\n\(other)\nrun = \"x\"\n")
    #expect(loaded.rules == nil)
    #expect(loaded.diagnostics.count(of: .error) == 1, "\(loaded.diagnostics)")
  }

  @Test func gesturesAreComparedWhenSomebodyAsksForWarnings() {
    let comparisons = Comparisons()
    let text = """
      [gesture.drag]
      kind = "pan"
      slop = "0 mm"
      run = "x"

      [gesture.flick]
      kind = "swipe"
      run = "x"

      """
    let loaded = Rules.load(
      text: Array(text.utf8), file: "f", listing: Rules.listed, kinds: Catalogue.kinds, includes: .none,
      counting: comparisons)
    #expect(loaded.rules != nil && comparisons.count == 0)
    #expect(loaded.diagnostics.count(of: .warning) == 1)
    let count = comparisons.count
    #expect(count > 0)
    #expect(loaded.diagnostics.count == 1 && comparisons.count == count)
  }
}
