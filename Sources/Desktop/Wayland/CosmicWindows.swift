/// Follows COSMIC's windows, and sends requests for windows. Source: ext-foreign-toplevel-list-v1.xml;
/// cosmic-toplevel-info-unstable-v1.xml, version 2; cosmic-toplevel-management-unstable-v1.xml, version 4.
final class CosmicWindows: WindowTracker {
  private typealias Handle = ExtForeignToplevelHandleV1
  private typealias Window = ZcosmicToplevelHandleV1
  private typealias Manager = ZcosmicToplevelManagerV1
  /// The first version of zcosmic_toplevel_info_v1 that accepts the windows of ext_foreign_toplevel_list_v1.
  private static let leastVersion: UInt32 = 2

  private(set) var toplevels = Toplevels()
  /// The handle of each listed window. The key is the object that reports the window's states.
  private var handles: [UInt32: UInt32] = [:]
  private let list: UInt32
  private let info: UInt32
  private let manager: UInt32?
  private let connection: WaylandConnection

  init?(_ compositor: WaylandCompositor) {
    connection = compositor.connection
    guard let list = connection.global(ExtForeignToplevelListV1.interface),
      let info = connection.global(ZcosmicToplevelInfoV1.interface, since: Self.leastVersion)
    else { return nil }
    manager = compositor.object(Manager.interface)
    self.info = connection.bind(info, as: ZcosmicToplevelInfoV1.interface)
    self.list = connection.bind(list, as: ExtForeignToplevelListV1.interface)
    connection.listen(
      to: self.info,
      // A single `done` completes the changes of all windows.
      ZcosmicToplevelInfoV1.done.on { [unowned self] in for window in handles.keys { toplevels.finish(window) } })
    connection.listen(to: self.list, ExtForeignToplevelListV1.toplevel.on { [unowned self] in follow($0) })
  }

  deinit {
    for (window, handle) in handles { release(window, handle) }
    connection.release(list, ExtForeignToplevelListV1.stop)
    connection.forget(info)
  }

  var takesRequests: Bool { manager != nil }

  private func follow(_ handle: UInt32) {
    let window = connection.create()
    handles[window] = handle
    let record = { [unowned self] (change: Toplevels.Change) in toplevels.record(change, of: window) }
    connection.listen(
      to: window,
      Window.outputEnter.on { record(.entered(output: $0)) },
      Window.outputLeave.on { record(.left(output: $0)) },
      Window.state.on { record(.states(ToplevelStates(numbers: $0))) })
    connection.send(info, ZcosmicToplevelInfoV1.getCosmicToplevel, window, handle)
    connection.listen(
      to: handle,
      Handle.title.on { record(.title($0)) },
      Handle.appId.on { record(.app($0)) },
      Handle.done.on { [unowned self] in toplevels.finish(window) },
      Handle.closed.on { [unowned self] in
        handles[window] = nil
        toplevels.remove(window)
        release(window, handle)
      })
  }

  private func release(_ window: UInt32, _ handle: UInt32) {
    connection.release(window, Window.destroy)
    connection.release(handle, Handle.destroy)
  }

  func ask(_ request: WindowRequest, of window: UInt32, by seat: UInt32) {
    guard let manager else { return }
    switch request {
    case .close: connection.send(manager, Manager.close, window)
    case .activate: connection.send(manager, Manager.activate, window, seat)
    case .maximize: connection.send(manager, Manager.setMaximized, window)
    case .unmaximize: connection.send(manager, Manager.unsetMaximized, window)
    case .minimize: connection.send(manager, Manager.setMinimized, window)
    case .fullscreen: connection.send(manager, Manager.setFullscreen, window, WaylandConnection.none)
    case .unfullscreen: connection.send(manager, Manager.unsetFullscreen, window)
    }
  }
}
