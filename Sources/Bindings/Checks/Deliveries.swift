import GestureCore

/// Warns of gestures that say what becomes of their touches where applications get all of them in any case.
struct Deliveries {
  let book: RuleBook
  let problems: Problems

  func check() {
    guard !book.rules.devices.contains(where: { $0.intercept == true }) else { return }
    for place in book.sections.flatMap(\.deliveryPlaces) {
      problems.warning(at: place.range, .nobodyIntercepts(place.value.rawValue))
    }
  }
}
