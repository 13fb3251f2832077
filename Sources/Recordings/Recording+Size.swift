import GestureCore

extension Recording {
  /// The recording with the sizes that `rules` give to devices which tell none, as the daemon would use them.
  ///
  /// Only an assumed size gives way; what the device or the command line said stays.
  public func sized(by rules: RuleSet) -> Recording {
    let assumed = notes.compactMap { if case .assumedSize(let size) = $0 { size } else { nil } }.first
    guard let assumed, assumed.width > 0, assumed.height > 0 else { return self }
    var result = self
    for index in devices.indices where devices[index].size == assumed {
      guard let size = rules.size(ofDevice: devices[index].name) else { continue }
      result.notes.removeAll { $0 == .assumedSize(assumed) }
      result.devices[index].size = size
      result.scale(devices[index].id, across: size.width / assumed.width, down: size.height / assumed.height)
    }
    return result
  }

  private mutating func scale(_ device: DeviceID, across: Double, down: Double) {
    for frame in frames.indices where frames[frame].device == device {
      for touch in frames[frame].touches.indices {
        frames[frame].touches[touch].position.x *= across
        frames[frame].touches[touch].position.y *= down
      }
    }
  }
}
