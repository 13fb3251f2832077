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
  private var grain = Self.finest

  /// Its length in mm, where the line is not long.
  init(_ reach: Double) {
    self.reach = reach
    places.reserveCapacity(Self.most)
  }

  mutating func land(at place: Vector) { landing = place }

  /// A first line is tried from here on.
  mutating func begin(at place: Vector) {
    places.removeAll(keepingCapacity: true)
    places.append(Place(place: place, area: 0))
    grain = Self.finest
  }

  func holds(_ place: Vector) -> Bool { (place - landing).length <= reach }

  mutating func note(_ line: PathLine) {
    guard let last = places.last, (line.place - last.place).length >= grain else { return }
    if places.count == Self.most { thin() }
    places.append(Place(place: line.place, area: line.area))
  }

  private mutating func thin() {
    for index in 0..<Self.most / 2 { places[index] = places[2 * index] }
    places.removeLast(Self.most / 2)
    grain *= 2
  }

  /// Lets the line begin where that makes it straightest.
  func settle(_ line: inout PathLine) {
    guard let first = places.first else { return }
    let reach = max(reach, (line.end - first.place).length * Self.share)
    var best = Double.infinity
    for place in places where (place.place - first.place).length <= reach {
      let chord = line.end - place.place
      let area = line.endArea - place.area - (place.place - first.place).cross(chord) / 2
      let bow = PathLine.bow(area, chord)
      let worth = bow + (place.place - first.place).length / reach * Self.cost
      guard worth < best else { continue }
      best = worth
      line.start = place.place
      line.bow = bow
    }
  }

  private static let finest = 1.0
  private static let most = 32
  /// Of long lines so much may be led in.
  private static let share = 0.3
  /// How much straighter, in percent, a line must be when all of it is left out.
  private static let cost = 8.0
}
