import Analysis
import GestureCore
import Recordings
import Support
import Testing
import Text

extension SeededRandom {
  mutating func roll(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * share()
  }

  /// A number as scripts write it.
  mutating func number(_ range: ClosedRange<Double>) -> String { decimal(roll(range), places: 1) }
}

/// A gesture for which some attempts fail, and movements that must not be recognized as this gesture.
struct TuningCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The gesture `it` as a script's line, and others.
  let gestures: String
  let meant: @Sendable (inout SeededRandom, Double) -> String
  let other: @Sendable (inout SeededRandom, Double) -> String

  var testDescription: String { name }

  /// The time between the beginnings of two movements, in ms.
  static let pace = 4000.0

  /// A script with `count` movements that `make` returns, one after another.
  func script(_ count: Int, seed: UInt64, _ make: (inout SeededRandom, Double) -> String) -> String {
    var dice = SeededRandom(seed: seed)
    let touches = (0..<count).map { make(&dice, Double($0) * Self.pace) }
    return "gestures\n\(gestures)\ntouches\n\(touches.joined(separator: "\n"))\n"
  }
}

/// `ms(400)`: a time in a script.
private func ms(_ time: Double) -> String { "\(decimal(time, places: 1))ms" }

extension TuningCase {
  static let all = [tap, doubleTap, swipe, pinch, rotation, longPress, pan, edgeSwipe, holdAndTap, path, figure]

  /// Slow and trembling taps; a touch that rests for a second must not count.
  static let tap = TuningCase(name: "tap", gestures: "it = tap fingers=2 max-duration=200ms slop=1mm") { dice, start in
    let (slip, held) = (dice.number(0.2...2.2), dice.roll(120...320))
    return """
      \(ms(start)) down a 50,50
      \(ms(start + dice.roll(2...40))) down b 70,50
      \(ms(start + 60)) move a by 0,\(slip) over 32ms
      \(ms(start + held)) up a
      \(ms(start + held + dice.roll(1...50))) up b
      """
  } other: { dice, start in
    "\(ms(start)) down a 50,50 b 70,50\n\(ms(start + dice.roll(900...1200))) up a,b"
  }

  /// The second tap comes late, and at a distance from the first.
  static let doubleTap = TuningCase(name: "double tap", gestures: "it = tap taps=2 max-interval=200ms max-distance=4mm")
  {
    dice, start in
    let (pause, away) = (dice.roll(120...330), dice.number(0...9))
    return """
      \(ms(start)) down a 50,50
      \(ms(start + 60)) up a
      \(ms(start + 60 + pause)) down a 50,\(50 + (Double(away) ?? 0))
      \(ms(start + 120 + pause)) up a
      """
  } other: { dice, start in
    "\(ms(start)) down a 50,50\n\(ms(start + 60)) up a\n\(ms(start + 260)) down a \(dice.number(90...99)),50\n\(ms(start + 320)) up a"
  }

  /// Short swipes; a movement of half that distance must not count.
  static let swipe = TuningCase(name: "swipe", gestures: "it = swipe fingers=3 direction=left") { dice, start in
    let (offset, off) = (dice.number(9...14), dice.number(-4...4))
    return """
      \(ms(start)) down a 150,90 b 165,85 c 180,90
      \(ms(start + dice.roll(16...40))) move a,b,c by -\(offset),\(off) over \(ms(dice.roll(80...160).rounded()))
      \(ms(start + 260)) up a,b,c
      """
  } other: { dice, start in
    """
    \(ms(start)) down a 150,90 b 165,85 c 180,90
    \(ms(start + 20)) move a,b,c by -\(dice.number(4...5.5)),0 over 80ms
    \(ms(start + 200)) up a,b,c
    """
  }

  /// Small pinches; fingers that only shift must not count.
  static let pinch = TuningCase(name: "pinch", gestures: "it = pinch fingers=2 min-change=8mm") { dice, start in
    let offset = dice.number(2.5...7)
    return """
      \(ms(start)) down a 50,50 b 80,50
      \(ms(start + 20)) move a by -\(offset),0 over \(ms(dice.roll(80...160).rounded())); move b by \(offset),0 over 96ms
      \(ms(start + 400)) up a,b
      """
  } other: { dice, start in
    """
    \(ms(start)) down a 50,50 b 80,50
    \(ms(start + 20)) move a by -\(dice.number(0.4...0.9)),0 over 80ms; move b by \(dice.number(0.4...0.9)),0 over 80ms
    \(ms(start + 400)) up a,b
    """
  }

  /// Small turns.
  static let rotation = TuningCase(name: "rotation", gestures: "it = rotation fingers=2 min-angle=20deg") {
    dice, start in
    let offset = dice.number(5...11)
    return """
      \(ms(start)) down a 50,50 b 100,50
      \(ms(start + 20)) move a by 0,-\(offset) over 160ms; move b by 0,\(offset) over 160ms
      \(ms(start + 500)) up a,b
      """
  } other: { dice, start in
    let offset = dice.number(1.2...2.4)
    return """
      \(ms(start)) down a 50,50 b 100,50
      \(ms(start + 20)) move a by 0,-\(offset) over 80ms; move b by 0,\(offset) over 80ms
      \(ms(start + 500)) up a,b
      """
  }

