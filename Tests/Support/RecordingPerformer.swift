import Bindings

/// Keeps the requests of effects, and carries out none of them.
public final class RecordingPerformer {
  public private(set) var requests: [CommandRequest] = []
  public private(set) var lines: [StreamLine] = []
  public private(set) var inputs: [InputRequest] = []
  public private(set) var launched: [String] = []
  public private(set) var desktopRequests: [DesktopRequest] = []

  public init() {}

  public func perform(_ performance: PerformedOrder) { for request in performance.requests { perform(request) } }

  public func perform(_ request: EffectRequest) {
    switch request {
    case .command(let request): requests.append(request)
    case .application(let application, _): launched.append(application)
    case .line(let line): lines.append(line)
    case .input(let request): inputs.append(request)
    case .desktop(let request): desktopRequests.append(request)
    case .level: break
    }
  }
}
