import GestureCore

/// wl_output: the outputs, with their names and transforms, and zwlr_output_power or org_kde_kwin_dpms: whether they show anything.
///
/// An output that is switched off by its compositor's configuration is not offered any more; one that only sleeps is.
///
/// When Hyprland turns an output, it sends `done` without the change, and only if some program has a zxdg_output_v1. So each output has one,
/// and after such a `done` a second object of the output has everything reported again. The first object stays, as windows are on that one.
///
/// Source: wayland.xml, wl_output version 4; wlr-output-power-management-unstable-v1.xml; dpms.xml of plasma-wayland-protocols;
/// xdg-output-unstable-v1.xml, version 3.
final class WaylandOutputs {
  static let interface = "wl_output"
  /// Outputs have names since then.
  static let version: UInt32 = 4
  private static let release: UInt32 = 0
  private static let releasable: UInt32 = 3
  /// A protocol that tells whether an output sleeps. The requests of both have the same numbers.
  enum PowerProtocol: String, CaseIterable {
    case wlroots = "zwlr_output_power_manager_v1"
    case kwin = "org_kde_kwin_dpms_manager"
  }

  private static let getPower: UInt32 = 0
  private static let destroyPower: UInt32 = 1
  /// The manager of the zxdg_output_v1s. Since this version a change of one ends by `done` of its output.
  static let extents = "zxdg_output_manager_v1"
  static let extentsVersion: UInt32 = 3
  private static let getExtent: UInt32 = 1
  private static let destroyExtent: UInt32 = 0
  /// The flag of the mode that an output has now.
  private static let current: UInt32 = 1

  private struct Output {
    let global: WaylandConnection.Global
    var name: String?
    var transform: Int32 = 0
    var isTall: Bool?
    /// The object that tells whether it shows anything.
    var power: UInt32?
    /// Its zxdg_output_v1, whose events are ignored.
    var extent: UInt32?
    var isOn = true
    /// What is known is whole.
    var known: DesktopOutput?
    /// The compositor has reported something since its last `done`.
    var hasNews = false
    /// The second object, until it has reported everything.
    var second: UInt32?
  }

  /// By the number of the object.
  private var outputs: [UInt32: Output] = [:]
  private unowned let connection: WaylandConnection
  private let powerManager: UInt32?
  private let powerProtocol: PowerProtocol?
  private let extentManager: UInt32?

  /// `power` is what the compositor has to tell whether outputs show anything, and `extents` the manager of the zxdg_output_v1s; nil if that
  /// is of no interest.
  init(
    _ connection: WaylandConnection, power: WaylandConnection.Global? = nil,
    extents: WaylandConnection.Global? = nil
  ) {
    self.connection = connection
    powerManager = power.map { connection.bind($0, atMost: 1) }
    powerProtocol = power.flatMap { PowerProtocol(rawValue: $0.interface) }
    extentManager = extents.map { connection.bind($0, atMost: Self.extentsVersion) }
  }

  /// In the order in which they came.
  var all: [DesktopOutput] {
    outputs.sorted { $0.key < $1.key }.compactMap { _, output in
      var known = output.known
      known?.isOn = output.isOn
      return known
    }
  }

  func name(_ object: UInt32) -> String? { outputs[object]?.known?.name }

  func add(_ global: WaylandConnection.Global) {
    let object = connection.bind(global, atMost: Self.version) {
      [unowned self] event in try hear(&event, of: event.object)
    }
    var output = Output(global: global)
    if let powerManager {
      let power = connection.create { [unowned self] event in try hearPower(&event, of: object) }
      connection.send(powerManager, Self.getPower, .word(power), .word(object))
      output.power = power
    }
    if let extentManager {
      let extent = connection.create()
      connection.send(extentManager, Self.getExtent, .word(extent), .word(object))
      output.extent = extent
    }
    outputs[object] = output
  }

  /// The compositor does not offer it any more.
  func remove(_ name: UInt32) {
    guard let object = outputs.first(where: { $0.value.global.name == name })?.key,
      let output = outputs.removeValue(forKey: object)
    else { return }
    connection.forget(object)
    dropPower(of: output)
    if let extent = output.extent { connection.send(extent, Self.destroyExtent) }
    if let second = output.second { release(second) }
    if output.global.version >= Self.releasable { connection.send(object, Self.release) }
  }

  private func release(_ object: UInt32) {
    connection.forget(object)
    connection.send(object, Self.release)
  }

  private func dropPower(of output: Output) {
    guard let power = output.power else { return }
    connection.forget(power)
    connection.send(power, Self.destroyPower)
  }

  /// Its mode, or that the compositor tells nothing of this output any more.
  private func hearPower(_ event: inout WaylandEvent, of object: UInt32) throws(WaylandNonsense) {
    guard var output = outputs[object] else { return }
    switch (powerProtocol, event.code) {
    case (.wlroots, 0): output.isOn = try event.word() != 0
    case (.wlroots, _):
      dropPower(of: output)
      output.power = nil
      output.isOn = true
    // 0 is on, and the others are ways to sleep.
    case (.kwin, 1): output.isOn = try event.word() == 0
    case (.kwin, _), (nil, _): return
    }
    outputs[object] = output
  }

  /// `object` is the first one of the output.
  private func hear(_ event: inout WaylandEvent, of object: UInt32) throws(WaylandNonsense) {
    guard var output = outputs[object] else { return }
    let hasNews = output.hasNews
    output.hasNews = event.code != 2
    defer { outputs[object] = output }
    switch event.code {
    case 0:
      for _ in 0..<5 { _ = try event.word() }
      _ = try event.text()
      _ = try event.text()
      output.transform = try event.number()
    case 1:
      guard try event.word() & Self.current != 0 else { return }
      let width = try event.number()
      output.isTall = try event.number() > width
    case 2:
      if event.object == output.second {
        release(event.object)
        output.second = nil
      } else if !hasNews, output.known != nil {
        output.second = output.second ?? bindAgain(object, output.global)
        return
      }
      output.known = output.name.map {
        DesktopOutput(name: $0, rotation: Self.rotation(output.transform), isTall: output.isTall)
      }
    case 4: output.name = try event.text()
    default: break
    }
  }

  /// Has the compositor report everything about an output.
  private func bindAgain(_ object: UInt32, _ global: WaylandConnection.Global) -> UInt32 {
    connection.bind(global, atMost: Self.version) { [unowned self] event in try hear(&event, of: object) }
  }

  /// A transform turns the picture counterclockwise on the panel, so that it stands upright on one that is turned clockwise.
  private static func rotation(_ transform: Int32) -> Rotation? {
    switch transform {
    case 0: Rotation.none
    case 1: .quarter
    case 2: .half
    case 3: .threeQuarters
    default: nil
    }
  }
}
