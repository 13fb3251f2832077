// swift-tools-version: 6.2
import PackageDescription

/// Swift Package Manager takes no unsafe flags in a package that another one depends on.
let isDependency = Context.packageDirectory.contains("/checkouts/")
/// Where everything is built only once, as `.ci/run` asks: each module in one go, which takes a seventh less of the processors, though a
/// change of one file then compiles all of its module; for a debugger no more than lines; and the tests for the sanitizer only where it
/// looks on.
let isBuiltOnce = !isDependency && Context.environment["GESTURE_BRIDGE_BUILT_ONCE"] != nil
let whole: [SwiftSetting] =
  isBuiltOnce
  ? [
    .unsafeFlags(
      ["-whole-module-optimization", "-num-threads", "2", "-gline-tables-only"], .when(configuration: .debug))
  ] : []
/// Releases are optimized for their size.
let small: [SwiftSetting] = isDependency ? [] : [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)] + whole + small

/// The recognizers, their proof and the readers of recordings are optimized for speed, in debug builds too: tests give them very many frames.
/// Other code costs more to optimize than the tests would save.
let isOptimized = !isDependency && Context.environment["GESTURE_BRIDGE_UNOPTIMIZED"] == nil
let optimized = strict + (isOptimized ? [.unsafeFlags(["-O"])] : [])

/// With AddressSanitizer and the coverage that libFuzzer follows, in the code that is tested and not in the tests:
/// `contrib/fuzz/build` asks for it.
let isSanitized = Context.environment["GESTURE_BRIDGE_SANITIZED"] != nil
let coverage = "-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"
let sanitized: [SwiftSetting] = isSanitized ? [.unsafeFlags(["-sanitize=address", coverage])] : []
/// The targets that are optimized in debug builds. With the sanitizer, the tests of readers take longer than their optimization.
let fast = ["GestureCore", "Recordings"] + (isSanitized ? ["Bindings", "TOML", "Text"] : [])
let withSanitizer: [LinkerSetting] = isSanitized ? [.unsafeFlags(["-sanitize=address"])] : []

/// The C code: an overflow ends the program. Functions of the C library check sizes only in optimized code.
let hardened: [CSetting] = [
  .unsafeFlags(
    [
      "-std=gnu11", "-Wall", "-Wextra", "-Wconversion", "-fstack-protector-strong", "-fstack-clash-protection",
    ] + (isSanitized ? ["-fsanitize=address"] : [])),
  .define("_FORTIFY_SOURCE", to: "3", .when(configuration: .release)),
]
/// Where Pango's headers are, and those that they include, on machines with several architectures and on others. Swift Package Manager would link
/// to a library that it finds by pkg-config.
let pango =
  ["pango-1.0", "glib-2.0", "harfbuzz", "cairo"].map { "include/\($0)" }
  + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].map { "\($0)/glib-2.0/include" }
/// The linker's tables are filled in before the program begins, and read-only from then on; addresses in them are packed. Nothing else finds
/// the program's symbols, so what is not used is left out.
let bound: [LinkerSetting] = [
  .unsafeFlags([
    "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
    "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=safe",
  ])
]

func target(_ name: String, _ dependencies: [Target.Dependency] = [], embedding files: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: files.map { .embedInCode($0) },
    swiftSettings: (fast.contains(name) ? optimized : strict) + sanitized,
    linkerSettings: withSanitizer)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["Support"], exclude: exclude, swiftSettings: strict)
}

