import Foundation
import GestureCore
import Support
import Testing

/// `gestures`: what the catalogue declares, in words.
struct GesturesTests {
  @Test func everyKindWithEverySetting() throws {
    let outcome = try Program.run("gestures")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    var rest = Substring(outcome.output)
    for kind in Catalogue.kinds {
      for text in [kind.name, kind.summary] + kind.allSettings.flatMap(Self.parts) {
        guard let found = rest.range(of: text) else {
          Issue.record("\(kind.name): \"\(text)\" is missing or out of order")
          return
        }
        rest = rest[found.upperBound...]
      }
    }
  }

  /// What must be said of a setting, in this order.
  private static func parts(_ setting: SettingDeclaration) -> [String] {
    ["\n  \(setting.name) = ", setting.summary, setting.shape.rangeText, "From: \(setting.origin)."]
  }

  @Test func oneKind() throws {
    let outcome = try Program.run("gestures", "long-press")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let kind = try #require(Catalogue.kind(named: "long-press"))
    #expect(outcome.output.hasPrefix("long-press  (begins, changes, ends)\n  \(kind.summary)\n\n  fingers = 1\n"))
    #expect(!outcome.output.contains("swipe"))
  }

  /// A default reads as it is written in a rules file, with its unit, and for both classes of device where they differ.
  @Test(arguments: [
    ("long-press", "  min-duration = \"500 ms\"\n      How long the fingers must rest.\n"),
    (
      "swipe",
      "  min-distance = \"12 mm\" on touchscreens, \"6 mm\" on touchpads\n      How far the fingers must move.\n"
    ),
    ("swipe", "  direction = \"any\"\n"), ("pinch", "  fingers = 2\n"), ("swipe", "  together = \"30 %\"\n"),
    ("tap", "\n      Allowed: 1 to 5. From: UIKit's numberOfTapsRequired.\n"),
  ])
  func defaults(_ kind: String, _ text: String) throws {
    #expect(try Program.run("gestures", kind).output.contains(text))
  }

  @Test func thePartsAddUpToTheWhole() throws {
    let parts = try Catalogue.kinds.map { try Program.run("gestures", $0.name).output }
    #expect(try Program.run("gestures").output == parts.joined(separator: "\n"))
  }
}
