import GestureCore

/// Worlds of one sort, with the inputs to play in them.
public struct Family: Sendable {
  public let name: String
  public let worlds: [World]
  public let search: Search
}

extension Plan {
  static let recognizeAtMove = Plan([Line(.movement(1), .recognize)])
  static let recognizeLater = Plan([Line(.movement(2), .recognize)])
  static let recognizeInTime = Plan([Line(.after(25), .recognize)])
  static let tap = Plan([Line(.lift(1), .recognize)]) { $0.taps = 1 }
  static let double = Plan([Line(.lift(2), .recognize), Line(.pause(35), .fail)]) { $0.taps = 2 }
  static let doubleAfresh = Plan([Line(.lift(2), .recognize), Line(.pause(35), .fail), Line(.landing(2), .afresh)]) {
    $0.taps = 2
  }
  static let failAtMove = Plan([Line(.movement(1), .fail)])
  static let failInTime = Plan([Line(.after(40), .fail)])
  static let beginAtMove = Plan([Line(.movement(1), .begin)])
  static let beginInTime = Plan([Line(.after(25), .begin)])
  static let beginAndGiveUp = Plan([Line(.movement(1), .begin), Line(.movement(2), .cancel)])
  static let beginAndEnd = Plan([Line(.movement(1), .begin), Line(.after(60), .end)])

  static let basic = [
    recognizeAtMove, recognizeLater, recognizeInTime, tap, double, doubleAfresh, failAtMove, failInTime, beginAtMove,
    beginInTime, beginAndGiveUp, beginAndEnd,
  ]
}

extension Family {
  /// What one gesture may say of another.
  static let relations: [@Sendable (inout World.Actor, Reference) -> Void] = [
    { _, _ in },
    { $0.relations.simultaneousWith = [$1] },
    { $0.relations.prevents = [$1] },
    { $0.relations.cannotPrevent = [$1] },
    { $0.relations.cannotBePreventedBy = [$1] },
    { $0.relations.requireToFail = [Requirement($1)] },
    { $0.relations.requiredToFailBy = [Requirement($1)] },
  ]

  static let one: [Input] = [.down(0, at: .left), .move(0), .up(0), .cancel(0), .wait(30)]

  /// Two gestures of one finger, with every relation.
  public static func pairs(depth: Int) -> Family {
    var worlds: [World] = []
    for a in Plan.basic {
      for b in Plan.basic {
        for relation in relations {
          for priority in 0...1 {
            var first = World.Actor("a", a)
            relation(&first, .gesture("b"))
            worlds.append(World([first, World.Actor("b", b) { $0.priority = priority }]))
          }
        }
      }
    }
    return Family(name: "pairs", worlds: worlds, search: Search(one, depth: depth))
  }
}
