import CInputShims
import GestureCore
import Logging
import Text

/// What libinput and libevdev find wrong with one device. The first errors are logged; a device that causes too many is
/// silenced, and closed for a while.
struct Complaints {
  /// What becomes of an error.
  enum Answer: Equatable {
    /// It is logged, once it is said how many of those before were not.
    case log(leftOut: Int)
    case leaveOut
    /// No device in order causes so many.
    case tooMany
  }

  /// So many errors within `time` are borne: a driver with a fault of its own causes one with some of its gestures.
  static let limit = 100
  static let time = TimeSpan(milliseconds: 10_000)
  /// So many of them are logged.
  static let logged = 10

  private var start: Timestamp?
  private var count = 0

  /// Counts an error.
  mutating func note(at now: Timestamp) -> Answer {
    var leftOut = 0
    if start.map({ now - $0 >= Self.time }) ?? true {
      leftOut = max(0, count - Self.logged)
      start = now
      count = 0
    }
    count += 1
    if count <= Self.logged { return .log(leftOut: leftOut) }
    return count <= Self.limit ? .leaveOut : .tooMany
  }
}

/// Hears what libevdev finds wrong with a device that is read past libinput.
final class ComplaintListener {
  private let log: Logger
  private let now: () -> Timestamp
  private let descriptor: Int32
  private var complaints = Complaints()
  private var isSilenced = false
  private var isTold = false

  /// For a device that is read by `descriptor`.
  init(_ descriptor: Int32, log: Logger, now: @escaping () -> Timestamp) {
    self.descriptor = descriptor
    self.log = log
    self.now = now
  }

  /// Whether the device has caused too many errors since this was last asked; it is silent then.
  func takeExcess() -> Bool {
    defer { isTold = isSilenced }
    return isSilenced && !isTold
  }

  /// libevdev reads until there is an event in order, so a device that outruns it would keep it for good: its descriptor is
  /// made one that has nothing to say.
  func hear(_ message: String) {
    switch complaints.note(at: now()) {
    case .log(let leftOut):
      if leftOut > 0 { log.error("\(Wording.errorsLeftOut(leftOut))") }
      log.error("libevdev: \(message)")
    case .leaveOut: break
    case .tooMany:
      guard !isSilenced else { return }
      isSilenced = true
      input_silence(descriptor)
    }
  }
}

/// The errors that libinput reports of its devices, by the node that causes them.
struct LibinputComplaints {
  private struct Source {
    let name: String
    var complaints = Complaints()
  }

  /// By node.
  private var sources: [String: Source] = [:]
  /// Of messages about no device that is open.
  private var others = Complaints()

  mutating func add(_ node: String, name: String) { sources[node] = Source(name: name) }

  mutating func remove(_ node: String) { sources[node] = nil }

  /// Counts an error; returns what becomes of it, and the nodes that have caused too many.
  mutating func note(_ message: String, at now: Timestamp) -> (answer: Complaints.Answer, excess: [String]) {
    let nodes = nodes(in: message)
    guard let first = nodes.first else { return (others.note(at: now), []) }
    var answers: [String: Complaints.Answer] = [:]
    for node in nodes { answers[node] = sources[node]?.complaints.note(at: now) }
    return (answers[first] ?? .leaveOut, nodes.filter { answers[$0] == .tooMany })
  }

  /// libinput puts the node before what it says of a device. libevdev knows only the name, which several may have.
  ///
  ///     event5  - Panel: kernel bug: …
  ///     libevdev: Device "Panel" received a double tracking ID 5 in slot 0.
  private func nodes(in message: String) -> [String] {
    if let word = message.split(separator: " ", maxSplits: 1).first, sources[LostEvents.folder + word] != nil {
      return [LostEvents.folder + word]
    }
    guard message.hasPrefix(Self.libevdev), let start = message.firstPlace(of: Self.device)?.upperBound else {
      return []
    }
    let rest = message[start...]
    let named = sources.filter { rest.hasPrefix("\($0.value.name)\"") }
    // A name may be the beginning of another one, with a quote in it.
    let longest = named.map(\.value.name.utf8.count).max()
    return named.filter { $0.value.name.utf8.count == longest }.keys.sorted()
  }

  private static let libevdev = "libevdev: "
  private static let device = "Device \""
}
