/// ext_foreign_toplevel_list_v1 with zcosmic_toplevel_info_v1: COSMIC. The first lists the windows, the second says which is
/// active.
///
/// Source: ext-foreign-toplevel-list-v1.xml; cosmic-toplevel-info-unstable-v1.xml, version 2.
package final class CosmicToplevels: ToplevelTracker {
  package static let list = "ext_foreign_toplevel_list_v1"
  package static let interface = "zcosmic_toplevel_info_v1"
  /// The first in which windows of the list are asked about.
  package static let version: UInt32 = 2

  package private(set) var toplevels = Toplevels()
  /// The numbers of the windows in the list, by those that tell of their state.
  private var listed: [UInt32: UInt32] = [:]
  private var info: UInt32 = 0
  private unowned let connection: WaylandConnection

  package init(
    _ list: WaylandConnection.Global, _ info: WaylandConnection.Global, _ connection: WaylandConnection
  ) {
    self.connection = connection
    // All windows of one roundtrip are whole at once.
    self.info = connection.bind(info, atMost: Self.version) { [unowned self] event in
      guard event.code == 2 else { return }
      for window in listed.keys { toplevels.finish(window) }
    }
    _ = connection.bind(list, atMost: 1) { [unowned self] event in
      if event.code == 0 { follow(try event.word()) }
    }
  }

  private func follow(_ handle: UInt32) {
    let window = connection.create { [unowned self] event in try hear(&event) }
    listed[window] = handle
    connection.send(info, 1, .word(window), .word(handle))
    connection.listen(to: handle) { [unowned self] event in
      switch event.code {
      case 0: close(handle, window)
      case 1: toplevels.finish(window)
      case 2: toplevels.note(.title(try event.text()), of: window)
      case 3: toplevels.note(.app(try event.text()), of: window)
      default: break
      }
    }
  }

  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    let window = event.object
    switch event.code {
    case 4: toplevels.note(.entered(output: try event.word()), of: window)
    case 5: toplevels.note(.left(output: try event.word()), of: window)
    case 8: toplevels.note(.states(ToplevelStates(numbers: try event.words())), of: window)
    default: break
    }
  }

  private func close(_ handle: UInt32, _ window: UInt32) {
    listed[window] = nil
    toplevels.remove(window)
    for object in [window, handle] {
      connection.forget(object)
      connection.send(object, 0)
    }
  }
}
