import Base

/// Reports whether mutter's outputs sleep, which mutter's Wayland protocols don't report. Tested with GNOME 43, 48, 51.
package final class MutterPowerProvider: DesktopProvider, BusUser {
  private static let service = "org.gnome.Mutter.DisplayConfig"
  private static let path = "/org/gnome/Mutter/DisplayConfig"
  private static let properties = "org.freedesktop.DBus.Properties"
  private static let property = "PowerSaveMode"

  package let name = "mutter"
  package private(set) var isDesktopRunning = true
  package let bus: SessionBus
  private var peer: BusPeer?
  private var isDark: Bool?

  init(library: BusLibrary? = BusLibrary.load(), address: String? = nil) {
    bus = SessionBus(library: library, address: address, now: MonotonicClock.now())
    guard let connection = bus.connection else {
      isDesktopRunning = false
      return
    }
    let peer = BusPeer(
      Self.service, on: connection,
      found: { [unowned self] owner in
        bus.answered()
        if case .program = owner { return ask() }
        isDesktopRunning = owner != .noProgram
        bus.fail(
          owner == .noProgram
            ? "mutter, GNOME's compositor, is not on the session bus" : "the session bus does not answer")
      },
      changed: { [unowned self] owner in
        isDark = nil
        if case .program = owner { ask() }
      })
    peer.follow("path='\(Self.path)',interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.service)'")
    {
      [unowned self] message in
      if message.text() == Self.service { take(message.properties()[Self.property]) }
    }
    self.peer = peer
  }

  package let provided: DesktopNeeds = .power

  package var state: LinkState {
    if let failure = bus.failure { return .unavailable(failure) }
    return isDark == nil ? .opening : .ready
  }

  package var facts: DesktopFacts {
    var facts = DesktopFacts()
    if bus.failure == nil { facts.isDark = isDark }
    return facts
  }

  private func ask() {
    let call = BusCall(
      destination: Self.service, path: Self.path, interface: Self.properties, method: "Get",
      arguments: [.text(Self.service), .text(Self.property)])
    peer?.call(call, within: Bus.patience) { [unowned self] answer in
      if case .message(let message) = answer { take(message.value()) }
      if isDark == nil { bus.fail("mutter does not report whether its outputs are off") }
    }
  }

  /// Takes a value of mutter's PowerSaveMode. Above 0, the outputs sleep; -1 means that they can't sleep.
  private func take(_ value: BusMessage.Value?) { if case .number(let mode) = value { isDark = mode > 0 } }
}
