import ArgumentParser
import Control
import Glibc

/// What happens, as it happens.
struct CtlSubscribe: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribe",
    abstract: "Print a line for each thing that happens, until Ctrl-C.",
    discussion: """
      Of mode, paused, absence and device it first says how they stand. Each line begins with the name of its topic; \
      --json prints the daemon's own lines. Exit status: 0 when the daemon has ended, 1 when it has dropped this program \
      because it did not read in time, or when the connection is lost.
      """)

  @Argument(
    help: ArgumentHelp(
      "Only these: \(ControlTopics.named.map(\.key).joined(separator: ", ")).", valueName: "topic"),
    completion: .list(ControlTopics.named.map(\.key)))
  var topics: [String] = []

  @OptionGroup var options: CtlOptions

  func validate() throws {
    do throws(ControlError) {
      _ = try ControlTopics(names: topics)
    } catch {
      throw ValidationError("\(error)")
    }
  }

  func run() throws {
    do {
      let connection = try DaemonSearch.connect(session: options.session)
      let wanted = topics.isEmpty ? ControlTopics.all : try ControlTopics(names: topics)
      let answer = try ControlAnswer(line: connection.ask(.subscribe(wanted)))
      if case .refused(let error, let fix, _) = answer {
        throw ConnectionError.other([error, fix].compactMap { $0?.visible }.joined(separator: ": "))
      }
      try follow(connection)
    } catch let code as ExitCode {
      throw code
    } catch {
      throw Self.failure(error)
    }
  }

  private func follow(_ connection: ControlConnection) throws {
    while let line = try connection.nextLineWhileRead() {
      guard let news = try ControlNews(line: line) else { continue }
      let text = options.json ? String(decoding: line, as: UTF8.self) : NewsText(news).line
      StandardStreams.write(text + "\n")
      switch news.event {
      case "ended": return
      case "dropped": throw ConnectionError.dropped
      default: break
      }
    }
  }
}
