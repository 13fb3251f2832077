import Bindings

/// Keeps what effects ask of the world, and does none of it.
public final class RecordingMeans: EffectMeans {
  public private(set) var requests: [CommandRequest] = []
  public private(set) var lines: [StreamLine] = []
  public private(set) var inputs: [InputRequest] = []
  public private(set) var launched: [String] = []
  public private(set) var asked: [DesktopRequest] = []

  public init() {}

  public func start(_ request: CommandRequest) { requests.append(request) }

  public func launch(_ application: String, _ request: CommandRequest) { launched.append(application) }

  public func tell(_ line: StreamLine) { lines.append(line) }

  public func emulate(_ request: InputRequest) { inputs.append(request) }

  public func ask(_ request: DesktopRequest) { asked.append(request) }
}
