/// Follows workspaces through ext_workspace_manager_v1, which many compositors have.
///
///     manager -> groups of workspaces, each for some outputs -> done
///
/// Source: ext-workspace-v1.xml, version 1.
package final class ExtWorkspaces {
  private typealias Manager = ExtWorkspaceManagerV1
  private typealias Group = ExtWorkspaceGroupHandleV1
  private typealias Handle = ExtWorkspaceHandleV1

  package struct Workspace: Equatable {
    fileprivate let object: UInt32
    package fileprivate(set) var name = ""
    /// The workspace's column, then its row. Empty if the compositor gives no order.
    fileprivate var coordinates: [UInt32] = []
    fileprivate var state: UInt32 = 0
    fileprivate var group: UInt32?

    fileprivate var isHidden: Bool { state & Handle.stateHidden != 0 }
    fileprivate var isShown: Bool { state & Handle.stateActive != 0 && !isHidden }
  }

  private var workspaces: [Workspace] = []
  private var groups: [UInt32: Set<UInt32>] = [:]
  private var shown: Set<UInt32> = []
  /// The workspace that became visible last; after it is hidden, the first visible workspace. Nil if none is visible.
  private var latest: UInt32?
  private let manager: UInt32
  private let connection: WaylandConnection

  init?(_ connection: WaylandConnection) {
    guard let global = connection.global(Manager.interface) else { return nil }
    self.connection = connection
    manager = connection.bind(global, as: Manager.interface)
    connection.listen(
      to: manager,
      Manager.workspaceGroup.on { [unowned self] in followGroup($0) },
      Manager.workspace.on { [unowned self] in follow($0) },
      Manager.done.on { [unowned self] in finish() })
  }

  deinit {
    for workspace in workspaces { connection.release(workspace.object, Handle.destroy) }
    for group in groups.keys { connection.release(group, Group.destroy) }
    connection.release(manager, Manager.stop)
  }

  /// Whether outputs have their own workspaces, so that several workspaces are shown at once.
  package var isByOutput: Bool { groups.count > 1 }

  /// Returns the workspace on the focused output, `output`. Returns `latest` if `output` is nil or shows no workspace.
  package func current(on output: UInt32?) -> Workspace? {
    let all = workspaces.filter { shown.contains($0.object) }
    let there = output.flatMap { output in
      all.first { $0.group.flatMap { groups[$0] }?.contains(output) == true }
    }
    return there ?? all.first { $0.object == latest }
  }

  /// Returns the workspaces in the group of `workspace`, or the workspaces without a group if `workspace` is nil or has
  /// no group. Skips hidden workspaces. Sorts row by row if all have coordinates, otherwise by arrival.
  package func group(of workspace: Workspace?) -> [Workspace] {
    let all = workspaces.filter { $0.group == workspace?.group && !$0.isHidden }
    guard all.allSatisfy({ !$0.coordinates.isEmpty }) else { return all }
    return all.sorted { $0.coordinates.reversed().lexicographicallyPrecedes($1.coordinates.reversed()) }
  }

  package func activate(_ workspace: Workspace) {
    connection.send(workspace.object, Handle.activate)
    connection.send(manager, Manager.commit)
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
    connection.listen(
      to: group,
      Group.outputEnter.on { [unowned self] in groups[group]?.insert($0) },
      Group.outputLeave.on { [unowned self] in groups[group]?.remove($0) },
      Group.workspaceEnter.on { [unowned self] in change($0) { $0.group = group } },
      Group.workspaceLeave.on { [unowned self] in change($0) { $0.group = nil } },
      Group.removed.on { [unowned self] in
        groups[group] = nil
        connection.release(group, Group.destroy)
      })
  }

  private func follow(_ workspace: UInt32) {
    workspaces.append(Workspace(object: workspace))
    connection.listen(
      to: workspace,
      Handle.name.on { [unowned self] name in change(workspace) { $0.name = Toplevels.cut(name) } },
      Handle.coordinates.on { [unowned self] coordinates in change(workspace) { $0.coordinates = coordinates } },
      Handle.state.on { [unowned self] state in change(workspace) { $0.state = state } },
      Handle.removed.on { [unowned self] in
        workspaces.removeAll { $0.object == workspace }
        connection.release(workspace, Handle.destroy)
      })
  }

  private func change(_ workspace: UInt32, _ change: (inout Workspace) -> Void) {
    guard let index = workspaces.firstIndex(where: { $0.object == workspace }) else { return }
    change(&workspaces[index])
  }
}
