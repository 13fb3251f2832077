import Actions
import Base
import Bindings
import CLinux
import Control
import Desktop
import GestureCore
import Glibc

/// The page on the screen during `practice`; closing `stream` ends its program. `practice` also works without a page.
final class PracticeScreen {
  /// The time that the page's program gets to end before it is killed, in microseconds.
  private static let closeTimeout: Int64 = 2_000_000

  private let rules: Rules
  private let program: pid_t?
  private var stream: LocalStream?
  private var fingers: [DeviceID: [OverlayScene.Touch]] = [:]

  /// Opens the page. Nil if there is no desktop or no terminal. On an error, writes a message and returns nil.
  static func open(_ rules: Rules) -> PracticeScreen? {
    let hasDesktop = getenv("WAYLAND_DISPLAY") != nil || getenv("DISPLAY") != nil
    guard hasDesktop, isatty(STDIN_FILENO) != 0 else { return nil }
    do {
      var ends: [Int32] = [-1, -1]
      guard gb_local_pair(&ends) == 0 else { throw SystemError(call: "socketpair", code: errno) }
      let own = OwnedDescriptor(owning: ends[0])
      let other = OwnedDescriptor(owning: ends[1])
      let program = try OverlayProcess.startForLessons(other.number)
      return PracticeScreen(rules, LocalStream(own, peer: "the overlay"), program)
    } catch {
      StandardStreams.writeError(
        "the overlay can't be started (\(error)), so practice continues only in this terminal\n")
      return nil
    }
  }

  /// `program` is the process that draws the scenes sent over `stream`; nil if `close` has no process to wait for.
  init(_ rules: Rules, _ stream: LocalStream, _ program: pid_t? = nil) {
    (self.rules, self.stream, self.program) = (rules, stream, program)
    var settings = OverlaySettings(rules.overlay)
    // Pictures of touchpads are in a corner, so that they don't cover the page.
    settings.position = .bottomRight
    send(ControlEvent.overlay(settings).line)
  }

  func show(_ lesson: OverlayLesson?) {
    if let lesson { send(lesson.line) }
  }

  func showFingers(_ frame: Frame, on device: Device) {
    let rotation = rules.ruleSet.rotation(of: device)
    var deviceFingers = fingers[device.id] ?? []
    for touch in frame.touches where !touch.isCountedOnly {
      deviceFingers.removeAll { $0.id == Int(touch.id) }
      guard touch.phase != .ended, touch.phase != .cancelled else { continue }
      let position = rotation.apply(touch.position, on: device.size)
      deviceFingers.append(OverlayScene.Touch(id: Int(touch.id), x: position.x, y: position.y))
    }
    guard deviceFingers != fingers[device.id] else { return }
    fingers[device.id] = deviceFingers
    show(deviceFingers, on: device, at: frame.time)
  }

  func removeDevice(_ device: Device) {
    if fingers.removeValue(forKey: device.id)?.isEmpty == false { show([], on: device, at: .now) }
  }

  private func show(_ deviceFingers: [OverlayScene.Touch], on device: Device, at time: Timestamp) {
    let size = rules.ruleSet.rotation(of: device).apply(device.size)
    let trail = OverlayScene.Item(show: .trail, name: "", look: .stationary)
    let scene = OverlayScene(
      device: device.name, surface: device.deviceClass == .touchpad ? .touchpad : .touchscreen, width: size.width,
      height: size.height, time: time.microseconds, touches: deviceFingers, items: deviceFingers.isEmpty ? [] : [trail])
    send(scene.line)
  }

  private func send(_ line: some Sequence<UInt8>) { stream?.send(Array(line) + [UInt8(ascii: "\n")]) }

  func close() {
    guard stream != nil else { return }
    stream = nil
    if let program { ChildProgram.awaitEnd(of: program, within: Self.closeTimeout) }
  }
}
