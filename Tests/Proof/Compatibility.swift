import GestureCore

extension Engine {
  var context: Context {
    get { Context() }
    set {}
  }
}
