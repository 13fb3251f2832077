/// The screen of an X server that is followed: what its followers have in common.
struct X11Screen {
  let connection: XcbConnection
  let root: UInt32
  let atoms: X11Atoms<X11Atom>
  private let followers = Gathered<[UInt32: Int]>([:])

  init(connection: XcbConnection, root: UInt32, atoms: X11Atoms<X11Atom>) {
    self.connection = connection
    self.root = root
    self.atoms = atoms
  }

  /// Asks for a property; no more of it than 4 KB.
  func askProperty(_ property: UInt32, of window: UInt32, answered: @escaping (X11Property?) -> Void) {
    connection.ask(.property(property, of: window)) { answered(X11Property($0)) }
  }

  /// Follows these events of a window, and no others any more.
  func select(_ events: X11Events, of window: UInt32) {
    connection.tell(.select(events.rawValue, of: window))
  }

  /// Follows a window, which others may follow as well.
  func follow(_ window: UInt32) {
    followers.value[window, default: 0] += 1
    if followers.value[window] == 1 { select([.structure, .properties], of: window) }
  }

  func unfollow(_ window: UInt32) {
    followers.value[window, default: 1] -= 1
    guard followers.value[window] == 0 else { return }
    followers.value[window] = nil
    select([], of: window)
  }
}

struct X11Events: OptionSet {
  let rawValue: UInt32

  static let structure = X11Events(rawValue: 1 << 17)
  static let properties = X11Events(rawValue: 1 << 22)
}

enum X11EventType {
  static let destroy: UInt8 = 17
  static let unmap: UInt8 = 18
  static let map: UInt8 = 19
  static let reparent: UInt8 = 21
  static let configure: UInt8 = 22
  static let property: UInt8 = 28
}

enum X11Atom: String, CaseIterable {
  /// WM_NAME and WM_CLASS have the same numbers everywhere.
  static let oldName: UInt32 = 39
  static let windowClass: UInt32 = 67

  case activeWindow = "_NET_ACTIVE_WINDOW"
  case windowName = "_NET_WM_NAME"
  case windowState = "_NET_WM_STATE"
  case fullscreen = "_NET_WM_STATE_FULLSCREEN"
  case hidden = "_NET_WM_STATE_HIDDEN"
  case stackedWindows = "_NET_CLIENT_LIST_STACKING"
  case windowType = "_NET_WM_WINDOW_TYPE"
  case dock = "_NET_WM_WINDOW_TYPE_DOCK"
  case background = "_NET_WM_WINDOW_TYPE_DESKTOP"
  case shadowExtents = "_GTK_FRAME_EXTENTS"
  case currentDesktop = "_NET_CURRENT_DESKTOP"
  case desktopNames = "_NET_DESKTOP_NAMES"
}

package struct X11Atoms<Name: RawRepresentable<String> & CaseIterable & Hashable> {
  private var numbers: [Name: UInt32] = [:]

  package init() {}

  /// Zero, which is no property, if the server has refused to number it.
  package subscript(name: Name) -> UInt32 { numbers[name] ?? 0 }

  /// Asks for all numbers; `answered` is called when they are known.
  package static func ask(_ connection: XcbConnection, answered: @escaping (X11Atoms) -> Void) {
    let atoms = Gathered(X11Atoms())
    let names = Array(Name.allCases)
    for name in names {
      connection.ask(.internAtom(name.rawValue)) { reply in
        atoms.value.numbers[name] = reply?.word(8)
        if name == names.last { answered(atoms.value) }
      }
    }
  }
}

/// What several answers add to.
final class Gathered<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// One thing that is followed on an X server. It asks when it is created and when an event says that the thing has changed.
protocol X11Follower: AnyObject {
  func take(_ event: XcbMessage)
  func add(to facts: inout DesktopFacts)
}

/// Asks for something that changes: once at a time, and once more for all that changes before the answer.
package struct AskingOnce {
  private enum State { case idle, asking, askingAgain }

  private var state = State.idle

  package init() {}

  /// Something has changed; returns whether to ask now.
  package mutating func change() -> Bool {
    switch state {
    case .idle:
      state = .asking
      return true
    case .asking, .askingAgain:
      state = .askingAgain
      return false
    }
  }

  /// The answer has come; returns whether to ask again.
  package mutating func finish() -> Bool {
    let isAgain = state == .askingAgain
    state = isAgain ? .asking : .idle
    return isAgain
  }
}
