import Base
import Bindings
import Desktop
import Text

/// Controls GNOME Shell through this project's extension, `contrib/desktops/gnome`. The method `Act` takes the key and
/// the value of an action. It returns a problem, or an empty text.
///
/// Calls go to the shell's bus name, because any program could own the extension's bus name.
final class GnomeLink: ActionLink, BusSessionLink {
  private static let shell = "org.gnome.Shell"
  private static let path = "/org/gesture_bridge/Desktop1"
  private static let interface = "org.gesture_bridge.Desktop1"

  let name = "GNOME"
  let link: BusLink

  init(address: String? = nil) {
    link = BusLink(
      to: Self.shell, absent: "GNOME's shell is not running in this session", gone: "GNOME's shell has ended",
      address: address)
    // An older extension lacks the method.
    link.found = { [unowned self] in
      link.call(Self.path, Self.interface, "Act", Self.nothing) { [unowned self] answer in
        if case .message = answer {
          link.open()
        } else {
          bus.fail(
            "GNOME's shell lacks gesture-bridge's extension, or has an old version of the extension: run `\(GnomeExtensionProvider.ownInstaller())`, and log in again"
          )
        }
      }
    }
  }

  /// An empty request, which only tests whether the method exists.
  private static let nothing: [BusCall.Argument] = [.text(""), .text("")]

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    link.call(Self.path, Self.interface, "Act", [.text(action.key), .text(action.value)]) { answer in
      switch answer {
      case .message(let message):
        guard let problem = message.text(), !problem.isEmpty else { return }
        refused("GNOME's shell reports: \(problem.visible)")
      case .refusal, .noService:
        refused("gesture-bridge's extension for GNOME is off: unlock the screen, or turn the extension on")
      case .silence: refused("GNOME's shell does not answer")
      }
    }
    ready()
  }
}
