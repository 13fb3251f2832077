import Bindings
import Desktop

extension ExtWorkspaces {
  /// Goes to a workspace; `output` is the object of the output that has the focus, if it is known. Returns why it can't be done, as a clause.
  func go(to target: WorkspaceTarget, on output: UInt32?) -> String? {
    let current = current(on: output)
    let all = group(of: current)
    let place = all.firstIndex { $0 == current }
    let wanted: Workspace? =
      switch target {
      case .next: place.flatMap { all.dropFirst($0 + 1).first }
      case .previous: place.flatMap { all.prefix($0).last }
      case .number(let number): all.first { $0.name == "\(number)" } ?? all.dropFirst(number - 1).first
      }
    guard let wanted else {
      if case .number(let number) = target { return "there is no workspace \(number)" }
      // Beyond the first and the last there is none, as a hand expects.
      return nil
    }
    activate(wanted)
    return nil
  }
}
