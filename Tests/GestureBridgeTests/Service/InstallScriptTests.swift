import Foundation
import Support
import Testing

/// `contrib/install` in a copy of the sources with stand-ins for the programs: the files that it installs, and their
/// removal.
struct InstallScriptTests {
  private let sources: Folder
  private let target: Folder

  init() throws {
    sources = try Folder()
    target = try Folder()
    let script = """
      mkdir -p contrib .build/dist/{bin,man,completions}
      for file in "$ROOT"/{LICENSE,README.md,CHANGELOG.md,bindings.toml} ; do ln -s "$file" . ; done
      for file in "$ROOT"/contrib/* ; do ln -s "$file" contrib ; done
      for name in setup release ; do rm contrib/$name ; printf '#!/bin/sh\\n' >contrib/$name ; chmod +x contrib/$name ; done
      for name in gesture-bridge gesture-bridge-studio ; do cp /bin/true .build/dist/bin/$name ; done
      for name in gesture-bridge{.1,.5,-control.7,-touches.7,-overlay.1,-studio.1} ; do touch .build/dist/man/$name ; done
      for name in {,studio.}{bash,zsh,fish} ; do touch .build/dist/completions/$name ; done
      """
    let made = try Program.launch("/bin/bash", ["-euc", script], in: sources, ["ROOT": packageRoot.path])
    try #require(made.status == 0, "\(made.errors)")
  }

  private func install(_ arguments: String...) throws -> Program.Outcome {
    try Program.launch(
      "/bin/bash", ["contrib/install"] + arguments, in: sources, ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
  }

  /// The names of all files below the target.
  private func files() throws -> Set<String> {
    let found = try #require(FileManager.default.enumerator(atPath: target.url.path))
    return Set(found.compactMap { $0 as? String })
  }

  @Test func whatIsInstalledIsRemovedAgain() throws {
    let prefix = target.path("a folder")
    try target.write("other", "")
    let before = try files()
    let outcome = try install(prefix)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output.hasSuffix("To remove it: '\(prefix)/share/gesture-bridge/install' --uninstall\n"))
    #expect(
      try files().isSuperset(of: [
        "a folder/bin/gesture-bridge", "a folder/share/man/man1/gesture-bridge.1.gz",
        "a folder/lib/systemd/system/gesture-bridge-devices.socket",
        "a folder/share/doc/gesture-bridge/guide/install.md",
      ]))
    let removed = try install("--remove", prefix)
    #expect(removed.status == 0 && removed.errors == "")
    // Its own folder is left, empty.
    #expect(try files() == before.union(["a folder"]))
  }

  @Test func otherFilesStay() throws {
    try FileManager.default.createDirectory(atPath: target.path("bin"), withIntermediateDirectories: true)
    try target.write("bin/mine", "")
    #expect(try install(target.url.path).status == 0)
    #expect(try install("--remove", target.url.path).status == 0)
    #expect(try files() == ["bin", "bin/mine"])
  }

  @Test func filesOfAnEarlierVersionGo() throws {
    #expect(try install(target.url.path).status == 0)
    let installed = try files()
    let list = "share/gesture-bridge/installed-files"
    try target.write("bin/gesture-bridge-old", "")
    try target.write(list, target.text(list) + "bin/gesture-bridge-old\n")
    #expect(try install(target.url.path).status == 0)
    #expect(try files() == installed)
  }

  @Test func nothingIsRemovedWithoutAList() throws {
    let outcome = try install("--remove", target.url.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("install: nothing is installed in \(target.url.path): "))
  }
}
