import GestureCore

extension Family {
  /// Of several gestures at the same instant the nearest wins, however long they were held; a gesture without a
  /// distance keeps its place.
  static func distances(_ depth: Int) -> Family {
    let plans: [Plan] = [Plan([Plan.Reaction(.lift(1), .recognize)]), .recognizeAtMove, .recognizeLater, .beginAtMove]
    let apart: [(Double?, Double?, Double?)] = [(2, 1, 1), (2, 1, nil), (nil, 2, 1), (2, nil, 1), (3, 2, 1)]
    let links: [(Relation, Int)] = [(none, 0), (none, 1), (requires, 0), (simultaneous, 0)]
    let worlds =
      combine(plans, plans) { a, b in
        combine(plans, apart) { c, apart in
          links.flatMap { link, priority in
            var first = World.Actor("a", a.with { $0.distance = apart.0 })
            let second = World.Actor("b", b.with { $0.distance = apart.1 })
            let third = World.Actor("c", c.with { $0.distance = apart.2 }) { $0.priority = priority }
            link(&first, .gesture("c"))
            return [World([first, second, third])]
          }
        }
      } + heldTogether() + scoped()
    let alphabet: [Input] = [.down(0, at: .left), .down(0, at: .edge), .move(0), .up(0), .wait(30)]
    return Family("distances", alphabet, depth: depth, worlds)
  }

  /// Two gestures that wait for a third one, for an edge or for fingers, and are released at the same instant; the
  /// nearest is not allowed to begin.
  private static func heldTogether() -> [World] {
    var odd = Condition()
    odd.modes = ["odd"]
    let plans: [Plan] = [.recognizeAtMove, .recognizeLater, .recognizeInTime, .beginAtMove]
    return combine(plans, plans) { a, b in
      combine([Plan.failInTime, .failLate, .double, .recognizeInTime], [0, 1, 2, 3]) { other, variant in
        var first = World.Actor("a", a.with { $0.distance = 2 })
        var second = World.Actor("b", b.with { $0.distance = 1 })
        var third = World.Actor("c", other) { $0.priority = 1 }
        switch variant {
        case 0:
          requires(&first, .gesture("c"))
          requires(&second, .gesture("c"))
        case 1:
          first.plan.yieldsToEdges = true
          second.plan.yieldsToEdges = true
          third.plan.band = 10
        case 2: third.plan = third.plan.fingers(2...2, within: 45)
        default:
          second.beginIf = odd
          requires(&third, .gesture("a"))
        }
        return [World([first, second, third])]
      }
    }
  }

  /// The inner zone takes precedence over the outer one, whatever the distance.
  private static func scoped() -> [World] {
    let outer = zone("outer", 50, 60)
    let inner = zone("inner", 40, 40, inside: "outer")
    let scopes: [(String?, String?)] = [(nil, "outer"), ("outer", "inner"), ("outer", "outer"), ("inner", nil)]
    return combine([Plan.recognizeAtMove, .beginAtMove], scopes) { plan, scopes in
      combine([0, 1], [1.0, 3]) { priority, distance in
        let a = World.Actor("a", plan.with { $0.distance = 2 }) {
          $0.receive.zone = scopes.0
          $0.priority = priority
        }
        let b = World.Actor("b", .recognizeAtMove.with { $0.distance = distance }) { $0.receive.zone = scopes.1 }
        return [World([a, b], zones: [outer, inner])]
      }
    }
  }
}
