/// ext_workspace_manager_v1: labwc, niri, COSMIC, Hyprland, and sway from 1.12 on.
///
///     manager -> groups of workspaces, each for some outputs -> done
///
/// Source: ext-workspace-v1.xml, version 1.
package final class ExtWorkspaces {
  package static let interface = "ext_workspace_manager_v1"

  private enum Request {
    static let commit: UInt32 = 0
    static let destroy: UInt32 = 0
    static let destroyGroup: UInt32 = 1
    static let activate: UInt32 = 1
  }

  private static let active: UInt32 = 1
  private static let hidden: UInt32 = 4

  package struct Workspace: Equatable {
    fileprivate let object: UInt32
    package fileprivate(set) var name = ""
    /// Its place in its group, the columns before the rows; empty if the compositor orders none.
    fileprivate var coordinates: [UInt32] = []
    fileprivate var state: UInt32 = 0
    fileprivate var group: UInt32?

    fileprivate var isHidden: Bool { state & ExtWorkspaces.hidden != 0 }
    fileprivate var isShown: Bool { state & ExtWorkspaces.active != 0 && !isHidden }
  }

  /// In the order in which they came.
  private var workspaces: [Workspace] = []
  private var groups: [UInt32: Set<UInt32>] = [:]
  /// The workspaces that are shown, as of the last event that says that all changes are whole.
  private var shown: Set<UInt32> = []
  /// The workspace of `shown` that came last.
  private var latest: UInt32?
  private var manager: UInt32 = 0
  private unowned let connection: WaylandConnection

  package init(_ global: WaylandConnection.Global, _ connection: WaylandConnection) {
    self.connection = connection
    manager = connection.bind(global, atMost: 1) { [unowned self] event in
      switch event.code {
      case 0: followGroup(try event.word())
      case 1: follow(try event.word())
      case 2: finish()
      default: break
      }
    }
  }

  /// Whether outputs have workspaces of their own, so that several are shown.
  package var isByOutput: Bool { groups.count > 1 }

  /// The workspace that has the focus. If outputs have workspaces of their own, it is the one on `output`, the output of the window with
  /// the focus; if that is nil, the one that was shown last.
  package func current(on output: UInt32?) -> Workspace? {
    let all = workspaces.filter { shown.contains($0.object) }
    let there = output.flatMap { output in
      all.first { $0.group.flatMap { groups[$0] }?.contains(output) == true }
    }
    return there ?? all.first { $0.object == latest }
  }

  /// The workspaces of the same group, in the order of their coordinates, row by row; without coordinates in the order in which they came.
  package func group(of workspace: Workspace?) -> [Workspace] {
    let all = workspaces.filter { $0.group == workspace?.group && !$0.isHidden }
    guard all.allSatisfy({ !$0.coordinates.isEmpty }) else { return all }
    return all.sorted { $0.coordinates.reversed().lexicographicallyPrecedes($1.coordinates.reversed()) }
  }

  package func activate(_ workspace: Workspace) {
    connection.send(workspace.object, Request.activate)
    connection.send(manager, Request.commit)
  }

  private func finish() {
    let now = workspaces.filter(\.isShown).map(\.object)
    if let new = now.first(where: { !shown.contains($0) }) {
      latest = new
    } else if let last = latest, !now.contains(last) {
      latest = now.first
    }
    shown = Set(now)
  }

  private func followGroup(_ group: UInt32) {
    groups[group] = []
    connection.listen(to: group) { [unowned self] event in
      let group = event.object
      switch event.code {
      case 1: groups[group]?.insert(try event.word())
      case 2: groups[group]?.remove(try event.word())
      case 3: change(try event.word()) { $0.group = group }
      case 4: change(try event.word()) { $0.group = nil }
      case 5:
        groups[group] = nil
        connection.forget(group)
        connection.send(group, Request.destroyGroup)
      default: break
      }
    }
  }

  private func follow(_ workspace: UInt32) {
    workspaces.append(Workspace(object: workspace))
    connection.listen(to: workspace) { [unowned self] event in
      switch event.code {
      case 1:
        let name = Toplevels.cut(try event.text())
        change(event.object) { $0.name = name }
      case 2:
        let coordinates = try event.words()
        change(event.object) { $0.coordinates = coordinates }
      case 3:
        let state = try event.word()
        change(event.object) { $0.state = state }
      case 5:
        workspaces.removeAll { $0.object == event.object }
        connection.forget(event.object)
        connection.send(event.object, Request.destroy)
      default: break
      }
    }
  }

  private func change(_ workspace: UInt32, _ change: (inout Workspace) -> Void) {
    guard let index = workspaces.firstIndex(where: { $0.object == workspace }) else { return }
    change(&workspaces[index])
  }
}
