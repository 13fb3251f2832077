import Control
import Overlay

/// One surface with the devices whose gestures it shows.
///
///     a scene comes -> the picture is made -> what has changed is drawn, as soon as the surface is ready
///     something moves -> the same for each frame
///     nothing is shown any more -> the surface is closed
final class OverlayStage {
  let place: SurfacePlace
  let surface: any OverlaySurface
  private var lives: [SceneLife] = []
  private var painter = SurfacePainter()
  private var isChanged = true
  /// When the last picture was made.
  private var drawn: Int64?

  /// A display that shows nothing asks for no frames; what is over is over nevertheless.
  private static let unseen: Int64 = 200_000
  /// More devices than a machine has.
  private static let mostLives = 16

  init(_ place: SurfacePlace, _ surface: any OverlaySurface) {
    self.place = place
    self.surface = surface
  }

  func shows(_ device: String) -> Bool { lives.contains { $0.scene.device == device } }

  func take(_ scene: OverlayScene, at now: Int64, motion: OverlaySettings.Motion) {
    isChanged = true
    if let index = lives.firstIndex(where: { $0.scene.device == scene.device }) {
      lives[index].take(scene, at: now)
    } else {
      if lives.count >= Self.mostLives { lives.removeFirst() }
      lives.append(SceneLife(scene, at: now, motion: motion))
    }
    removeWhatIsOver()
  }

  /// Returns whether a step is shown that the level belongs to.
  func take(_ level: LevelText, at now: Int64) -> Bool {
    guard let index = lives.lastIndex(where: \.showsStep) else { return false }
    lives[index].take(level, at: now)
    isChanged = true
    return true
  }

  var isOver: Bool { lives.isEmpty || surface.isClosed }

  private func removeWhatIsOver() { lives.removeAll(where: \.isOver) }

  /// When it has to be drawn or looked at again, whatever comes.
  var deadline: Int64? {
    guard !lives.isEmpty else { return nil }
    if isChanged { return surface.isReady ? 0 : drawn.map { $0 + Self.unseen } }
    var earliest: Int64?
    for life in lives {
      switch life.need(at: drawn ?? 0) {
      case .nothing: break
      case .frames:
        let next = (drawn ?? 0) + (surface.isReady ? SurfacePainter.frame : Self.unseen)
        earliest = min(earliest ?? next, next)
      case .time(let time): earliest = min(earliest ?? time, time)
      }
    }
    return earliest
  }

  /// Goes on to a time; what is over by then is removed.
  func advance(to now: Int64) {
    guard let deadline, deadline <= now else { return }
    for index in lives.indices { lives[index].advance(to: now) }
    removeWhatIsOver()
    isChanged = true
    if !surface.isReady { drawn = now }
  }

  /// Draws what has changed, if the surface has room for it.
  func draw(at now: Int64, _ composer: OverlayComposer) {
    guard isChanged, surface.isReady, let area = surface.area, !isOver else { return }
    isChanged = false
    drawn = now
    // Cards of several touchpads would lie above each other: the last one counts.
    let seen = place == .panel ? lives.suffix(1) : lives[...]
    painter.paint(surface, area) { picture in
      picture.removeAll()
      for life in seen { composer.add(life, at: now, on: area, to: &picture) }
    }
  }
}

/// Presents pictures on a surface, one after another; each time only what has changed.
struct SurfacePainter {
  /// The time of a frame at 60 Hz, in microseconds, for what doesn't wait for the display.
  static let frame: Int64 = 16_000

  private var shown = OverlayPicture()
  private var next = OverlayPicture()
  private var damage = OverlayDamage()
  private var generation = 0

  /// `compose` replaces a picture by what is to be seen.
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
