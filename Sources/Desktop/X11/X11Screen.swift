import CLibraries

/// A screen of an X server, with the state that all `X11Follower`s share.
struct X11Screen {
  let connection: XcbConnection
  let root: UInt32
  let atoms: X11Atoms<X11Atom>
  private let followers = Shared<[UInt32: Int]>([:])

  /// Adds a follower to a window. The first follower makes the server report the window's events.
  func follow(_ window: UInt32) {
    followers.value[window, default: 0] += 1
    guard followers.value[window] == 1 else { return }
    connection.select(XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue, of: window)
  }

  func unfollow(_ window: UInt32) {
    followers.value[window, default: 1] -= 1
    guard followers.value[window] == 0 else { return }
    followers.value[window] = nil
    connection.select(0, of: window)
  }
}

enum X11Atom: String, CaseIterable {
  /// The atom of WM_NAME. The atoms of WM_NAME and WM_CLASS have the same numbers on every server.
  static let oldName = XCB_ATOM_WM_NAME.rawValue
  static let windowClass = XCB_ATOM_WM_CLASS.rawValue

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

  /// The number of an atom. 0 if unknown.
  package subscript(name: Name) -> UInt32 { numbers[name] ?? 0 }

  /// Asks for each name's number. Calls `answered` after the last reply; a name whose request failed stays unknown.
  package static func ask(_ connection: XcbConnection, answered: @escaping (X11Atoms) -> Void) {
    let atoms = Shared(X11Atoms())
    let names = Array(Name.allCases)
    for name in names {
      connection.ask({ $0.intern_atom($1, 0, UInt16(name.rawValue.utf8.count), name.rawValue) }) { reply in
        atoms.value.numbers[name] = reply?.atom
        if name == names.last { answered(atoms.value) }
      }
    }
  }
}

/// Holds a value that several closures, or several copies of a struct, share and can change.
final class Shared<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

/// A part of `X11Provider` that follows one kind of fact, such as the focus.
protocol X11Follower: AnyObject {
  func handle(_ event: XcbEvent)
  func add(to facts: inout DesktopFacts)
}

/// Keeps at most one question about a fact pending. If the fact changes before the answer, one more question follows.
package struct SingleQuestion {
  private enum State { case idle, asking, askingAgain }

  private var state = State.idle

  package init() {}

  /// Notes a change; returns whether to ask now.
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

  /// Notes the answer; returns whether to ask again.
  package mutating func finish() -> Bool {
    let isAgain = state == .askingAgain
    state = isAgain ? .asking : .idle
    return isAgain
  }
}
