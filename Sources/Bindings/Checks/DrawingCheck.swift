import GestureCore

/// Finds drawings that another gesture takes before they are complete, and settings of gestures that have no effect.
struct DrawingCheck {
  /// What takes a drawing, in the order in which it is reported.
  private enum Taker: Equatable {
    /// A stroke that accepts all that is drawn, and goes first.
    case wider(Int)
    /// A stroke that has some of its examples, and goes first.
    case sharer(Int, String)
    /// A long press that begins while the fingers rest.
    case press(Int)
    /// A swipe along its first line.
    case swipe(Int)
  }

  let book: CheckContext
  let problems: Problems

  /// `gestures` are those that may be compared.
  func check(_ gestures: [Int]) {
    for index in gestures { warnOfIdleSettings(index) }
    var takers: [Int: Taker] = [:]
    for deviceClass in DeviceClass.allCases {
      let here = gestures.filter { book.classes(of: $0).contains(deviceClass) }
      let drawn = here.filter { book.rules.gestures[$0].kind.figure(book.settings(of: $0, on: deviceClass)) != nil }
      guard !drawn.isEmpty else { continue }
      let shelves = DrawingShelves(here, drawn, book, deviceClass)
      for index in drawn where takers[index] == nil { takers[index] = taker(of: index, shelves) }
    }
    for index in gestures {
      if let taker = takers[index] { report(index, taker) }
      warnOfOneLine(index)
    }
  }

  private func taker(of index: Int, _ shelves: DrawingShelves) -> Taker? {
    shelves.wider(than: index).map(Taker.wider)
      ?? shelves.sharer(with: index).map(Taker.sharer) ?? shelves.press(before: index).map(Taker.press)
      ?? shelves.swipe(before: index).map(Taker.swipe)
  }

  private func report(_ index: Int, _ taker: Taker) {
    let rule = book.rule(index)
    let header = book.gestures[index].header
    let other =
      switch taker {
      case .wider(let other), .sharer(let other, _), .press(let other), .swipe(let other): other
      }
    let name = book.rule(other).name
    let line = book.line(of: other, from: header)
    let wording: DiagnosticText =
      switch taker {
      case .wider: .narrowerDrawing(rule.name, name, line: line)
      case .sharer(_, let templates): .sharedTemplates(templates, rule.name, name, line: line)
      case .press: .beginsBefore(rule.name, rule.kind, by: name, book.rule(other).kind, line: line)
      case .swipe: .swipedFirst(rule.name, by: name, line: line)
      }
    problems.warning(at: header, wording)
  }

  /// A line after a rest or a press is no swipe.
  private func warnOfOneLine(_ index: Int) {
    guard !book.rules.gestures[index].kind.traits.alternatives.isEmpty else { return }
    let rule = book.rule(index)
    guard case .path(let path)? = rule.kind.traits.alternatives.lazy.compactMap({ rule.settings[$0] }).first,
      path.elements.count == 1, case .line(let direction)? = path.elements.first?.form,
      book.classes(of: index).allSatisfy({ Stroke.start(book.settings(of: index, on: $0)) == .atOnce })
    else { return }
    let section = book.gestures[index]
    problems.warning(at: section.places[Self.path] ?? section.header, .pathOfOneLine(direction))
  }

  private static let path = "path"

  /// Only the gesture's own settings: a default is for others too.
  private func warnOfIdleSettings(_ index: Int) {
    guard !book.gestures[index].places.isEmpty else { return }
    let rule = book.rule(index)
    let classes = book.classes(of: index)
    let idle = classes.map { rule.kind.traits.idle(book.settings(of: index, on: $0)) }
    guard idle.first?.isEmpty == false else { return }
    for (setting, place) in book.gestures[index].places {
      guard let reason = idle.first?[setting], idle.allSatisfy({ $0[setting] == reason }),
        let first = classes.first, let declaration = rule.kind.allSettings.first(where: { $0.name == reason }),
        let value = book.settings(of: index, on: first)[reason]
      else { continue }
      problems.warning(at: place, .idle(setting, with: reason, value: value.written(in: declaration.shape)))
    }
  }
}
