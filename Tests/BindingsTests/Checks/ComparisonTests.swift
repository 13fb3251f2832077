import Bindings
import Testing

/// Gestures are compared with each other.
@Suite struct ComparisonTests {
  /// Each pair has two spellings of one set of accepted attempts.
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

  /// Every gesture is compared with every other, which would take too long for more gestures.
  @Test func manyGesturesAreNotCompared() {
    let pair =
      "[gesture.drag]\nkind = \"pan\"\nslop = \"0 mm\"\nrun = \"x\"\n[gesture.flick]\nkind = \"swipe\"\nrun = \"x\"\n"
    func warnings(of count: Int) -> [String] {
      let others = (2..<count).map { "[gesture.g\($0)]\nkind = \"tap\"\ndevice = \"pad \($0)\"\nrun = \"x\"\n" }
      return load(pair + others.joined()).diagnostics.map(\.message)
    }
    #expect(warnings(of: 200).count == 1 && warnings(of: 200).first?.contains("flick") == true)
    #expect(
      warnings(of: 201) == [
        "there are more than 200 gestures in the rules, so they are not compared with each other"
      ])
  }
}
