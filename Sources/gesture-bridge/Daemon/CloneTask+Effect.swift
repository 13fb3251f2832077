import Bindings
import Interception

extension CloneTask {
  /// The clone's task for an effect of a gesture with `fingers` fingers. Nil if the effect needs no task.
  init?(_ effect: Effect, fingers: Int) {
    if let drag = effect.drag, let button = DragButton(drag.button) {
      self = .drag(button, fingers: fingers, lock: drag.lock)
    } else if let native = effect.native {
      self = .gesture(CloneGestureKind(native.kind), contacts: native.fingers(of: fingers))
    } else {
      return nil
    }
  }
}

extension CloneGestureKind {
  fileprivate init(_ kind: NativeGestureKind) {
    switch kind {
    case .swipe: self = .swipe
    case .pinch: self = .pinch
    case .hold: self = .hold
    }
  }
}

extension DragButton {
  fileprivate init?(_ button: PointerButton) {
    switch button {
    case .left: self = .left
    case .middle: self = .middle
    case .right: self = .right
    case .back, .forward: return nil
    }
  }
}
