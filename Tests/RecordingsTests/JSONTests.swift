import Recordings
import Testing

/// How JSON values are written.
struct JSONTests {
  @Test func membersKeepTheirOrder() {
    let value: JSON = ["b": 1, "a": [true, .null, "x"], "c": [["d": 0.5.json], []], "e": [:]]
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
    #expect(JSON.number(number).text == text)
  }

  @Test func textIsEscaped() {
    #expect(JSON.string("a \"b\" \\ \n\t\u{1}\u{7F} é").text == #""a \"b\" \\ \n\t\u0001\u007f é""#)
    #expect(JSON.strings(["a", "b"]).text == #"["a", "b"]"#)
    #expect(JSON.optional("a").text == #""a""# && JSON.optional(String?.none).text == "null")
    #expect(JSON.optional(1).text == "1" && JSON.optional(Int?.none).text == "null")
  }
}

extension Double {
  fileprivate var json: JSON { .number(self) }
}
