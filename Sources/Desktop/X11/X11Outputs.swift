import GestureCore

/// Follows the monitors that are on, by RandR: their names, how they are turned, and which part of the screen they show.
final class X11Outputs: X11Follower {
  private struct Monitor {
    var output: DesktopOutput
    let left: Int
    let top: Int
    let width: Int
    let height: Int

    func shows(_ point: X11Point) -> Bool {
      (left..<left + width).contains(point.x) && (top..<top + height).contains(point.y)
    }
  }

  /// RRScreenChangeNotify, RRCrtcChangeNotify and RROutputChangeNotify.
  private static let events = 1 | 2 | 4
  /// More than a machine has.
  private static let mostOutputs = 64

  private let screen: X11Screen
  private let randr: XcbConnector.Extension
  private let areFacts: Bool
  private var asking = AskingOnce()
  private var shown: [Monitor]?

  /// `areFacts` says whether they are told of; else they are for finding a window's.
  init(_ screen: X11Screen, _ randr: XcbConnector.Extension, areFacts: Bool) {
    self.screen = screen
    self.randr = randr
    self.areFacts = areFacts
    screen.connection.ask(request(0).word(1).word(3))
    screen.connection.tell(request(4).word(screen.root).half(Self.events).half(0))
    change()
  }

  /// RRScreenChangeNotify is the first of RandR's events, RRNotify the second.
  func take(_ event: XcbMessage) {
    if event.type == randr.event || event.type == randr.event &+ 1 { change() }
  }

  func add(to facts: inout DesktopFacts) { if areFacts { facts.outputs = shown?.map(\.output) } }

  func name(showing place: X11Point?) -> String? {
    guard let place else { return nil }
    return shown?.first { $0.shows(place) }?.output.name
  }

  var screens: [DesktopLayout.Screen]? {
    shown?.map { monitor in
      let area = DesktopLayout.Area(
        left: Double(monitor.left), top: Double(monitor.top), width: Double(monitor.width),
        height: Double(monitor.height))
      return DesktopLayout.Screen(monitor.output.name, area)
    }
  }

  var areSeveral: Bool { shown.map { $0.count > 1 } ?? false }

  private func request(_ minor: UInt8) -> X11Request { X11Request(randr.requests, minor) }

  private func change() {
    if asking.change() { askResources() }
  }

  private func finish(_ monitors: [Monitor]?) {
    shown = monitors
    if asking.finish() { askResources() }
  }

  // MARK: One round of questions

  /// Which outputs there are, then the CRTC of each, then what each CRTC shows.
  private func askResources() {
    // GetScreenResourcesCurrent takes no time, unlike GetScreenResources, which searches for monitors.
    screen.connection.ask(request(25).word(screen.root)) { [weak self] reply in
      guard let self else { return }
      guard let reply, let time = reply.word(12), let crtcs = reply.half(16), let count = reply.half(18),
        let outputs = reply.words(32 + Int(crtcs) * 4, count: min(Int(count), Self.mostOutputs))
      else { return finish(nil) }
      askOutputs(outputs, time)
    }
  }

  private func askOutputs(_ outputs: [UInt32], _ time: UInt32) {
    guard let last = outputs.indices.last else { return finish([]) }
    let found = Gathered<[(name: String, crtc: UInt32)]>([])
    for (index, output) in outputs.enumerated() {
      screen.connection.ask(request(9).word(output).word(time)) { [weak self] reply in
        if let reply, let one = Self.output(reply) { found.value.append(one) }
        if index == last { self?.askCrtcs(found.value, time) }
      }
    }
  }

  private func askCrtcs(_ outputs: [(name: String, crtc: UInt32)], _ time: UInt32) {
    guard let last = outputs.indices.last else { return finish([]) }
    let found = Gathered<[Monitor]>([])
    for (index, output) in outputs.enumerated() {
      screen.connection.ask(request(20).word(output.crtc).word(time)) { [weak self] reply in
        if let reply, let one = Self.monitor(reply, name: output.name) { found.value.append(one) }
        if index == last { self?.finish(found.value) }
      }
    }
  }

  /// Nil if it is off. A status other than 0 says that the configuration has changed; an event says so too.
  private static func output(_ reply: XcbMessage) -> (name: String, crtc: UInt32)? {
    guard reply.byte(1) == 0, let crtc = reply.word(12), crtc != 0, let crtcs = reply.half(26),
      let modes = reply.half(28), let clones = reply.half(32), let length = reply.half(34),
      let name = reply.bytes(36 + (Int(crtcs) + Int(modes) + Int(clones)) * 4, count: Int(length))
    else { return nil }
    return (String(decoding: name, as: UTF8.self), crtc)
  }

  private static func monitor(_ reply: XcbMessage, name: String) -> Monitor? {
    guard reply.byte(1) == 0, let left = reply.signedHalf(12), let top = reply.signedHalf(14),
      let width = reply.half(16), let height = reply.half(18), let turn = reply.half(24), width > 0, height > 0
    else { return nil }
    let rotation = rotation(turn)
    // What a CRTC shows is measured after it has turned.
    let isTall = rotation.map { $0 == .none || $0 == .half ? height > width : width > height }
    return Monitor(
      output: DesktopOutput(name: name, rotation: rotation, isTall: isTall), left: Int(left), top: Int(top),
      width: Int(width),
      height: Int(height))
  }

  /// RandR turns the picture counterclockwise, so that it stands upright on a panel that is turned clockwise, and mirrors after
  /// it has turned. Mirrored both ways it is turned by half.
  private static func rotation(_ turn: UInt16) -> Rotation? {
    let isMirroredOnce = turn & 16 != 0
    let isMirroredTwice = turn & 32 != 0
    guard isMirroredOnce == isMirroredTwice else { return nil }
    let counterclockwise: Int? =
      switch turn & 15 {
      case 1: 0
      case 2: 90
      case 4: 180
      case 8: 270
      default: nil
      }
    return counterclockwise.flatMap { Rotation(rawValue: ($0 + (isMirroredTwice ? 180 : 0)) % 360) }
  }
}
