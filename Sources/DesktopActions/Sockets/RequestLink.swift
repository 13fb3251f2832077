import Base
import Bindings
import Desktop

/// What a desktop's socket takes that has a connection for each request.
package protocol RequestDialect: Sendable {
  var name: String { get }
  /// A request that changes nothing, to learn whether the desktop is there and takes requests in this dialect.
  var probe: String { get }
  /// The request for an action; nil if the desktop has no such thing.
  func request(for action: DesktopAction) -> String?
  /// Whether the answer is complete although the connection is still open.
  func isWhole(_ answer: [UInt8]) -> Bool
  /// What the desktop says against it; nil if it has done what it was asked.
  func refusal(in answer: [UInt8]) -> String?
}

/// A desktop whose socket takes one request for each connection: one after another, each closed as soon as it is answered, because
/// Hyprland stands still while one is open. Each request goes to the first socket that takes connections, so a desktop that was restarted
/// gets the next one.
final class RequestLink: ActionLink {
  private struct Request {
    let text: String
    /// Called with what the desktop says against it, or nil.
    let answered: (String?) -> Void
  }

  /// An answer is a word or a line.
  private static let longestAnswer = 1 << 14
  /// The requests of a hand; more than that wait for a desktop that hangs.
  private static let mostWaiting = 32

  let name: String
  private(set) var state = LinkState.opening
  private let dialect: any RequestDialect
  private let paths: () -> [String]
  private var stream: LocalStream?
  private var answer: [UInt8] = []
  /// The first is under way.
  private var requests: [Request] = []

  /// `paths` gives the desktop's sockets, the best first.
  init(_ dialect: any RequestDialect, paths: @escaping () -> [String]) {
    self.dialect = dialect
    self.paths = paths
    name = dialect.name
    add(
      Request(text: dialect.probe) { [unowned self] refusal in
        if let refusal { close("it refuses `\(dialect.probe)`: \(refusal)") } else { state = .ready }
      })
  }

  var wait: (descriptor: Int32, events: Int16)? { stream?.wait }

  func ready() {
    stream?.ready { [unowned self] in answer += $0 }
    guard let stream else { return }
    if answer.count > Self.longestAnswer { return close("\(name) sends answers that were not requested") }
    if dialect.isWhole(answer) || stream.ending != nil && !answer.isEmpty { return finishRequest() }
    if let ending = stream.ending { close(ending) }
  }

  func lack(of action: DesktopAction) -> String? {
    dialect.request(for: action) == nil ? "\(name) can't do this" : nil
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard let text = dialect.request(for: action), requests.count < Self.mostWaiting else { return }
    add(
      Request(text: text) { [name] refusal in
        if let refusal { refused("\(name) says: \(refusal)") }
      })
  }

  private func add(_ request: Request) {
    requests.append(request)
    if requests.count == 1 { begin(request) }
  }

  private func begin(_ request: Request) {
    answer = []
    var problem: String?
    for path in paths() {
      do throws(SystemError) {
        stream = try LocalStream(path: path, peer: name)
        stream?.send(Array(request.text.utf8))
        return
      } catch {
        problem = problem ?? "there is no \(name) at \(path) (\(error))"
      }
    }
    close(problem ?? "its socket has been removed")
  }

  private func finishRequest() {
    guard !requests.isEmpty else { return stream = nil }
    let done = requests.removeFirst()
    let refusal = dialect.refusal(in: answer)
    // The old stream is closed after the next one is open: with the same number, the event loop would not notice the change.
    if let next = requests.first { begin(next) } else { stream = nil }
    done.answered(refusal)
  }

  func close(_ reason: String) {
    stream = nil
    requests = []
    state = .unavailable(reason)
  }
}
