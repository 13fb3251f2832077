import Support
import Testing

/// From the first drawing to the command: the learned drawing is recognized, and other drawings are not.
struct LearnedGestureTests {
  /// Three times down to the right and up again.
  private static let vees = """
    touches
     0ms down a 50,50
     8ms move a by 10,20 over 160ms
     168ms move a by 20,-30 over 240ms
     420ms up a
     1000ms down a 60,50
     1008ms move a by 12,18 over 160ms
     1168ms move a by 20,-32 over 240ms
     1420ms up a
     2000ms down a 60,50
     2008ms move a by 8,19 over 160ms
     2168ms move a by 22,-30 over 240ms
     2420ms up a

    """
  private static let square = """
    touches
     0ms down a 50,50
     8ms move a by -20,0 over 160ms
     168ms move a by 0,30 over 160ms
     328ms move a by 20,0 over 160ms
     520ms up a

    """

  @Test func whatWasLearnedIsRecognized() throws {
    let folder = try Folder()
    try folder.write("vees.touches", Self.vees)
    try folder.write("square.touches", Self.square)
    try folder.write("bindings.toml", "")
    let learn = try Program.run("learn", "vee", "--from", "vees.touches", "--config", "bindings.toml", in: folder)
    #expect(learn.status == 0 && learn.errors == "", Comment(rawValue: learn.errors))
    let rule = try #require(learn.output.range(of: "[gesture.vee]")).lowerBound
    try folder.write("bindings.toml", String(learn.output[rule...]))
    let check = try Program.run("check", "bindings.toml", in: folder)
    #expect(check.status == 0, Comment(rawValue: check.output + check.errors))
    let vees = try Program.run("replay", "vees.touches", in: folder)
    #expect(vees.output.split(separator: "\n").count { $0.contains("vee  stroke recognized") } == 3)
    let square = try Program.run("replay", "square.touches", in: folder)
    #expect(square.status == 0 && square.output == "", Comment(rawValue: square.output))
    let again = try Program.run(
      "learn", "vee", "--from", "vees.touches", "--config", "bindings.toml", "--replace", in: folder)
    #expect(
      again.output.hasSuffix(
        "gesture \"vee\" in bindings.toml uses this drawing; a running daemon with these rules uses the new examples at once\n"
      )
    )
    #expect(again.status == 0 && again.errors == "", Comment(rawValue: again.errors))
  }
}
