import Base
import Bindings
import Glibc
import Support
import Testing

@testable import Actions

/// The exact sentences a user can see.
struct ActionMessageTests {
  private let position = ActionMessage.RulePosition(
    CommandRequest(binding: 0, file: "bindings.toml", line: 12, gesture: "next", command: .shell("x")))

  @Test(arguments: [
    (StartFailure.system(ENOENT), "`wtype` was not found in PATH: install it or correct `run` at bindings.toml:12"),
    (.system(EACCES), "`wtype` is not executable: make it executable or correct `run` at bindings.toml:12"),
    (
      .system(ENOEXEC),
      "`wtype` is not a program: add a first line such as #!/bin/sh to it, or correct `run` at bindings.toml:12"
    ),
    (
      .system(E2BIG),
      "`wtype` was not started: its arguments are too long for the system (E2BIG); shorten `run` at bindings.toml:12"
    ),
    (
      .system(EAGAIN),
      "`wtype` was not started: no more processes are allowed (EAGAIN); end some processes or raise `ulimit -u`; the rule is "
        + "`run` at bindings.toml:12"
    ),
    (
      .system(EMFILE),
      "`wtype` was not started: too many files are open (EMFILE or ENFILE); raise `ulimit -n` or fs.file-max; the rule is `run` at "
        + "bindings.toml:12"
    ),
    (
      .system(ENOMEM),
      "`wtype` was not started: Cannot allocate memory (ENOMEM); the rule is `run` at bindings.toml:12"
    ),
    (.system(9999), "`wtype` was not started: error 9999; the rule is `run` at bindings.toml:12"),
    (
      .nulCharacter,
      "`wtype` was not started: the command or one of its variables contains a NUL character; remove the character from `run` at bindings.toml:12"
    ),
    (.noProgram, "the command is empty: name a program in `run` at bindings.toml:12"),
  ])
  func startFailures(failure: StartFailure, text: String) {
    #expect(ActionMessage.startFailed(.direct(["wtype", "-k"]), failure, position).text == text)
  }

  @Test func anApplicationThatIsNotThere() {
    expectSnapshot(
      ActionMessage.noApplication("a.desktop", "the application file a.desktop was not found", position).text,
      "an application that is not there", has: "bindings.toml:12")
  }

  @Test func aMissingPathIsNotLookedForInPATH() {
    expectSnapshot(
      ActionMessage.startFailed(.direct(["/opt/x"]), .system(ENOENT), position).text, "a missing path",
      has: "bindings.toml:12")
  }

  @Test(arguments: [
    (CommandStatus.code(3), "`run` at bindings.toml:12 ended with exit status 3"),
    (.signal(SIGKILL), "`run` at bindings.toml:12 was ended by signal 9 (SIGKILL)"),
    (.signal(40), "`run` at bindings.toml:12 was ended by signal 40"),
    (
      .unknown,
      "`run` at bindings.toml:12 ended; its exit status is not known"
    ),
  ])
  func ends(status: CommandStatus, text: String) {
    #expect(ActionMessage.ended(status, position).text == text)
  }

  @Test func aSystemErrorNamesTheCall() {
    #expect(
      SystemError(call: "epoll_create1", code: EMFILE).description == "epoll_create1: Too many open files (EMFILE)")
  }

  @Test func limitsCountInWords() {
    expectSnapshot(
      [
        ActionMessage.limited(.perBinding(1), gesture: "next", position).text,
        ActionMessage.limited(.overall(1), gesture: "next", position).text,
        ActionMessage.limitOver(refused: 1, position).text,
      ], "limits count in words")
  }

  @Test func waitingAndEndingInWords() {
    expectSnapshot(
      [
        ActionMessage.limited(.waiting(1), gesture: "next", position).text,
        ActionMessage.waitingDropped(1).text,
        ActionMessage.readsAgain(.shell("x"), skipped: 1, position).text,
      ], "waiting and ending in words")
  }

  @Test(arguments: [
    (CommandStatus.code(0), "with exit status 0"), (.signal(SIGSEGV), "by signal 11 (SIGSEGV)"),
    (.unknown, "with an unknown exit status"),
  ])
  func aStreamThatIsLeftAlone(last: CommandStatus, how: String) {
    let ends = ActionMessage.Ends(count: 3, withinMicroseconds: 10_000_000, last: last)
    #expect(
      ActionMessage.endedEarly(.shell("zoomer"), ends, position).text
        == "`zoomer` ended 3 times in a row, each time within 10 s of its start, the last time \(how); the next gesture starts it again; make the command read its standard input to the end, or correct `run` at bindings.toml:12"
    )
  }

  @Test func aLongCommandIsCutAndKeptOnOneLine() {
    #expect(Command.shell("a\nb\tc").description == "a b c")
    #expect(Command.direct(["playerctl", "next"]).description == "[\"playerctl\", \"next\"]")
    let long = Command.shell(String(repeating: "x", count: 81)).description
    #expect(long == String(repeating: "x", count: 79) + "…")
    #expect(Command.shell(String(repeating: "x", count: 80)).description == String(repeating: "x", count: 80))
  }
}
