import Base
import Bindings
import Desktop
import Text

/// Controls sway and i3 with commands in the syntax of their configuration files.
///
///     version -> ready -> commands, each with an answer
///
/// Source: sway-ipc(7), sway(5); i3's user guide, "Using i3-msg".
final class I3Link: ActionLink {
  private enum Kind {
    static let command: UInt32 = 0
    static let workspaces: UInt32 = 1
    static let version: UInt32 = 7
  }

  let name: String
  private(set) var state = LinkState.opening
  private var connection: I3Connection?
  /// One callback for each pending command, in order.
  private var awaited: [(String) -> Void] = []
  /// One callback for each pending question about workspaces, in order.
  private var asked: [(String) -> Void] = []

  init(path: String, name: String) {
    self.name = name
    do throws(SystemError) {
      connection = try I3Connection(path: path, peer: name)
      connection?.send(Kind.version)
    } catch {
      state = .unavailable("can't connect to \(name) at \(path): \(error)")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  func ready() {
    connection?.ready { [unowned self] in
      handle($0, $1)
      return true
    }
    if let ending = connection?.ending { close(ending) }
  }

  // MARK: Commands

  func obstacle(to action: DesktopAction) -> String? {
    Self.command(action) == nil ? "\(name) has no command for this action" : nil
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard let command = Self.command(action) else { return }
    // Without another workspace on the output, the command succeeds and does nothing. An empty workspace vanishes with
    // the command, so this is asked before.
    if [.workspace(.next), .workspace(.previous)].contains(action) {
      asked.append(refused)
      connection?.send(Kind.workspaces)
    }
    awaited.append(refused)
    connection?.send(Kind.command, command)
    if let ending = connection?.ending { close(ending) }
  }

  private static func command(_ action: DesktopAction) -> String? {
    switch action {
    case .workspace(.next): "workspace next_on_output"
    case .workspace(.previous): "workspace prev_on_output"
    case .workspace(.number(let number)): "workspace number \(number)"
    case .window(.close): "kill"
    case .window(.fullscreen): "fullscreen toggle"
    case .window(.left): "move left"
    case .window(.right): "move right"
    case .window(.next): "focus next"
    case .window(.previous): "focus prev"
    // Windows are tiled, so they can't be maximized, and a minimized window would have no place.
    case .window(.maximize), .window(.minimize), .overview, .media, .level: nil
    }
  }

  // MARK: Answers

  private func handle(_ kind: UInt32, _ text: [UInt8]) {
    switch kind {
    case Kind.version: state = .ready
    case Kind.command where !awaited.isEmpty:
      let refused = awaited.removeFirst()
      let failures = (try? JSONReader.read(text, maxDepth: 16))?.values?.filter { $0["success"]?.flag == false } ?? []
      for failure in failures {
        refused("\(name) reports: \(failure["error"]?.string?.visible ?? "the command has failed")")
      }
    case Kind.workspaces where !asked.isEmpty:
      let refused = asked.removeFirst()
      let all = (try? JSONReader.read(text, maxDepth: 16))?.values ?? []
      let output = all.first { $0["focused"]?.flag == true }?["output"]?.string
      if all.count(where: { $0["output"]?.string == output }) == 1 { refused(ActionWording.noOtherWorkspace) }
    default: break
    }
  }

  func close(_ reason: String) {
    let unanswered = awaited
    connection = nil
    (awaited, asked) = ([], [])
    state = .unavailable(reason)
    for refused in unanswered { refused(ActionWording.unanswered(reason)) }
  }
}
