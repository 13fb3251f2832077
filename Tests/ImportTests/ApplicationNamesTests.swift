import Importers
import Testing

/// Which applications a gesture is for, as the programs themselves find out.
@Suite struct ApplicationNamesTests {
  private func touchegg(_ applications: String) throws -> ImportResult {
    var text = ""
    for (index, name) in applications.split(separator: "|").enumerated() {
      text += """
        <application name="\(name)">
          <gesture type="SWIPE" fingers="3" direction="UP">
            <action type="RUN_COMMAND"><command>c\(index)</command></action>
          </gesture>
        </application>

        """
    }
    return try imported(.touchegg, "<touchégg>\n\(text)</touchégg>")
  }

  /// It compares names in any case, so names that differ in nothing else are one application.
  @Test func toucheggKnowsNoCase() throws {
    let twice = try touchegg("firefox, Firefox,Chromium")
    #expect(twice.rules.split(separator: "\n").filter { $0.hasPrefix("receive") }.count == 2)
    let anew = try touchegg("Firefox|firefox")
    #expect(anew.remarks.count == 1)
    #expect(anew.body.contains("run = \"c1\"") && !anew.body.contains("run = \"c0\""))
    #expect(try touchegg("ALL").body.contains("receive") == false)
  }

  /// `:Alacritty` is a symbol of Ruby.
  @Test(arguments: [
    "context:\n  application: :Alacritty\nswipe: { 3: { up: { command: x } } }\n",
    "context:\n  application:\n    - :Alacritty\nswipe: { 3: { up: { command: x } } }\n",
    "application:\n  :Alacritty: { swipe: { 3: { up: { command: x } } } }\n",
  ])
  func fusumaHasSymbols(text: String) throws {
    #expect(try imported(.fusuma, text).body.contains("receive = { app = [\"Alacritty\", \"*.Alacritty\"] }"))
  }

  /// Gestures in a document without a context take precedence over those of an application.
  @Test func fusumaPrefersWhatAllHave() throws {
    let contexts = try imported(
      .fusuma,
      """
      swipe:
        3:
          up: { command: all }
          down:
            command: all
            keypress: { LEFTCTRL: { command: held } }
      ---
      context: { application: Alacritty }
      swipe:
        3:
          up: { command: own }
          left: { command: "its left" }
          down: { keypress: { LEFTSHIFT: { command: shifted } } }
      """)
    #expect(
      contexts.remarks == [
        "FILE:11: not converted: swipe 3 up (line 3 is for the same gesture with fewer conditions, and takes precedence)",
        "FILE:13: not converted: swipe 3 down keypress LEFTSHIFT (line 5 is for the same gesture with fewer conditions, and takes precedence)",
      ])
    #expect(contexts.body.contains("run = \"its left\"") && !contexts.body.contains("run = \"own\""))
    let sections = try imported(
      .fusuma,
      """
      application:
        Global: { swipe: { 3: { up: { command: all } } } }
        Alacritty: { swipe: { 3: { up: { command: own } } } }
      """)
    #expect(sections.remarks.isEmpty && sections.body.contains("run = \"own\""))
  }
}
