import Base
import Bindings
import Glibc
import Logging
import Runtime

/// Reads changed rules again. If the rules can't be used, the previous rules stay.
final class RulesFollower: LoopPart {
  /// The time without changes after which a file counts as complete, in microseconds.
  static let quiet: Int64 = 100_000

  /// Called with the new rules after their files have changed.
  var changed: (Rules) -> Void = { _ in }
  var notify: (Notification) -> Void = { _ in }
  /// When `advance` is due, in CLOCK_MONOTONIC microseconds; nil if no change is pending.
  private(set) var nextDeadline: Int64?
  let path: String
  let first: Rules
  private let firstReading: RulesReading

  /// Whether the warnings of the first reading were reported, or no longer matter.
  private var hasSaidFirst = false

  private let log: Logger
  private let messages: MessageStream
  /// The latest reading caused by changed files or `reload`; never the first reading. Nil without such a reading.
  private(set) var latest: RulesReading?
  /// The watch for changes of the files; nil if the system can't watch files.
  private let watch: FileWatch?
  /// The contents of the files of the current rules. `seen` has the contents from the last reading, even if unusable.
  private var used: [RulesReading.Part]
  private var seen: [RulesReading.Part]
  /// Whether the last notification about the files reported that they can't be used.
  private(set) var isTroubleShown = false

  init(_ path: String, log: Logger, _ messages: MessageStream = MessageStream()) throws(RulesFile.Problem) {
    (self.path, self.log, self.messages) = (path, log, messages)
    do {
      watch = try FileWatch()
    } catch {
      watch = nil
      log.warning("\(Message.notWatched(path, error.code))")
    }
    watch?.failed = { log.warning("\(Message.notWatched($0, $1))") }
    let reading = Self.read(path, watch, isFirst: true)
    if case .failure = reading.result { Self.say(reading.diagnostics, messages) }
    first = try reading.result.get()
    firstReading = reading
    used = reading.parts
    seen = used
  }

  /// Reports the warnings about the first rules, at most once. Does nothing after newer rules were loaded.
  func sayFirstWarnings() {
    guard !hasSaidFirst else { return }
    hasSaidFirst = true
    Self.say(firstReading.diagnostics, messages)
  }

  /// The reason why the files can't be used. Nil if the files can be used.
  var trouble: RulesFile.Problem? { if case .failure(let problem)? = latest?.result { problem } else { nil } }

  func begin(on runtime: Runtime) throws(SystemError) {
    runtime.add(self)
    guard let watch else { return }
    try runtime.loop.add(watch.descriptor, .reading) { [unowned self] _ in
      if watch.readChanges() { nextDeadline = EventLoop.now() + Self.quiet }
    }
  }

  func advance(to now: Int64) {
    guard let deadline = nextDeadline, deadline <= now, let fresh = look(isAsked: false) else { return }
    changed(fresh)
  }

  /// Reads the rules again, even if their files haven't changed. Nil if the rules can't be used.
  func reload() -> Rules? { look(isAsked: true) }

  private func look(isAsked: Bool) -> Rules? {
    nextDeadline = nil
    let reading = Self.read(path, watch, isFirst: false)
    guard isAsked || reading.parts != seen else { return nil }
    seen = reading.parts
    latest = reading
    switch reading.result {
    case .failure(let problem):
      Self.say(reading.diagnostics, messages)
      refuse(reading, problem, isAsked: isAsked)
      return nil
    case .success(let rules):
      let isSame = reading.parts == used
      used = reading.parts
      if isTroubleShown { notify(.mended(rules, path)) }
      isTroubleShown = false
      if isSame, !isAsked {
        log.notice("\(Message.unchanged(path))")
        return nil
      }
      // The warnings of the first rules no longer matter.
      hasSaidFirst = true
      Self.say(reading.diagnostics, messages)
      return rules
    }
  }

  private func refuse(_ reading: RulesReading, _ problem: RulesFile.Problem, isAsked: Bool) {
    if reading.isGone, !isAsked {
      log.warning("\(Message.rulesGone(path))")
    } else {
      log.error("\(Message.keptRules(problem))")
      notify(.trouble(problem))
      isTroubleShown = true
    }
  }

  private static func read(_ path: String, _ watch: FileWatch?, isFirst: Bool) -> RulesReading {
    guard let watch else { return RulesReading(path, isFirst: isFirst) }
    return watch.renew { RulesReading(path, isFirst: isFirst, opening: $0) }
  }

  private static func say(_ diagnostics: [Diagnostic], _ messages: MessageStream) {
    for diagnostic in diagnostics {
      messages.say("\(diagnostic)", at: diagnostic.severity == .error ? .error : .warning)
    }
  }
}

/// One reading of the rules: the contents of each file, and the result.
struct RulesReading {
  struct Part: Equatable {
    let path: String
    let content: Result<[UInt8], FileError>
  }

