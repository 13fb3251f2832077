/// The first few millimetres of a stroke, of which some may be no part of its first line: hands swing in.
struct LeadIn: Sendable {
  private struct Place: Sendable {
    let place: Vector
    /// What lay between the way and the straight one when the finger was here.
    let area: Double
  }

  private let reach: Double
  private var landing = Vector.zero
  private var places: [Place] = []

  /// Its length in mm.
  init(_ reach: Double) {
    self.reach = reach
    places.reserveCapacity(Self.most)
  }

  mutating func land(at place: Vector) { landing = place }

  /// A first line is tried from here on.
  mutating func begin(at place: Vector) {
    places.removeAll(keepingCapacity: true)
    places.append(Place(place: place, area: 0))
  }

  func holds(_ place: Vector) -> Bool { (place - landing).length <= reach }

  mutating func note(_ line: PathLine) {
    guard let last = places.last, places.count < Self.most, holds(line.place) else { return }
    guard (line.place - last.place).length >= max(Self.grain, reach / Double(Self.most)) else { return }
    places.append(Place(place: line.place, area: line.area))
  }

  /// Lets the line begin where that makes it straightest.
  func settle(_ line: inout PathLine) {
    guard let first = places.first else { return }
    var best = Double.infinity
    for place in places {
      let chord = line.end - place.place
      let area = line.endArea - place.area - (place.place - first.place).cross(chord) / 2
      let bow = PathLine.bow(area, chord)
      let worth = bow + (place.place - first.place).length * Self.cost
      guard worth < best else { continue }
      best = worth
      line.start = place.place
      line.bow = bow
    }
  }

  private static let grain = 1.0
  private static let most = 12
  /// How much straighter, in percent, a line must be for every mm that is left out.
  private static let cost = 1.0
}
