import CLibraries
import GestureCore

/// A window whose properties are followed while this object lives.
final class X11Window {
  struct Description {
    var window = DesktopFacts.Window()
    /// The area of the followed frame, or else of the window, in screen pixels, without the shadow. Nil if unknown.
    var area: DesktopLayout.Area?
    var isMapped = false
    /// Whether the window and all its ancestors are mapped.
    var isViewable = false
    /// Whether the window manager reports the window as hidden, for example behind another tab.
    var isHidden = false
    /// Whether the window is a panel or the background.
    var isOfDesktop = false
    fileprivate var oldName: String?
    fileprivate var size: (width: Int, height: Int)?
    /// The widths of the shadow, which is a part of the window.
    fileprivate var shadow = ShadowWidths()

    var center: Vector? {
      area.map {
        Vector(($0.left + $0.width / 2).rounded(.towardZero), ($0.top + $0.height / 2).rounded(.towardZero))
      }
    }
  }

  private static let deepestFrame = 8

  let number: UInt32
  /// Whether the known area or visibility may be wrong until the next answer.
  private(set) var isOutdated = false
  /// The outermost frame around this window. Nil until a frame is found, or if frames aren't followed.
  private(set) var frame: UInt32?
  private let followsFrame: Bool
  private var isFrameKnown = false
  private let screen: X11Screen
  /// Called with each new description; with nil if the window no longer exists.
  private let described: (X11Window, Description?) -> Void
  private var asking = SingleQuestion()

  init(
    _ number: UInt32, on screen: X11Screen, followsFrame: Bool = false,
    described: @escaping (X11Window, Description?) -> Void
  ) {
    self.number = number
    self.screen = screen
    self.followsFrame = followsFrame
    self.described = described
    screen.follow(number)
  }

  deinit {
    screen.unfollow(number)
    if let frame { screen.unfollow(frame) }
  }

  func isDescribed(by property: UInt32) -> Bool {
    let atoms = screen.atoms
    return [X11Atom.windowClass, X11Atom.oldName, atoms[.windowName]].contains(property)
      || affectsPosition(property: property)
  }

  func affectsPosition(property: UInt32) -> Bool {
    let atoms = screen.atoms
    return [atoms[.windowState], atoms[.shadowExtents]].contains(property)
  }

  /// Searches for the frame again; called when the window has a new parent.
  func reparent() {
    isFrameKnown = false
    ask(isOutdated: true)
  }

  /// Asks for the whole description. `isOutdated` means that the known area or visibility may be wrong.
  func ask(isOutdated: Bool = false) {
    self.isOutdated = self.isOutdated || isOutdated
    if asking.change() { begin() }
  }

  private func begin() {
    if followsFrame, !isFrameKnown { findFrame(around: number, depth: 0) } else { send() }
  }

  /// Finds the outermost ancestor of `window` below the root, and follows it. Some window managers nest several frames.
  private func findFrame(around window: UInt32, depth: Int) {
    screen.connection.ask({ $0.query_tree($1, window) }) { [weak self] reply in
      guard let self else { return }
      guard let parent = reply?.parent, parent != 0, parent != screen.root, depth < Self.deepestFrame else {
        return follow(window == number ? nil : window)
      }
      findFrame(around: parent, depth: depth + 1)
    }
  }

  /// Follows the new frame, if any, and then asks for the description. In this order, no change is missed.
  private func follow(_ frame: UInt32?) {
    isFrameKnown = true
    if frame != self.frame {
      if let old = self.frame { screen.unfollow(old) }
      if let frame { screen.follow(frame) }
      self.frame = frame
    }
    send()
  }

  /// Sends all questions at once. The server answers in order.
  private func send() {
    let answers = Shared(Description())
    let atoms = screen.atoms
    // The server sends no reply about a window that no longer exists.
    let isThere = Shared(false)
    screen.connection.ask({ $0.get_window_attributes($1, number) }) { reply in
      isThere.value = reply != nil
      let state = reply.map { UInt32($0.map_state) }
      answers.value.isMapped = state ?? XCB_MAP_STATE_UNMAPPED.rawValue != XCB_MAP_STATE_UNMAPPED.rawValue
      answers.value.isViewable = state == XCB_MAP_STATE_VIEWABLE.rawValue
    }
    // The property has the name of the instance, then the name of the class.
    screen.connection.askProperty(X11Atom.windowClass, of: number) {
      answers.value.window.app = $0?.texts.dropFirst().first
    }
    screen.connection.askProperty(X11Atom.oldName, of: number) { answers.value.oldName = $0?.texts.first }
    screen.connection.askProperty(atoms[.windowName], of: number) { answers.value.window.title = $0?.texts.first }
    screen.connection.askProperty(atoms[.windowState], of: number) {
      answers.value.window.isFullscreen = $0?.words.contains(atoms[.fullscreen])
      answers.value.isHidden = $0?.words.contains(atoms[.hidden]) ?? false
    }
    screen.connection.askProperty(atoms[.windowType], of: number) {
      answers.value.isOfDesktop = $0?.words.contains { $0 == atoms[.dock] || $0 == atoms[.background] } ?? false
    }
    screen.connection.askProperty(atoms[.shadowExtents], of: number) { answers.value.shadow = ShadowWidths($0) }
    let outermost = frame ?? number
    screen.connection.ask({ $0.get_geometry($1, outermost) }) { reply in
      answers.value.size = reply.map { (Int($0.width), Int($0.height)) }
    }
    screen.connection.ask({ $0.translate_coordinates($1, outermost, screen.root, 0, 0) }) { [weak self] reply in
      if let size = answers.value.size, let reply {
        let area = answers.value.area(left: Int(reply.dst_x), top: Int(reply.dst_y), size)
        answers.value.area = area
      }
      self?.finish(isThere.value ? answers.value : nil)
    }
  }

  private func finish(_ answers: Description?) {
    var answers = answers
    let oldName = answers?.oldName
    if answers?.window.title?.isEmpty ?? true { answers?.window.title = oldName }
    let isAgain = asking.finish()
    if !isAgain { isOutdated = false }
    described(self, answers)
    if isAgain { begin() }
  }
}

/// The widths of a window's shadow on its four sides, in pixels.
private struct ShadowWidths {
  var left = 0
  var right = 0
  var top = 0
  var bottom = 0
  /// The maximum valid width. If a width is larger, all widths are ignored.
  private static let most = 1000

  init() {}

  init(_ property: X11Property?) {
    guard let words = property?.words, words.count >= 4, words.allSatisfy({ $0 <= Self.most }) else { return }
    (left, right, top, bottom) = (Int(words[0]), Int(words[1]), Int(words[2]), Int(words[3]))
  }
}

extension X11Window.Description {
  fileprivate func area(left: Int, top: Int, _ size: (width: Int, height: Int)) -> DesktopLayout.Area {
    DesktopLayout.Area(
      left: Double(left + shadow.left), top: Double(top + shadow.top),
      width: Double(max(0, size.width - shadow.left - shadow.right)),
      height: Double(max(0, size.height - shadow.top - shadow.bottom)))
  }
}
