import GestureCore

// Zones
extension Wording {
  static func unknownZone(_ name: String, _ names: [String]) -> Wording {
    let meant = Nearest.name(to: name, among: names)
    return Wording("there is no zone \(name.quoted)", fix: meant.map(didYouMean) ?? "add a `[zone.\(name.short)]`")
  }

  static func unusedZone(_ name: String) -> Wording {
    Wording("nothing uses the zone \(name.quoted)", fix: "name it in a gesture: `zone = \(name.quoted)`")
  }

  static func zoneCircle(_ names: [String]) -> Wording {
    Wording(
      "`inside` makes a circle: \(round(names))", fix: names.count == 2 ? "remove it" : "remove one of them")
  }

  static func unknownZoneKey(_ name: String) -> Wording {
    if name == includeKey { return misplacedInclude }
    let meant = Nearest.name(to: name, among: ZoneReader.keys)
    return Wording(
      "unknown key \(name.quoted)",
      fix: meant.map(didYouMean) ?? "a zone has the keys \(ZoneReader.keys.listed("and"))")
  }

  static func zoneWithoutShape(_ name: String) -> Wording {
    Wording(
      "the zone \(name.quoted) has no place",
      fix: "add `rect = {…}`, `edge = \"left\"` with a `band`, or `corner = \"top-left\"` with a `size`")
  }

  static func twoShapes(_ first: String, _ second: String) -> Wording {
    Wording("a zone can't have both `\(first)` and `\(second)`", fix: "make two zones of it")
  }

  static func measureMissing(_ shape: String, _ measure: String, example: String) -> Wording {
    Wording("`\(shape)` needs a `\(measure)`", fix: "add a line such as `\(measure) = \"\(example)\"`")
  }

  static func measureOfNothing(_ measure: String, _ shape: String) -> Wording {
    Wording("`\(measure)` goes with `\(shape)`", fix: "remove it")
  }

  static func unknownRectangleKey(_ name: String) -> Wording {
    Wording("unknown key \(name.quoted)", fix: "`rect` has the keys x, y, width and height")
  }

  static func emptyRectangle(_ key: String) -> Wording {
    Wording("this rectangle is empty: it begins where the surface ends", fix: "`\(key)` must be less than 100 %")
  }

  static let zoneTwice = Wording("the zone is given twice", fix: "keep `zone` or `receive = { zone = … }`")
}

// Lengths on a surface
extension Wording {
  static func notAnExtent(_ key: String, _ text: String, example: String) -> Wording {
    Wording("\(text.quoted) is not a length", fix: "write a number with mm or %: `\(key) = \"\(example)\"`")
  }

  static func extentWithoutUnit(_ key: String, _ number: String) -> Wording {
    Wording("`\(key)` needs a unit", fix: "write `\(key) = \"\(number) mm\"` or `\(key) = \"\(number) %\"`")
  }

  static func unknownExtentUnit(_ key: String, _ unit: String, example: String) -> Wording {
    Wording("\(unit.quoted) is no unit of length", fix: "use mm, cm or %: `\(key) = \"\(example)\"`")
  }

  static func extentOutOfRange(_ key: String, _ text: String, _ use: ExtentReader.Use, limit: Measure) -> Wording {
    let bounds =
      switch use {
      case .position: "-\(decimal(limit.value, places: 0)) to \(limit)"
      case .length: "more than 0 and up to \(limit)"
      }
    return Wording("\(text.quoted) is out of range", fix: "`\(key)` may be \(bounds)")
  }
}
