import Actions
import Support
import Testing

@testable import Bindings
@testable import GestureCore
@testable import LiveView

/// Random fingers, keys, sizes and devices: after many drawings a terminal shows the same as after one drawing.
struct ViewRandomTests {
  private static let gestures = """
    zones
      bar = edge=bottom band=20mm
      close = corner=top-right width=15mm height=15mm
    gestures
      double = tap taps=2
      single = tap require-to-fail=double
      next = swipe fingers=2-3 direction=left
      drag = pan fingers=1-2
      grow = pinch fingers=2-4
      turn = rotation fingers=2
      hold = long-press fingers=1-3
      up = swipe zone=bar direction=up
    touches
      device screen: touchscreen 300x190 mm name="Panel"
      device pad: touchpad 100x66 mm name="触摸板"
    """

  private static let keys: [KeyPress] =
    "pnd?c/fx q".map { KeyPress.character($0) } + [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end]
    + [.enter, .escape, .backspace, .tab]

  @Test(arguments: 0..<8) func drawingsAddUp(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let scene = try Scene(Self.gestures + "\n  0ms down a 1,1\n  1ms up a\n")
    scene.play()
    var fingers = RandomFingers()
    var size = (columns: 80, rows: 24)
    for index in 0..<120 {
      scene.process(fingers.frame(after: scene.time, &random))
      if Int.random(in: 0..<10, using: &random) == 0 { scene.press(Self.keys.randomElement(using: &random) ?? .up) }
      if Int.random(in: 0..<20, using: &random) == 0 {
        scene.command("next", "touch x", .started(pid: Int32(index), latency: 10), .exited(pid: Int32(index), .code(0)))
      }
      if Int.random(in: 0..<25, using: &random) == 0 {
        size = (.random(in: 1...130, using: &random), .random(in: 1...40, using: &random))
      }
      let grid = scene.draw(size.columns, size.rows)
      #expect(grid.faults.isEmpty)
      #expect(scene.written.utf8.count <= size.columns * size.rows * 40 + 100)
      if index % 10 == 0 {
        scene.view.forgetScreen()
        var redrawn = ScreenGrid(columns: size.columns, rows: size.rows)
        redrawn.write(scene.view.draw(columns: size.columns, rows: size.rows, at: scene.time))
        #expect(redrawn == grid, "step \(index), \(size)")
      }
    }
  }
}

/// Fingers that land, move, lift and are cancelled as it comes.
private struct RandomFingers {
  private var down: [Int32: Vector] = [:]
  private var device: Int32 = 1

  mutating func frame(after time: Timestamp, _ random: inout SeededRandom) -> Frame {
    if down.isEmpty { device = .random(in: 1...2, using: &random) }
    var touches: [Touch] = []
    for (id, position) in down.sorted(by: { $0.key < $1.key }) {
      let next = position + Vector(.random(in: -9...9, using: &random), .random(in: -9...9, using: &random))
      switch Int.random(in: 0..<30, using: &random) {
      case 0, 1: touches.append(Touch(id: id, phase: .ended, position: position))
      case 2: touches.append(Touch(id: id, phase: .cancelled, position: position))
      case 3: touches.append(Touch(id: id, phase: .moved, position: position, tool: .palm))
      default: touches.append(Touch(id: id, phase: .moved, position: next))
      }
      down[id] = touches.last?.phase == .moved ? next : nil
    }
    if down.count < 5, Int.random(in: 0..<4, using: &random) == 0 {
      let id = (0..<10).first { down[$0] == nil && !touches.map(\.id).contains($0) } ?? 0
      let position = Vector(.random(in: -20...320, using: &random), .random(in: -20...220, using: &random))
      down[id] = position
      touches.append(Touch(id: id, phase: .began, position: position))
    }
    let later = TimeSpan(milliseconds: .random(in: 1...60, using: &random))
    return Frame(device: DeviceID(device), time: time + later, touches: touches)
  }
}
