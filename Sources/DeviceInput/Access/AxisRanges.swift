import CLinux

/// The range, fuzz, flat and resolution of each axis of a device. Any reader of the device can change these values for
/// all readers (EVIOCSABS). The changed values remain after that reader has ended.
public struct AxisRanges: Equatable, Sendable {
  private struct Axis: Equatable, Sendable {
    let minimum, maximum, fuzz, flat, resolution: Int32

    init(_ info: input_absinfo) {
      (minimum, maximum) = (info.minimum, info.maximum)
      (fuzz, flat, resolution) = (info.fuzz, info.flat, info.resolution)
    }
  }

  private var axes: [Int32: Axis] = [:]

  public init(of descriptor: Int32) { for (code, info) in Self.infos(descriptor) { axes[code] = Axis(info) } }

  public func restore(on descriptor: Int32) {
    for (code, present) in Self.infos(descriptor) {
      guard let axis = axes[code], axis != Axis(present) else { continue }
      var info = present
      (info.minimum, info.maximum) = (axis.minimum, axis.maximum)
      (info.fuzz, info.flat, info.resolution) = (axis.fuzz, axis.flat, axis.resolution)
      _ = gb_set_axis(descriptor, code, &info)
    }
  }

  /// Returns the code and the `input_absinfo` of each axis of the device. Empty if the device has been unplugged.
  private static func infos(_ descriptor: Int32) -> [(Int32, input_absinfo)] {
    (0..<Int32(ABS_CNT)).compactMap { code in
      var info = input_absinfo()
      return gb_axis(descriptor, code, &info) < 0 ? nil : (code, info)
    }
  }
}
