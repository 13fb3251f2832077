import Bindings
import Desktop

/// The workspaces of a compositor that lets others go to them, in the order in which it lists them.
final class ExtWorkspaces {
  static let interface = "ext_workspace_manager_v1"

  /// The numbers of requests.
  private enum Request {
    static let commit: UInt32 = 0
    static let destroy: UInt32 = 0
    static let activate: UInt32 = 1
  }

  private static let active: UInt32 = 1
  private static let hidden: UInt32 = 4

  private struct Workspace {
    let number: UInt32
    var name = ""
    var state: UInt32 = 0
    /// The group of the outputs that it can be on.
    var group: UInt32?
  }

  private var workspaces: [Workspace] = []
  private var manager: UInt32 = 0
  private unowned let connection: WaylandConnection

  init(_ global: WaylandConnection.Global, _ connection: WaylandConnection, of registry: UInt32) {
    self.connection = connection
    manager = connection.bind(global, of: registry, atMost: 1) { [unowned self] event in
      switch event.code {
      case 0: followGroup(try event.word())
      case 1: follow(try event.word())
      default: break
      }
    }
  }

  private func followGroup(_ group: UInt32) {
    connection.listen(to: group) { [unowned self] event in
      guard event.code == 3 || event.code == 4 else { return }
      let workspace = try event.word()
      guard let index = index(of: workspace) else { return }
      workspaces[index].group = event.code == 3 ? event.object : nil
    }
  }

  private func follow(_ number: UInt32) {
    workspaces.append(Workspace(number: number))
    connection.listen(to: number) { [unowned self] event in
      guard let index = index(of: event.object) else { return }
      switch event.code {
      case 1: workspaces[index].name = try event.text()
      case 3: workspaces[index].state = try event.word()
      case 5:
        workspaces.remove(at: index)
        connection.forget(event.object)
        connection.send(event.object, Request.destroy)
      default: break
      }
    }
  }

  private func index(of number: UInt32) -> Int? { workspaces.firstIndex { $0.number == number } }

  /// Returns why it can't be done, as a clause.
  func go(to target: WorkspaceTarget) -> String? {
    let current = workspaces.first { $0.state & Self.active != 0 }
    let all = workspaces.filter { $0.group == current?.group && $0.state & Self.hidden == 0 }
    let place = all.firstIndex { $0.number == current?.number }
    let wanted: Workspace? =
      switch target {
      case .next: place.flatMap { all.dropFirst($0 + 1).first }
      case .previous: place.flatMap { all.prefix($0).last }
      case .number(let number): all.first { $0.name == "\(number)" } ?? all.dropFirst(number - 1).first
      }
    guard let wanted else {
      if case .number(let number) = target { return "there is no workspace \(number)" }
      // Beyond the first and the last there is none, as a hand expects.
      return nil
    }
    connection.send(wanted.number, Request.activate)
    connection.send(manager, Request.commit)
    return nil
  }
}
