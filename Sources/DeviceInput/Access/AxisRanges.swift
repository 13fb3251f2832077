import CLinux

/// The ranges of a device's axes: where each begins and ends, and how finely it measures.
///
/// A program that has a device open, if only to read, can change them for all other readers (EVIOCSABS), and they stay
/// changed when it has closed the device. A touchscreen with a wrong range is none any more.
public struct AxisRanges: Equatable, Sendable {
  private struct Axis: Equatable, Sendable {
    let minimum, maximum, fuzz, flat, resolution: Int32

    init(_ info: input_absinfo) {
      (minimum, maximum) = (info.minimum, info.maximum)
      (fuzz, flat, resolution) = (info.fuzz, info.flat, info.resolution)
    }
  }

  private var axes: [Int32: Axis] = [:]

  /// The ranges that the open device `descriptor` has now.
  public init(of descriptor: Int32) {
    for (code, info) in Self.infos(descriptor) { axes[code] = Axis(info) }
  }

  /// Gives these ranges to an open device again, if it has others.
  public func restore(on descriptor: Int32) {
    for (code, present) in Self.infos(descriptor) {
      guard let axis = axes[code], axis != Axis(present) else { continue }
      var info = present
      (info.minimum, info.maximum) = (axis.minimum, axis.maximum)
      (info.fuzz, info.flat, info.resolution) = (axis.fuzz, axis.flat, axis.resolution)
      _ = gb_set_axis(descriptor, code, &info)
    }
  }

  /// All axes of an open device; nothing if it has been unplugged.
  private static func infos(_ descriptor: Int32) -> [(Int32, input_absinfo)] {
    (0..<Int32(ABS_CNT)).compactMap { code in
      var info = input_absinfo()
      return gb_axis(descriptor, code, &info) < 0 ? nil : (code, info)
    }
  }
}
