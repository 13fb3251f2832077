import GestureCore

/// Worlds about one rule each.
extension Family {
  /// Of several taps at once the one of more; and the lesser never prevents the greater.
  static func taps(_ depth: Int) -> Family {
    let tapped: [Plan] = [
      .tap, .double, .triple, .doubleAfresh, Plan([Plan.Reaction(.movement(1), .begin)]) { $0.taps = 2 },
      Plan([Plan.Reaction(.movement(1), .recognize)]) { $0.taps = 3 }, .recognizeAtMove,
    ]
    let links: [Relation] = [none, requires, simultaneous, prevents]
    let worlds = combine(tapped, tapped) { a, b in
      combine(tapped, links) { c, ab in
        combine(links, [0, 1]) { bc, priority in
          var first = World.Actor("a", a) { $0.priority = priority * 2 }
          var second = World.Actor("b", b) { $0.priority = priority }
          ab(&first, .gesture("b"))
          bc(&second, .gesture("c"))
          return [World([first, second, World.Actor("c", c)])]
        }
      }
    }
    return Family("taps", [.down(0, at: .left), .up(0), .wait(30), .move(0)], depth: depth, worlds)
  }

  /// A gesture that withholds its touches from applications gives up for them as it does for another gesture that waits
  /// for it.
  static func withheld(_ depth: Int) -> Family {
    let worlds = combine([Plan.reluctant], Plan.few + [.reluctant]) { a, b in
      combine(relations, [0, 1]) { relation, priority in
        [(true, true), (true, false), (false, true)].map { isIntercepted, delays in
          var first = World.Actor("a", a) {
            $0.delaysTouchesBegan = delays
            $0.priority = priority
          }
          relation(&first, .gesture("b"))
          let second = World.Actor("b", b) { $0.delaysTouchesBegan = !delays }
          return World([first, second], isIntercepted: isIntercepted)
        }
      }
    }
    return Family("withheld", one, depth: depth, worlds)
  }

  /// A kind or a tag stands for all gestures that have it, except the one that names it.
  static func references(_ depth: Int) -> Family {
    let names: [Reference] = [.kind("k"), .kind("other"), .tag("t"), .tag("u"), .gesture("b")]
    let worlds = combine(Plan.few, Plan.few) { a, b in
      combine(names, relations) { name, relation in
        var first = World.Actor("a", a) {
          $0.kind = "k"
          $0.tags = ["t"]
        }
        relation(&first, name)
        let second = World.Actor("b", b) {
          $0.kind = "k"
          $0.tags = ["u"]
        }
        let third = World.Actor("c", .recognizeInTime) {
          $0.kind = "other"
          $0.tags = ["t", "u"]
        }
        return [World([first, second, third])]
      }
    }
    return Family("references", one, depth: depth, worlds)
  }

  /// Conditions on the mode: of received touches, of beginnings, of requirements.
  static func modes(_ depth: Int) -> Family {
    let odd = condition { $0.modes = ["odd"] }
    let speak: [@Sendable (inout World.Actor, inout World.Actor) -> Void] = [
      { a, _ in a.receive = odd },
      { a, _ in a.beginIf = odd },
      { _, b in b.beginIf = odd },
      { a, _ in a.relations.requireToFail = [Requirement(.gesture("b"), when: odd)] },
      { a, b in
        requires(&a, .gesture("b"))
        b.beginIf = odd
      },
      { a, b in
        requires(&a, .gesture("b"))
        a.beginIf = odd
      },
      { a, b in
        b.relations.requiredToFailBy = [Requirement(.kind("kind-a"), when: odd)]
        simultaneous(&a, .gesture("b"))
      },
      { a, b in
        requires(&a, .gesture("b"))
        b.receive = odd
      },
    ]
    let worlds = combine(Plan.basic, Plan.few) { a, b in
      combine(speak, [1...1, 1...2]) { speak, range in
        var first = World.Actor("a", a)
        var second = World.Actor("b", b.fingers(range, within: 45))
        speak(&first, &second)
        return [World([first, second])]
      }
    }
    let alphabet: [Input] = [
      .down(0, at: .left), .move(0), .up(0), .wait(30), .mode("odd"), .mode("default"), .down(1, at: .left),
    ]
    return Family("modes", alphabet, depth: depth, worlds)
  }

