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
      #"run = { run = "x", scope = false }"#, #"began = "y""#, #"changed = { stream = "z", scope = true }"#,
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

  @Test func mistakesAreTold() {
    let rules = gesture(#"run = "x""#)
    #expect(
      said(
        rules + "[commands]\nmax-runing = 1\nfoo = 2\nmax-running = 0\nmax-per-second = \"20\"\nscope = \"yes\"\n")
          == """
          5:1 error: unknown key "max-runing" | did you mean "max-running"?
          6:1 error: unknown key "foo" | `[commands]` has the keys max-running, max-per-second and scope
          7:15 error: 0 is out of range | `max-running` may be 1 to 512
          8:18 error: `max-per-second` must be a whole number, not a string | write `max-per-second = 20`
          9:9 error: `scope` must be true or false, not a string | write `scope = false`
          """)
    #expect(
      said("commands = 3\n" + rules) == """
        1:1 error: `commands` must be a section, not a whole number | write `[commands]` on a line of its own
        """)
    #expect(
      said(rules + "[command]\nscope = true\n") == """
        4:2 error: unknown section "command" | did you mean "commands"?
        """)
  }

  @Test func aScopeOfNothingIsDoubted() {
    #expect(
      said(
        gesture(
          #"run = { mode = "default", scope = true }"#,
          #"step = { every = "6 mm", up = { mode = "default" }, scope = true }"#)) == """
          3:27 warning: `scope` has no effect: there is no command | remove it
          4:53 warning: `scope` has no effect: there is no command | remove it
          """)
  }
}
