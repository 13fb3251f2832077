import Bindings
import GestureCore
import Recordings

/// Prints gesture events, and decisions and orders where they are asked for, as lines of text or of JSON, in the order they
/// were made.
final class ReplayPrinter: Watcher, @unchecked Sendable {
  // A replay is on one thread.
  private let names: Names
  private let json: Bool
  private var output = ""
  /// From the first event on whose decision has been seen but which has not come itself: nil stands for such an event.
  private var waiting: [String?] = []

  private static let chunk = 1 << 15

  init(_ names: Names, json: Bool) {
    self.names = names
    self.json = json
  }

  /// Shows an event and, below it, these orders.
  func show(_ event: GestureEvent, _ orders: [Order] = []) {
    var line = json ? names.json(event) : names.line(event)
    for order in orders { line += "\n" + (json ? names.json(order) : names.line(order)) }
    if let place = waiting.firstIndex(where: { $0 == nil }) {
      waiting[place] = line
    } else {
      waiting.append(line)
    }
    write()
  }

  func observe(_ decision: Decision) {
    // The event itself says more, and comes when the engine is done with the frame.
    if case .event = decision.outcome {
      waiting.append(nil)
    } else {
      waiting.append(json ? names.json(decision) : names.line(decision))
      write()
    }
  }

  func flush() {
    StandardStreams.write(output)
    output = ""
  }

  /// Passes on what nothing has to come before.
  private func write() {
    let ready = waiting.prefix { $0 != nil }
    for line in ready {
      output += line ?? ""
      output += "\n"
    }
    waiting.removeFirst(ready.count)
    if output.utf8.count > Self.chunk { flush() }
  }
}
