/// Where in fusuma's file a gesture stands, and what it is so far.
struct FusumaPath {
  let kind: FusumaKind
  var fingers: [ClosedRange<Int>]
  var direction: String?
  /// Fusuma's word for the moment of a lasting gesture.
  var status: String?
  var condition: ImportedCondition
  var words: String
  /// Settings of its own.
  var settings: [(key: String, value: String)] = []
  var notes: [String] = []

  /// The gesture with so many fingers; nil if there is none like it.
  func gesture(_ fingers: ClosedRange<Int>, _ action: FusumaAction, device: String) -> ImportedGesture? {
    let shape: GestureShape
    var slot = ImportedAction.Slot.phase(.run)
    var notes = notes + action.notes
    var every: String?
    switch (status, direction) {
    case (nil, let direction):
      guard direction != nil || kind == .hold else { return nil }
      shape = kind.shape(fingers, direction, device: device)
    case ("update"?, let direction?):
      guard let way = ImportedAction.Way(rawValue: direction) else { return nil }
      shape = kind.lasting(fingers, device: device)
      slot = .way(way)
      every = kind.step
      notes.append(FusumaWording.bySteps)
    case (let status?, let direction):
      shape = direction.map { kind.lasting(fingers, $0, device: device) } ?? kind.lasting(fingers, device: device)
      slot = .phase(Self.phase(status))
      if kind == .hold { notes.append(FusumaWording.lastingHold) }
    }
    var part = ImportedGesture(shape, [ImportedAction(slot, action.command)])
    part.every = every
    part.tuning = settings.map { ShapeSetting(key: $0.key, value: .string($0.value)) }
    part.sparesSwipes = shape.form == .pan
    part.condition = condition
    part.notes = notes
    return part
  }

  private static func phase(_ status: String) -> ImportedAction.Phase {
    switch status {
    case "begin": .began
    case "update": .changed
    case "end": .ended
    default: .cancelled
    }
  }
}
