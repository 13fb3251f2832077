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
    #expect(rules?.ruleSet.gestures.count == 13)
  }

  /// Programs that an ordinary desktop has, each with its package.
  private static let programs: Set<Substring> = ["wpctl"]  // PipeWire

  /// Without a program, or with one that such a desktop has.
  @Test func everyGestureDoesSomething() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules)
    let (own, others) = (
      rules.bindings.filter { $0.when == Condition() }, rules.bindings.filter { $0.when != Condition() }
    )
    for effect in rules.bindings.flatMap(\.actions).flatMap(\.effects) {
      for command in effect.commands {
        guard case .shell(let line) = command, let program = line.split(separator: " ").first else {
          Issue.record("\(command): is no line")
          continue
        }
        #expect(Self.programs.contains(program))
      }
    }
    #expect(own.map(\.gesture) == rules.ruleSet.gestures.indices.map { GestureID($0) })
    #expect(others.count == 1)
  }

  /// A beginner finds one of each: steps, an edge, a binding for an application, a drawing.
  @Test func itShowsWhatThereIs() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules)
    let kinds = Set(rules.ruleSet.gestures.map(\.kind.name))
    #expect(kinds.isSuperset(of: ["tap", "swipe", "pan", "pinch", "long-press", "edge-swipe", "stroke"]))
    #expect(rules.bindings.flatMap(\.actions).contains { $0.trigger == .step })
    #expect(rules.bindings.contains { $0.when[.app] != nil })
    let text = String(decoding: try Self.shipped(), as: UTF8.self)
    #expect(text.hasPrefix("#:schema ") && text.contains("`gesture-bridge doctor`"))
  }

  /// One finger only from an edge, or for a drawing that begins with a rest.
  @Test func oneFingerAndTwoThatMoveBelongToTheApplications() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules?.ruleSet)
    for gesture in rules.gestures {
      if gesture.kind.name == "edge-swipe" || gesture.kind.name == "stroke" && gesture.settings["after"] != nil {
        continue
      }
      guard case .countRange(let fingers)? = gesture.settings["fingers"] else {
        Issue.record("\(gesture.name) takes one finger")
        continue
      }
      #expect(fingers.lowerBound >= (gesture.kind.name == "tap" ? 2 : 3))
    }
  }

  @Test func whatIsCommentedOutWorksToo() throws {
    let text = String(decoding: try Self.shipped(), as: UTF8.self)
    let settings = text.split(separator: "\n").drop { !$0.hasPrefix("# [defaults") }
    #expect(settings.count == 9)
    let pause = text.split(separator: "\n").drop { $0 != "# [gesture.pause]" }.prefix { !$0.hasPrefix("# ----") }
    #expect(pause.count == 7)
    #expect(report(text + "\n" + (pause + settings).map { $0.dropFirst(2) }.joined(separator: "\n")) == "")
  }
}
