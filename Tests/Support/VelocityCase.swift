import Foundation
import Testing

/// A case of the reference data's velocity estimates: one pointer's samples, the last of them the lift.
public struct VelocityCase: Sendable, CustomTestStringConvertible {
  /// The results of Android's trackers for one axis.
  public struct Target: Sendable {
    /// `LSQ2`, the least-squares fit, or `IMPULSE`.
    public let strategy: String
    public let axis: String
    /// In px/s; nil if Android reports none.
    public let speed: Double?
  }

  public let name: String
  /// Places of the first pointer, in px.
  public let samples: [(ms: Double, x: Double, y: Double)]
  public let targets: [Target]

  public var testDescription: String { name }

  /// All cases of the data, or an empty array if the data is absent.
  public static let all: [VelocityCase] = {
    let url = ReferenceData.folder.appendingPathComponent("vectors/velocity_cases.json")
    guard let data = try? Data(contentsOf: url), let root = try? JSONSerialization.jsonObject(with: data) else {
      return []
    }
    return ((root as? [String: Any])?["cases"] as? [[String: Any]] ?? []).map(VelocityCase.init)
  }()

  private init(_ json: [String: Any]) {
    name = json["name"] as? String ?? ""
    let rows = json["t_ms_then_xy_per_pointer"] as? [[Any]] ?? []
    samples = rows.compactMap { row in
      guard row.count > 1, let ms = row[0] as? Double, let xy = row[1] as? [Double] else { return nil }
      return (ms, xy[0], xy[1])
    }
    targets = (json["expected"] as? [[String: Any]] ?? []).map {
      Target(
        strategy: $0["strategy"] as? String ?? "", axis: $0["axis"] as? String ?? "",
        speed: $0["expected_px_per_s"] as? Double)
    }
  }
}