  private static func condition(_ set: (inout Condition) -> Void) -> Condition {
    var condition = Condition()
    set(&condition)
    return condition
  }

  static func zone(_ name: String, _ right: Double, _ bottom: Double, inside: String? = nil) -> Zone {
    Zone(
      name: name,
      shape: .rectangle(
        x: .millimetres(0), y: .millimetres(0), width: .millimetres(right), height: .millimetres(bottom)),
      inside: inside)
  }

  /// An outer zone on the left and an inner one at its top.
  static func zones(_ depth: Int) -> Family {
    let change: [@Sendable (inout Zone) -> Void] = [
      { _ in }, { $0.isExclusive = true }, { $0.isIgnored = true }, { $0.allowsMultiTouch = false },
    ]
    let scopes: [(String?, String?)] = [
      (nil, "outer"), ("outer", "inner"), (nil, "inner"), ("outer", "outer"), ("inner", "outer"),
    ]
    var worlds: [World] = []
    for outer in change {
      for inner in change {
        for isNested in [true, false] {
          var first = zone("outer", 50, 60)
          var second = zone("inner", 60, 20, inside: isNested ? "outer" : nil)
          outer(&first)
          inner(&second)
          worlds += combine(scopes, [none, simultaneous, requires]) { scopes, relation in
            combine([Plan.recognizeAtMove, .beginAtMove, .tap], [1...1, 1...2]) { plan, range in
              var a = World.Actor("a", plan.fingers(range, within: 45)) { $0.receive.zone = scopes.0 }
              relation(&a, .gesture("b"))
              let b = World.Actor("b", .beginAtMove.fingers(1...2, within: 45)) { $0.receive.zone = scopes.1 }
              return [World([a, b], zones: [first, second])]
            }
          }
        }
      }
    }
    let alphabet: [Input] = [
      .down(0, at: .left), .down(1, at: .inner), .down(2, at: .right), .down(1, at: .left), .moveAll, .move(1),
      .up(0), .up(1),
    ]
    return Family("zones", alphabet, depth: depth, worlds)
  }

  static func tools(_ depth: Int) -> Family {
    let tools: [Touch.Tool?] = [nil, .finger, .stylus]
    let worlds = combine(tools, tools) { ours, theirs in
      combine([true, false], relations) { isExclusive, relation in
        combine([Plan.recognizeAtMove, .beginAtMove, .tap], [1...1, 1...2]) { plan, range in
          var a = World.Actor("a", plan.fingers(range, within: 45)) {
            $0.receive.tool = ours
            $0.exclusiveTouchType = isExclusive
          }
          relation(&a, .gesture("b"))
          let b = World.Actor("b", .beginAtMove.fingers(1...2, within: 45)) { $0.receive.tool = theirs }
          return [World([a, b])]
        }
      }
    }
    let alphabet: [Input] = [
      .down(0, at: .left), .down(1, at: .left, tool: .stylus), .down(2, at: .left, tool: .palm), .moveAll, .move(1),
      .up(0), .up(1), .wait(30),
    ]
    return Family("tools", alphabet, depth: depth, worlds)
  }

  /// A pan yields to a gesture of the left edge.
  static func edges(_ depth: Int) -> Family {
    let yielding = [Plan.beginAtMove, .recognizeAtMove, .recognizeInTime, .failAtMove].map { plan in
      plan.with { $0.yieldsToEdges = true }
    }
    let worlds =
      combine(yielding, Plan.basic) { pan, edge in
        combine(twofold + relations, [1...1, 1...2]) { relation, range in
          var a = World.Actor("a", pan.fingers(range, within: 45))
          relation(&a, .gesture("b"))
          return [World([a, World.Actor("b", edge.with { $0.band = 10 }) { $0.priority = 1 }])]
        }
      }
      + combine(yielding, Plan.few) { pan, edge in
        combine(relations, relations) { there, back in
          var a = World.Actor("a", pan)
          there(&a, .gesture("c"))
          var b = World.Actor("b", edge.with { $0.band = 10 })
          back(&b, .gesture("c"))
          return [World([a, b, World.Actor("c", .failInTime)])]
        }
      }
      + combine(yielding, Plan.few) { pan, edge in
        combine(relations, [0, 1]) { relation, priority in
          var b = World.Actor("b", edge.with { $0.band = 10 }) { $0.priority = priority }
          relation(&b, .gesture("a"))
          return [World([World.Actor("a", pan), b])]
        }
      }
    let alphabet: [Input] = [
      .down(0, at: .edge), .down(0, at: .left), .down(1, at: .edge), .move(0), .up(0), .wait(30),
    ]
    return Family("edges", alphabet, depth: depth, worlds)
  }

