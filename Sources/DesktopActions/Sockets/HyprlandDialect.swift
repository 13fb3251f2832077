import Bindings
import Desktop
import Text

/// Hyprland's socket of requests, in the words of `hyprctl dispatch` with a configuration in `hyprland.conf`. By the documentation
/// alone; never tried with a real Hyprland.
///
/// With a configuration in Lua, since 0.55, Hyprland takes dispatchers in Lua only: it refuses these words, and the refusal is reported.
///
/// Source: wiki.hypr.land, "IPC" and "Dispatchers".
struct HyprlandDialect: RequestDialect {
  let name = "Hyprland"
  let probe = "version"

  /// The socket of `HYPRLAND_INSTANCE_SIGNATURE`; if that is not set, all that are there. `variable` gives a variable that is set and
  /// not empty.
  static func paths(_ variable: (String) -> String?) -> [String] {
    guard let folder = variable("XDG_RUNTIME_DIR").map({ "\($0)/hypr" }) else { return [] }
    let named = variable("HYPRLAND_INSTANCE_SIGNATURE").map { [$0] }
    return (named ?? SocketListing.names(in: folder) { !$0.hasPrefix(".") }).map { "\(folder)/\($0)/.socket.sock" }
  }

  func request(for action: DesktopAction) -> String? { dispatcher(action).map { "dispatch \($0)" } }

  private func dispatcher(_ action: DesktopAction) -> String? {
    switch action {
    case .workspace(.next): "workspace e+1"
    case .workspace(.previous): "workspace e-1"
    case .workspace(.number(let number)): "workspace \(number)"
    case .window(.close): "killactive"
    case .window(.fullscreen): "fullscreen 0"
    case .window(.maximize): "fullscreen 1"
    case .window(.left): "movewindow l"
    case .window(.right): "movewindow r"
    case .window(.next): "cyclenext"
    case .window(.previous): "cyclenext prev"
    case .window(.minimize), .overview, .media, .level: nil
    }
  }

  /// The end of the answer is that of the connection.
  func isWhole(_ answer: [UInt8]) -> Bool { false }

  func refusal(in answer: [UInt8]) -> String? {
    let text = String(decoding: answer, as: UTF8.self)
    return text.hasPrefix("ok") ? nil : text.visible
  }
}
