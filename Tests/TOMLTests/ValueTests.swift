import TOML
import Testing

@Suite struct ValueTests {
  @Test(arguments: [
    (#""tab \t quote \" \\ \u00E9 \U0001F600 ü""#, "tab \t quote \" \\ é 😀 ü"),
    (#""\b\n\f\r""#, "\u{8}\n\u{C}\r"),
    (#"'C:\Users "x"'"#, #"C:\Users "x""#),
    ("\"\"\"\nfirst\nsecond\"\"\"", "first\nsecond"),
    ("\"\"\"\r\nfirst\r\nsecond\"\"\"", "first\nsecond"),
    ("\"\"\"one \\  \n\n   two\"\"\"", "one two"),
    ("\"\"\"\"two quotes\"\"\"\"\"", "\"two quotes\"\""),
    ("'''\nI'm \\n ''raw'''''", "I'm \\n ''raw''"),
    ("\"\"", ""), ("''", ""), ("\"\"\"\"\"\"", ""), ("''''''", ""),
  ])
  func string(source: String, expected: String) {
    guard case .string(let text)? = value(source) else {
      Issue.record("not a string: \(source)")
      return
    }
    // Byte by byte: two spellings of one letter would be equal as strings.
    #expect(Array(text.utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    ("0", 0), ("+0", 0), ("-0", 0), ("-17", -17), ("1_000", 1000), ("0xDEAD_beef", 0xDEAD_BEEF), ("0x00ff", 255),
    ("0o755", 493), ("0b1101", 13), ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ("0x7FFF_FFFF_FFFF_FFFF", Int64.max),
  ])
  func integer(source: String, expected: Int64) {
    guard case .integer(expected)? = value(source) else {
      Issue.record("\(source) reads as \(String(describing: value(source)))")
      return
    }
  }

  @Test(arguments: [
    ("1.0", 1), ("+3.14", 3.14), ("-0.01", -0.01), ("5e+22", 5e22), ("1E06", 1e6), ("-2e-2", -0.02),
    ("6.626e-34", 6.626e-34), ("9_0.1_2", 90.12), ("inf", .infinity), ("+inf", .infinity), ("-inf", -.infinity),
    ("1e400", .infinity), ("4.9e-324", .leastNonzeroMagnitude),
  ])
  func float(source: String, expected: Double) {
    guard case .float(expected)? = value(source) else {
      Issue.record("\(source) reads as \(String(describing: value(source)))")
      return
    }
  }

  @Test(arguments: ["nan", "+nan", "-nan"])
  func notANumber(source: String) {
    guard case .float(let number)? = value(source) else {
      Issue.record("\(source) is not a float")
      return
    }
    #expect(number.isNaN)
  }

  @Test(arguments: [
    "1979-05-27", "2000-02-29", "07:32:00", "00:32:00.999999", "1979-05-27T07:32:00", "1979-05-27 07:32:00Z",
    "1979-05-27t07:32:00.5-07:00", "2016-12-31T23:59:60Z",
  ])
  func dateTime(source: String) {
    guard case .dateTime(source)? = value(source) else {
      Issue.record("\(source) reads as \(String(describing: value(source)))")
      return
    }
  }

  @Test func containers() {
    #expect(
      values("a = [ 1, [ true, 'x', ], # comment\n\n {b.c = 2, b.d = {}} ]")
        == #"{a: [1, [true, "x"], {b: {c: 2, d: {}}}]}"#)
    #expect(values("a = []\nb = [\r\n# none\r\n]\nc = {}") == "{a: [], b: [], c: {}}")
  }

  @Test func orderAndNames() {
    #expect(
      values("z = 1\n\"a b\" = 2\n'' = 3\n1.5 = 4 # end\n- . 'x' = 5")
        == "{z: 1, a b: 2, : 3, 1: {5: 4}, -: {x: 5}}")
  }

  @Test func byteOrderMark() {
    #expect(values("\u{FEFF}a = 1\r\n") == "{a: 1}")
    #expect(errors("\u{FEFF}a 1").first?.hasPrefix("1:3 ") == true)
  }

  @Test func namesDifferByBytes() {
    let document = TOML.parse("\"\u{E9}\" = 1\n\"e\u{301}\" = 2")
    #expect(document.errors.isEmpty)
    guard case .integer(2)? = document.root["e\u{301}"]?.value.content else {
      Issue.record("the second spelling is not found")
      return
    }
  }
}
