import ArgumentParser
import CLinux
import Glibc
import NIOPosix

/// Serves the studio's page to one local browser, and passes messages between the page and the standard streams.
///
/// Exit status: 0 after the studio has ended, 1 if the studio can't start, 2 if the command line is wrong.
@main
struct GestureBridgeStudio: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge-studio", abstract: "Serve the studio, the page that sets gestures up, to a browser.",
    discussion: """
      'gesture-bridge studio' starts this program. This program listens only on 127.0.0.1, and answers only the browser that opens the address on \
      the first line of output. It passes lines from standard input to the page, and the page's messages to standard \
      output. It ends when its standard input is closed.
      """,
    version: "0.1.0")

  private static let longest = 86_400

  @Option(help: .init("How many seconds the program keeps running after the page is closed.", valueName: "seconds"))
  var stay = 30

  @Option(help: .init("How many seconds the program waits for a browser to open the page.", valueName: "seconds"))
  var first = 120

  static func main() {
    // A socket must not get the number of a missing standard descriptor.
    while true {
      let null = open("/dev/null", O_RDWR)
      guard null >= 0, null <= STDERR_FILENO else {
        close(null)
        break
      }
    }
    // If the other end of a connection or a pipe is closed, a write fails, and no signal ends the process.
    signal(SIGPIPE, SIG_IGN)
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let message = Array((fullMessage(for: error) + "\n").utf8)
      let code = exitCode(for: error)
      if message.count > 1 { _ = write(code.isSuccess ? STDOUT_FILENO : STDERR_FILENO, message, message.count) }
      Glibc.exit(code == .validationFailure ? 2 : code.rawValue)
    }
  }

  func validate() throws {
    guard 0...Self.longest ~= stay, 0...Self.longest ~= first else {
      throw ValidationError("--stay and --first must be from 0 to \(Self.longest) seconds")
    }
  }

  func run() throws {
    let owners: ConnectionOwners
    do {
      owners = try ConnectionOwners()
    } catch {
      StudioLine.fault("error: \(error)")
      throw ExitCode.failure
    }
    // This is the only thread, so it can give up rights for the whole process.
    MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
      Studio.start(on: loop, owners, firstPageTimeout: first, pageTimeout: stay, Self.confine)
    }
  }

  /// Gives up rights to open files, start programs and connect to servers. Warns if the kernel supports this but fails.
  private static func confine() {
    if gb_confine_files() < 0 {
      StudioLine.fault("the studio works, but is less protected: Landlock failed to limit the studio's access to files")
    }
    if gb_confine_calls() < 0 {
      StudioLine.fault("the studio works, but is less protected: seccomp failed to limit the studio's system calls")
    }
  }
}
