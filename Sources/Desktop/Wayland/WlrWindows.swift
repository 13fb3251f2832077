/// The windows of sway, Hyprland, niri and similar compositors.
/// Source: wlr-foreign-toplevel-management-unstable-v1.xml, version 3.
final class WlrWindows: WindowTracker {
  private typealias Handle = ZwlrForeignToplevelHandleV1

  private(set) var toplevels = Toplevels()
  let takesRequests = true
  private var handles: Set<UInt32> = []
  private let manager: UInt32
  private let connection: WaylandConnection

  init?(_ connection: WaylandConnection) {
    guard let global = connection.global(ZwlrForeignToplevelManagerV1.interface) else { return nil }
    self.connection = connection
    manager = connection.bind(global, as: ZwlrForeignToplevelManagerV1.interface)
    connection.listen(to: manager, ZwlrForeignToplevelManagerV1.toplevel.on { [unowned self] in follow($0) })
  }

  deinit {
    for handle in handles { connection.release(handle, Handle.destroy) }
    connection.release(manager, ZwlrForeignToplevelManagerV1.stop)
  }

  private func follow(_ window: UInt32) {
    handles.insert(window)
    let record = { [unowned self] (change: Toplevels.Change) in toplevels.record(change, of: window) }
    connection.listen(
      to: window,
      Handle.title.on { record(.title($0)) },
      Handle.appId.on { record(.app($0)) },
      Handle.outputEnter.on { record(.entered(output: $0)) },
      Handle.outputLeave.on { record(.left(output: $0)) },
      Handle.state.on { record(.states(ToplevelStates(numbers: $0))) },
      Handle.done.on { [unowned self] in toplevels.finish(window) },
      Handle.closed.on { [unowned self] in
        toplevels.remove(window)
        handles.remove(window)
        connection.release(window, Handle.destroy)
      })
  }

  func ask(_ request: WindowRequest, of window: UInt32, by seat: UInt32) {
    switch request {
    case .close: connection.send(window, Handle.close)
    case .activate: connection.send(window, Handle.activate, seat)
    case .maximize: connection.send(window, Handle.setMaximized)
    case .unmaximize: connection.send(window, Handle.unsetMaximized)
    case .minimize: connection.send(window, Handle.setMinimized)
    case .fullscreen: connection.send(window, Handle.setFullscreen, WaylandConnection.none)
    case .unfullscreen: connection.send(window, Handle.unsetFullscreen)
    }
  }
}
