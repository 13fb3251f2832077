import CLibraries
import GestureCore

/// Follows the active monitors through RandR, with their rotations and areas.
final class X11Outputs: X11Follower {
  private struct Monitor {
    var output: DesktopOutput
    let area: DesktopLayout.Area
  }

  private static let events =
    XCB_RANDR_NOTIFY_MASK_SCREEN_CHANGE.rawValue | XCB_RANDR_NOTIFY_MASK_CRTC_CHANGE.rawValue
    | XCB_RANDR_NOTIFY_MASK_OUTPUT_CHANGE.rawValue
  /// The maximum number of outputs that are read, more than a machine has.
  private static let mostOutputs = 64

  private let screen: X11Screen
  private let randr: XcbConnector.Numbers
  private let reportsFacts: Bool
  private var asking = SingleQuestion()
  private var shown: [Monitor]?

  /// If `reportsFacts` is false, the outputs aren't reported as facts; only other followers use them.
  init(_ screen: X11Screen, _ randr: XcbConnector.Numbers, reportsFacts: Bool) {
    (self.screen, self.randr, self.reportsFacts) = (screen, randr, reportsFacts)
    screen.connection.ask(
      xcb_randr_query_version_request_t(
        major_opcode: randr.requests, minor_opcode: UInt8(XCB_RANDR_QUERY_VERSION), length: 0, major_version: 1,
        minor_version: 3))
    screen.connection.request(
      xcb_randr_select_input_request_t(
        major_opcode: randr.requests, minor_opcode: UInt8(XCB_RANDR_SELECT_INPUT), length: 0, window: screen.root,
        enable: UInt16(Self.events), pad0: (0, 0)))
    change()
  }

  func handle(_ event: XcbEvent) {
    if [XCB_RANDR_SCREEN_CHANGE_NOTIFY, XCB_RANDR_NOTIFY].contains(event.type - randr.event) { change() }
  }

  func add(to facts: inout DesktopFacts) { if reportsFacts { facts.outputs = shown?.map(\.output) } }

  func name(showing position: Vector) -> String? {
    shown?.first { $0.area.contains(position.x, position.y) }?.output.name
  }

  var screens: [DesktopLayout.Screen]? { shown?.map { DesktopLayout.Screen($0.output.name, $0.area) } }

  var hasSeveral: Bool { shown.map { $0.count > 1 } ?? false }

  private func change() { if asking.change() { askResources() } }

  private func finish(_ monitors: [Monitor]?) {
    shown = monitors
    if asking.finish() { askResources() }
  }

  // MARK: One round of questions

  /// Asks for the list of outputs, their CRTCs, and the area of each CRTC.
  private func askResources() {
    // GetScreenResourcesCurrent answers at once; GetScreenResources would first search for monitors.
    let request = xcb_randr_get_screen_resources_current_request_t(
      major_opcode: randr.requests, minor_opcode: UInt8(XCB_RANDR_GET_SCREEN_RESOURCES_CURRENT), length: 0,
      window: screen.root)
    screen.connection.ask(request) { [weak self] reply in
      guard let self else { return }
      let crtcs = Int(reply?.num_crtcs ?? 0)
      // In the reply, the outputs follow the CRTCs.
      guard let reply, let ids = reply.list(UInt32.self, count: crtcs + min(Int(reply.num_outputs), Self.mostOutputs))
      else { return finish(nil) }
      askOutputs(Array(ids[crtcs...]), reply.config_timestamp)
    }
  }

  private func askOutputs(_ outputs: [UInt32], _ time: UInt32) {
    guard let last = outputs.indices.last else { return finish([]) }
    let found = Shared<[(name: String, crtc: UInt32)]>([])
    for (index, output) in outputs.enumerated() {
      let request = xcb_randr_get_output_info_request_t(
        major_opcode: randr.requests, minor_opcode: UInt8(XCB_RANDR_GET_OUTPUT_INFO), length: 0, output: output,
        config_timestamp: time)
      screen.connection.ask(request) { [weak self] reply in
        if let reply, let one = Self.output(reply) { found.value.append(one) }
        if index == last { self?.askCrtcs(found.value, time) }
      }
    }
  }

  private func askCrtcs(_ outputs: [(name: String, crtc: UInt32)], _ time: UInt32) {
    guard let last = outputs.indices.last else { return finish([]) }
    let found = Shared<[Monitor]>([])
    for (index, output) in outputs.enumerated() {
      let request = xcb_randr_get_crtc_info_request_t(
        major_opcode: randr.requests, minor_opcode: UInt8(XCB_RANDR_GET_CRTC_INFO), length: 0, crtc: output.crtc,
        config_timestamp: time)
      screen.connection.ask(request) { [weak self] reply in
        if let reply, let one = Self.monitor(reply, name: output.name) { found.value.append(one) }
        if index == last { self?.finish(found.value) }
      }
    }
  }

  /// Returns an output's name and CRTC. Nil if the output is off, or the reply is invalid.
  private static func output(_ reply: XcbReply<xcb_randr_get_output_info_reply_t>) -> (name: String, crtc: UInt32)? {
    guard reply.status == 0, reply.crtc != 0 else { return nil }
    var rest = reply.rest
    rest.skip((Int(reply.num_crtcs) + Int(reply.num_modes) + Int(reply.num_clones)) * 4)
    return rest.take(UInt8.self, count: Int(reply.name_len)).map { (String(decoding: $0, as: UTF8.self), reply.crtc) }
  }

  private static func monitor(_ reply: XcbReply<xcb_randr_get_crtc_info_reply_t>, name: String) -> Monitor? {
    let (width, height) = (reply.width, reply.height)
    guard reply.status == 0, width > 0, height > 0 else { return nil }
    let rotation = rotation(UInt32(reply.rotation))
    // The size of a CRTC is measured after rotation.
    let isTall = rotation.map { $0 == .none || $0 == .half ? height > width : width > height }
    return Monitor(
      output: DesktopOutput(name: name, rotation: rotation, isTall: isTall),
      area: .init(left: Double(reply.x), top: Double(reply.y), width: Double(width), height: Double(height)))
  }

  /// Returns the panel's clockwise rotation, which equals RandR's counterclockwise turn of the picture. Mirroring along
  /// both axes counts as a half turn. Nil if the picture is mirrored along only one axis, or `turn` is invalid.
  private static func rotation(_ turn: UInt32) -> Rotation? {
    let isMirroredOnce = turn & XCB_RANDR_ROTATION_REFLECT_X.rawValue != 0
    let isMirroredTwice = turn & XCB_RANDR_ROTATION_REFLECT_Y.rawValue != 0
    // The lowest bits are the turns by 0, 90, 180 and 270 degrees.
    let turns = turn & 15
    guard isMirroredOnce == isMirroredTwice, turns.nonzeroBitCount == 1 else { return nil }
    return Rotation(rawValue: (turns.trailingZeroBitCount * 90 + (isMirroredTwice ? 180 : 0)) % 360)
  }
}
