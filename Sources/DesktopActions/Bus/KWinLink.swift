import Base
import Bindings
import Desktop

/// Controls KWin through its keyboard shortcuts, even shortcuts without a key.
///
///     the names of KWin's shortcuts -> ready -> a shortcut for each request
///
/// Source: org.kde.kglobalaccel.Component.xml of kglobalacceld; KWin's source for the names, which are always English.
final class KWinLink: ActionLink, BusSessionLink {
  private static let service = "org.kde.kglobalaccel"
  private static let path = "/component/kwin"
  private static let interface = "org.kde.kglobalaccel.Component"

  let name = "KWin"
  let link: BusLink
  private var shortcuts: Set<String> = []

  init(address: String? = nil) {
    link = BusLink(
      to: Self.service, absent: "the service for KDE's global shortcuts is not running in this session",
      gone: "the service for KDE's global shortcuts has ended", address: address)
    link.found = { [unowned self] in askNames() }
  }

  private func askNames() {
    link.call(Self.path, Self.interface, "shortcutNames") { [unowned self] answer in
      guard case .message(let message) = answer, let names = message.texts(), !names.isEmpty else {
        return bus.fail("the service for KDE's global shortcuts does not report KWin's shortcuts")
      }
      shortcuts = Set(names)
      link.open()
    }
  }

  // MARK: Shortcuts

  func obstacle(to action: DesktopAction) -> String? {
    guard let names = Self.names(action) else { return "KWin has no shortcut for this action" }
    return shortcut(names) == nil ? "this version of KWin has no shortcut \"\(names[0])\"" : nil
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard let name = Self.names(action).flatMap(shortcut) else { return }
    link.call(Self.path, Self.interface, "invokeShortcut", [.text(name)]) { answer in
      if case .message = answer { return }
      refused("KWin refuses the shortcut \"\(name)\", or does not answer")
    }
    ready()
  }

  private func shortcut(_ names: [String]) -> String? { names.first(where: shortcuts.contains) }

  /// Returns the shortcut's names in the versions of KWin, the newest first. Nil if KWin has no such shortcut.
  private static func names(_ action: DesktopAction) -> [String]? {
    switch action {
    case .workspace(.next): ["Switch to Next Desktop"]
    case .workspace(.previous): ["Switch to Previous Desktop"]
    case .workspace(.number(let number)): ["Switch to Desktop \(number)"]
    case .window(.close): ["Window Close"]
    case .window(.fullscreen): ["Window Fullscreen"]
    case .window(.maximize): ["Window Maximize"]
    case .window(.minimize): ["Window Minimize"]
    case .window(.left): ["Window Quick Tile Left"]
    case .window(.right): ["Window Quick Tile Right"]
    case .window(.next): ["Walk Through Windows"]
    case .window(.previous): ["Walk Through Windows (Reverse)"]
    case .overview(.toggle): ["Overview", "ExposeAll"]
    // A shortcut only toggles: it can't show or hide.
    case .overview(.show), .overview(.hide), .media, .level: nil
    }
  }
}
