import Actions
import Bindings
import GestureCore
import Logging
import Testing

@testable import gesture_bridge

/// Messages between the daemon and its launcher: what was written is read, and nothing else is taken.
@Suite struct LinkMessageTests {
  private static let text = """
    [gesture.swipe]
    kind = "swipe"
    run = "first"

    [gesture.zoom]
    kind = "pinch"
    changed = { stream = "reader" }
    step = { every = "10 %", in = { run = "closer" } }

    """

  private static func rules() throws -> Rules {
    try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
  }

  private static func event(_ gesture: Int, _ state: RecognizerState) -> GestureEvent {
    var values = GestureValues()
    values.fingers = 3
    values.location = Vector(12.5, -3)
    values.translation = Vector(.nan, .infinity)
    values.scale = 1.25
    values.pressure = 0.5
    values.direction = .upLeft
    values.corners = [Vector(1, 2), Vector(3, 4)]
    values.hints = [GestureID(1)]
    return GestureEvent(
      time: Timestamp(microseconds: 5_000_000), since: Timestamp(microseconds: 4_000_000), device: DeviceID(7),
      gesture: GestureID(gesture), state: state, duration: TimeSpan(microseconds: 250_000), tool: .stylus,
      values: values)
  }

  private static func bytes(of request: LauncherRequest) -> [UInt8] {
    var message = LinkWriter()
    request.write(to: &message)
    return message.bytes
  }

