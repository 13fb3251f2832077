import Foundation
import Support
import Testing

/// The data flows in one direction, device -> touches -> recognizers -> arbitration -> bindings -> actions, and so do
/// the imports.
@Suite struct LayeringTests {
  /// The modules that each pure target can import.
  private static let allowed: [String: Set<String>] = [
    "GestureCore": ["RealModule", "Text"],
    "TOML": [],
    "Text": [],
    "Formats": ["CLibraries", "Text"],
    "Base": ["CLinux", "Glibc"],
    "Runtime": ["Base", "CLinux", "Glibc"],
    "Control": ["Text"],
    "Bindings": ["GestureCore", "TOML", "Text"],
    "Evdev": ["GestureCore"],
    "Interception": [
      "Base", "CInputShims", "CInterception", "CLibevdev", "CLinux", "Evdev", "GestureCore", "Glibc", "Logging",
    ],
    "Recordings": ["Bindings", "Evdev", "GestureCore", "Text"],
    "Analysis": ["Bindings", "GestureCore", "Recordings", "Text"],
    "Studio": ["Analysis", "Bindings", "GestureCore", "Recordings", "TOML", "Text"],
    "Plot": ["Analysis", "Bindings", "GestureCore", "Recordings", "Text"],
  ]

  /// The modules that each of the other targets must not import.
  private static let forbidden: [String: Set<String>] = [
    "Actions": ["DeviceInput", "Foundation", "Recordings", "TOML"],
    "DeviceInput": ["Actions", "Bindings", "Foundation", "Recordings", "TOML"],
    "Desktop": ["Actions", "Bindings", "DeviceInput", "Foundation", "Recordings", "TOML"],
    "InputEmulation": ["Actions", "DeviceInput", "Foundation", "Recordings", "TOML"],
    "LiveView": ["Control", "Desktop", "DeviceInput", "Foundation", "Logging", "TOML"],
    "Doctor": ["Actions", "Control", "Desktop", "Foundation", "LiveView", "Logging", "TOML"],
    "Overlay": ["Actions", "Bindings", "DeviceInput", "Foundation", "GestureCore", "Recordings", "Runtime", "TOML"],
    "OverlayDisplays": ["Actions", "Bindings", "DeviceInput", "Foundation", "Recordings", "TOML"],
    "gesture-bridge-studio": [
      "Actions", "Base", "Bindings", "Control", "Desktop", "DeviceInput", "Foundation", "GestureCore",
      "Recordings", "Runtime", "TOML",
    ],
    "gesture-bridge": ["Foundation", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket", "Overlay"],
    "Importers": ["Actions", "DeviceInput", "Foundation", "GestureCore", "Recordings"],
  ]

  /// Words that can stop the program.
  private static let traps = ["try!", "as!", "fatalError", "preconditionFailure"]

  private struct File {
    let target: String
    let path: String
    let lines: [Substring]
  }

  private static let files: [File] = {
    let folder = packageRoot.appendingPathComponent("Sources")
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return paths.sorted().filter { $0.hasSuffix(".swift") }.map { path in
      let text = try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
      return File(
        target: String(path.prefix { $0 != "/" }), path: path,
        lines: (text ?? "").split(separator: "\n", omittingEmptySubsequences: false))
    }
  }()

  /// The modules a file imports; of `import struct Glibc.stat` Glibc.
  private func imports(_ file: File) -> [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(isModifier) else { return nil }
      let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "var", "let"]
      return words[(index + 1)...].first { !kinds.contains($0) }?.split(separator: ".").first.map(String.init)
    }
  }

  private func isModifier(_ word: Substring) -> Bool {
    word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
  }

  @Test func allTargetsAreThere() {
    let targets = Set(Self.files.map(\.target))
    #expect(targets.isSuperset(of: Self.allowed.keys))
    #expect(targets.isSuperset(of: ["Actions", "DeviceInput", "Importers", "gesture-bridge"]))
  }

  @Test func importsFollowTheStream() {
    for file in Self.files {
      for module in imports(file) {
        if let allowed = Self.allowed[file.target] {
          #expect(allowed.contains(module), "Sources/\(file.path) imports \(module)")
        }
        #expect(!(Self.forbidden[file.target]?.contains(module) ?? false), "Sources/\(file.path) imports \(module)")
      }
    }
  }

  @Test func pureTargetsImportNoOthers() throws {
    let manifest = try String(contentsOf: packageRoot.appendingPathComponent("Package.swift"), encoding: .utf8)
    let line = try #require(manifest.split(separator: "\n").first { $0.hasPrefix("let pure = ") })
    let pure = Set(line.split(separator: "\"")[1].split(separator: " ").map(String.init))
    #expect(pure.contains("GestureCore") && pure.isSubset(of: Self.allowed.keys))
    for file in Self.files where pure.contains(file.target) {
      #expect(pure.union(["RealModule"]).isSuperset(of: imports(file)), "Sources/\(file.path)")
    }
  }

  @Test func nothingTrapsOnPurpose() {
    for file in Self.files {
      for (number, line) in file.lines.enumerated() where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for trap in Self.traps {
          #expect(!line.contains(trap), "Sources/\(file.path):\(number + 1) has \(trap)")
        }
      }
    }
  }

  @Test func importLinesAreUnderstood() {
    let lines = [
      "import A", "@testable import B", "public import C", "import struct D.stat", "  import E", "// import F",
      "let import G", "internal import func H.read",
    ]
    #expect(imports(File(target: "", path: "", lines: lines.map { $0[...] })) == ["A", "B", "C", "D", "E", "H"])
  }
}
