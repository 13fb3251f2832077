import Bindings
import Foundation
import GestureCore
import Importers
import Recordings
import Support
import Testing

/// Imported rules for applications count in these applications, and in no others.
@Suite struct AppRulesTests {
  /// A swipe of the imported rules that does something else, or exists only, in an application.
  struct AppRule: CustomTestStringConvertible, Sendable {
    let file: String
    let rules: Rules
    let gesture: Int
    let app: String
    let line: Int

    var testDescription: String { "\(file), line \(line): \(app)" }
  }

  static let all: [AppRule] =
    Fixture.all.map { ($0.name, $0.rules) }.flatMap(rules)
    + PeerConfiguration.all.flatMap { peer in
      (try? peer.imported().rules).map { rules(peer.testDescription, $0) } ?? []
    }

  private static func rules(_ file: String, _ text: String) -> [AppRule] {
    guard let rules = Rules.load(text: [UInt8](text.utf8), file: file).rules else { return [] }
    return rules.bindings.flatMap { binding -> [AppRule] in
      let rule = rules.ruleSet.gestures[binding.gesture.rawValue]
      guard rule.kind.name == "swipe", rule.settings["direction"] != nil else { return [] }
      return (binding.when[.app] ?? rule.receive[.app])?.patterns?.map {
        AppRule(
          file: file, rules: rules, gesture: binding.gesture.rawValue,
          app: $0.replacing("*", with: "x").replacing("?", with: "x"), line: binding.location.line)
      } ?? []
    }
  }

  @Test func thereAreSome() { #expect(Self.all.count >= 4) }

  @Test(arguments: all) func itHoldsForItsApplicationOnly(_ it: AppRule) throws {
    let own = try lines(it, app: it.app)
    #expect(!own.isEmpty, "nothing runs in \(it.app)")
    for other in ["something-else", nil] {
      let others = try lines(it, app: other)
      #expect(others.isDisjoint(with: own), "\(others) run in \(other ?? "an unknown application") too")
    }
  }

  /// The lines of the actions that belong to this application's override, among those that its swipe runs in `app`.
  private func lines(_ it: AppRule, app: String?) throws -> Set<Int> {
    var ran: Set<Int> = []
    let next = it.rules.bindings.map(\.location.line).filter { $0 > it.line }.min() ?? .max
    try Replay.run(try swipe(it, app: app), rules: it.rules) { _, orders in
      for order in orders where it.line..<next ~= order.action.location.line { ran.insert(order.action.location.line) }
    }
    return ran
  }

  private func swipe(_ it: AppRule, app: String?) throws -> Recording {
    let rule = it.rules.ruleSet.gestures[it.gesture]
    let name = if case .name(let pattern) = rule.device { pattern.replacing("*", with: "") } else { "pad" }
    let deviceClass = rule.device == .deviceClass(.touchscreen) ? DeviceClass.touchscreen : .touchpad
    let pad = Device(
      id: DeviceID(0), name: name, deviceClass: deviceClass, size: Size(width: 260, height: 160),
      capabilities: [.contacts, .places])
    let settings = it.rules.ruleSet.settings(of: rule, on: pad)
    let fingers = settings[CommonSettings.fingers].lowerBound
    let directions = rule.kind.traits.directions(settings)
    let movement = try #require(directions?.sorted { $0.rawValue < $1.rawValue }.first).vector * 60
    let names = ["a", "b", "c", "d", "e"].prefix(fingers)
    let places = names.enumerated().map { "\($1) \(100 + 16 * $0),60" }.joined(separator: " ")
    let session = app.map { "0ms app \"\($0)\"\n" } ?? ""
    return try TouchScript.read(
      """
      touches
        device pad: \(deviceClass.rawValue) 260x160 mm name="\(name)"
      \(session)10ms down \(places)
      30ms move \(names.joined(separator: ",")) by \(movement.x),\(movement.y) over 150ms
      200ms up \(names.joined(separator: ","))
      """, name: "swipe"
    ).recording
  }
}
