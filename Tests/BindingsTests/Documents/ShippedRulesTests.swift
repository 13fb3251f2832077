import Bindings
import Foundation
import GestureCore
import Support
import Testing

/// The shipped rules file.
struct ShippedRulesTests {
  static func shipped() throws -> [UInt8] {
    Array(try Data(contentsOf: packageRoot.appending(path: "bindings.toml")))
  }

  @Test func nothingIsWrongWithIt() throws {
    let loaded = Rules.load(text: try Self.shipped(), file: "bindings.toml")
    let (rules, diagnostics) = (loaded.rules, loaded.diagnostics)
    #expect(diagnostics == [])
    #expect(rules?.ruleSet.gestures.count == 6)
  }

  /// No active rule needs a program, and none sends keys.
  @Test func everyGestureDoesSomething() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules)
    #expect(rules.bindings.flatMap(\.actions).flatMap(\.effects).allSatisfy { $0.commands.isEmpty })
    #expect(rules.bindings.map(\.gesture) == rules.ruleSet.gestures.indices.map { GestureID($0) })
    let text = String(decoding: try Self.shipped(), as: UTF8.self)
    let active = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(!active.contains { $0.contains("keys =") || $0.contains("type =") })
  }

  /// A beginner finds one of each, active or as an example: steps, an edge, an override for an application, a drawing.
  @Test func itShowsWhatThereIs() throws {
    let examples = Documentation.withExamples(String(decoding: try Self.shipped(), as: UTF8.self))
    let rules = try #require(Rules.load(text: Array(examples.utf8), file: "bindings.toml").rules)
    let kinds = Set(rules.ruleSet.gestures.map(\.kind.name))
    #expect(kinds.isSuperset(of: ["tap", "swipe", "pan", "pinch", "long-press", "edge-swipe", "stroke"]))
    #expect(rules.bindings.flatMap(\.actions).contains { $0.trigger == .step })
    #expect(rules.bindings.contains { $0.when[.app] != nil })
    let text = String(decoding: try Self.shipped(), as: UTF8.self)
    #expect(text.hasPrefix("#:schema "))
    for pointer in ["`gesture-bridge doctor`", "`man 5 gesture-bridge`", "cookbook.md", "GNOME", "KDE Plasma", "niri"] {
      #expect(text.contains(pointer), "\(pointer)")
    }
  }

  /// No active rule takes fewer than three fingers.
  @Test func oneFingerAndTwoThatMoveBelongToTheApplications() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules?.ruleSet)
    for gesture in rules.gestures {
      guard case .countRange(let fingers)? = gesture.settings["fingers"] else {
        Issue.record("\(gesture.name) takes any number of fingers")
        continue
      }
      #expect(fingers.lowerBound >= 3)
    }
  }

  @Test func whatIsCommentedOutWorksToo() throws {
    let text = String(decoding: try Self.shipped(), as: UTF8.self)
    #expect(report(Documentation.withExamples(text)) == "")
    let settings = text.split(separator: "\n").drop { !$0.hasPrefix("# [defaults") }
    #expect(settings.count == 9)
    let pause = text.split(separator: "\n").drop { $0 != "# [gesture.pause]" }.prefix { !$0.hasPrefix("# ----") }
    #expect(pause.count == 7)
    #expect(report(text + "\n" + (pause + settings).map { $0.dropFirst(2) }.joined(separator: "\n")) == "")
  }
}