let package = Package(
  name: "gesture-bridge",
  products: [
    .executable(name: "gesture-bridge", targets: ["gesture-bridge"]),
    .executable(name: "gesture-bridge-studio", targets: ["gesture-bridge-studio"]),
    .library(name: "GestureCore", targets: ["GestureCore"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(name: "CLibinput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
    .systemLibrary(name: "CLibevdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CLibudev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .target(name: "CLinux", cSettings: hardened),
    // Libraries that are loaded at run time: their headers are needed, and nothing is linked.
    .target(name: "CLibraries", cSettings: hardened + [.unsafeFlags(pango.flatMap { ["-isystem", "/usr/\($0)"] })]),
    // The process that gives intercepted devices back.
    .target(name: "CInterception", dependencies: ["CLinux"], cSettings: hardened),
    .target(name: "CInputShims", dependencies: ["CLibevdev", "CLibinput"], cSettings: hardened),
    // Time, descriptors and errors of the system.
    target("Base", ["CLinux"]),
    // JSON, quoting, numbers in words, and what is safe to print.
    target("Text"),
    target("GestureCore", ["Text", .product(name: "RealModule", package: "swift-numerics")]),
    target("TOML"),
    target("Bindings", ["GestureCore", "TOML", "Text"], embedding: ["Keys/keysyms.txt"]),
    // The kernel's input events to frames, of a recording and of a device alike.
    target("Evdev", ["GestureCore"]),
    target("Recordings", ["GestureCore", "Bindings", "Evdev", "Text"]),
    // What became of each gesture in a recording, in words, in proposals for the rules, and as a picture.
    target("Analysis", ["GestureCore", "Bindings", "Recordings", "Text"]),
    target(
      "Plot", ["GestureCore", "Bindings", "Recordings", "Analysis", "Text"],
      embedding: ["Drawing/drawing.css", "Page/page.css", "Page/page.html", "Page/page.js"]),
    // A device taken from other readers: its own slots, its clone, and the guard that gives it back.
    target(
      "Interception",
      [
        "Base", "GestureCore", "Evdev", "CLibevdev", "CInputShims", "CInterception", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ]),
    target(
      "DeviceInput",
      [
        "Base", "Text", "GestureCore", "Evdev", "Interception", "Runtime", "CLibevdev", "CLibinput", "CLibudev",
        "CInputShims", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ],
      // Links to contrib/udev.
      embedding: ["Access/devices.rules", "Access/switch.rules", "Access/uinput.rules"]),
    // The event loop, and what it serves.
    target("Runtime", ["Base", "CLinux"]),
    target(
      "Desktop",
      [
        "Base", "Text", "GestureCore", "Runtime", "CLibraries", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ],
      // A link to contrib/desktops.
      embedding: ["KWin/gesture-bridge.js"]),
    // Keys, clicks and scrolling that are sent to the session.
    target(
      "InputEmulation",
      [
        "Base", "Text", "Bindings", "Desktop", "Runtime", "CLibraries", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // What the desktop is asked to do with windows, workspaces and players.
    target(
      "DesktopActions",
      [
        "Base", "Text", "Bindings", "Desktop", "Runtime", "CLibraries", .product(name: "Logging", package: "swift-log"),
      ]),
    // What is said over the control socket.
    target("Control", ["Text"]),
    target(
      "Actions", ["Base", "Text", "Bindings", "Runtime", "CLinux", .product(name: "Logging", package: "swift-log")]),
    // What the studio makes of attempts and of the text of the rules.
    target("Studio", ["GestureCore", "TOML", "Bindings", "Recordings", "Analysis", "Text"]),
    // The live view of `--debug`, and its terminal.
    target(
      "LiveView",
      ["Base", "Text", "GestureCore", "Bindings", "Recordings", "Analysis", "Actions", "Runtime", "CLinux"]),
    // What keeps gestures from working on this machine, and how to put it right.
    target("Doctor", ["Base", "Text", "GestureCore", "Bindings", "Recordings", "DeviceInput"]),
    // Other programs' gestures as rules. libyaml and expat are loaded when a file needs them, so that the daemon has neither.
    target("Importers", ["TOML", "Text", "Bindings", "Formats"]),
    // The texts of other programs' files: XML, YAML, and tokens of C, Lua, Nix and TOML.
    target("Formats", ["Text", "CLibraries"]),
    // What is drawn of gestures: scenes to pictures, by cairo and Pango, which are loaded at run time.
    target("Overlay", ["Text", "Control", "Desktop", "CLibraries"]),
    // What shows these pictures above all windows, in a process of its own.
    target("OverlayDisplays", ["Base", "Text", "Control", "Overlay", "Desktop", "Runtime", "CLibraries", "CLinux"]),
    .executableTarget(
      name: "gesture-bridge",
      dependencies: [
        "Base", "Text", "TOML", "GestureCore", "Bindings", "Interception", "Recordings", "Analysis", "Plot",
        "DeviceInput",
        "Desktop", "InputEmulation", "DesktopActions", "Control", "Actions", "Studio", "LiveView", "Doctor",
        "Importers", "OverlayDisplays", "Runtime", "CLinux",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict, linkerSettings: bound),
    // A program of its own, so that the daemon links no server: it serves the page, and knows no rules, files or devices.
    .executableTarget(
      name: "gesture-bridge-studio",
      dependencies: [
        "Text", "CLinux", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      // All that is in the folder.
      resources: [.embedInCode("Page")],
      swiftSettings: strict, linkerSettings: bound),
    .executableTarget(
      name: "stroke-bench", dependencies: ["GestureCore", .product(name: "RealModule", package: "swift-numerics")],
      path: "contrib/benchmarks/stroke-bench", swiftSettings: strict),
    // What any bytes are given to: by libFuzzer, and the inputs that are kept by the tests.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Text", "TOML", "Bindings", "Recordings", "Importers", "Control", "Desktop",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "contrib/fuzz/Targets", swiftSettings: strict + sanitized),
    .executableTarget(
      name: "replay-corpus", dependencies: ["FuzzTargets"], path: "contrib/fuzz/Replay", swiftSettings: strict),
    .target(
      name: "Support",
      dependencies: ["GestureCore", "Bindings", "Recordings", .product(name: "Logging", package: "swift-log")],
      path: "Tests/Support",
      swiftSettings: strict),
    .target(name: "Proof", dependencies: ["GestureCore"], path: "Tests/Proof", swiftSettings: optimized),
    .executableTarget(
      name: "prove", dependencies: ["Proof"], path: "contrib/prove",
      exclude: ["faults.json", "try-faults"], swiftSettings: optimized),
    // What the manual shows, compiled as anyone would who uses the library.
    .target(
      name: "Examples", dependencies: ["GestureCore"], path: "Tests/GestureCoreTests/Examples", swiftSettings: strict),
    tests("GestureCoreTests", ["GestureCore", "Examples", "Proof"], exclude: ["Examples"]),
    tests("BaseTests", ["Base", "CLinux"]),
    tests("TextTests", ["Text"]),
    tests("RuntimeTests", ["Runtime", "CLinux"]),
    tests("TOMLTests", ["TOML"]),
    tests("BindingsTests", ["Bindings"]),
    tests("RecordingsTests", ["Recordings", "Evdev"]),
    tests("AnalysisTests", ["Analysis"]),
    tests("PlotTests", ["Plot"]),
    tests("EvdevTests", ["Evdev"]),
    tests("InterceptionTests", ["Interception", "DeviceInput", "Evdev", "CInterception", "CLinux"]),
    tests("DeviceInputTests", ["DeviceInput", "Evdev", "Interception", "Base"]),
    tests(
      "DesktopTests",
      [
        "Desktop", "DesktopActions", "Base", "Bindings", "GestureCore", "CLibraries", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests(
      "InputEmulationTests",
      [
        "InputEmulation", "Base", "Bindings", "Desktop", "CLibraries", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ]),
    tests("ControlTests", ["Control", "Text"]),
    tests(
      "OverlayTests", ["Overlay", "OverlayDisplays", "Control", "gesture-bridge"], exclude: ["Scenes", "Pictures"]),
    tests("StudioTests", ["Studio", "TOML"]),
    tests("StudioServerTests", ["gesture-bridge-studio"]),
    tests("ActionsTests", ["Actions", "Runtime"]),
    tests("LiveViewTests", ["LiveView"]),
    tests("DoctorTests", ["Doctor"]),
    tests("ImportTests", ["Importers", "Bindings", "gesture-bridge"]),
    tests("GestureBridgeTests", ["gesture-bridge", "Runtime", "Examples", "replay-corpus"]),
  ]
)

/// These targets read no clock, no file and nothing else of the system. `LayeringTests` and contrib/tests.mk read this line.
let pure = "Analysis Bindings Control Evdev GestureCore Plot Recordings Studio TOML Text"
/// The tests of targets that take frames and texts of others, and of the one that starts processes, run under the sanitizer.
func isForSanitizer(_ target: Target) -> Bool {
  let targets: Set = ["Actions", "Bindings", "Control", "Evdev", "GestureCore", "Recordings", "TOML"]
  return target.type == .test && targets.contains(String(target.name.dropLast("Tests".count)))
}

if isSanitized {
  // Then there are only these tests, and the program that libFuzzer drives.
  package.targets.removeAll { $0.type == .test && !isForSanitizer($0) }
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "contrib/fuzz/Entry",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
} else if isBuiltOnce {
  package.targets.removeAll(where: isForSanitizer)
}
