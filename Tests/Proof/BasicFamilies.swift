import GestureCore

extension Plan {
  static let recognizeAtMove = Plan([Reaction(.movement(1), .recognize)])
  static let recognizeLater = Plan([Reaction(.movement(2), .recognize)])
  static let recognizeInTime = Plan([Reaction(.after(25), .recognize)])
  static let recognizeAtFrame = Plan([Reaction(.after(30), .recognize)])
  static let tap = Plan([Reaction(.lift(1), .recognize)]) { $0.taps = 1 }
  static let double = Plan([Reaction(.lift(2), .recognize), Reaction(.pause(35), .fail)]) { $0.taps = 2 }
  static let triple = Plan([Reaction(.lift(3), .recognize), Reaction(.pause(35), .fail)]) { $0.taps = 3 }
  static let doubleAfresh = Plan([
    Reaction(.lift(2), .recognize), Reaction(.pause(35), .fail), Reaction(.landing(2), .afresh),
  ]) {
    $0.taps = 2
  }
  static let tapAndDrag = Plan([Reaction(.landing(2), .begin), Reaction(.pause(35), .fail)]) { $0.taps = 2 }
  static let failAtMove = Plan([Reaction(.movement(1), .fail)])
  static let failInTime = Plan([Reaction(.after(40), .fail)])
  /// It gives up if another one waits for it, and otherwise is recognized later.
  static let reluctant = Plan([Reaction(.movement(1), .giveUp), Reaction(.movement(3), .recognize)])
  static let failLate = Plan([Reaction(.after(90), .fail)])
  static let beginAtMove = Plan([Reaction(.movement(1), .begin)])
  static let beginInTime = Plan([Reaction(.after(25), .begin)])
  static let beginAndGiveUp = Plan([Reaction(.movement(1), .begin), Reaction(.movement(2), .cancel)])
  static let beginAndEnd = Plan([Reaction(.movement(1), .begin), Reaction(.after(60), .end)])

  static let basic = [
    recognizeAtMove, recognizeLater, recognizeInTime, recognizeAtFrame, tap, double, doubleAfresh, failAtMove,
    failInTime, failLate, reluctant, beginAtMove, beginInTime, beginAndGiveUp, beginAndEnd,
  ]
  /// Fewer, for worlds of more gestures: of each sort one.
  static let few = [recognizeAtMove, recognizeInTime, tap, double, failInTime, beginAtMove]
  static let quick = [recognizeAtMove, recognizeInTime, failInTime, beginAtMove]

  func fingers(_ range: ClosedRange<Int>, within ms: Int = 120) -> Plan {
    with {
      $0.fingers = range
      $0.landWithin = ms
    }
  }
}

extension Family {
  typealias Relation = @Sendable (inout World.Actor, Reference) -> Void

  static let simultaneous: Relation = { $0.relations.simultaneousWith.append($1) }
  static let prevents: Relation = { $0.relations.prevents.append($1) }
  static let cannotPrevent: Relation = { $0.relations.cannotPrevent.append($1) }
  static let cannotBePrevented: Relation = { $0.relations.cannotBePreventedBy.append($1) }
  static let requires: Relation = { $0.relations.requireToFail.append(Requirement($1)) }
  static let requiredBy: Relation = { $0.relations.requiredToFailBy.append(Requirement($1)) }
  static let none: Relation = { _, _ in }

  /// The relations that one gesture can have to another.
  static let relations = [none, simultaneous, prevents, cannotPrevent, cannotBePrevented, requires, requiredBy]
  /// Two of them at once.
  static let twofold: [Relation] = relations.indices.flatMap { a in
    relations.indices.dropFirst(a + 1).map { both(relations[a], relations[$0]) }
  }

  private static func both(_ first: @escaping Relation, _ second: @escaping Relation) -> Relation {
    return { actor, reference in
      first(&actor, reference)
      second(&actor, reference)
    }
  }

