import GestureCore

extension World.Actor: CustomStringConvertible {
  public var description: String {
    var words = ["\(name): \(plan)"]
    if priority != 0 { words.append("priority=\(priority)") }
    if !tags.isEmpty { words.append("tags=\(tags.sorted().joined(separator: ","))") }
    if !exclusiveTouchType { words.append("exclusive-touch-type=false") }
    if delaysTouchesBegan { words.append("delays-touches-began") }
    if !receive.isEmpty { words.append("receive={\(World.describe(receive))}") }
    if !beginIf.isEmpty { words.append("begin-if={\(World.describe(beginIf))}") }
    words += requirements("require-to-fail", relations.requireToFail)
    words += requirements("required-to-fail-by", relations.requiredToFailBy)
    words += references("simultaneous-with", relations.simultaneousWith)
    words += references("prevents", relations.prevents)
    words += references("cannot-prevent", relations.cannotPrevent)
    words += references("cannot-be-prevented-by", relations.cannotBePreventedBy)
    return words.joined(separator: " ")
  }

  private func requirements(_ key: String, _ list: [Requirement]) -> [String] {
    list.map { requirement in
      let condition = requirement.condition.isEmpty ? "" : " when {\(World.describe(requirement.condition))}"
      return "\(key)=\(describe(requirement.reference))\(condition)"
    }
  }

  private func references(_ key: String, _ list: [Reference]) -> [String] {
    list.isEmpty ? [] : ["\(key)=\(list.map(describe).joined(separator: ","))"]
  }

  private func describe(_ reference: Reference) -> String {
    switch reference {
    case .gesture(let name): name
    case .kind(let kind): "kind:\(kind)"
    case .tag(let tag): "tag:\(tag)"
    }
  }
}

extension World {
  static func describe(_ condition: Condition) -> String {
    var words: [String] = []
    if let zone = condition.zone { words.append("zone=\(zone)") }
    if let tool = condition.tool { words.append("tool=\(tool)") }
    if let modes = condition.modes { words.append("mode=\(modes.sorted().joined(separator: ","))") }
    if let fingers = condition.fingers { words.append("fingers=\(fingers)") }
    return words.joined(separator: " ")
  }

  static func describe(_ zone: Zone) -> String {
    var words = [""]
    let rectangle = zone.rectangle(on: surface)
    words.append("\(rectangle.left),\(rectangle.top) to \(rectangle.right),\(rectangle.bottom)")
    if let inside = zone.inside { words.append("inside=\(inside)") }
    if zone.isExclusive { words.append("exclusive") }
    if zone.isIgnored { words.append("ignore") }
    if !zone.allowsMultiTouch { words.append("multi-touch=false") }
    return words.joined(separator: " ")
  }
}
