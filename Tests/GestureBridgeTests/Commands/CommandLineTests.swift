import Foundation
import GestureCore
import Support
import Testing

/// The options and commands of the command line, its help, and its errors for wrong use.
struct CommandLineTests {
  @Test func theVersion() throws {
    #expect(try Program.run("--version") == Program.Outcome(status: 0, output: "0.1.0\n", errors: ""))
  }

  /// Each page of help, with the words that it must have.
  static let pages: [([String], [String])] = [
    (
      ["--help"],
      [
        "--config", "--dry-run", "--log-level", "--debug", "run (default)", "check", "devices", "kinds", "replay",
        "init", "schema", "import", "--version", "$XDG_CONFIG_HOME/gesture-bridge", "/etc/gesture-bridge",
        "'gesture-bridge help run'",
      ]
    ),
    (["run", "--help"], ["--config", "--dry-run", "--log-level", "default: notice", "--debug"]),
    (
      ["ctl", "--help"],
      [
        "status", "reload", "pause", "resume", "mode", "subscribe", "gestures", "trigger", "Exit status: 0",
        "5 seconds",
      ]
    ),
    (
      ["ctl", "subscribe", "--help"],
      ["--json", "--session", "gesture, mode, paused, rules, inactive, device, command", "Exit status: 0"]
    ),
    (["ctl", "trigger", "--help"], ["<name>", "--json", "--session", "at-most-every", "GESTURE_DEVICE"]),
    (
      ["check", "--help"],
      [
        "<file>", "--strict", "--json", "--devices", "Exit status: 0", "1 with errors",
        "2 for a wrong command line", "JSON OUTPUT", "gesture-bridge check new.toml --devices --desktop",
      ]
    ),
    (
      ["init", "--help"],
      [
        "--config", "--desktop", "--stdout", "--take-over", "--give-back", "--yes",
        "sway, i3, hyprland, niri, kde, gnome, x11, none",
        "instead of bindings.toml in the user's configuration folder",
      ]
    ),
    (
      ["schema", "--help"],
      [
        "taplo", "'#:schema ./bindings.schema.json'",
        "gesture-bridge schema > ~/.config/gesture-bridge/bindings.schema.json",
      ]
    ),
    (
      ["doctor", "--help"],
      [
        "--config", "--json", "GNOME, KDE Plasma, niri", "sway and Hyprland", "format and version", "subject", "level",
        "fix", "summary", "Exit status: 0 without errors, 1 with errors, 2 for a wrong command line.",
      ]
    ),
    (
      ["devices", "--help"],
      [
        "--config",
        "Exit status: 0 on success, 1 when no device or the --config file can't be used, 2 for a wrong command line.",
      ]
    ),
    (["kinds", "--help"], ["<kind>"]),
    (
      ["replay", "--help"],
      [
        "<file>", "--config", "--format", "--run", "--debug", "--speed", "--description", "--units-per-mm",
        "--device-kind", "touchscreen or touchpad", ".touches", "evemu", "--diff",
        "The exit status is 0 with differences and without.",
      ]
    ),
    (
      ["explain", "--help"],
      [
        "<file>", "--config", "--gesture", "--json", "--description", "--units-per-mm", "--device-kind",
        "Exit status: 0",
      ]
    ),
    (
      ["plot", "--help"],
      [
        "<file>", "-o, --output", "--format", "--gesture", "--attempt", "--force", "--config", "--description",
        "--units-per-mm", "--device-kind", ".svg or .html", "Exit status: 0",
      ]
    ),
    (
      ["import", "--help"],
      [
        "<program>", "<file>", "--output", "The program whose configuration is converted.", "standard input",
        "Exit status: 0",
      ]
    ),
    (["permit", "--help"], [#"sudo "$(command -v gesture-bridge)" permit touch"#, "--print"]),
  ]

  @Test(arguments: pages) func helpMentionsEverything(_ arguments: [String], _ mentioned: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let text = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for word in mentioned { #expect(text.contains(word), "help does not mention \(word)") }
  }

  @Test func helpIsASubcommandToo() throws {
    for name in [
      "run", "check", "doctor", "init", "import", "devices", "kinds", "replay", "explain", "plot", "schema",
    ] {
      let outcome = try Program.run("help", name)
      #expect(outcome.output.contains("USAGE: gesture-bridge \(name)"), "help \(name)")
      #expect(try outcome == Program.run(name, "--help"), "help \(name)")
    }
    #expect(try Program.run("help") == Program.run("--help"))
  }

  /// Wrong command lines and the first line of the answer.
  static let wrong: [([String], String)] = [
    (["--bogus"], "Unknown option '--bogus'"),
    (
      ["bogus"],
      "there is no subcommand \"bogus\"; the subcommands are run, watch, init, check, status, reload, pause, resume, ctl, kinds, studio, learn, tune, practice, import, schema, doctor, devices, permit, record, replay, explain, plot, save, overlay, hand-out, help"
    ),
    (["run", "bogus"], "Unexpected argument 'bogus'"),
    (
      ["--log-level", "loud"],
      "The value 'loud' is invalid for '--log-level <log-level>'. Please provide one of the following:"
    ),
    (["--config"], "Missing value for '--config <config>'"),
    (["check", "a", "b"], "Unexpected argument 'b'"),
    (
      ["--config", "a.toml", "replay", "b"],
      "write options after the subcommand; `gesture-bridge replay --help` lists the options of replay"
    ),
    (
      ["--dry-run", "--log-level=debug", "run"],
      "write options after the subcommand; `gesture-bridge run --help` lists the options of run"
    ),
    (["--config", "replay", "b"], "Unexpected argument 'b'"),
    (["chekc"], "there is no subcommand \"chekc\"; did you mean \"check\"?"),
    (["help", "relpay"], "there is no subcommand \"relpay\"; did you mean \"replay\"?"),
    (["ctl", "stauts"], "there is no subcommand \"stauts\"; did you mean \"status\"?"),
    (["help", "ctl", "togle"], "there is no subcommand \"togle\"; did you mean \"toggle\"?"),
    (
      ["ctl", "stop"],
      "there is no subcommand \"stop\"; the subcommands are status, reload, pause, resume, toggle, mode, subscribe, gestures, trigger, modifier"
    ),
    (["ctl", "mode", "a", "b"], "Unexpected argument 'b'"),
    (
      ["ctl", "subscribe", "modes"],
      "there is no topic \"modes\": the topics are gesture, mode, paused, rules, inactive, device, command, overlay, touches"
    ),
    (["devices", "a"], "Unexpected argument 'a'"),
    (
      ["init", "--desktop", "emacs"],
      "The value 'emacs' is invalid for '--desktop <desktop>'. Please provide one of the following:"
    ),
    (["check", "--desktop", "sway"], "--desktop asks this session's desktop, and can't have a value: remove \"sway\""),
    (["schema", "a"], "Unexpected argument 'a'"),
    (["replay"], "Missing expected argument '<file>'"),
    (
      ["replay", "a", "--speed", "2"],
      "--speed needs --debug: add --debug, or remove --speed to replay as fast as possible"
    ),
    (["replay", "a", "--debug", "--speed", "0"], "--speed must be a number from 0.1 to 1000"),
    (["replay", "a", "--debug", "--speed", "1001"], "--speed must be a number from 0.1 to 1000"),
    (["replay", "a", "--debug", "--speed", "nan"], "--speed must be a number from 0.1 to 1000"),
    (["replay", "a", "--debug", "--speed", "fast"], "The value 'fast' is invalid for '--speed <speed>'"),
    (["explain", "a", "--json=3"], "The option '--json' does not take any value, but '3' was specified."),
    (["replay", "a", "--units-per-mm", "zero"], "The value 'zero' is invalid for '--units-per-mm <units-per-mm>'"),
    (["replay", "a", "--units-per-mm", "0"], "The value '0' is invalid for '--units-per-mm <units-per-mm>'"),
    (["replay", "a", "--units-per-mm", "20x"], "The value '20x' is invalid for '--units-per-mm <units-per-mm>'"),
    (
      ["replay", "a", "--device-kind", "mouse"],
      "The value 'mouse' is invalid for '--device-kind <device-kind>'. "
        + "Please provide one of 'touchscreen' and 'touchpad'."
    ),
    (
      ["replay", "a", "--diff", "b", "--format", "trace"],
      "--diff can't be combined with --format trace, --debug or --run: remove --diff or the other options"
    ),
    (
      ["replay", "a", "--diff", "b", "--run"],
      "--diff can't be combined with --format trace, --debug or --run: remove --diff or the other options"
    ),
    (
      ["explain", "a", "--last", "3"],
      "--last and --session are only for attempts that the daemon remembers: remove these options"
    ),
    (["plot", "a"], "Missing expected argument '--output <output>'"),
    (
      ["plot", "a", "-o", "a.svg", "--format", "pdf"],
      "The value 'pdf' is invalid for '--format <format>'. Please provide one of 'svg' and 'html'."
    ),
    (
      ["import", "lisgd"],
      "lisgd has no configuration file: give the path of the script that starts lisgd, or of lisgd's config.h"
    ),
    (["import", "gebaar", "a", "b"], "Unexpected argument 'b'"),
    (
      ["kinds", "nonsense"],
      "there is no kind of gesture \"nonsense\"; the kinds are \(Catalogue.kinds.map(\.name).joined(separator: ", "))"
    ),
    (["kinds", "swpie"], "there is no kind of gesture \"swpie\"; did you mean \"swipe\"?"),
    (["kinds", "tap", "--all"], "give a kind or --all, not both"),
  ]

  @Test(arguments: wrong) func aWrongCommandLineIsStatus2(_ arguments: [String], _ message: String) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    let lines = outcome.errors.components(separatedBy: "\n")
    #expect(lines.first == "Error: \(message)")
    #expect(lines.contains { $0.hasPrefix("Usage: gesture-bridge") }, Comment(rawValue: outcome.errors))
  }

  @Test func theWholeAnswer() throws {
    expectSnapshot(try Program.run("check", "--strct").errors, "an option with a typo")
    expectSnapshot(try Program.run("bogus").errors, "an unknown command")
    expectSnapshot(try Program.run("ctl", "stauts").errors, "a subcommand with a typo")
  }

  @Test func subcommandsStandInGroups() throws {
    let help = try Program.run("--help").output
    let headers = help.split(separator: "\n").filter { $0.hasSuffix("SUBCOMMANDS:") }
    #expect(
      headers == [
        "EVERYDAY SUBCOMMANDS:", "RULE-MAKING SUBCOMMANDS:", "DIAGNOSTIC SUBCOMMANDS:", "OTHER SUBCOMMANDS:",
      ])
    #expect(!help.contains("\n  manual-part"))
  }
}
