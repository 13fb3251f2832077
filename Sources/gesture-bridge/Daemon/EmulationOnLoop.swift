import Base
import Bindings
import InputEmulation
import Logging
import Runtime

/// Keys and clicks as a part of a runtime: opens a way to send them where rules have such effects, and nothing otherwise.
final class EmulationOnLoop: LoopPart {
  /// What the loop watches, and which of the emulator's ways it belongs to.
  private struct Watched: Equatable {
    let descriptor: Int32
    let events: Int16
    let way: Int
  }

  private let emulator: InputEmulator
  private var watched: Watched?
  private var needs: InputNeeds = []
  private let log: Logger
  private unowned let loop: EventLoop

  init(on loop: EventLoop, dryRun: Bool, log: Logger, variable: @escaping (String) -> String?) {
    self.loop = loop
    self.log = log
    emulator = InputEmulator(dryRun: dryRun, log: log, now: EventLoop.now) {
      EmulationWays.all(for: $0, variable: variable)
    }
  }

  /// By what keys and clicks are sent, and what is missing, a sentence each.
  var lines: [String] { needs.isEmpty ? [] : Message.emulation(emulator) }

  func use(_ rules: Rules) {
    needs = rules.inputNeeds
    change { emulator.use(needs) }
  }

  func perform(_ request: InputRequest) { change { emulator.perform(request) } }
  func setDryRun(_ isDry: Bool) { change { emulator.isDryRun = isDry } }
  func releaseAll() { change { emulator.releaseAll() } }
  func ask() { change { emulator.ask() } }
  func stop() { change { emulator.stop() } }

  var nextDeadline: Int64? { emulator.nextDeadline }
  func advance(to now: Int64) { change { emulator.advance(to: now) } }

  private func change(_ body: () -> Void) {
    body()
    let wanted = emulator.wait.map { Watched(descriptor: $0.descriptor, events: $0.events, way: emulator.opened) }
    guard wanted != watched else { return }
    if let watched { loop.remove(watched.descriptor) }
    watched = wanted
    guard let wanted else { return }
    do throws(SystemError) {
      try loop.add(wanted.descriptor, Interest(wanted.events)) { [unowned self] _ in change { emulator.ready() } }
    } catch {
      log.error("\(error)")
    }
  }
}

extension Message {
  /// By what keys and clicks are sent, or why by nothing; a sentence each.
  static func emulation(_ emulator: InputEmulator) -> [String] {
    let problems = emulator.problems.isEmpty ? "" : " (\(emulator.problems.joined(separator: "; ")))"
    return [emulator.readyWay.map { "\($0) sends keys and clicks\(problems)" } ?? nothingSends(emulator.problems)]
  }

  static func nothingSends(_ problems: [String]) -> String {
    "nothing can send keys and clicks" + (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))")
  }
}