  static let one: [Input] = [.down(0, at: .left), .move(0), .up(0), .cancel(0), .wait(30)]
  static let two: [Input] = [
    .down(0, at: .left), .down(1, at: .left), .downBoth(0, 1, at: .left), .moveAll, .move(0), .up(0), .up(1), .upAll,
    .cancel(1), .wait(30),
  ]

  static func alone(_ depth: Int) -> Family {
    var worlds: [World] = []
    for plan in Plan.basic {
      for range in [1...1, 1...2, 2...2, 2...3] {
        for part in [Plan.Part.all, .left] {
          worlds.append(World([World.Actor("a", plan.fingers(range, within: 45).with { $0.part = part })]))
        }
      }
    }
    let alphabet: [Input] = two + [.down(2, at: .left), .up(2), .swap(0, 2, at: .right)]
    return Family("alone", alphabet, depth: depth, worlds)
  }

  static func pairs(_ depth: Int) -> Family {
    let worlds = combine(Plan.basic, Plan.basic) { a, b in
      combine(relations, [0, 1]) { relation, priority in
        var first = World.Actor("a", a)
        relation(&first, .gesture("b"))
        return [World([first, World.Actor("b", b) { $0.priority = priority }])]
      }
    }
    return Family("pairs", one, depth: depth, worlds)
  }

  static func twoRelations(_ depth: Int) -> Family {
    let worlds = combine(Plan.few, Plan.few) { a, b in
      combine(twofold, [none]) { relation, _ in
        var first = World.Actor("a", a)
        relation(&first, .gesture("b"))
        return [World([first, World.Actor("b", b) { $0.priority = 1 }])]
      }
        + combine(relations.dropFirst(), relations.dropFirst()) { ours, theirs in
          var first = World.Actor("a", a)
          var second = World.Actor("b", b)
          ours(&first, .gesture("b"))
          theirs(&second, .gesture("a"))
          return [World([first, second])]
        }
    }
    return Family("two relations", one, depth: depth, worlds)
  }

  static func fingers(_ depth: Int) -> Family {
    let ranges = [(1...1, 2...2), (1...2, 2...2), (1...1, 1...2), (2...2, 2...2), (1...2, 1...3)]
    let worlds = combine(Plan.few, Plan.few) { a, b in
      combine(relations, ranges) { relation, ranges in
        var first = World.Actor("a", a.fingers(ranges.0, within: 45))
        relation(&first, .gesture("b"))
        let second = World.Actor("b", b.fingers(ranges.1, within: 45))
        return [World([first, second])]
      }
    }
    return Family("fingers", two + [.slideAll], depth: depth, worlds)
  }

  static func chains(_ depth: Int) -> Family {
    let worlds = combine(Plan.few, Plan.few) { a, b in
      combine(Plan.few, relations) { c, relation in
        var first = World.Actor("a", a) { $0.priority = 2 }
        var second = World.Actor("b", b) { $0.priority = 1 }
        requires(&first, .gesture("b"))
        requires(&second, .gesture("c"))
        var third = World.Actor("c", c)
        relation(&third, .gesture("a"))
        return [World([first, second, third])]
      }
    }
    return Family("chains", one, depth: depth, worlds)
  }

  static func triples(_ depth: Int) -> Family {
    let worlds = combine(Plan.quick, Plan.quick) { a, b in
      combine(Plan.quick, relations) { c, ab in
        combine(relations, relations) { bc, ca in
          var first = World.Actor("a", a) { $0.priority = 1 }
          var second = World.Actor("b", b)
          var third = World.Actor("c", c) { $0.priority = 2 }
          ab(&first, .gesture("b"))
          bc(&second, .gesture("c"))
          ca(&third, .gesture("a"))
          return [World([first, second, third])]
        }
      }
    }
    return Family("triples", [.down(0, at: .left), .move(0), .up(0), .wait(30)], depth: depth, worlds)
  }

  /// All combinations of two lists.
  static func combine<A, B>(_ first: some Sequence<A>, _ second: some Sequence<B>, _ make: (A, B) -> [World]) -> [World]
  {
    first.flatMap { a in second.flatMap { make(a, $0) } }
  }
}
