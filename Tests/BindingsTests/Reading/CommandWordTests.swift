import Testing

/// The diagnostics for commands that would do something else than they seem to.
struct CommandWordTests {
  private func problemText(_ action: String) -> [String] {
    load("[gesture.a]\nkind = \"pan\"\nfingers = 3\n\(action)\n").diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
  }

  @Test func aListIsRunWithoutAShell() {
    #expect(
      problemText("run = [\"notify-send\", \"$GESTURE_DIRECTION\"]") == [
        "a command in a list runs without a shell, so variables are not replaced by their values | "
          + "write a string instead of the list, or let the command read the variable itself"
      ])
    #expect(
      problemText("run = [\"swaymsg workspace next\"]") == [
        "a list needs one string for each argument; \"swaymsg workspace next\" would be the name of one program | "
          + "write `[\"swaymsg\", \"workspace\", \"next\"]`, or `\"swaymsg workspace next\"` without the brackets"
      ])
    let fine = [
      "run = [\"sh\", \"-c\", \"echo $GESTURE_DX\"]", "run = [\"swaymsg\", \"workspace next\"]",
      "run = [\"/opt/my app\"]", "run = [\"~/bin/x.sh\", \"~\"]",
    ]
    for action in fine { #expect(problemText(action) == []) }
  }

  @Test func variablesAreKnown() {
    #expect(
      problemText("run = \"echo $GESTURE_DIREKTION ${GESTURE_DX}\"") == [
        "commands do not get a variable \"GESTURE_DIREKTION\" | did you mean \"GESTURE_DIRECTION\"?"
      ])
    let fine = ["echo $HOME $GESTURE_NAME", "GESTURE_ME=1; echo $GESTURE_ME", "echo $GESTURE_BRIDGE_LOG_LEVEL"]
    for command in fine { #expect(problemText("run = \"\(command)\"") == []) }
  }

  @Test func aCommandForEachMovementIsDoubted() {
    let found =
      "this action would start a command for every movement: more than a hundred commands per second | use `step` to start fewer commands, or "
      + "write `{ command = …, at-most-every = \"50 ms\" }`, or `{ stream = … }` for one command that gets every change"
    #expect(problemText("changed = \"x\"") == [found])
    #expect(problemText("changed = { command = \"x\", overlap = \"restart\" }") == [found])
    #expect(problemText("changed = { command = \"x\", at-most-every = \"50 ms\" }") == [])
    #expect(problemText("changed = { command = \"x\", overlap = \"skip\" }") == [])
    #expect(problemText("changed = { stream = \"x\" }") == [])
  }
}
