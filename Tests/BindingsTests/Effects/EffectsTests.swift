import Support
import Testing

@testable import Bindings
@testable import GestureCore

/// Every kind of effect declares itself completely: it can be read in its form, explained, and carried out.
struct EffectsTests {
  @Test func keysAreDifferentAndExplained() {
    #expect(Set(Effects.keys).count == Effects.kinds.count)
    for kind in Effects.descriptions {
      #expect(kind.key.isPlainName, "\(kind.key)")
      #expect(kind.manual.hasSuffix("."), "\(kind.key)")
      #expect(kind.excludedKey.map(Effects.keys.contains) ?? true, "\(kind.key)")
    }
  }

  @Test func messagesListEachKeyOnce() {
    #expect(
      ActionReader.keys.sorted()
        == (Effects.keys + Effects.options.map(\.key)
        + ActionOption.allCases.map(\.rawValue))
        .sorted())
    #expect(Effects.keysForSteps.allSatisfy(Effects.keys.contains))
  }

  /// A valid value of this form, as the rules file has it.
  private func example(_ form: EffectForm) -> String {
    switch form {
    case .command: "\"true\""
    case .text(_, let example), .texts(_, let example): "\"\(example)\""
    case .choice(_, let names), .choiceOrNumber(_, let names, _): names.first.map { "\"\($0)\"" } ?? ""
    case .flag: "true"
    case .number(let declaration): declaration.touchscreen.written(in: declaration.shape)
    }
  }

  @Test func eachIsReadAndCarriedOut() throws {
    for kind in Effects.kinds {
      let loaded = load(
        """
        [gesture.it]
        kind = "\(kind.usualTrigger == .run ? "tap" : "pan")"
        fingers = 3
        \(kind.usualTrigger.rawValue) = { \(kind.key) = \(example(kind.form)) }
        [device."*"]
        intercept = true
        """)
      let rules = try #require(loaded.rules, "\(kind.key): \(loaded.diagnostics)")
      let action = try #require(rules.bindings.first?.actions.first)
      #expect(action.effect.parts.map(\.key) == [kind.key])
      let state = try #require([RecognizerState.recognized, .began, .changed].first(where: kind.usualTrigger.fires))
      let order = Order(action: action, effect: action.effect, direction: nil, event: event(state))
      let means = RecordingPerformer()
      means.perform(PerformedOrder(order, rules.ruleSet.gestures[0], device: "screen"))
      let asked = means.requests.count + means.lines.count
      #expect(kind.startsCommands ? asked == 1 : asked == 0, "\(kind.key)")
      // A mode and a pause have already taken effect.
      let actsOnSession = !kind.startsCommands && ![ModeEffect.key, PauseEffect.key].contains(kind.key)
      #expect(
        actsOnSession == (means.inputs.count + means.desktopRequests.count + means.launched.count == 1), "\(kind.key)")
    }
  }

  @Test func partsAreCarriedOutInTheirOrder() {
    var effect = Effect(run: .shell("first"), mode: "work", pause: .on)
    #expect(effect.parts.map(\.key) == ["command", "mode", "pause"])
    effect.add(.stream(.shell("second")))
    #expect(effect.parts.map(\.key) == ["command", "stream", "mode", "pause"])
  }
}
