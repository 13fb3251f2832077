import Control
import Testing

@testable import Overlay

/// Where labels are, what has changed between pictures, and colours that can be told apart.
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
          let wish = Box(
            left: finger.left + Double((index * 37 + seed * 13) % 90) - 40, top: finger.top - 20, width: 120, height: 36
          )
          guard let box = placement.place(wish) else { continue }
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

  @Test func damageIsAFewBoxesThatDontOverlap() {
    var damage = OverlayDamage()
    for index in 0..<100 {
      damage.add(Box(left: Double(index * 31 % 400), top: Double(index * 17 % 300), width: 9, height: 9))
      #expect(damage.boxes.count <= 8)
      for (place, box) in damage.boxes.enumerated() {
        #expect(!damage.boxes[(place + 1)...].contains { $0.intersects(box) })
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

  /// A mark that comes or goes leaves those after it as they are.
  @Test func marksThatMoveInTheListAreNotDrawnAgain() {
    let ink = OverlayPicture.Ink(red: 1, green: 0, blue: 0, alpha: 1)
    let discs = (0..<6).map { OverlayPicture.Mark.disc(.init(Double($0) * 20, 50), radius: 4, ink) }
    let picture = { (places: [Int]) in
      var picture = OverlayPicture()
      for place in places { picture.add(discs[place]) }
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