  /// Long and trembling presses; a press of 600 ms must not count, although the present rules would recognize it.
  static let longPress = TuningCase(
    name: "long press", gestures: "it = long-press fingers=2 min-duration=500ms slop=1mm"
  ) {
    dice, start in
    """
    \(ms(start)) down a 50,50 b 70,50
    \(ms(start + 60)) move a,b by 0,\(dice.number(0.2...3)) over 160ms
    \(ms(start + dice.roll(800...1200))) up a,b
    """
  } other: { dice, start in
    "\(ms(start)) down a 50,50 b 70,50\n\(ms(start + dice.roll(540...640))) up a,b"
  }

  /// Short drags; a finger that trembles must not count.
  static let pan = TuningCase(name: "pan", gestures: "it = pan fingers=2 slop=6mm") { dice, start in
    """
    \(ms(start)) down a 50,50 b 70,50
    \(ms(start + 30)) move a,b by \(dice.number(-1...1)),\(dice.number(4...12)) over 240ms
    \(ms(start + 600)) up a,b
    """
  } other: { dice, start in
    """
    \(ms(start)) down a 50,50 b 70,50
    \(ms(start + 30)) move a,b by 0,\(dice.number(0.5...1.5)) over 80ms
    \(ms(start + 400)) up a,b
    """
  }

  /// Fingers that land too far from the edge, and are slow; fingers that land even farther in must not count.
  static let edgeSwipe = TuningCase(
    name: "edge swipe", gestures: "it = edge-swipe edge=left fingers=1 max-duration=250ms"
  ) {
    dice, start in
    """
    \(ms(start)) down a \(dice.number(0.5...6)),90
    \(ms(start + 20)) move a by 20,\(dice.number(-3...3)) over \(ms(dice.roll(160...640).rounded()))
    \(ms(start + 900)) up a
    """
  } other: { dice, start in
    "\(ms(start)) down a \(dice.number(14...20)),90\n\(ms(start + 20)) move a by 20,0 over 160ms\n\(ms(start + 300)) up a"
  }

  /// The tapping finger lands early and rests long.
  static let holdAndTap = TuningCase(
    name: "hold and tap", gestures: "it = hold-and-tap fingers=2 max-duration=150ms min-hold=250ms"
  ) { dice, start in
    let landed = start + dice.roll(140...400)
    return """
      \(ms(start)) down a 50,90
      \(ms(landed)) down b 75,85
      \(ms(landed + dice.roll(60...260))) up b
      \(ms(start + 1200)) up a
      """
  } other: { dice, start in
    """
    \(ms(start)) down a 50,90
    \(ms(start + dice.roll(10...40))) down b 75,85
    \(ms(start + 120)) up b
    \(ms(start + 200)) up a
    """
  }

  /// Small check marks; one of half that size must not count.
  static let path = TuningCase(name: "path", gestures: "it = stroke path=down-right:1,up-right:2 min-length=30mm") {
    dice, start in
    check(dice.roll(5...9), &dice, start)
  } other: { dice, start in
    check(dice.roll(1.4...1.8), &dice, start)
  }

  private static func check(_ size: Double, _ dice: inout SeededRandom, _ start: Double) -> String {
    let (down, up) = (decimal(size, places: 1), decimal(size * 1.8, places: 1))
    let time = dice.roll(10...20).rounded() * 8
    return """
      \(ms(start)) down a 50,50
      \(ms(start + 8)) move a by \(down),\(down) over \(ms(time))
      \(ms(start + 8 + time)) move a by \(up),-\(up) over \(ms(time * 2))
      \(ms(start + 600)) up a
      """
  }

  /// Triangles that are drawn slowly and small; a line must not count.
  static let figure = TuningCase(
    name: "figure", gestures: "it = stroke shape=triangle max-duration=500ms min-length=60mm"
  ) {
    dice, start in
    let (half, high) = (dice.number(7...14), dice.number(16...22))
    let time = dice.roll(8...15).rounded() * 16
    return """
      \(ms(start)) down a 150,50
      \(ms(start + 8)) move a by -\(half),\(high) over \(ms(time))
      \(ms(start + 8 + time)) move a by \(half),0 over \(ms(time / 2))
      \(ms(start + 8 + time * 1.5)) move a by \(half),0 over \(ms(time / 2))
      \(ms(start + 8 + time * 2)) move a by -\(half),-\(high) over \(ms(time))
      \(ms(start + 60 + time * 3)) up a
      """
  } other: { dice, start in
    """
    \(ms(start)) down a 150,50
    \(ms(start + 8)) move a by \(dice.number(60...90)),\(dice.number(-4...4)) over 320ms
    \(ms(start + 400)) up a
    """
  }
}
