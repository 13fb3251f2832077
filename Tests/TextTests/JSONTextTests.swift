import Testing
import Text

/// How JSON values are written.
struct JSONTextTests {
  @Test func membersKeepTheirOrder() {
    let value: JSONValue = ["b": 1, "a": [true, .null, "x"], "c": [["d": 0.5.json], []], "e": [:]]
    #expect(
      value.text == """
        {
          "b": 1,
          "a": [true, null, "x"],
          "c": [
            {
              "d": 0.5
            },
            []
          ],
          "e": {}
        }
        """)
  }

  @Test(arguments: [(850.0, "850"), (12.3456, "12.346"), (-0.0, "0"), (.nan, "null"), (.infinity, "null")])
  func numbers(_ number: Double, _ text: String) {
    #expect(JSONValue.number(number).text == text)
  }

  @Test func textIsEscaped() {
    #expect(JSONValue.string("a \"b\" \\ \n\t\u{1}\u{7F} é").text == #""a \"b\" \\ \n\t\u0001\u007f é""#)
    #expect(JSONValue.strings(["a", "b"]).text == #"["a", "b"]"#)
    #expect(JSONValue.optional("a").text == #""a""# && JSONValue.optional(String?.none).text == "null")
    #expect(JSONValue.optional(1).text == "1" && JSONValue.optional(Int?.none).text == "null")
  }
}

extension Double {
  fileprivate var json: JSONValue { .number(self) }
}
