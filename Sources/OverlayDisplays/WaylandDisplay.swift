import Base
import Control
import Desktop
import Glibc
import Overlay
import Text

/// A compositor with zwlr_layer_shell_v1: sway, Hyprland, niri, labwc, Wayfire, KWin, COSMIC. Source:
/// wlr-layer-shell-unstable-v1.xml, version 4; fractional-scale-v1.xml; viewporter.xml; wayland.xml.
final class WaylandDisplay: OverlayDisplay {
  struct Globals {
    var compositor: UInt32
    var memory: UInt32
    var shell: UInt32
    /// The objects of viewporter and fractional-scale; nil unless the compositor has both protocols.
    var scaling: (viewporter: UInt32, fractions: UInt32)?
  }

  private struct Output {
    let global: UInt32
    var name: String?
    var scale: Int32 = 1
  }

  /// The longest time to wait for the compositor's answer, in microseconds.
  private static let answerTimeout: Int64 = 5_000_000

  let connection: WaylandConnection
  let library: CairoLibrary
  let text: PangoText
  private(set) var globals = Globals(compositor: 0, memory: 0, shell: 0)
  private var outputs: [UInt32: Output] = [:]
  private var isAnswered = false

  /// Connects, and blocks until the compositor answers. Throws after a failure, or if a required protocol is missing.
  init(path: String, _ library: CairoLibrary, _ text: PangoText) throws(OverlayFailure) {
    (self.library, self.text) = (library, text)
    do throws(SystemError) {
      connection = try WaylandConnection(path: path)
    } catch {
      throw OverlayFailure(description: "no compositor answers at \(path.visible) (\(error))")
    }
    try awaitAnswer(path)
    connection.follow(
      WlOutput.interface, added: { [unowned self] in add($0) },
      removed: { [unowned self] name in outputs = outputs.filter { $0.value.global != name } })
    globals.compositor = try bind(WlCompositor.interface, since: WlCompositor.interface.version)
    globals.memory = try bind(WlShm.interface)
    globals.shell = try bind(ZwlrLayerShellV1.interface)
    if let viewporter = connection.global(WpViewporter.interface),
      let fractions = connection.global(WpFractionalScaleManagerV1.interface)
    {
      globals.scaling = (
        connection.bind(viewporter, as: WpViewporter.interface),
        connection.bind(fractions, as: WpFractionalScaleManagerV1.interface)
      )
    }
    try awaitAnswer(path)
  }

  var wait: (descriptor: Int32, events: Int16)? { connection.wait }
  var ending: String? { connection.ending }
  var hasMore: Bool { false }

  func ready() { connection.ready() }
  func send() {}

  func surface(_ target: SurfaceTarget, _ composer: OverlayComposer) -> (any OverlaySurface)? {
    var object: UInt32?
    if case .output(let name?) = target { object = outputs.first { $0.value.name == name }?.key }
    return WaylandSurface(self, target, output: object, composer)
  }

  /// Returns the output's integer scale. If `output` is nil or unknown: the largest scale of all outputs, or 1.
  func scale(of output: UInt32?) -> Double {
    let scales = output.flatMap { outputs[$0].map { [$0.scale] } } ?? outputs.values.map(\.scale)
    return Double(scales.max() ?? 1)
  }

  // MARK: Globals

  private func add(_ global: WaylandConnection.Global) {
    let output = connection.bind(global, as: WlOutput.interface)
    connection.listen(
      to: output,
      WlOutput.scale.on { [unowned self] in outputs[output]?.scale = min(max($0, 1), 8) },
      WlOutput.name.on { [unowned self] in outputs[output]?.name = $0 })
    outputs[output] = Output(global: global.name)
  }

  private func bind(_ interface: WaylandInterface, since least: UInt32 = 1) throws(OverlayFailure) -> UInt32 {
    guard let global = connection.global(interface, since: least) else {
      throw OverlayFailure(
        description: "the compositor has no protocol \(interface.name), which is needed to draw above all windows")
    }
    return connection.bind(global, as: interface)
  }

  private func awaitAnswer(_ path: String) throws(OverlayFailure) {
    isAnswered = false
    connection.sync { [unowned self] in isAnswered = true }
    Waiting.serve(
      within: Self.answerTimeout, until: { isAnswered || connection.wait == nil },
      waits: { [connection.wait].compactMap(\.self) }
    ) { _ in connection.ready() }
    guard !isAnswered else { return }
    throw OverlayFailure(description: connection.ending ?? "the compositor at \(path.visible) does not answer")
  }
}
