import Foundation
import GestureCore
import Support

/// One case of another recognizer's test suite, as the reference data restates it.
struct PeerVector {
  /// The action at a time; lengths are in the unit of the source.
  enum Action: Equatable {
    case down(Int32, x: Double, y: Double)
    case move(Int32, x: Double, y: Double)
    case up(Int32)
    case cancel(Int32)
    /// Only time passes.
    case wait
    /// By now this must have happened: gesture and state, and how often.
    case check([String: Int])
  }

  struct Event {
    let ms: Double
    let action: Action

    var time: Timestamp { Timestamp(microseconds: Int64((ms * 1000).rounded())) }
  }

  let id: String
  let source: String
  /// The setup of each gesture, by its name.
  let setup: [String: [String: Any]]
  /// Nil if the events are described in prose.
  let events: [Event]?
  let expect: [String: Any]

  /// All vectors of the data, or an empty array if the data is absent.
  static var all: [PeerVector] {
    let url = ReferenceData.folder.appendingPathComponent("vectors/peer-vectors.json")
    guard let data = try? Data(contentsOf: url), let root = try? JSONSerialization.jsonObject(with: data) else {
      return []
    }
    return ((root as? [String: Any])?["vectors"] as? [[String: Any]] ?? []).map(PeerVector.init)
  }

  private init(_ json: [String: Any]) {
    id = json["id"] as? String ?? ""
    source = json["source"] as? String ?? ""
    setup = json["setup"] as? [String: [String: Any]] ?? [:]
    expect = json["expect"] as? [String: Any] ?? [:]
    let rows = json["events"] as? [[Any]]
    let events = rows?.compactMap(Self.event)
    // Otherwise a row that can't be read would be skipped silently.
    self.events = events?.count == rows?.count ? events : []
  }

  private static func event(_ row: [Any]) -> Event? {
    guard row.count >= 2, let ms = row[0] as? Double, let word = row[1] as? String else { return nil }
    let id = row.count > 2 ? (row[2] as? Int).map(Int32.init) : nil
    let position = row.count > 4 ? (row[3] as? Double).flatMap { x in (row[4] as? Double).map { (x, $0) } } : nil
    let action: Action? =
      switch (word, id, position) {
      case ("down", let id?, let position?): .down(id, x: position.0, y: position.1)
      case ("move", let id?, let position?): .move(id, x: position.0, y: position.1)
      case ("up", let id?, _): .up(id)
      case ("cancel", let id?, _): .cancel(id)
      case ("wait", _, _), ("timer", _, _): .wait
      case ("assert", _, _): (row.count > 2 ? row[2] as? [String: Int] : nil).map { .check($0) }
      default: nil
      }
    return action.map { Event(ms: ms, action: $0) }
  }
}