  /// The size limit of a rules file in bytes. Larger files would delay gestures.
  static let limit = 4 << 20

  /// All files read for the rules, the rules file first, with their contents or errors. Equal lists give equal results.
  private(set) var parts: [Part] = []
  let result: Result<Rules, RulesFile.Problem>
  /// The loaded rules with their diagnostics; nil if the file can't be read.
  private let loaded: LoadedRules?

  var diagnostics: [Diagnostic] { loaded?.diagnostics ?? [] }

  /// Reads the rules at `path`. `opening` gets each path before it is opened. If `isFirst`, `path` can be an inherited
  /// pipe. `most` is the maximum number of listed problems with the same text.
  init(
    _ path: String, isFirst: Bool = true, listing most: Int = Rules.listed,
    opening: @escaping (String) -> Void = { _ in }
  ) {
    self.init(path, isFirst: isFirst, listing: most) { path, takesPipe throws(FileError) in
      opening(path)
      return try FileContents(trusted: path, limit: Self.limit, takesPipe: takesPipe)
    }
  }

  /// Reads rules from standard input; `name` is for messages. Paths in the rules are relative to the current folder.
  init(standardInput name: String, listing most: Int) {
    self.init(name, isFirst: true, listing: most) { path, isInput throws(FileError) in
      isInput
        ? try FileContents(open: STDIN_FILENO, called: "standard input", limit: Self.limit)
        : try FileContents(trusted: path, limit: Self.limit, takesPipe: false)
    }
  }

  private init(
    _ path: String, isFirst: Bool, listing most: Int,
    _ contents: @escaping (_ path: String, _ takesPipe: Bool) throws(FileError) -> FileContents
  ) {
    let notes = Notes()
    let read = { (path: String, takesPipe: Bool) -> Result<Includes.File, FileError> in
      let found = Result { () throws(FileError) in try contents(path, takesPipe) }
        .map { Includes.File(text: $0.bytes, identity: "\($0.status.st_dev):\($0.status.st_ino)") }
      notes.parts.append(Part(path: path, content: found.map(\.text)))
      return found
    }
    do throws(FileError) {
      let main = try read(path, isFirst).get()
      let includes = Includes(home: EnvironmentVariable.value("HOME"), identity: main.identity) { included in
        read(included, false).mapError { Includes.Refusal($0.message, fix: $0.fix, isMissing: $0.isMissing) }
      }
      let loaded = Rules.load(text: main.text, file: path, listing: most, includes: includes)
      self.loaded = loaded
      result = loaded.rules.map { .success($0) } ?? .failure(.invalid(path: path, loaded.diagnostics.filter(\.isError)))
    } catch {
      loaded = nil
      result = .failure(.unreadable(error))
    }
    parts = notes.parts
  }

  var isGone: Bool {
    if case .failure(let error)? = parts.first?.content { parts.count == 1 && error.isMissing } else { false }
  }

  private final class Notes {
    var parts: [Part] = []
  }
}

extension Diagnostic {
  var isError: Bool { severity == .error }
}

enum RulesFile {
  /// The reason why the rules can't be used.
  enum Problem: Error, CustomStringConvertible {
    case notFound([String])
    case unreadable(FileError)
    /// The errors in the rules file or in included files; never empty.
    case invalid(path: String, [Diagnostic])

    var description: String {
      switch self {
      case .notFound(let places):
        "there is no rules file at \(places.joined(separator: " or ")); run `gesture-bridge init` to write a first bindings.toml, or name another file (`--config FILE` or `check FILE`)"
      case .unreadable(let error): error.description
      case .invalid(_, let errors): Message.have(errors)
      }
    }
  }

  /// The usual paths of the rules file, in order of precedence.
  static var places: [String] {
    let home = EnvironmentVariable.value("HOME").map { $0 + "/.config" }
    let directories = [EnvironmentVariable.value("XDG_CONFIG_HOME") ?? home, "/etc"].compactMap { $0 }
    return directories.map { $0 + "/gesture-bridge/bindings.toml" }
  }

  /// The path `named` or, if nil, the first existing path in `before` and `places`. Throws `notFound` if none exists.
  static func path(named: String?, before: [String] = []) throws(Problem) -> String {
    if let named { return named }
    let candidates = before + places
    guard let found = candidates.first(where: { access($0, F_OK) == 0 }) else { throw .notFound(candidates) }
    return found
  }

  /// Reads the rules; throws if the rules can't be used. `say` gets the diagnostics, at most `most` with equal text.
  static func load(
    _ path: String, listing most: Int = Rules.listed, say: (Diagnostic) -> Void
  ) throws(Problem) -> Rules {
    let reading = RulesReading(path, listing: most)
    reading.diagnostics.forEach(say)
    return try reading.result.get()
  }
}
