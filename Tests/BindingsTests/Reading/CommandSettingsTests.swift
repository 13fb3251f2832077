import Testing

@testable import Bindings

/// `[commands]`, and `scope` in actions.
struct CommandSettingsTests {
  @Test func whatIsNotGivenIsAsByDefault() throws {
    let none = try #require(load(gesture(#"run = "x""#)).rules)
    #expect(none.commands == CommandSettings())
    #expect((none.commands.maxRunning, none.commands.maxPerSecond, none.commands.isScoped) == (64, 50, false))
    #expect(none.bindings.first?.actions.first?.isScoped == nil)
    let some = try #require(load(gesture(#"run = "x""#) + "[commands]\nmax-running = 1\n").rules)
    #expect((some.commands.maxRunning, some.commands.maxPerSecond, some.commands.isScoped) == (1, 50, false))
  }

  @Test func anActionsOwnScopeIsStronger() throws {
    let text = gesture(
      #"run = { command = "x", scope = false }"#, #"began = "y""#, #"changed = { stream = "z", scope = true }"#,
      #"step = { every = "6 mm", up = "u", scope = false }"#)
    let without = try #require(load(text).rules?.bindings.first)
    #expect(without.actions.map(\.isScoped) == [false, nil, true, false])
    let with = try #require(load(text + "[commands]\nscope = true\n").rules?.bindings.first)
    #expect(with.actions.map(\.isScoped) == [false, true, true, false])
  }

  @Test func theIncludingFileCounts() throws {
    let files = ["more.toml": "[commands]\nmax-running = 3\nmax-per-second = 4\n"]
    let rules = try #require(
      Rules.load(
        text: Array(("include = [\"more.toml\"]\n" + gesture(#"run = "x""#) + "[commands]\nmax-running = 5\n").utf8),
        file: "bindings.toml",
        includes: Includes(home: nil, identity: "") {
          .success(.init(text: Array((files[$0] ?? "").utf8), identity: $0))
        }
      ).rules)
    #expect((rules.commands.maxRunning, rules.commands.maxPerSecond) == (5, 4))
  }

  @Test func mistakesAreReported() {
    let rules = gesture(#"run = "x""#)
    expectProblems(
      problemText(
        rules + "[commands]\nmax-runing = 1\nfoo = 2\nmax-running = 0\nmax-per-second = \"20\"\nscope = \"yes\"\n"),
      "wrong keys and values", "5:1 error", "6:1 error", "7:15 error", "8:18 error", "9:9 error")
    expectProblems(problemText("commands = 3\n" + rules), "commands = 3", "1:1 error")
    expectProblems(problemText(rules + "[command]\nscope = true\n"), "[command]", "4:2 error")
  }

  @Test func aScopeOfNothingIsDoubted() {
    expectProblems(
      problemText(
        gesture(
          #"run = { mode = "default", scope = true }"#,
          #"step = { every = "6 mm", up = { mode = "default" }, scope = true }"#)), "a scope of nothing is doubted",
      "3:27 warning", "4:53 warning")
  }
}
