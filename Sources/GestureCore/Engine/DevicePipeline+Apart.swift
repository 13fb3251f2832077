/// A finger beyond the range of a gesture that has begun is ignored: from its landing on the gesture looks at its own
/// touches only, until it is over.
extension DevicePipeline {
  /// Before touches land: gestures that cannot have them get a scope of their own.
  mutating func setApart() {
    for index in engaged where contenders[index].phase == .active {
      let scope = scopes[contenders[index].scope]
      guard !scope.received.isEmpty, scope.group.count > 0,
        scope.group.count + scope.received.count > contenders[index].fingers.upperBound
      else { continue }
      contenders[index].scope = place(for: scope.apart())
      apartCount += 1
    }
  }

  private mutating func place(for scope: Scope) -> Int {
    if let free = scopes.firstIndex(where: \.isFree) {
      scopes[free] = scope
      return free
    }
    scopes.append(scope)
    return scopes.count - 1
  }

  /// The gesture is over: it needs no scope of its own any more.
  mutating func endApart(_ index: Int) {
    guard contenders[index].scope != contenders[index].home else { return }
    scopes[contenders[index].scope].free()
    contenders[index].scope = contenders[index].home
    apartCount -= 1
  }
}
