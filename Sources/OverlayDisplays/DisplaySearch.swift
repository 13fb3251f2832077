import Desktop
import Overlay

/// Finds the display to draw on: a compositor with layer surfaces, otherwise an X server, which may be Xwayland.
enum DisplaySearch {
  /// - Throws: `OverlayFailure`, which names the displays that were tried.
  static func display(
    _ variable: (String) -> String?, _ library: CairoLibrary, _ text: PangoText
  ) throws(OverlayFailure) -> any OverlayDisplay {
    var reasons: [String] = []
    if variable("WAYLAND_DISPLAY") != nil {
      for path in WaylandSockets.paths(variable) {
        do throws(OverlayFailure) {
          return try WaylandDisplay(path: path, library, text)
        } catch {
          reasons.append(error.description)
        }
      }
    }
    if let name = variable("DISPLAY") {
      do throws(OverlayFailure) {
        return try X11Display(name, library, text)
      } catch {
        reasons.append(error.description)
      }
    }
    if reasons.isEmpty { reasons.append("WAYLAND_DISPLAY and DISPLAY are not set") }
    throw OverlayFailure(description: "gestures can't be drawn here: \(reasons.joined(separator: "; "))")
  }
}
