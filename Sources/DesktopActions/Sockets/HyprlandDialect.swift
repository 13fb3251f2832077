import Bindings
import Desktop
import Text

/// Requests for Hyprland 0.55 and later, as dispatchers in Lua. Older versions refuse `probe`.
/// Source: wiki.hypr.land, "IPC" and "Dispatchers"; tested with Hyprland 0.57.
struct HyprlandDialect: RequestDialect {
  static let socket = ".socket.sock"

  let name = "Hyprland"
  let probe = "dispatch hl.dsp.no_op()"

  func request(for action: DesktopAction) -> String? { dispatcher(action).map { "dispatch hl.dsp.\($0)" } }

  private func dispatcher(_ action: DesktopAction) -> String? {
    switch action {
    // The next workspace may not exist yet, as with Hyprland's own swipe.
    case .workspace(.next): #"focus({ workspace = "r+1" })"#
    case .workspace(.previous): #"focus({ workspace = "r-1" })"#
    case .workspace(.number(let number)): "focus({ workspace = \(number) })"
    case .window(.close): "window.close()"
    case .window(.fullscreen): #"window.fullscreen({ mode = "fullscreen", action = "toggle" })"#
    case .window(.maximize): #"window.fullscreen({ mode = "maximized", action = "toggle" })"#
    case .window(.left): #"window.move({ direction = "left" })"#
    case .window(.right): #"window.move({ direction = "right" })"#
    case .window(.next): "window.cycle_next()"
    case .window(.previous): "window.cycle_next({ next = false })"
    case .window(.minimize), .overview, .media, .level: nil
    }
  }

  /// Returns false, because the answer is complete only when the connection ends.
  func isWhole(_ answer: [UInt8]) -> Bool { false }

  func refusal(in answer: [UInt8]) -> String? {
    let text = String(decoding: answer, as: UTF8.self)
    return text.hasPrefix("ok") ? nil : text.visible
  }
}
