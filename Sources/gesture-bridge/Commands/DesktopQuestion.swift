import Actions
import Bindings
import DesktopActions
import Doctor
import Runtime

/// Asks the desktop once which actions of the rules are possible.
struct DesktopQuestion {
  /// The longest wait, in microseconds, for the desktop's answers about one domain of actions, such as windows.
  private static let answerTimeout: Int64 = 1_000_000

  /// Sentences about each domain of actions in the rules, and each impossible action. `fix` is nil without a problem.
  let lines: [(text: String, fix: String?)]
  /// Warnings, in a Wayland session, about commands that work only on X11.
  let commandsForX11: [String]

  init(of rules: Rules, _ variable: @escaping (String) -> String?) {
    let actions = rules.desktopActions
    let actor = DesktopActor(dryRun: false, log: .standardError(.error), now: EventLoop.now) {
      ActionLinks.all(for: $0, of: Desktop.windows, variable: variable)
    }
    defer { actor.stop() }
    actor.use(actions.map(\.action))
    for branch in actor.branches { branch.links.wait(within: Self.answerTimeout) }
    lines = actor.lines(actions) + rules.applications.compactMap { Self.problem($0, $1, variable) }
    commandsForX11 = rules.warningsForX11(variable)
  }

  /// A sentence about an application that can't be started, and a correction. Nil if the application can be started.
  private static func problem(
    _ application: String, _ location: FileLocation, _ variable: (String) -> String?
  ) -> (text: String, fix: String?)? {
    do throws(DesktopEntry.Problem) {
      _ = try DesktopEntry.named(application, variable)
      return nil
    } catch {
      let text = "\(location.file):\(location.line): `launch` can't start \"\(application)\": \(error)"
      return (text, "install this application if it is missing, or set `launch` to another application")
    }
  }

  var readings: [Checkup.DesktopReading] { lines.map { ($1.map { .unsupported(fix: $0) } ?? .known, $0) } }
}
