import Foundation
import Testing

@testable import Text

/// The reader accepts JSON, and nothing else.
@Suite struct JSONReaderTests {
  private func value(_ text: String) -> JSONValue? { try? JSONReader.read(Array(text.utf8), maxDepth: 16) }

  static let values: [(String, JSONValue)] = [
    ("null", .null), ("true", .flag(true)), ("false", .flag(false)), ("0", .number(0)), ("-0", .number(0)),
    ("12.5e-1", .number(1.25)), ("1E+2", .number(100)), ("[]", .array([])), ("{}", .object([])),
    ("[1, [true]]", .array([.number(1), .array([.flag(true)])])),
    (#"{"a":{"b":[]},"c":""}"#, ["a": ["b": .array([])], "c": .string("")]),
    (#""\u0041\n\t\"\\\/\b\f\r""#, .string("A\n\t\"\\/\u{8}\u{c}\r")),
    (#""\ud83d\ude00 ä 😀""#, .string("😀 ä 😀")),
  ]

  @Test(arguments: values) func whatJSONIsIsRead(_ text: String, _ expected: JSONValue) {
    #expect(value(text) == expected)
    #expect(value(" \t\r\n\(text) ") == expected)
    #expect(value(String(decoding: expected.line(), as: UTF8.self)) == expected)
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "tru", "01", "1.", ".5", "1e", "-", "+1", "0x1", "1e999", "NaN", "[1,]", "[1 2]", "[", "]",
    "{\"a\"}", "{\"a\":1,}", "{a:1}", "{\"a\":1 \"b\":2}", "'a'", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\u123g\"",
    "\"\\ud83d\"", "\"\\ud83d\\u0041\"", "\"\\ude00\"", "\"\n\"", "1 1", "{\"a\":1,\"a\":2}", "{\"a\":1}}",
  ])
  func whatIsNoneIsNot(_ text: String) { #expect(value(text) == nil) }

  @Test func bytesThatAreNoTextAreNone() {
    for bytes: [UInt8] in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0x00]] {
      #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22] + bytes + [0x22], maxDepth: 16) }
    }
  }

  @Test func aLineIsOneLineForAnyText() throws {
    let text = "a\"\\\n\r\t\u{1}\u{7f}\u{85} 😀"
    let line = JSONValue.object([.init(text, .string(text)), .init("n", .number(.nan)), .init("m", .number(0.5))])
      .line()
    #expect(!line.contains { $0 < 0x20 || $0 == 0x7F })
    let object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    #expect(object[text] as? String == text && object["n"] is NSNull && object["m"] as? Double == 0.5)
  }

  @Test func wholeNumbersAreExact() {
    #expect(JSONValue.number(9_007_199_254_740_991).integer == 9_007_199_254_740_991)
    #expect(JSONValue.number(1e300).integer == nil && JSONValue.number(1.5).integer == nil)
    #expect(String(decoding: JSONValue.number(1e300).line(), as: UTF8.self) == "1e+300")
  }
}