  /// A path waits for longer drawings that can continue from it.
  static func drawings(_ depth: Int) -> Family {
    let lengths = [(1, 2), (1, Plan.whole), (2, 1), (Plan.whole, Plan.whole)]
    let plans = [Plan.recognizeAtMove, .recognizeInTime, .failAtMove, .tap]
    let worlds =
      combine(plans, Plan.basic) { short, long in
        combine(twofold + relations, lengths) { relation, lengths in
          var a = World.Actor("a", short.with { $0.drawn = lengths.0 })
          relation(&a, .gesture("b"))
          return [World([a, World.Actor("b", long.with { $0.drawn = lengths.1 }) { $0.priority = 1 }])]
        }
      }
      + combine(plans, Plan.few) { short, long in
        combine(relations, relations) { there, back in
          var a = World.Actor("a", short.with { $0.drawn = 1 })
          there(&a, .gesture("c"))
          var b = World.Actor("b", long.with { $0.drawn = 2 })
          back(&b, .gesture("a"))
          return [World([a, b, World.Actor("c", .failInTime.with { $0.drawn = Plan.whole })])]
        }
      }
      + combine(plans, Plan.few) { short, long in
        combine([1...1, 2...2, 1...2], relations) { range, relation in
          let a = World.Actor("a", short.with { $0.drawn = 1 })
          var b = World.Actor("b", long.fingers(range, within: 45).with { $0.drawn = 2 })
          relation(&b, .kind("kind-a"))
          return [World([a, b])]
        }
      }
    let alphabet: [Input] = [.down(0, at: .left), .down(1, at: .left), .move(0), .up(0), .wait(30)]
    return Family("drawings", alphabet, depth: depth, worlds)
  }

  /// Fingers that land one after another at any time, of which only some are part of the gesture.
  static func apart(_ depth: Int) -> Family {
    let tips = [Plan.recognizeAtMove, .recognizeInTime, .beginAtMove, .failInTime, .tap].map { plan in
      plan.fingers(2...2).with { $0.landsSeparately = true }
    }
    let worlds = combine(tips, Plan.few) { tip, plan in
      combine(relations, [Plan.Part.all, .later, .left]) { relation, part in
        combine([1...1, 1...2], [true, false]) { range, isFirst in
          var a = World.Actor("a", tip.with { $0.part = part })
          relation(&a, .gesture("b"))
          let b = World.Actor("b", plan.fingers(range, within: 45))
          return [World(isFirst ? [a, b] : [b, a])]
        }
      }
    }
    let alphabet: [Input] = [
      .down(0, at: .left), .down(1, at: .right), .move(0), .move(1), .up(0), .up(1), .wait(30),
    ]
    return Family("lands apart", alphabet, depth: depth, worlds)
  }

  /// Four gestures: two chains side by side, a fork, a diamond.
  static func quadruples(_ depth: Int) -> Family {
    let shapes: [[(Int, Int)]] = [
      [(0, 1), (1, 2), (2, 3)], [(0, 1), (0, 2), (1, 3), (2, 3)], [(0, 1), (2, 3)], [(0, 3), (1, 3), (2, 3)],
      [(0, 1), (0, 2), (0, 3)],
    ]
    let names = ["a", "b", "c", "d"]
    let worlds = combine(Plan.quick, Plan.quick) { a, b in
      combine(Plan.quick, Plan.quick) { c, d in
        combine(shapes, [none, simultaneous, prevents, cannotPrevent]) { shape, relation in
          var actors = zip(names, [a, b, c, d]).enumerated().map { number, pair in
            World.Actor(pair.0, pair.1) { $0.priority = [2, 0, 3, 1][number] }
          }
          for (waiting, other) in shape { requires(&actors[waiting], .gesture(names[other])) }
          relation(&actors[3], .gesture("a"))
          relation(&actors[1], .gesture("c"))
          return [World(actors)]
        }
      }
    }
    return Family("quadruples", [.down(0, at: .left), .move(0), .up(0), .wait(30)], depth: depth, worlds)
  }
}
