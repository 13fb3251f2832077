import GestureCore

/// Follows a compositor's outputs. wl_output reports names and transforms. zwlr_output_power or org_kde_kwin_dpms
/// reports sleep.
///
/// An output that is switched off in the configuration disappears. A sleeping output stays. When an output is rotated,
/// Hyprland sends `done` without the new transform, and only if the output has a zxdg_output_v1. So each output gets a
/// zxdg_output_v1. After a `done` without changes, this type binds the output a second time: a new object gets all
/// facts. The first object stays, as windows refer to it. Source: wayland.xml, wl_output version 4; dpms.xml of
/// plasma-wayland-protocols; wlr-output-power-management-unstable-v1.xml; xdg-output-unstable-v1.xml, version 3.
package final class WaylandOutputs {
  private static let releasable: UInt32 = 3
  private enum Power {
    case wlroots(manager: UInt32)
    case kwin(manager: UInt32)
  }

  private struct Output {
    let global: WaylandConnection.Global
    var name: String?
    var transform: Int32 = 0
    var isTall: Bool?
    var power: UInt32?
    /// The output's zxdg_output_v1, whose events are ignored.
    var extent: UInt32?
    var isOn = true
    /// The output as of its last complete report. Nil before the first report, or if the output has no name.
    var known: DesktopOutput?
    /// Whether the compositor has reported something about the output since the output's last `done`.
    var hasNews = false
    /// The output's second object, until this second object has reported all facts. Nil if no second object exists now.
    var second: UInt32?
  }

  private var outputs: [UInt32: Output] = [:]
  private unowned let connection: WaylandConnection
  private let power: Power?
  /// The zxdg_output_manager_v1. Nil without version 3, the first version with `wl_output.done` after every change.
  private let extents: UInt32?

  init(_ compositor: WaylandCompositor) {
    connection = compositor.connection
    power =
      compositor.object(ZwlrOutputPowerManagerV1.interface).map { .wlroots(manager: $0) }
      ?? compositor.object(OrgKdeKwinDpmsManager.interface).map { .kwin(manager: $0) }
    extents = compositor.object(ZxdgOutputManagerV1.interface, since: ZxdgOutputManagerV1.interface.version)
    connection.follow(
      WlOutput.interface, added: { [unowned self] in add($0) }, removed: { [unowned self] in remove($0) })
  }

  /// The facts that the compositor reports about outputs. Empty if outputs have no names.
  var provided: DesktopNeeds {
    guard connection.global(WlOutput.interface, since: WlOutput.interface.version) != nil else { return [] }
    return power == nil ? .outputs : [.outputs, .power]
  }

  var all: [DesktopOutput] {
    outputs.sorted { $0.key < $1.key }.compactMap { _, output in
      var known = output.known
      known?.isOn = output.isOn
      return known
    }
  }

  func name(_ object: UInt32) -> String? { outputs[object]?.known?.name }

  package var objects: [UInt32] { outputs.filter { $0.value.known?.name != nil }.map(\.key) }

  package func object(named name: String) -> UInt32? { outputs.first { $0.value.known?.name == name }?.key }

  private func add(_ global: WaylandConnection.Global) {
    let object = connection.bind(global, as: WlOutput.interface)
    listen(to: object, of: object)
    let powerObject = power.map { askPower($0, of: object) }
    let extent = extents.map { extents in
      let extent = connection.create()
      connection.send(extents, ZxdgOutputManagerV1.getXdgOutput, extent, object)
      return extent
    }
    outputs[object] = Output(global: global, power: powerObject, extent: extent)
  }

  private func remove(_ name: UInt32) {
    guard let object = outputs.first(where: { $0.value.global.name == name })?.key,
      let output = outputs.removeValue(forKey: object)
    else { return }
    connection.forget(object)
    dropPower(of: output)
    if let extent = output.extent { connection.release(extent, ZxdgOutputV1.destroy) }
    if let second = output.second { connection.release(second, WlOutput.release) }
    if output.global.version >= Self.releasable { connection.release(object, WlOutput.release) }
  }

  /// Creates the object that reports whether an output is on.
  private func askPower(_ protocol: Power, of object: UInt32) -> UInt32 {
    let power = connection.create()
    switch `protocol` {
    case .wlroots(let manager):
      connection.listen(
        to: power,
        ZwlrOutputPowerV1.mode.on { [unowned self] in outputs[object]?.isOn = $0 != ZwlrOutputPowerV1.modeOff },
        ZwlrOutputPowerV1.failed.on { [unowned self] in
          guard let output = outputs[object] else { return }
          dropPower(of: output)
          outputs[object]?.power = nil
          outputs[object]?.isOn = true
        })
      connection.send(manager, ZwlrOutputPowerManagerV1.getOutputPower, power, object)
    case .kwin(let manager):
      // The other modes are kinds of sleep.
      connection.listen(
        to: power, OrgKdeKwinDpms.mode.on { [unowned self] in outputs[object]?.isOn = $0 == OrgKdeKwinDpms.modeOn })
      connection.send(manager, OrgKdeKwinDpmsManager.get, power, object)
    }
    return power
  }

  private func dropPower(of output: Output) {
    guard let object = output.power else { return }
    switch power {
    case .wlroots: connection.release(object, ZwlrOutputPowerV1.destroy)
    case .kwin: connection.release(object, OrgKdeKwinDpms.release)
    case nil: break
    }
  }

  /// Listens to reports about the output `object`. `reporter` is `object` or the output's `second`.
  private func listen(to reporter: UInt32, of object: UInt32) {
    connection.listen(
      to: reporter,
      WlOutput.geometry.on { [unowned self] _, _, _, _, _, _, _, transform in
        change(object) { $0.transform = transform }
      },
      WlOutput.mode.on { [unowned self] flags, width, height, _ in
        change(object) { if flags & WlOutput.modeCurrent != 0 { $0.isTall = height > width } }
      },
      WlOutput.scale.on { [unowned self] _ in change(object) { _ in } },
      WlOutput.description.on { [unowned self] _ in change(object) { _ in } },
      WlOutput.name.on { [unowned self] name in change(object) { $0.name = name } },
      WlOutput.done.on { [unowned self] in finish(object, by: reporter) })
  }

  private func change(_ object: UInt32, _ change: (inout Output) -> Void) {
    guard var output = outputs[object] else { return }
    output.hasNews = true
    change(&output)
    outputs[object] = output
  }

  /// Handles `done`: updates the known output. A `done` without changes binds a known output a second time instead.
  private func finish(_ object: UInt32, by reporter: UInt32) {
    guard var output = outputs[object] else { return }
    defer { outputs[object] = output }
    let hasNews = output.hasNews
    output.hasNews = false
    if reporter == output.second {
      connection.release(reporter, WlOutput.release)
      output.second = nil
    } else if !hasNews, output.known != nil {
      guard output.second == nil else { return }
      let second = connection.bind(output.global, as: WlOutput.interface)
      listen(to: second, of: object)
      output.second = second
      return
    }
    // Transforms 0 to 3 turn the picture counterclockwise, for a panel that is turned clockwise; the others mirror it.
    let rotation = Rotation(rawValue: Int(output.transform) * 90)
    output.known = output.name.map { DesktopOutput(name: $0, rotation: rotation, isTall: output.isTall) }
  }
}
