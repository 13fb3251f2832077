import Base
import CLinux
import Control
import Desktop
import Glibc
import Overlay
import Runtime
import Text

/// Runs the overlay: draws the scenes and lessons that the daemon sends, and the levels, such as a volume, that
/// commands print.
///
///     control socket -> lines -> scenes  -> the stage of their target -> pictures
///                             -> lessons -> a page of their own       -> pictures
package final class OverlayProgram {
  /// The overlay's nice value, so that gestures' commands run first.
  private static let niceness: Int32 = 5
  private static let processName = "gesture-overlay"
  private static let mostStages = 16
  private static let longestLevel = 1024
  /// The greatest number of bytes that are read from standard input at once.
  private static let piece = 4096

  private let runtime: Runtime
  private let daemon: LocalStream
  private let display: any OverlayDisplay
  private let text: PangoText
  private var lines = LineBuffer(limit: OverlayLine.longest)
  private var levels: LineBuffer? = LineBuffer(limit: OverlayProgram.longestLevel)
  private var settings = OverlaySettings()
  private var composer: OverlayComposer
  private var stages: [OverlayStage] = []
  private var lessonStage: LessonStage?
  private var watched: [Int32: Int16] = [:]
  private var failure: String?

  /// How long to try to connect to a busy daemon, in microseconds. `pause` is the time between tries, in milliseconds.
  private static let connectTimeout: Int64 = 5_000_000
  private static let pause: Int32 = 20
  /// The value of `socket` if standard input itself is the connection to the daemon.
  package static let standardInput = "-"

  /// Draws the overlay until the daemon or a signal ends it; throws on failure. `socket` is a path or `standardInput`.
  package static func run(socket: String) throws {
    // Writing to a display or daemon that has ended must fail with an error, not with a signal.
    signal(SIGPIPE, SIG_IGN)
    gb_name_process(processName)
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    let library = try CairoLibrary.load()
    guard let text = PangoText(library) else { throw ScenePicture.Failure.noFonts }
    let daemon = try connect(socket)
    let display = try display(EnvironmentVariable.value, library, text)
    try OverlayProgram(daemon: daemon, display: display, text, readsLevels: socket != standardInput).run()
  }

  private static func connect(_ path: String) throws -> LocalStream {
    if path == standardInput {
      return LocalStream(OwnedDescriptor(owning: STDIN_FILENO), peer: "the program that started the overlay")
    }
    let end = MonotonicClock.now() + connectTimeout
    while true {
      do throws(SystemError) {
        return try LocalStream(path: path, peer: "the daemon")
      } catch {
        // With EAGAIN, the daemon's queue is full, because many other clients connect.
        guard error.code == EAGAIN, MonotonicClock.now() < end else {
          throw OverlayFailure(
            description:
              "the daemon does not listen at \(path.visible) (\(error)); start the daemon with `gesture-bridge`")
        }
        poll(nil, 0, pause)
      }
    }
  }

  /// Finds the display: a compositor with layer surfaces, otherwise an X server. Throws if neither can be used.
  private static func display(
    _ variable: (String) -> String?, _ library: CairoLibrary, _ text: PangoText
  ) throws(OverlayFailure) -> any OverlayDisplay {
    var reasons: [String] = []
    if variable("WAYLAND_DISPLAY") != nil {
      for path in WaylandSockets.paths(variable) {
        do throws(OverlayFailure) {
          return try WaylandDisplay(path: path, library, text)
        } catch {
          reasons.append(error.description)
        }
      }
    }
    if let name = variable("DISPLAY") {
      do throws(OverlayFailure) {
        return try X11Display(name, library, text)
      } catch {
        reasons.append(error.description)
      }
    }
    if reasons.isEmpty {
      reasons.append(
        "DISPLAY, or WAYLAND_DISPLAY with XDG_RUNTIME_DIR, must be set; start gesture-bridge in a desktop session")
    }
    throw OverlayFailure(description: "gestures can't be drawn: \(reasons.joined(separator: "; "))")
  }

  /// `readsLevels` is false if standard input is the connection to the daemon.
  private init(daemon: LocalStream, display: any OverlayDisplay, _ text: PangoText, readsLevels: Bool) throws {
    (self.daemon, self.display, self.text) = (daemon, display, text)
    composer = OverlayComposer(settings, text)
    runtime = try Runtime()
    daemon.send(OverlayLine.subscription + [UInt8(ascii: "\n")])
    runtime.loop.onSignal = { [unowned self] _ in end() }
    runtime.onIdle = { [unowned self] in update() }
    runtime.add(
      TimedPart(
        deadline: { [unowned self] in deadline },
        due: { [unowned self] now in
          if display.hasMore { display.ready() }
          for stage in stages { stage.advance(to: now) }
        }))
    if readsLevels { try watchLevels() }
  }

  private func run() throws {
    gb_release_code()
    _ = try runtime.run()
    if let failure { throw OverlayFailure(description: failure) }
  }

  private func end(_ failure: String? = nil) {
    self.failure = self.failure ?? failure
    closeAll()
    display.send()
    runtime.stop(failure == nil ? 0 : 1)
  }

  private func closeAll() {
    lessonStage?.surface.close()
    lessonStage = nil
    for stage in stages { stage.surface.close() }
    stages.removeAll()
  }

  private var deadline: Int64? {
    display.hasMore ? 0 : ([lessonStage?.deadline] + stages.map(\.deadline)).compactMap { $0 }.min()
  }

  private func update() {
    let now = EventLoop.now()
    if lessonStage?.surface.isClosed ?? false { lessonStage = nil }
    lessonStage?.draw(at: now)
    for stage in stages { stage.draw(at: now, composer) }
    if stages.contains(where: \.isOver) {
      for stage in stages where stage.isOver { stage.surface.close() }
      stages.removeAll(where: \.isOver)
      // Nothing is shown, so the memory for texts can be freed.
      if stages.isEmpty { text.freeTexts() }
    }
    display.send()
    watch(daemon.wait) { [unowned self] in readDaemon() }
    watch(display.wait) { [unowned self] in display.ready() }
    if let ending = display.ending { return end("the connection to the display has closed: \(ending)") }
    if daemon.ending != nil { end() }
  }

  private func watch(_ wait: (descriptor: Int32, events: Int16)?, _ serve: @escaping () -> Void) {
    guard let wait, watched[wait.descriptor] != wait.events else { return }
    if watched[wait.descriptor] != nil { runtime.loop.remove(wait.descriptor) }
    watched[wait.descriptor] = wait.events
    do throws(SystemError) {
      try runtime.loop.add(wait.descriptor, wait.events & Int16(POLLOUT) == 0 ? .reading : .both) { _ in serve() }
    } catch {
      end("\(error)")
    }
  }

  // MARK: The daemon

  private func readDaemon() {
    daemon.ready { [unowned self] bytes in lines.append(bytes) }
    do throws(ControlError) {
      while let line = try lines.next() { try process(line) }
    } catch {
      // The buffer can't skip a line that is too long.
      end("the overlay can't read a line from the daemon: \(error)")
    }
  }

  private func process(_ bytes: [UInt8]) throws(ControlError) {
    let line: OverlayLine
    do throws(ControlError) {
      line = try OverlayLine(line: bytes)
    } catch .otherVersion(let version) {
      throw .otherVersion(version)
    } catch {
      return
    }
    switch line {
    case .settings(let next): apply(next)
    case .scene(let scene): show(scene)
    case .lesson(let lesson): show(lesson)
    case .end: end()
    case .refused(let reason): end("the daemon refuses to send gestures to the overlay: \(reason.visible)")
    case .other: break
    }
  }

  private func apply(_ next: OverlaySettings) {
    guard next != settings else { return }
    settings = next
    composer = OverlayComposer(next, text)
    // The next scene gets a surface of the new size at the new position.
    closeAll()
  }

  private func show(_ lesson: OverlayLesson) {
    let now = EventLoop.now()
    if let lessonStage, !lessonStage.surface.isClosed { return lessonStage.show(lesson, at: now) }
    guard let surface = display.surface(.page, composer) else { return }
    lessonStage = LessonStage(lesson, at: now, surface, LessonPage(settings, text))
  }

  private func show(_ scene: OverlayScene) {
    let now = EventLoop.now()
    let target: SurfaceTarget = scene.surface == .touchpad ? .panel : .output(scene.output)
    // The device may have been shown on another output before.
    for other in stages where other.target != target && other.shows(scene.device) {
      var empty = scene
      (empty.touches, empty.items) = ([], [])
      other.show(empty, at: now, motion: settings.motion)
    }
    if let stage = stages.first(where: { $0.target == target && !$0.surface.isClosed }) {
      return stage.show(scene, at: now, motion: settings.motion)
    }
    guard !scene.items.isEmpty, stages.count < Self.mostStages, let surface = display.surface(target, composer) else {
      return
    }
    let stage = OverlayStage(target, surface)
    stage.show(scene, at: now, motion: settings.motion)
    stages.append(stage)
  }

  // MARK: Levels

  /// Watches standard input for levels, if it is a pipe or a socket.
  private func watchLevels() throws {
    var status = stat()
    guard fstat(0, &status) == 0, status.isPipe || status.st_mode & S_IFMT == S_IFSOCK else { return }
    _ = fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK)
    try runtime.loop.add(0, .reading) { [unowned self] _ in readLevels() }
  }

  private func readLevels() {
    var isOver = false
    withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { room in
      let count = Glibc.read(0, room.baseAddress, room.count)
      if count > 0 { levels?.append(room.prefix(count)) }
      isOver = count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
    }
    var lines: [String] = []
    do throws(ControlError) {
      while let line = try levels?.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    } catch {
      levels = LineBuffer(limit: Self.longestLevel)
    }
    show(levelIn: lines)
    if isOver { runtime.loop.remove(0) }
  }

  private func show(levelIn lines: [String]) {
    guard let level = LevelText(lines: lines) else { return }
    let now = EventLoop.now()
    for stage in stages.reversed() where stage.setLevel(level, at: now) { return }
  }
}

/// The reason why nothing can be drawn, or why drawing has stopped.
struct OverlayFailure: Error, CustomStringConvertible { let description: String }
