import ArgumentParser
import Glibc
import Logging

/// What the daemon is started with.
///
/// It starts at login, and mostly by a few words. The library that reads command lines needs a fifth of the start for them, as it
/// finds out the options of every subcommand at run time; so the plain ones are read here, and all others by `Run`.
struct RunOptions: Equatable {
  var config: String?
  var dryRun = false
  var logLevel = Logger.Level.notice
  var debug: DebugForm?
  var record: String?
  var maxSize = ByteCount.standard
  var confine = ConfinementChoice.off
  var launcher: String?
  var allowRoot = false

  init() {}

  /// Reads a command line without the name of the program: `--config FILE --dry-run --debug-json`, also after `run`. Nil for
  /// words that it doesn't know, or can't use: `Run` reads these and says what is wrong with them.
  init?(plain words: some Collection<String>) {
    var rest = words[...]
    if rest.first == "run" { rest.removeFirst() }
    while let word = rest.popFirst() {
      if take(word) { continue }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), take(parts[0], value) else { return nil }
    }
    guard complaint == nil else { return nil }
  }

  /// How many words are options of `run` and their values, up to the first word that is something else.
  static func count(in words: [String]) -> Int {
    var options = RunOptions()
    var place = 0
    while place < words.count {
      let parts = words[place].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if options.take(words[place]) || parts.count == 2 && options.take(parts[0], parts[1]) {
        place += 1
      } else if place + 1 < words.count, options.take(words[place], words[place + 1]) {
        place += 2
      } else {
        break
      }
    }
    return place
  }

  /// What is wrong with the options together; nil if nothing is.
  var complaint: String? {
    if launcher != nil, confine == .off { return Message.launcherNeedsConfine }
    if record == RecordingOutput.standard, debug != nil { return Message.debugAlsoPrints }
    return nil
  }

  /// Takes an option without a value; false if it is none.
  private mutating func take(_ word: String) -> Bool {
    switch word {
    case "--dry-run": dryRun = true
    case "--allow-root": allowRoot = true
    default:
      // A second form is a mistake that `Run` explains.
      guard debug == nil, let form = DebugForm.allCases.first(where: { word == "--\($0.flag)" }) else { return false }
      debug = form
    }
    return true
  }

  /// Takes an option with its value, which may be joined to it by `=`; false if it is none, or can't be used.
  private mutating func take(_ name: String, _ value: String) -> Bool {
    guard !value.isEmpty, !value.hasPrefix("-") else { return false }
    switch name {
    case "--config": config = value
    case "--record": record = value
    case "--launcher": launcher = value
    case "--log-level": return set(\.logLevel, Logger.Level(rawValue: value))
    case "--max-size": return set(\.maxSize, ByteCount(argument: value))
    case "--confine": return set(\.confine, ConfinementChoice(rawValue: value))
    default: return false
    }
    return true
  }

  private mutating func set<Value>(_ path: WritableKeyPath<RunOptions, Value>, _ value: Value?) -> Bool {
    guard let value else { return false }
    self[keyPath: path] = value
    return true
  }

  /// Whether commands of the rules may run: a key of the live view ends a dry run.
  var mayRunCommands: Bool { !dryRun || debug == .view }

  /// Runs the daemon until it is told to stop.
  /// - Throws: `ExitCode` where the exit status is not 0; the reason was said.
  func run() throws {
    let errors = MessageOutput()
    defer { errors.finish() }
    let messages = MessageStream(to: errors)
    let log = Logger.standardError(logLevel, messages)
    do {
      let path = try RulesFile.path(named: config)
      let follower = try RulesFollower(path, log: log, messages)
      // Where it did not start, nothing has said them.
      defer { follower.sayFirstWarnings() }
      if geteuid() == 0, mayRunCommands {
        guard allowRoot else {
          log.error("\(dryRun ? Message.rootNeedsFlagForView : Message.rootNeedsFlag)")
          throw ExitCode(ExitStatus.wrongUse)
        }
        log.warning("\(Message.runsAsRoot)")
      }
      let seat = try InstanceLock.forRun(isDryRun: dryRun, isDebug: debug != nil, log)
      let recorder = try record.map { try FileRecorder(.init(path: $0, size: maxSize), remarks: Record.remarks) }
      let status = try Daemon(
        .init(
          dryRun: dryRun, debug: debug, recorder: recorder, seat: seat, confinement: confine, launcher: launcher,
          logLevel: logLevel),
        follower, log: log, messages, errors
      ).run()
      if status != 0 { throw ExitCode(status) }
    } catch let code as ExitCode {
      throw code
    } catch let problem as RulesFile.Problem {
      log.error("\(problem)")
      throw ExitCode(ExitStatus.unusableRules)
    } catch {
      log.error("\(error)")
      throw ExitCode.failure
    }
  }
}
