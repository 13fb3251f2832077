import Bindings
import Desktop

/// The windows of a compositor that lets others act on them, in the order in which they came.
final class WlrWindows {
  static let interface = "zwlr_foreign_toplevel_manager_v1"

  /// What a window is, by the protocol's numbers.
  private enum Condition {
    static let maximized: UInt32 = 0
    static let minimized: UInt32 = 1
    static let activated: UInt32 = 2
    static let fullscreen: UInt32 = 3
  }

  /// The numbers of requests.
  private enum Request {
    static let maximize: UInt32 = 0
    static let unmaximize: UInt32 = 1
    static let minimize: UInt32 = 2
    static let activate: UInt32 = 4
    static let close: UInt32 = 5
    static let destroy: UInt32 = 7
    static let fullscreen: UInt32 = 8
    static let unfullscreen: UInt32 = 9
  }

  private struct Window {
    let number: UInt32
    var conditions: Set<UInt32> = []
  }

  private var windows: [Window] = []
  private let seat: UInt32
  private unowned let connection: WaylandConnection

  init(
    _ manager: WaylandConnection.Global, _ seat: WaylandConnection.Global, _ connection: WaylandConnection,
    of registry: UInt32
  ) {
    self.connection = connection
    self.seat = connection.bind(seat, of: registry, atMost: 1) { _ in }
    _ = connection.bind(manager, of: registry, atMost: 3) { [unowned self] event in
      // The other event says that there will be no more.
      if event.code == 0 { follow(try event.word()) }
    }
  }

  private func follow(_ number: UInt32) {
    windows.append(Window(number: number))
    connection.listen(to: number) { [unowned self] event in
      switch event.code {
      case 4:
        let conditions = Set(try event.words())
        if let index = index(of: event.object) { windows[index].conditions = conditions }
      case 6:
        windows.removeAll { $0.number == event.object }
        connection.forget(event.object)
        connection.send(event.object, Request.destroy)
      default: break
      }
    }
  }

  private func index(of number: UInt32) -> Int? { windows.firstIndex { $0.number == number } }

  /// Returns why it can't be done, as a clause.
  func perform(_ deed: WindowDeed) -> String? {
    guard let index = windows.lastIndex(where: { $0.conditions.contains(Condition.activated) }) else {
      guard let first = windows.first, deed == .next || deed == .previous else { return "no window has the focus" }
      activate(first)
      return nil
    }
    let window = windows[index]
    switch deed {
    case .close: connection.send(window.number, Request.close)
    case .maximize:
      let isOn = window.conditions.contains(Condition.maximized)
      connection.send(window.number, isOn ? Request.unmaximize : Request.maximize)
    case .minimize: connection.send(window.number, Request.minimize)
    case .fullscreen:
      if window.conditions.contains(Condition.fullscreen) {
        connection.send(window.number, Request.unfullscreen)
      } else {
        // On the output where it is.
        connection.send(window.number, Request.fullscreen, .word(0))
      }
    case .next: activate(windows[(index + 1) % windows.count])
    case .previous: activate(windows[(index + windows.count - 1) % windows.count])
    case .left, .right: break
    }
    return nil
  }

  private func activate(_ window: Window) { connection.send(window.number, Request.activate, .word(seat)) }
}
