import GestureCore

/// The touches that are down on one device, by letters, with the way each of them has gone.
struct Hand {
  /// A touch that is down, or has just been lifted or cancelled.
  struct Finger {
    let letter: String
    let id: Int32
    /// In the frame at hand; `stationary` for one that it does not name.
    fileprivate(set) var phase: Touch.Phase
    fileprivate(set) var tool: Touch.Tool
    /// The frame at hand has changed the tool.
    fileprivate(set) var isOtherTool = false
    fileprivate(set) var pressure: Double?
    /// The greatest so far.
    fileprivate(set) var peakPressure: Double?
    fileprivate(set) var journey: Journey

    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
  }

  /// In the order in which they landed; those that have lifted stay until the next frame.
  private(set) var fingers: [Finger] = []
  private let surface: Surface

  /// More touches than any hand can make are a device gone mad.
  private static let limit = 64

  init(on surface: Surface) { self.surface = surface }

  /// The same touches on a surface that is measured or turned anew.
  init(_ other: Hand?, on surface: Surface) {
    self.surface = surface
    fingers = other?.fingers ?? []
  }

  /// Takes note of a frame; touches that it moves, lifts or cancels although they never landed are nothing.
  mutating func take(_ frame: Frame) {
    fingers.removeAll(where: \.isOver)
    for index in fingers.indices {
      fingers[index].phase = .stationary
      fingers[index].isOtherTool = false
    }
    for touch in frame.touches { take(touch, at: frame.time) }
  }

  private mutating func take(_ touch: Touch, at time: Timestamp) {
    let index = fingers.firstIndex { $0.id == touch.id && !$0.isOver }
    switch touch.phase {
    case .began where index == nil: land(touch, at: time)
    case .began, .moved, .stationary: if let index { move(index, touch, at: time) }
    case .ended, .cancelled: if let index { fingers[index].phase = touch.phase }
    }
    if let index, touch.tool != fingers[index].tool {
      fingers[index].tool = touch.tool
      fingers[index].isOtherTool = true
    }
  }

  private mutating func land(_ touch: Touch, at time: Timestamp) {
    guard fingers.count < Self.limit else { return }
    fingers.append(
      Finger(
        letter: freeLetter(Set(fingers.map(\.letter))), id: touch.id, phase: .began, tool: touch.tool,
        pressure: touch.pressure, peakPressure: touch.pressure,
        journey: Journey(at: surface.place(touch.position), time)))
  }

  private mutating func move(_ index: Int, _ touch: Touch, at time: Timestamp) {
    fingers[index].phase = touch.phase == .stationary ? .stationary : .moved
    if touch.phase != .stationary { fingers[index].journey.move(to: surface.place(touch.position), at: time) }
    guard let pressure = touch.pressure else { return }
    fingers[index].pressure = pressure
    fingers[index].peakPressure = max(fingers[index].peakPressure ?? pressure, pressure)
  }
}

/// How one touch has moved since it landed: the way it went and the greatest speed it had.
struct Journey {
  private struct Sample {
    let time: Timestamp
    let place: Vector
  }

  /// A speed is that over at least so long, so that what trembles is not taken for fast; some three reports of a
  /// touchscreen.
  private static let shortest = TimeSpan(milliseconds: 20)

  /// Where the touch is.
  private(set) var place: Vector
  /// When it landed.
  let began: Timestamp
  /// The length of its path in mm, there and back counted.
  private(set) var way = 0.0
  /// In mm/s; zero for a touch that was down for too short a time to tell.
  private(set) var peakSpeed = 0.0
  /// From the latest one that is old enough on.
  private var samples: [Sample]

  /// A touch that has landed at `place`.
  init(at place: Vector, _ time: Timestamp) {
    self.place = place
    began = time
    samples = [Sample(time: time, place: place)]
  }

  /// The touch has gone to `next`; what is no place is no movement.
  mutating func move(to next: Vector, at time: Timestamp) {
    guard next.isFinite else { return }
    way += (next - place).length
    place = next
    while samples.count > 1, time - samples[1].time >= Self.shortest { samples.removeFirst() }
    let old = samples[0]
    if time - old.time >= Self.shortest {
      peakSpeed = max(peakSpeed, (next - old.place).length / (time - old.time).seconds)
    }
    if let last = samples.last, time > last.time { samples.append(Sample(time: time, place: next)) }
  }
}
