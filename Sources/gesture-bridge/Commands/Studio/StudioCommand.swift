import ArgumentParser
import Glibc
import Logging

struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio", abstract: "Set up gestures in a browser: see, try and change them.",
    discussion: """
      The page shows your fingers live, lets you try other thresholds on your last attempts, shows which gesture waits \
      for which, and makes a new gesture from a movement that you make five times. The studio works only in \
      a browser on this machine, at an address that works once. The studio ends 30 s after the page is closed, \
      when the session is locked, or by Ctrl-C. Nothing is written before you have seen the changes. The attempts come \
      from a running daemon.

      Examples:
        gesture-bridge studio
        gesture-bridge studio --read-only
      """)

  @Option(
    name: .shortAndLong, help: "The rules file to use instead of the daemon's.", completion: .file(extensions: ["toml"])
  )
  var config: String?

  @Option(help: "The session whose daemon the studio connects to; loginctl lists the sessions.")
  var session: String?

  @Flag(help: "Show everything, but write nothing and run no actions.")
  var readOnly = false

  @Flag(help: "Only print the address; don't open a browser.")
  var noBrowser = false

  func run() throws {
    try reportingErrors {
      let ofDaemon = try? DaemonSearch.connect(session: session).facts(.status)["file"]?.string
      let path = try RulesFile.path(named: config ?? ofDaemon)
      let studio = try StudioSession(path, session: session, isReadOnly: readOnly, opensBrowser: !noBrowser)
      let signal = try studio.run()
      if let signal, signal != SIGINT { throw ExitCode(128 + signal) }
    }
  }
}

extension Message {
  static let noStudio =
    "there is no program gesture-bridge-studio next to gesture-bridge or in PATH; install the package gesture-bridge-studio, or copy your own build of gesture-bridge-studio next to gesture-bridge"

  static func studioEnded(_ why: String) -> String { "The studio has ended: \(why).\n" }
  static let isReadOnly = "the studio was started with --read-only, so it writes nothing and runs no actions"
  static let startItAgain = "start the studio again without --read-only"
}
