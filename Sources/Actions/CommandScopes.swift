import Glibc

/// Scopes of the user's systemd: a command in one of its own is accounted by itself, and outlives the daemon's service.
///
/// `systemd-run --scope` asks for the scope and then becomes the command, so process, session, environment and folder are
/// those that the command would have had.
public final class CommandScopes {
  /// Why there are none.
  enum Absence: Error, Equatable {
    case noProgram
    /// Nothing at this path, where the user's service manager listens.
    case noManager(path: String)
    /// XDG_RUNTIME_DIR says nothing.
    case noSession
  }

  static let program = "systemd-run"
  private static let socket = "systemd/private"
  private static let slice = "app.slice"
  /// From this version on systemd-run may put variables into the words of a command if it isn't told not to.
  private static let expanding = 254

  private let folders: [Substring]
  private let runtimeFolder: String?
  /// How many were asked for.
  private var count = 0
  /// The program that was asked for its version, and whether it must be told to leave variables alone.
  private var known: (program: String, mayExpand: Bool)?

  /// With the program from the folders of `path`, and the service manager that listens in `runtimeFolder`.
  public init(path: String, runtimeFolder: String?) {
    folders = path.split(separator: ":")
    self.runtimeFolder = runtimeFolder
  }

  /// Those of the session that the daemon is in.
  public convenience init() {
    self.init(
      path: InheritedEnvironment.value("PATH") ?? "", runtimeFolder: InheritedEnvironment.value("XDG_RUNTIME_DIR"))
  }

  /// The words that stand before those of a command to give it a scope.
  func words(for request: CommandRequest) throws(Absence) -> [String] {
    let paths = folders.lazy.map { "\($0)/\(Self.program)" }
    guard let program = paths.first(where: { access($0, X_OK) == 0 }) else { throw .noProgram }
    guard let runtimeFolder, !runtimeFolder.isEmpty else { throw .noSession }
    let socket = "\(runtimeFolder)/\(Self.socket)"
    guard access(socket, F_OK) == 0 else { throw .noManager(path: socket) }
    count += 1
    return [
      program, "--user", "--scope", "--quiet", "--collect", "--slice=\(Self.slice)",
      "--unit=gesture-bridge-\(getpid())-\(count)",
      "--description=gesture-bridge: \(request.key) of \(request.gesture)",
    ] + (mayExpand(program) ? ["--expand-environment=no"] : []) + ["--"]
  }

  /// Asks the program for its version, once.
  private func mayExpand(_ program: String) -> Bool {
    if let known, known.program == program { return known.mayExpand }
    let answer = try? ProgramOutput(of: program, arguments: ["--version"], input: [])
    let words = String(decoding: answer?.output ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    // systemd 257 (257.4-1), systemd 258~rc1
    let version = words.dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
    let mayExpand = version.map { $0 >= Self.expanding } ?? false
    known = (program, mayExpand)
    return mayExpand
  }
}
