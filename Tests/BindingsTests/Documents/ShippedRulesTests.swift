import Bindings
import Foundation
import GestureCore
import Support
import Testing

/// The rules file that comes with the program.
struct ShippedRulesTests {
  static func shipped() throws -> [UInt8] {
    Array(try Data(contentsOf: packageRoot.appending(path: "bindings.toml")))
  }

  @Test func nothingIsWrongWithIt() throws {
    let loaded = Rules.load(text: try Self.shipped(), file: "bindings.toml")
    let (rules, diagnostics) = (loaded.rules, loaded.diagnostics)
    #expect(diagnostics == [])
    #expect(rules?.ruleSet.gestures.count == 9)
  }

  /// Of themselves, or with a program that every machine has.
  @Test func everyGestureDoesSomethingThatCanBeSeen() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules)
    for binding in rules.bindings {
      for action in binding.actions {
        guard action.effect.desktopActions.isEmpty else { continue }
        guard case .shell(let command) = action.effect.run else {
          Issue.record("\(action.location): needs a program of its own")
          continue
        }
        #expect(command.contains("|| echo 'gesture: "))
      }
    }
    #expect(Set(rules.bindings.map(\.gesture)).count == rules.ruleSet.gestures.count)
  }

  @Test func oneFingerAndTwoThatMoveBelongToTheApplications() throws {
    let rules = try #require(Rules.load(text: try Self.shipped(), file: "bindings.toml").rules?.ruleSet)
    for gesture in rules.gestures {
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
    #expect(settings.count == 7)
    let drawn = text.split(separator: "\n").drop { !$0.hasPrefix("# [gesture") }.prefix { !$0.hasPrefix("# ----") }
    #expect(drawn.count == 6)
    let pause = text.split(separator: "\n").drop { $0 != "# [gesture.pause]" }.prefix { !$0.hasPrefix("# ----") }
    #expect(pause.count == 7)
    #expect(report(text + "\n" + (drawn + pause + settings).map { $0.dropFirst(2) }.joined(separator: "\n")) == "")
  }
}
