import GestureCore
import Interception
import Text

/// Counts the errors that libinput logs about its devices, for each node separately.
struct LibinputComplaints {
  private struct Source {
    let name: String
    var complaints = Complaints()
  }

  private var sources: [String: Source] = [:]
  /// Errors that belong to no open device.
  private var others = Complaints()

  mutating func add(_ node: String, name: String) { sources[node] = Source(name: name) }

  mutating func remove(_ node: String) { sources[node] = nil }

  /// Counts an error. `answer` decides whether it is logged; `excess` has the nodes that now have too many errors.
  mutating func note(_ message: String, at now: Timestamp) -> (answer: Complaints.Answer, excess: [String]) {
    let nodes = nodes(in: message)
    guard let first = nodes.first else { return (others.note(at: now), []) }
    var answers: [String: Complaints.Answer] = [:]
    for node in nodes { answers[node] = sources[node]?.complaints.note(at: now) }
    return (answers[first] ?? .leaveOut, nodes.filter { answers[$0] == .tooMany })
  }

  /// Returns the nodes of the devices in a message. libevdev gives only a name, so several nodes may match.
  ///
  ///     event5  - Panel: kernel bug: …
  ///     libevdev: Device "Panel" received a double tracking ID 5 in slot 0.
  private func nodes(in message: String) -> [String] {
    if let word = message.split(separator: " ", maxSplits: 1).first, sources[LostEvents.folder + word] != nil {
      return [LostEvents.folder + word]
    }
    guard message.hasPrefix(Self.libevdev), let start = message.firstOccurrence(of: Self.device)?.upperBound else {
      return []
    }
    let rest = message[start...]
    let named = sources.filter { rest.hasPrefix("\($0.value.name)\"") }
    // A name that contains a quote may begin with another device's name and a quote, so the longest match wins.
    let longest = named.map(\.value.name.utf8.count).max()
    return named.filter { $0.value.name.utf8.count == longest }.keys.sorted()
  }

  private static let libevdev = "libevdev: "
  private static let device = "Device \""
}
