import Base
import Bindings
import Desktop
import Text

/// GNOME's shell with our extension, `contrib/desktops/gnome`: its method `Act` takes the key and the value of a rule, and answers with
/// what it says against that, or nothing.
///
/// The name must belong to the shell itself: any program of the session could own the name while there is no extension.
final class GnomeLink: ActionLink, BusSessionLink {
  private static let shell = "org.gnome.Shell"
  private static let path = "/org/gesture_bridge/Desktop1"
  private static let interface = "org.gesture_bridge.Desktop1"

  let name = "GNOME"
  let link: BusLink

  /// `address` is that of the bus, where it is not the session's.
  init(address: String? = nil) {
    link = BusLink(
      to: Self.shell, absent: "GNOME's shell is not on the session bus", gone: "GNOME's shell has ended",
      address: address)
    // An older extension has no such method.
    link.found = { [unowned self] in
      link.call(Self.path, Self.interface, "Act", Self.nothing) { [unowned self] answer in
        if case .message = answer {
          link.open()
        } else {
          link.fail(
            "GNOME's shell lacks gesture-bridge's extension, or has an old one: run `\(GnomeExtensionProvider.ownInstaller())`, and log in again"
          )
        }
      }
    }
  }

  /// Asks for nothing, to learn whether the method is there.
  private static let nothing: [BusCall.Argument] = [.text(""), .text("")]

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    link.call(Self.path, Self.interface, "Act", [.text(action.key), .text(action.value)]) { answer in
      switch answer {
      case .message(let message):
        guard let problem = message.text(), !problem.isEmpty else { return }
        refused("GNOME's shell says: \(problem.visible)")
      case .refusal, .nobody: refused("the extension is not active, for example because the screen is locked")
      case .silence: refused("GNOME's shell does not answer")
      }
    }
    ready()
  }
}
