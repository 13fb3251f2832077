import GestureCore
import Recordings

/// Prints gesture events, and decisions where they are asked for, as lines of text or of JSON.
final class ReplayPrinter: Observer, @unchecked Sendable {
  // A replay is on one thread.
  private let names: Names
  private let json: Bool
  private var output = ""

  private static let chunk = 1 << 15

  init(_ names: Names, json: Bool) {
    self.names = names
    self.json = json
  }

  func show(_ event: GestureEvent) { add(json ? names.json(event) : names.line(event)) }

  func observe(_ decision: Decision) {
    // The event itself follows, and says more.
    if case .event = decision.outcome { return }
    add(json ? names.json(decision) : names.line(decision))
  }

  func flush() {
    StandardStreams.write(output)
    output = ""
  }

  private func add(_ line: String) {
    output += line
    output += "\n"
    if output.utf8.count > Self.chunk { flush() }
  }
}
