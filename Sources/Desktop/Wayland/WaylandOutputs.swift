import GestureCore

/// wl_output: the outputs that are on, with their names and transforms.
///
/// Source: wayland.xml, wl_output version 4.
final class WaylandOutputs {
  static let interface = "wl_output"
  /// Outputs have names since then.
  private static let version: UInt32 = 4
  private static let release: UInt32 = 0
  private static let releasable: UInt32 = 3

  private struct Output {
    let global: WaylandConnection.Global
    var name: String?
    var transform: Int32 = 0
    /// What is known is whole.
    var known: DesktopOutput?
  }

  /// By the number of the object.
  private var outputs: [UInt32: Output] = [:]
  private unowned let connection: WaylandConnection
  private let registry: UInt32

  init(_ connection: WaylandConnection, of registry: UInt32) {
    self.connection = connection
    self.registry = registry
  }

  /// In the order in which they came.
  var all: [DesktopOutput] { outputs.sorted { $0.key < $1.key }.compactMap(\.value.known) }

  func name(_ object: UInt32) -> String? { outputs[object]?.known?.name }

  func add(_ global: WaylandConnection.Global) {
    let object = connection.bind(global, of: registry, atMost: Self.version) {
      [unowned self] event in try hear(&event)
    }
    outputs[object] = Output(global: global)
  }

  /// The compositor does not offer it any more.
  func remove(_ name: UInt32) {
    guard let object = outputs.first(where: { $0.value.global.name == name })?.key,
      let output = outputs.removeValue(forKey: object)
    else { return }
    connection.forget(object)
    if output.global.version >= Self.releasable { connection.send(object, Self.release) }
  }

  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    guard var output = outputs[event.object] else { return }
    switch event.code {
    case 0:
      for _ in 0..<5 { _ = try event.word() }
      _ = try event.text()
      _ = try event.text()
      output.transform = try event.number()
    case 2:
      output.known = output.name.map { DesktopOutput(name: $0, rotation: Self.rotation(output.transform)) }
    case 4: output.name = try event.text()
    default: return
    }
    outputs[event.object] = output
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
