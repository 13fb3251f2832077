import Control
import Overlay

/// One surface, with the devices whose gestures it shows.
///
///     a scene arrives -> its changes are drawn as soon as the surface is ready
///     something moves -> the surface is drawn again, about 60 times a second
///     nothing is shown -> the surface is closed
final class OverlayStage {
  let target: SurfaceTarget
  let surface: any OverlaySurface
  private var timelines: [SceneTimeline] = []
  private var painter = SurfacePainter()
  private var isChanged = true
  /// The time of the last drawing or, without a ready surface, of the last `advance`, in microseconds. Nil before both.
  private var drawn: Int64?

  /// The pause between two advances of the timelines while the surface isn't ready, in microseconds.
  private static let hiddenPause: Int64 = 200_000
  /// The maximum number of devices on one surface, more than a machine has.
  private static let mostTimelines = 16

  init(_ target: SurfaceTarget, _ surface: any OverlaySurface) { (self.target, self.surface) = (target, surface) }

  func shows(_ device: String) -> Bool { timelines.contains { $0.scene.device == device } }

  func show(_ scene: OverlayScene, at now: Int64, motion: OverlaySettings.Motion) {
    isChanged = true
    if let index = timelines.firstIndex(where: { $0.scene.device == scene.device }) {
      timelines[index].show(scene, at: now)
    } else {
      if timelines.count >= Self.mostTimelines { timelines.removeFirst() }
      timelines.append(SceneTimeline(scene, at: now, motion: motion))
    }
    removeFinished()
  }

  /// Shows a level, such as a volume, on the last added device that shows a step. Returns false without such a device.
  func setLevel(_ level: LevelText, at now: Int64) -> Bool {
    guard let index = timelines.lastIndex(where: \.showsStep) else { return false }
    timelines[index].setLevel(level, at: now)
    isChanged = true
    return true
  }

  var isOver: Bool { timelines.isEmpty || surface.isClosed }

  private func removeFinished() { timelines.removeAll(where: \.isOver) }

  /// When to advance or draw without a new scene, in µs. 0 for at once; nil to wait for a scene or for the surface.
  var deadline: Int64? {
    guard !timelines.isEmpty else { return nil }
    if isChanged { return surface.isReady ? 0 : drawn.map { $0 + Self.hiddenPause } }
    return timelines.compactMap { timeline in
      switch timeline.need(at: drawn ?? 0) {
      case .nothing: nil
      case .frames: (drawn ?? 0) + (surface.isReady ? SurfacePainter.frame : Self.hiddenPause)
      case .time(let time): time
      }
    }.min()
  }

  /// If the deadline has passed, advances the devices' timelines, and removes finished timelines.
  func advance(to now: Int64) {
    guard let deadline, deadline <= now else { return }
    for index in timelines.indices { timelines[index].advance(to: now) }
    removeFinished()
    isChanged = true
    if !surface.isReady { drawn = now }
  }

  func draw(at now: Int64, _ composer: OverlayComposer) {
    guard isChanged, surface.isReady, let area = surface.area, !isOver else { return }
    isChanged = false
    drawn = now
    // The cards of several touchpads would overlap, so only the last one is shown.
    let visible = target == .panel ? timelines.suffix(1) : timelines[...]
    painter.paint(surface, area) { picture in
      picture.removeAll()
      for timeline in visible { composer.add(timeline, at: now, on: area, to: &picture) }
    }
  }
}

/// Presents one picture after another on a surface, and draws only the differences.
struct SurfacePainter {
  /// The time between two pictures while something moves, in microseconds: about 60 pictures a second.
  static let frame: Int64 = 16_000

  private var shown = OverlayPicture()
  private var next = OverlayPicture()
  private var damage = OverlayDamage()
  private var generation = 0

  /// Lets `compose` replace an older picture. Presents the result if it has changed or the surface has lost its pixels.
  mutating func paint(
    _ surface: any OverlaySurface, _ area: OverlayPicture.Box, _ compose: (inout OverlayPicture) -> Void
  ) {
    compose(&next)
    damage.removeAll()
    if generation != surface.generation {
      generation = surface.generation
      damage.add(area)
    } else {
      next.addDamage(since: shown, to: &damage)
    }
    guard !damage.isEmpty else { return }
    surface.present(next, damage: damage)
    swap(&shown, &next)
  }
}
