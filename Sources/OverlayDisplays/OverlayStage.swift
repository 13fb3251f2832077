import Control
import Overlay

/// One surface, with the devices whose gestures it shows.
///
///     a scene arrives -> its changes are drawn as soon as the surface is ready
///     something moves -> the same for each frame
///     nothing is shown -> the surface is closed
final class OverlayStage {
  let place: SurfacePlace
  let surface: any OverlaySurface
  private var lives: [SceneLife] = []
  private var painter = SurfacePainter()
  private var isChanged = true
  /// When the last picture was made, in microseconds.
  private var drawn: Int64?

  /// The pause between steps while the display asks for no frames, in microseconds: scenes must end even if the display shows nothing.
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

  /// Applies a level to the step that is shown; returns false if no step is shown.
  func take(_ level: LevelText, at now: Int64) -> Bool {
    guard let index = lives.lastIndex(where: \.showsStep) else { return false }
    lives[index].take(level, at: now)
    isChanged = true
    return true
  }

  var isOver: Bool { lives.isEmpty || surface.isClosed }

  private func removeWhatIsOver() { lives.removeAll(where: \.isOver) }

  /// When the stage must be drawn or checked again even without a new scene.
  var deadline: Int64? {
    guard !lives.isEmpty else { return nil }
    if isChanged { return surface.isReady ? 0 : drawn.map { $0 + Self.unseen } }
    return lives.compactMap { life in
      switch life.need(at: drawn ?? 0) {
      case .nothing: nil
      case .frames: (drawn ?? 0) + (surface.isReady ? SurfacePainter.frame : Self.unseen)
      case .time(let time): time
      }
    }.min()
  }

  /// Advances the scenes to a time, and removes those that have ended.
  func advance(to now: Int64) {
    guard let deadline, deadline <= now else { return }
    for index in lives.indices { lives[index].advance(to: now) }
    removeWhatIsOver()
    isChanged = true
    if !surface.isReady { drawn = now }
  }

  /// Draws the changes, if the surface is ready.
  func draw(at now: Int64, _ composer: OverlayComposer) {
    guard isChanged, surface.isReady, let area = surface.area, !isOver else { return }
    isChanged = false
    drawn = now
    // The cards of several touchpads would overlap, so only the last one is shown.
    let seen = place == .panel ? lives.suffix(1) : lives[...]
    painter.paint(surface, area) { picture in
      picture.removeAll()
      for life in seen { composer.add(life, at: now, on: area, to: &picture) }
    }
  }
}

/// Presents one picture after another on a surface; each time only the changes are drawn.
struct SurfacePainter {
  /// The time of a frame at 60 Hz, in microseconds, for drawing that doesn't follow the display's frames.
  static let frame: Int64 = 16_000

  private var shown = OverlayPicture()
  private var next = OverlayPicture()
  private var damage = OverlayDamage()
  private var generation = 0

  /// `compose` replaces the contents of a picture.
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
