import Support
import Testing

@testable import Bindings

/// `volume` and `brightness`: how they are read, and how the level changes.
struct LevelEffectTests {
  private func loaded(_ action: String) -> LoadedRules { load("[gesture.it]\nkind = \"tap\"\nrun = { \(action) }\n") }

  @Test(
    arguments: [
      ("volume = \"+2 %\"", .level(.volume, .by(2))), ("volume = \"-15%\"", .level(.volume, .by(-15))),
      ("volume = \"40 %\"", .level(.volume, .to(40))), ("volume = \"mute\"", .level(.volume, .mute)),
      ("brightness = \"-5 %\"", .level(.brightness, .by(-5))), ("brightness = \"0 %\"", .level(.brightness, .to(0))),
      ("brightness = \"100%\"", .level(.brightness, .to(100))),
    ] as [(String, DesktopAction)])
  func whatIsRead(text: String, action: DesktopAction) throws {
    let rules = try #require(loaded(text).rules, "\(loaded(text).diagnostics)")
    #expect(rules.desktopActions.map(\.action) == [action])
  }

  @Test(arguments: [
    "volume = \"+2\"", "volume = \"loud\"", "volume = \"+101 %\"", "volume = \"+0 %\"", "volume = \"+ 2 %\"",
    "volume = \"\"", "volume = \"%\"", "volume = \"--2 %\"", "volume = \"٢ %\"", "volume = \"2 % \"",
    "brightness = \"mute\"", "brightness = 5",
  ])
  func mistakes(text: String) {
    let loaded = loaded(text)
    #expect(loaded.rules == nil && loaded.diagnostics.count == 1, "\(loaded.diagnostics)")
    #expect(loaded.diagnostics.first?.fix?.contains("%") == true, "\(loaded.diagnostics)")
  }

  @Test func levels() {
    #expect(LevelChange.by(5).level(after: 97) == 100)
    #expect(LevelChange.by(5).level(after: 120) == 120)
    #expect(LevelChange.by(-5).level(after: 120) == 115)
    #expect(LevelChange.by(-5).level(after: 3) == 0)
    #expect(LevelChange.to(5).level(after: 120) == 5)
    #expect(LevelChange.mute.level(after: 50) == 50)
  }
}
