import Actions
import Bindings
import DesktopActions
import Doctor
import Runtime

/// Asks the desktop once which actions of the rules it can perform.
struct DesktopQuestion {
  /// The longest wait for the desktop's answers, in microseconds; a desktop answers within a few milliseconds.
  private static let answerTimeout: Int64 = 1_000_000

  /// Sentences about the actions of the rules; `isLack` is true if an action can't be performed.
  let lines: [(text: String, isLack: Bool)]

  init(of rules: Rules, _ variable: @escaping (String) -> String?) {
    let actions = rules.desktopActions
    let actor = DesktopActor(dryRun: false, log: .standardError(.error), now: EventLoop.now) {
      ActionLinks.all(for: $0, of: Desktop.windows, variable: variable)
    }
    defer { actor.stop() }
    actor.use(actions.map(\.action))
    for branch in actor.branches { branch.links.wait(within: Self.answerTimeout) }
    lines = actor.lines(actions) + rules.applications.compactMap { Self.lack($0, $1, variable) }
  }

  /// A sentence about an application that can't be started, with the reason; nil if the application can be started.
  private static func lack(
    _ application: String, _ location: FileLocation, _ variable: (String) -> String?
  ) -> (text: String, isLack: Bool)? {
    do throws(DesktopEntry.Problem) {
      _ = try DesktopEntry.named(application, variable)
      return nil
    } catch {
      return ("\(location.file):\(location.line): `launch = \"\(application)\"` can't be started: \(error)", true)
    }
  }

  var readings: [Checkup.DesktopReading] { lines.map { ($0.isLack ? .unsupported : .known, $0.text) } }
}
