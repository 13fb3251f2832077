import Base
import Bindings
import Desktop

/// Reads the brightness from the kernel, and asks logind to change it.
/// Source: org.freedesktop.login1(5), "SetBrightness"; Documentation/ABI/stable/sysfs-class-backlight of the kernel.
final class BacklightLink: ActionLink, BusSessionLink {
  private static let service = "org.freedesktop.login1"
  /// logind's object for the caller's own session, or else the user's graphical session.
  private static let session = "/org/freedesktop/login1/session/auto"
  private static let interface = "org.freedesktop.login1.Session"
  /// The types of backlight controls, in the kernel's order of preference.
  private static let kinds = ["firmware", "platform", "raw"]
  /// The lowest brightness, in percent. A dark screen would be useless.
  private static let least = 1.0

  let name = "logind"
  private let folder: String
  let link: BusLink

  /// `folder` is the kernel's folder of backlights; `address` is nil for the system bus.
  init(folder: String = "/sys/class/backlight", address: String? = nil) {
    self.folder = folder
    link = BusLink(
      to: Self.service, absent: "logind is not running", gone: "logind has ended",
      address: address ?? BusLink.system.address, name: BusLink.system.name)
    link.found = { [unowned self] in link.open() }
  }

  var state: LinkState {
    link.state == .ready && light == nil ? .unavailable("no screen with adjustable brightness was found") : link.state
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard case .level(.brightness, let change) = action else { return }
    guard let light, let most = number(light, "max_brightness"), let now = number(light, "brightness"), most > 0 else {
      return refused("the screen's brightness control was removed")
    }
    let percent = max(Self.least, change.level(after: Double(now) * 100 / Double(most)))
    var wanted = Int((percent * Double(most) / 100).rounded())
    // A smaller change than one step of the backlight becomes one step.
    if case .by(let change) = change, wanted == now { wanted += change > 0 ? 1 : -1 }
    wanted = min(max(wanted, 1), most)
    guard wanted != now else { return }
    link.call(
      Self.session, Self.interface, "SetBrightness",
      [.text("backlight"), .text(light), .number(UInt32(clamping: wanted))]
    ) { answer in
      guard case .message = answer else { return refused("logind refuses to set the brightness, or does not answer") }
    }
    ready()
  }

  private var light: String? {
    SocketListing.names(in: folder) { !$0.hasPrefix(".") }.sorted().min { rank($0) < rank($1) }
  }

  private func rank(_ light: String) -> Int {
    SmallFile.line("\(folder)/\(light)/type").flatMap(Self.kinds.firstIndex(of:)) ?? Self.kinds.count
  }

  private func number(_ light: String, _ file: String) -> Int? {
    SmallFile.line("\(folder)/\(light)/\(file)").flatMap { Int($0) }
  }
}
