import Control
import Overlay

/// A surface with a page that asks the user for one gesture after another.
final class LessonStage {
  let surface: any OverlaySurface
  private let page: LessonPage
  private var painter = SurfacePainter()
  private var lesson: OverlayLesson
  /// When the page began to ask for the present gesture, in microseconds.
  private var began: Int64
  private var drawn: Int64?

  init(_ lesson: OverlayLesson, at now: Int64, _ surface: any OverlaySurface, _ page: LessonPage) {
    (self.lesson, self.surface, self.page) = (lesson, surface, page)
    began = now
  }

  func show(_ next: OverlayLesson, at now: Int64) {
    if next.number != lesson.number { began = now }
    lesson = next
    drawn = nil
  }

  /// When to draw next, in microseconds: 0 for at once. Nil if the surface isn't ready, or nothing will move.
  var deadline: Int64? {
    guard surface.isReady else { return nil }
    guard let drawn else { return 0 }
    guard let idleTime = page.idleTime(at: drawn - began) else { return drawn + SurfacePainter.frame }
    return idleTime == .max ? nil : drawn + idleTime
  }

  func draw(at now: Int64) {
    guard let deadline, deadline <= now, let area = surface.area else { return }
    drawn = now
    painter.paint(surface, area) { picture in page.compose(lesson, at: now - began, on: area, to: &picture) }
  }
}
