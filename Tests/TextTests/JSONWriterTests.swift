import Testing
import Text

/// How JSON is written, on one line and on several.
@Suite struct JSONWriterTests {
  private static let value: JSONValue = [
    "b": 1, "a": [true, .null, "x"], "c": [["d": .number(0.5)], []], "e": [:], "f": .number(12.34567),
  ]

  @Test func aDocumentHasTwoBlanksForEachLevel() {
    #expect(
      Self.value.text == """
        {
          "b": 1,
          "a": [true, null, "x"],
          "c": [
            {
              "d": 0.5
            },
            []
          ],
          "e": {},
          "f": 12.346
        }
        """)
  }

  @Test func aLineHasNoBlanks() {
    let line = #"{"b":1,"a":[true,null,"x"],"c":[{"d":0.5},[]],"e":{},"f":12.34567}"#
    #expect(String(decoding: Self.value.line(), as: UTF8.self) == line)
    #expect(String(decoding: Self.value.line(.padded(places: 1)), as: UTF8.self).hasSuffix(#""f":12.3}"#))
  }

  @Test(arguments: [(850.0, "850"), (12.3456, "12.346"), (-0.0, "0"), (.nan, "null"), (.infinity, "null")])
  func numbersOfADocument(_ number: Double, _ text: String) { #expect(JSONValue.number(number).text == text) }

  @Test func controlCharactersAreEscaped() {
    #expect(jsonString("a \"b\" \\ \n\t\r\u{1}\u{1f}\u{7F} é😀") == #""a \"b\" \\ \n\t\r\u0001\u001f\u007f é😀""#)
  }

  @Test func theBufferIsUsedAgain() {
    var writer = JSONWriter()
    writer.beginObject(after: Array(#"{"a":1"#.utf8))
    writer.key("b")
    writer.number(-0.0004, .padded(places: 3))
    writer.endObject()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1,"b":0.000}"#)
    writer.removeAll()
    writer.beginArray()
    writer.integer(Int.min)
    writer.value("{}".utf8)
    writer.flag(false)
    writer.endArray()
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[-9223372036854775808,{},false]")
  }

  @Test func wordsAreOptional() {
    #expect(JSONValue.strings(["a", "b"]).text == #"["a", "b"]"#)
    #expect(JSONValue.optional("a").text == #""a""# && JSONValue.optional(String?.none).text == "null")
    #expect(JSONValue.optional(1).text == "1" && JSONValue.optional(Int?.none).text == "null")
  }
}
