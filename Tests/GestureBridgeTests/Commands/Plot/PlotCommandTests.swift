import Foundation
import Support
import Testing

/// `gesture-bridge plot` as a user runs it: the file that it writes, and its errors.
struct PlotCommandTests {
  private static let script = """
    gestures
      left = swipe direction=left
    touches
      0ms    down a 150,90
      0ms    move a by -9.4,2 over 128ms
      150ms  up a
    """

  private static func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write("near.touches", script)
    return folder
  }

  @Test func theFilesNameTellsWhatIsWritten() throws {
    let folder = try Self.folder()
    for (name, beginning) in [("near.svg", "<svg xmlns="), ("near.html", "<!DOCTYPE html>")] {
      let run = try Program.run("plot", "near.touches", "-o", name, in: folder)
      #expect(run == Program.Outcome(status: 0, output: "", errors: ""))
      #expect(folder.text(name).hasPrefix(beginning))
      #expect(folder.text(name).contains("moved 9.6 mm, needs 12 mm (min-distance)"))
    }
  }

  @Test func standardOutputNeedsAFormat() throws {
    let folder = try Self.folder()
    let run = try Program.run("plot", "near.touches", "-o", "-", "--format", "svg", in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("<svg ") && run.output.hasSuffix("</svg>\n") && run.errors == "")
    let without = try Program.run("plot", "near.touches", "-o", "-", in: folder)
    #expect(without.status == 2)
    #expect(without.errors.hasPrefix("Error: for standard output, add --format svg or --format html\n"))
  }

  @Test func aFormatIsStrongerThanTheName() throws {
    let folder = try Self.folder()
    #expect(try Program.run("plot", "near.touches", "-o", "page.txt", "--format", "html", in: folder).status == 0)
    #expect(folder.text("page.txt").hasPrefix("<!DOCTYPE html>"))
    let run = try Program.run("plot", "near.touches", "-o", "page.pdf", in: folder)
    #expect(run.status == 2)
    #expect(
      run.errors.hasPrefix("Error: \"page.pdf\" does not end in .svg or .html; add --format svg or --format html\n"))
  }

  @Test func nothingIsOverwrittenUnlessItIsAskedFor() throws {
    let folder = try Self.folder()
    try folder.write("near.svg", "mine")
    let run = try Program.run("plot", "near.touches", "-o", "near.svg", in: folder)
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors == "gesture-bridge: error: near.svg already exists; add --force to replace it\n")
    #expect(folder.text("near.svg") == "mine")
    #expect(try Program.run("plot", "near.touches", "-o", "near.svg", "--force", in: folder).status == 0)
    #expect(folder.text("near.svg").hasPrefix("<svg "))
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(left.sorted() == ["near.svg", "near.touches"], "nothing is left beside it")
  }

  @Test func nothingIsDrawnThroughALink() throws {
    let folder = try Self.folder()
    try folder.write("mine.svg", "mine")
    for (name, target) in ["link.svg": "mine.svg", "dangling.svg": "none.svg"] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: target)
      for force in [[], ["--force"]] {
        let run = try Program.run(["plot", "near.touches", "-o", name] + force, in: folder)
        let reason = "gesture-bridge: error: \(name) is a link: use the path of the file that the link leads to\n"
        #expect(run == Program.Outcome(status: 1, output: "", errors: reason))
      }
    }
    #expect(folder.text("mine.svg") == "mine")
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.svg")))
  }

  @Test func attemptsAreChosenByTheirNumbers() throws {
    let folder = try Self.folder()
    for numbers in ["1", "1-1", "1-9", "0-1"] {
      let run = try Program.run(
        "plot", "near.touches", "-o", "near.svg", "--force", "--attempt", numbers, in: folder)
      #expect(run == Program.Outcome(status: 0, output: "", errors: ""), "\(numbers)")
    }
    for numbers in ["9-3", "1-", "one", "1-2-3", ""] {
      let run = try Program.run("plot", "near.touches", "-o", "other.svg", "--attempt", numbers, in: folder)
      #expect(run.status == 2 && run.errors.contains("--attempt"), "\(numbers): \(run.errors)")
    }
  }

  @Test func aPipeIsWrittenTo() throws {
    let folder = try Self.folder()
    let run = try Program.shell("\"$PROGRAM\" plot near.touches -o /dev/stdout --format svg | head -c 4", in: folder)
    #expect(run.output == "<svg")
  }

  static let failures: [([String], String)] = [
    (["none.touches", "-o", "a.svg"], "can't read none.touches: No such file or directory"),
    (["near.touches", "-o", "none/a.svg"], "can't write none/a.svg: No such file or directory"),
    (
      ["near.touches", "-o", "a.svg", "--gesture", "lift"],
      "there is no gesture \"lift\" in near.touches; did you mean \"left\"?"
    ),
    (["near.touches", "-o", "a.svg", "--attempt", "2"], "there is no attempt 2: the recording has 1 attempt"),
    (["near.touches", "-o", "a.svg", "--attempt", "2-7"], "there is no attempt 2: the recording has 1 attempt"),
    (
      ["empty.touches", "-o", "a.svg"], "nothing to draw: no finger lands in the recording, or all touches are ignored"
    ),
    (["near.touches", "-o", "a.svg", "--config", "none.toml"], "can't read none.toml: No such file or directory"),
  ]

  @Test(arguments: failures) func whatItSays(_ arguments: [String], _ message: String) throws {
    let folder = try Self.folder()
    try folder.write("empty.touches", "gestures\n  a = tap\ntouches\n")
    let run = try Program.run(["plot"] + arguments, in: folder)
    #expect(run.status == 1 && run.output == "")
    #expect(run.errors.hasSuffix("gesture-bridge: error: \(message)\n"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.svg")))
  }

  /// The plots of the guide are those that the program draws; contrib/guide/pictures/build draws them again.
  @Test func theGuidesPlotsAreTheProgramsOwn() throws {
    let pictures = packageRoot.appendingPathComponent("contrib/guide/pictures/plots")
    let names = try FileManager.default.contentsOfDirectory(atPath: pictures.path)
    let scripts = names.filter { $0.hasSuffix(".touches") }.map { $0.dropLast(".touches".count) }
    #expect(scripts.count >= 5)
    let texts = Documentation.files.map(Documentation.text)
    for name in scripts {
      let run = try Program.run(
        "plot", pictures.appendingPathComponent("\(name).touches").path, "-o", "-", "--format", "svg")
      let picture = try String(contentsOf: pictures.appendingPathComponent("\(name).svg"), encoding: .utf8)
      #expect(run.output == picture, "\(name).svg is of another version: run contrib/guide/pictures/build plots")
      #expect(texts.contains { $0.contains("\(name).svg") }, "no document shows \(name).svg")
    }
  }
}
