/// A value that is made when it is first asked for, and kept. What it is made of is kept until then.
final class Later<Value> {
  private enum State {
    case toMake(() -> Value)
    case made(Value)
  }

  private var state: State

  init(_ make: @escaping () -> Value) { state = .toMake(make) }

  var value: Value {
    switch state {
    case .made(let value): return value
    case .toMake(let make):
      let value = make()
      state = .made(value)
      return value
    }
  }
}