  private static func order(
    _ rules: Rules, _ number: Int, way: StepSettings.StepWay? = nil, _ event: GestureEvent
  ) throws -> OrderMessage {
    let order = try #require(Order(number, way, for: event, of: rules))
    let hint = GestureHint(name: "zoom", json: #"{"name":"zoom"}"#)
    return OrderMessage(
      Performance(
        order, ToldRule(rules.ruleSet.gestures[event.gesture.rawValue]), device: "Pad \u{1B}", hints: [hint], at: 77))
  }

  @Test func anOrderArrivesAsItWasSent() throws {
    let rules = try Self.rules()
    let sent = try Self.order(rules, 0, Self.event(0, .recognized))
    guard case .order(let order, let number) = try LauncherRequest(Self.bytes(of: .order(sent, rules: 9))) else {
      Issue.record("it is another request")
      return
    }
    let performance = try #require(order.performance(by: rules))
    #expect(number == 9)
    #expect("\(performance.order.event)" == "\(Self.event(0, .recognized))")
    #expect(performance.order.effect.run == .shell("first"))
    #expect(performance.device == "Pad \u{1B}")
    #expect(performance.hints.map(\.json) == [#"{"name":"zoom"}"#])
    #expect(performance.moment == 77)
  }

  /// The number says which action, and the rules say which gesture and which events have it.
  @Test func onlyAnActionOfItsGestureAndItsEventsIsAnOrder() throws {
    let rules = try Self.rules()
    let zoom = rules.bindings[1].actions
    #expect(zoom.count == 2)
    for action in zoom where action.step != nil {
      #expect(Order(action.number, .in, for: Self.event(1, .changed), of: rules)?.effect.run == .shell("closer"))
      #expect(Order(action.number, .out, for: Self.event(1, .changed), of: rules) == nil)
      #expect(Order(action.number, nil, for: Self.event(1, .changed), of: rules) == nil)
    }
    for number in [-1, 3, Int(Int32.max)] {
      #expect(Order(number, nil, for: Self.event(0, .recognized), of: rules) == nil)
    }
    #expect(Order(0, nil, for: Self.event(1, .changed), of: rules) == nil)
    #expect(Order(0, nil, for: Self.event(0, .changed), of: rules) == nil)
  }

  /// Whatever a daemon that is no longer itself may send.
  @Test func anyBytesAreReadOrRefused() throws {
    let rules = try Self.rules()
    let sent = Self.bytes(of: .order(try Self.order(rules, 0, Self.event(0, .recognized)), rules: 1))
    var random = SystemRandomNumberGenerator()
    for cut in sent.indices {
      #expect(throws: LinkReader.Malformed.self) { try LauncherRequest(Array(sent[..<cut])) }
    }
    #expect(throws: LinkReader.Malformed.self) { try LauncherRequest(sent + [0]) }
    for _ in 0..<20_000 {
      var bytes = sent
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if case .order(let order, _)? = try? LauncherRequest(bytes) {
        _ = order.performance(by: rules)
      }
    }
  }

  @Test func requestsArrive() throws {
    let notification = Notification(title: String(repeating: "ü", count: 400), body: "b")
    guard case .notify(let read) = try LauncherRequest(Self.bytes(of: .notify(notification))) else {
      Issue.record("it is another request")
      return
    }
    #expect(read.title.utf8.count == 512 && notification.title.hasPrefix(read.title))
    guard case .readRules(3) = try LauncherRequest(Self.bytes(of: .readRules(3))),
      case .useRules(4) = try LauncherRequest(Self.bytes(of: .useRules(4))),
      case .setDryRun(true) = try LauncherRequest(Self.bytes(of: .setDryRun(true))),
      case .suspend([.locked, .asleep]) = try LauncherRequest(Self.bytes(of: .suspend([.locked, .asleep]))),
      case .dropWaiting = try LauncherRequest(Self.bytes(of: .dropWaiting)),
      case .vibrate(.keep([0, 5, .max])) = try LauncherRequest(Self.bytes(of: .vibrate(.keep([0, 5, .max])))),
      case .vibrate(.tick(9)) = try LauncherRequest(Self.bytes(of: .vibrate(.tick(9)))),
      case .rules = try LauncherRequest(Self.bytes(of: .rules))
    else {
      Issue.record("they are other requests")
      return
    }
  }

  @Test(arguments: [
    CommandEvent.started(pid: 12, latency: 340), .started(pid: 1, latency: nil), .exited(pid: 12, .code(3)),
    .exited(pid: 12, .signal(9)), .exited(pid: 2, .unknown), .refused(.perBinding(8)), .refused(.overall(64)),
    .refused(.perSecond(50)), .refused(.waiting(1)), .failed(.noProgram), .failed(.nulCharacter), .failed(.system(2)),
    .wouldStart, .queued, .skipped, .replaced, .toldToEnd(pid: 5), .killed(pid: 6), .line(.written), .line(.leftOut),
  ]) func whatBecomesOfACommandIsTold(_ event: CommandEvent) throws {
    for command in [Command.shell("a; b"), .direct(["x", "y"])] {
      var message = LinkWriter()
      let request = CommandRequest(
        binding: 4, file: "b.toml", line: 12, key: "run", gesture: "swipe", command: command,
        environment: [("GESTURE_NAME", "swipe")])
      LauncherReport.event(request, event, live: 3).write(to: &message)
      guard case .event(let read, event, live: 3) = try LauncherReport(message.bytes) else {
        Issue.record("it is another report")
        return
      }
      #expect(read.command == command)
      #expect(read.source == "b.toml:12" && read.binding == 4 && read.key == "run" && read.gesture == "swipe")
    }
  }

  @Test func aSkippedActionIsTold() throws {
    var message = LinkWriter()
    let action = SkippedAction(gesture: "ê", key: "run", reason: "nothing can press keys here")
    LauncherReport.skipped(action).write(to: &message)
    guard case .skipped(action) = try LauncherReport(message.bytes) else {
      Issue.record("it is another report")
      return
    }
    #expect(throws: LinkReader.Malformed.self) { try LauncherReport(message.bytes.dropLast()) }
  }

  @Test func theSessionIsTold() throws {
    var message = LinkWriter()
    for (lines, told) in [
      ([], []), (["a", "\u{e9}"], ["a", "\u{e9}"]),
      (Array(repeating: "x", count: 100), Array(repeating: "x", count: 32)),
    ] {
      LauncherReport.session(lines).write(to: &message)
      guard case .session(told) = try LauncherReport(message.bytes) else {
        Issue.record("it is another report")
        return
      }
    }
    // Cut off in the midst of its lines.
    LauncherReport.session(["abc"]).write(to: &message)
    #expect(throws: LinkReader.Malformed.self) { try LauncherReport(message.bytes.dropLast()) }
  }
}
