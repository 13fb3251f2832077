import Base
import Bindings
import Desktop

/// The requests and answers of a desktop whose socket takes one request per connection.
package protocol RequestDialect: Sendable {
  var name: String { get }
  /// A request that changes nothing. The answer shows whether the desktop accepts this dialect.
  var probe: String { get }
  /// Returns the request for an action; nil if the desktop doesn't have this action.
  func request(for action: DesktopAction) -> String?
  /// Whether the answer is complete even though the connection is still open.
  func isWhole(_ answer: [UInt8]) -> Bool
  /// Returns the desktop's reason for a refusal. Nil after a success.
  func refusal(in answer: [UInt8]) -> String?
}

/// Sends requests one after another, each on its own connection, because a connection that stays open would block
/// Hyprland. Each request uses the first socket that accepts a connection, because the desktop can restart.
final class RequestLink: ActionLink {
  /// A request. `answered` gets a refusal's reason, or nil after a success. `lost` gets the reason why no answer came.
  private typealias Request = (text: String, answered: (String?) -> Void, lost: (String) -> Void)

  /// The maximum length of an answer in bytes.
  private static let longestAnswer = 1 << 14
  /// The maximum number of pending requests, reached only if the desktop hangs.
  private static let mostWaiting = 32

  let name: String
  private(set) var state = LinkState.opening
  private let dialect: any RequestDialect
  private let paths: () -> [String]
  private var stream: LocalStream?
  private var answer: [UInt8] = []
  /// The pending requests; the first has been sent.
  private var requests: [Request] = []

  /// `paths` returns the paths of the desktop's sockets, the preferred path first.
  init(_ dialect: any RequestDialect, paths: @escaping () -> [String]) {
    (self.dialect, self.paths) = (dialect, paths)
    name = dialect.name
    add(dialect.probe) { [unowned self] refusal in
      if let refusal { close("it refuses requests, so it may be too old: \(refusal)") } else { state = .ready }
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { stream?.wait }

  func ready() {
    stream?.ready { [unowned self] in answer += $0 }
    guard let stream else { return }
    if answer.count > Self.longestAnswer { return close("\(name) sends an answer that is too long") }
    if dialect.isWhole(answer) || stream.ending != nil && !answer.isEmpty { return finishRequest() }
    if let ending = stream.ending { close(ending) }
  }

  func obstacle(to action: DesktopAction) -> String? {
    dialect.request(for: action) == nil ? "\(name) has no request for this action" : nil
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard let text = dialect.request(for: action) else { return }
    guard requests.count < Self.mostWaiting else { return refused(ActionWording.hangs(name, requests.count)) }
    add(text, lost: refused) { [name] refusal in
      if let refusal { refused("\(name) did not accept the request: \(refusal)") }
    }
  }

  private func add(
    _ text: String, lost: @escaping (String) -> Void = { _ in }, answered: @escaping (String?) -> Void
  ) {
    requests.append((text, answered, lost))
    if requests.count == 1 { begin(text) }
  }

  private func begin(_ text: String) {
    answer = []
    var problem: String?
    for path in paths() {
      do throws(SystemError) {
        stream = try LocalStream(path: path, peer: name)
        stream?.send(Array(text.utf8))
        return
      } catch {
        problem = problem ?? "can't connect to \(name) at \(path): \(error)"
      }
    }
    close(problem ?? "the desktop's socket has been removed")
  }

  private func finishRequest() {
    guard !requests.isEmpty else { return stream = nil }
    let done = requests.removeFirst()
    let refusal = dialect.refusal(in: answer)
    // The new stream opens before the old one closes, because the event loop would not notice a reused descriptor.
    if let next = requests.first { begin(next.text) } else { stream = nil }
    done.answered(refusal)
  }

  func close(_ reason: String) {
    let unanswered = requests
    stream = nil
    requests = []
    state = .unavailable(reason)
    for request in unanswered { request.lost(ActionWording.unanswered(reason)) }
  }
}
