import Examples
import Foundation
import GestureCore
import Support
import Testing

@testable import gesture_bridge

/// `kinds`: the catalogue in words.
struct KindsTests {
  @Test func everyKindWithEverySetting() throws {
    let outcome = try Program.run("kinds", "--all")
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

  /// The parts of a setting's description, in this order.
  private static func parts(_ setting: SettingDeclaration) -> [String] {
    ["\n  \(setting.name) = ", setting.summary, setting.shape.rangeText]
      + (setting.touchscreen == .none ? [] : ["Why this default: \(setting.reason)."])
  }

  @Test func oneKind() throws {
    let outcome = try Program.run("kinds", "long-press")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let kind = try #require(Catalogue.kind(named: "long-press"))
    #expect(
      outcome.output.hasPrefix(
        """
        long-press  (begins, changes, ends)
          \(kind.summary)
          Fingers: 1 to 10.
          Begins: before the fingers lift.
          Reports: fingers, position and movement.
          Needs: any touch device; for some values of `taps`, the device must report when each finger lands and lifts.

          fingers = 1

        """))
    #expect(!outcome.output.contains("swipe"))
  }

  /// A default is written as in a rules file, with its unit, and for both classes of device if they differ.
  @Test(arguments: [
    ("long-press", "  min-duration = \"500 ms\"\n      How long the fingers must hold still.\n"),
    (
      "swipe",
      "  min-distance = \"12 mm\" on touchscreens, \"5 mm\" on touchpads\n      How far the fingers must move.\n"
    ),
    ("swipe", "  direction = \"any\"\n"), ("pinch", "  fingers = 2\n"), ("swipe", "  together = \"30 %\"\n"),
    ("tap", "\n      Allowed: 1 to 5. Why this default: the default of UIKit's numberOfTapsRequired.\n"),
  ])
  func defaults(_ kind: String, _ text: String) throws {
    #expect(try Program.run("kinds", kind).output.contains(text))
  }

  @Test func thePartsAddUpToTheWhole() throws {
    let parts = try Catalogue.kinds.map { try Program.run("kinds", $0.name).output }
    #expect(try Program.run("kinds", "--all").output == parts.joined(separator: "\n"))
  }

  @Test func theOverviewHasALineForEachKind() throws {
    let outcome = try Program.run("kinds")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "the overview")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix { !$0.isEmpty }.map { $0.prefix { $0 != " " } } == Catalogue.kinds.map { Substring($0.name) })
    #expect(outcome.output.contains("`gesture-bridge kinds KIND`") && outcome.output.contains("--all"))
  }

  /// The kinds the manual shows are described whole, as an example for all.
  @Test func aKindOfOnesOwn() {
    #expect(KindReport(CheckMark.kind).text == Self.checkMark)
    #expect(Documentation.text("Sources/GestureCore/GestureCore.docc/AddingAGesture.md").contains(Self.checkMark))
  }

  private static let checkMark = """
    check-mark  (recognized once)
      One finger draws a check mark: down to the right, then up to the right.
      Fingers: 1.
      Recognized: before the fingers lift.
      Reports: fingers and position.
      Needs: any touch device.

      fingers = 1
          How many fingers: a number or a range.
          Allowed: 1. Why this default: the smallest number that the gesture allows.
      land-within = "120 ms" on touchscreens, "160 ms" on touchpads
          How long after the first finger the other fingers can land; gestures that need fewer fingers than \
    this gesture wait at most this long.
          Allowed: 10 to 2000 ms. Why this default: touchpads: fingers of one recorded gesture land up to 155 ms \
    apart; touchscreens: an estimate.
      lift-within = "200 ms"
          How long other fingers can stay down after the first finger lifts; at the end of a gesture that lasts, \
    this counts only with `strict-fingers`.
          Allowed: 10 to 2000 ms. Why this default: in 11 of 79 recorded scrolls with two fingers, the second finger \
    lifts more than 100 ms after the first.
      min-down = "5 mm" on touchscreens, "3 mm" on touchpads
          How long the stroke down must be.
          Allowed: 1 to 100 mm. Why this default: twice the slop of a pan: less may be a finger that only shifts.
      min-up = "10 mm" on touchscreens, "6 mm" on touchpads
          How long the stroke up must be.
          Allowed: 1 to 200 mm. Why this default: twice the stroke down, as people write it.
      slack = "2 mm" on touchscreens, "1.5 mm" on touchpads
          How far the finger can move back without an effect.
          Allowed: 0 to 20 mm. Why this default: as for a long press.
      max-angle = "40 deg"
          How far each stroke may lean from its diagonal.
          Allowed: 5 to 45 deg. Why this default: an estimate: strokes that lean further are nearly level or upright.
      max-duration = "2000 ms"
          How long the check mark can take after the landing.
          Allowed: 100 to 10000 ms. Why this default: an estimate: several times the usual duration.

    """

  @Test func factsFollowFromWhatAKindDeclares() {
    var traits = Kind.Traits()
    traits.isMadeByLifting = { _ in true }
    traits.needs = { $0["deep"] == .flag(true) ? .pressure : [] }
    let deep = Setting<Bool>.flag("deep", false, "By how much.", reason: "a | b <c>")
    let kind = Kind(
      name: "odd", summary: "Any | <all>.", isDiscrete: true, settings: [deep.declaration],
      reports: [.taps, .pressure, .scale, .rotation], needs: [.contacts, .places, .settledFingers], fingers: 3...3,
      traits: traits, make: CheckMark.init)
    expectSnapshot(KindReport(kind).text, "a kind with needs of its own", has: "odd", "`deep`")
    #expect(
      KindReport(kind).markdown.hasSuffix(
        "| `deep` | – | true or false | `false` | `false` | By how much. | a \\| b &lt;c> |\n"))
    #expect(KindReport(kind).markdown.contains("\nAny \\| &lt;all>.\n"))
  }

  @Test func asMarkdown() throws {
    expectSnapshot(
      try Program.run("kinds", "long-press", "--markdown").output, "as Markdown",
      has: KindReport(LongPress.kind).markdown)
    expectSnapshot(KindReport(CheckMark.kind).markdown, "a check mark as Markdown")
  }

  @Test func theManualIsUpToDate() throws {
    let shown = Documentation.text("contrib/guide/gestures.md")
    #expect(
      try Program.run("kinds", "--markdown").output == shown,
      "renew it with `swift run gesture-bridge kinds --markdown >contrib/guide/gestures.md`")
    #expect(Documentation.text("README.md").contains("contrib/guide/gestures.md"))
  }
}
