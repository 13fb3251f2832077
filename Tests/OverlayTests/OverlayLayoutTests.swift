import Control
import Glibc
import Testing

@testable import Overlay

/// The places of labels, the changes between pictures, and colours that can be told apart.
@Suite struct OverlayLayoutTests {
  typealias Box = OverlayPicture.Box

  @Test func labelsNeverCoverEachOther() {
    for width in stride(from: 200.0, through: 2000, by: 300) {
      let area = Box(left: 10, top: 20, width: width, height: width / 2)
      for seed in 0..<20 {
        let finger = Box(around: .init(area.left + width * Double(seed) / 20, area.center.y), 30)
        var placement = LabelPlacement(in: area, gap: 6, avoiding: [finger])
        var placed: [Box] = []
        for index in 0..<8 {
          let preferred = Box(
            left: finger.left + Double((index * 37 + seed * 13) % 90) - 40, top: finger.top - 20, width: 120, height: 36
          )
          guard let box = placement.place(preferred) else { continue }
          #expect(area.contains(box))
          #expect(!(placed + [finger]).contains { $0.intersects(box) })
          placed.append(box)
        }
        #expect(width < 800 || placed.count == 8)
      }
    }
  }

  @Test func aLabelWithoutRoomIsLeftOut() {
    var placement = LabelPlacement(in: Box(left: 0, top: 0, width: 50, height: 50), gap: 4, avoiding: [])
    #expect(placement.place(Box(left: 0, top: 0, width: 60, height: 10)) == nil)
    #expect(
      placement.place(Box(left: -20, top: 70, width: 50, height: 50)) == Box(left: 0, top: 0, width: 50, height: 50))
    #expect(placement.place(Box(left: 0, top: 0, width: 50, height: 50)) == nil)
  }

  /// The picture of hints, with one finger or several in a row around a place.
  private func hints(_ items: [OverlayScene.Item], fingers: Int, at center: OverlayPicture.Point, on area: Box)
    -> OverlayPicture
  {
    var picture = OverlayPicture()
    let touches = (0..<fingers).map {
      OverlayPicture.Point(center.x + (Double($0) - Double(fingers - 1) / 2) * 40, center.y)
    }
    var layout = HintLayout(
      around: center, touches, on: area, size: 1, OverlayInks(OverlaySettings()), FixedTextMeasure())
    layout.draw(items.map { (SceneTimeline.Shown(item: $0, stateChanged: 0), 1) }, to: &picture)
    return picture
  }

  private func hint(_ look: OverlayScene.Look, _ name: String, _ does: String = "") -> OverlayScene.Item {
    OverlayScene.Item(show: .hint, name: name, does: does, look: look, state: .possible, progress: 0)
  }

  /// The box of a text.
  private func box(of text: String, in picture: OverlayPicture) -> Box? {
    for case .writing(let index, let box, _) in picture.marks where picture.writings[index].text == text { return box }
    return nil
  }

  /// A user who follows a label makes its gesture, whatever the screen, the place of the fingers and the texts.
  @Test(arguments: [(360.0, 720.0), (720, 360), (640, 400), (800, 1280), (1280, 800), (1920, 1080)])
  func labelsStayOnTheSideOfTheirArrow(_ width: Double, _ height: Double) {
    /// An arrow and a label need some room between the fingers and the border of the output.
    let least = 160.0
    let area = Box(left: 0, top: 0, width: width, height: height)
    let long = "a command of so many words that nobody ever reads it to its end"
    for (fingers, does) in (1...4).flatMap({ fingers in ["", "echo", long].map { (fingers, $0) } }) {
      for (x, y) in [(0.5, 0.5), (0.5, 0.3), (0.6, 0.7), (0.2, 0.5)] {
        let center = OverlayPicture.Point(width * x, height * y)
        let items =
          OverlayScene.Direction.allCases.map { hint(.arrow($0), $0.rawValue, does) } + [hint(.stationary, "hold")]
        let picture = hints(items, fingers: fingers, at: center, on: area)
        for direction in OverlayScene.Direction.allCases {
          let label = box(of: direction.rawValue, in: picture)
          let (room, isOnItsSide) =
            switch direction {
            case .left: (center.x, label.map { $0.right <= center.x })
            case .right: (width - center.x, label.map { $0.left >= center.x })
            case .up: (center.y, label.map { $0.bottom <= center.y })
            case .down: (height - center.y, label.map { $0.top >= center.y })
            }
          #expect(room < least || isOnItsSide == true, "\(direction) of \(fingers) at \(center)")
        }
      }
    }
  }

  @Test func aLongCommandIsWholeWhereThereIsRoom() {
    let command = "echo full >>/tmp/gestures.log && notify-send full"
    let area = Box(left: 0, top: 0, width: 1280, height: 800)
    for direction in OverlayScene.Direction.allCases {
      let picture = hints([hint(.arrow(direction), "full", command)], fingers: 3, at: area.center, on: area)
      let whole = OverlayPicture.Writing(text: command, size: 12.5, mostWidth: .infinity)
      #expect(box(of: command, in: picture)?.width ?? 0 >= FixedTextMeasure().width(of: whole), "\(direction)")
    }
  }

  /// A finger that follows a drawing remains visible.
  @Test func noLabelCoversADrawing() throws {
    let area = Box(left: 0, top: 0, width: 360, height: 720)
    let circle = (0...12).map { index in
      let angle = Double(index) / 6 * .pi
      return OverlayScene.Point(x: 0.5 + sin(angle) / 2, y: 0.5 - cos(angle) / 2)
    }
    let tick = [(0, 0.6), (0.35, 1), (1, 0)].map { OverlayScene.Point(x: $0.0, y: $0.1) }
    let line = [(0, 0.5), (1, 0.5)].map { OverlayScene.Point(x: $0.0, y: $0.1) }
    for drawings in [[circle], [tick], [line], [circle, tick, line]] {
      let items = drawings.enumerated().map { hint(.draw($1), "drawing \($0)", "a command") }
      let picture = hints(items, fingers: 1, at: area.center, on: area)
      var labels: [Box] = []
      for case .box(let box, _, _) in picture.marks { labels.append(box) }
      #expect(labels.count == drawings.count)
      // The signs in labels have lines too.
      let drawn = picture.marks.prefix { if case .shadow = $0 { false } else { true } }
      for case .line(let range, _, _, _) in drawn {
        for (start, end) in zip(picture.points[range], picture.points[range].dropFirst()) {
          for share in stride(from: 0, through: 1, by: 0.1) {
            let finger = Box(around: GestureGlyph.between(start, end, share), 20)
            #expect(!labels.contains { $0.intersects(finger) })
          }
        }
      }
    }
  }

  @Test func damageIsAFewBoxesThatDontOverlap() {
    var damage = OverlayDamage()
    for index in 0..<100 {
      damage.add(Box(left: Double(index * 31 % 400), top: Double(index * 17 % 300), width: 9, height: 9))
      #expect(damage.boxes.count <= 8)
      for (index, box) in damage.boxes.enumerated() {
        #expect(!damage.boxes[(index + 1)...].contains { $0.intersects(box) })
      }
    }
  }

  @Test func equalPicturesHaveNoDamage() {
    var pictures = [OverlayPicture(), OverlayPicture()]
    for index in 0...1 {
      // The same marks at other places of the buffers.
      if index == 1 { pictures[index].addLine([], width: 1, .init(red: 0, green: 0, blue: 0, alpha: 1)) }
      pictures[index].addLine([.init(1, 1), .init(9, 9)], width: 2, .init(red: 1, green: 0, blue: 0, alpha: 1))
      pictures[index].add(.disc(.init(50, 50), radius: 4, .init(red: 1, green: 0, blue: 0, alpha: 1)))
    }
    var damage = OverlayDamage()
    pictures[0].addDamage(since: pictures[1], to: &damage)
    #expect(damage.isEmpty)
    pictures[0].add(.disc(.init(100, 50), radius: 4, .init(red: 1, green: 0, blue: 0, alpha: 1)))
    pictures[0].addDamage(since: pictures[1], to: &damage)
    #expect(damage.boxes == [Box(around: .init(100, 50), 5.5)])
  }

  /// A mark that comes or goes does not change the marks after it.
  @Test func marksThatMoveInTheListAreNotDrawnAgain() {
    let ink = OverlayPicture.Ink(red: 1, green: 0, blue: 0, alpha: 1)
    let discs = (0..<6).map { OverlayPicture.Mark.disc(.init(Double($0) * 20, 50), radius: 4, ink) }
    let picture = { (indices: [Int]) in
      var picture = OverlayPicture()
      for index in indices { picture.add(discs[index]) }
      return picture
    }
    let changes: [([Int], [Int], [Int])] = [
      ([0, 1, 2, 3], [0, 1, 4, 2, 3], [4]), ([0, 1, 2, 3], [0, 3], [1, 2]), ([0, 1, 2], [0, 4, 2], [1, 4]),
      ([], [0, 5], [0, 5]), ([0, 5], [], [0, 5]), ([0, 1], [2, 0, 1, 3], [2, 3]),
      ([0, 1, 2], [3, 4, 5], [0, 1, 2, 3, 4, 5]),
    ]
    for (before, after, drawn) in changes {
      var damage = OverlayDamage()
      picture(after).addDamage(since: picture(before), to: &damage)
      let lefts = damage.boxes.map(\.left).sorted()
      #expect(lefts == drawn.map { Double($0) * 20 - 5.5 }, "\(before) to \(after)")
    }
  }

  @Test(arguments: OverlaySettings.Theme.allCases) func everyAccentCanBeSeen(_ theme: OverlaySettings.Theme) {
    for red in stride(from: 0, through: 255, by: 51) {
      for green in stride(from: 0, through: 255, by: 51) {
        for blue in stride(from: 0, through: 255, by: 51) {
          let colour = OverlaySettings.Colour(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          let inks = OverlayInks(OverlaySettings(theme: theme, colour: colour))
          #expect(OverlayInks.contrast(inks.accent, inks.backing) >= 3)
          #expect(OverlayInks.contrast(inks.onAccent, inks.accentFill) >= 4.5)
          #expect(OverlayInks.contrast(inks.text, inks.backing) >= 7)
          #expect(OverlayInks.contrast(inks.sign, inks.backing) >= 4.5)
        }
      }
    }
  }
}
