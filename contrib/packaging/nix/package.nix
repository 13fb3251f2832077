# gesture-bridge for Nix: pkgs.callPackage ./package.nix { swift = …; }
#
# It needs Swift 6.2 or newer with its package manager and its static libraries, which Nixpkgs may not have yet; then give
# it one made of a toolchain of swift.org. On NixOS, systemd.packages takes the units from this package; the socket
# gesture-bridge-devices needs wantedBy = [ "sockets.target" ] there.
{
  lib,
  stdenv,
  fetchFromGitHub,
  linkFarm,
  binutils,
  cairo,
  expat,
  glib,
  libevdev,
  libinput,
  libyaml,
  pango,
  pkg-config,
  python3,
  scdoc,
  swift,
  udev,
}:

let
  sources = ../../..;
  # Where each of these stands in Package.swift, so does its version; Nix prints the hash of a newer one.
  hashes = {
    FlyingFox = "sha256-kKSNjR/JgMSzNkMhnSS5wxkQkLIDLAOfayZoEMZL+NE=";
    swift-argument-parser = "sha256-87davPixt6+/NIuYi2HSc/L6SJqfQClToWPK89N3ToQ=";
    swift-log = "sha256-ZnyTd7bWdxROaZhfscXHK2CWJOfKUhhuc69hRenu0Xo=";
    swift-numerics = "sha256-bRkiRuxb4O3SmpsGZ5YaUR4cV3IQoES+u3xZTCzaQ+c=";
  };

  found = pattern: file: lib.filter lib.isList (builtins.split pattern (builtins.readFile (sources + "/${file}")));

  dependencies = map (
    match:
    let
      name = lib.elemAt match 1;
    in
    {
      inherit name;
      path = fetchFromGitHub {
        owner = lib.head match;
        repo = name;
        tag = lib.last match;
        hash = hashes.${name};
      };
    }
  ) (found ''url: "https://github.com/([^/"]+)/([^"]+)", from: "([^"]+)"'' "Package.swift");
in

assert lib.assertMsg (lib.versionAtLeast swift.version "6.2")
  "gesture-bridge needs Swift 6.2 or newer, this is ${swift.version}: give package.nix another `swift`";

stdenv.mkDerivation {
  pname = "gesture-bridge";
  version = lib.head (lib.head (found ''version: "([^"]+)"'' "Sources/gesture-bridge/GestureBridge.swift"));

  src = lib.cleanSource sources;

  nativeBuildInputs = [
    binutils
    pkg-config
    python3
    scdoc
    swift
  ];
  buildInputs = [
    libevdev
    libinput
    libyaml
    udev
  ];

  postPatch = ''
    patchShebangs contrib
    substituteInPlace contrib/man/build --replace-fail /usr/bin/python3 python3
    contrib/packaging/bring-dependencies ${linkFarm "gesture-bridge-dependencies" dependencies}
  '';

  buildPhase = ''
    runHook preBuild
    HOME=$TMPDIR CPATH=${lib.makeIncludePath [ libyaml ]} contrib/release
    runHook postBuild
  '';

  installPhase = ''
    runHook preInstall
    contrib/packaging/stage "" "$out"
    runHook postInstall
  '';

  # contrib/release strips the programs.
  dontStrip = true;

  # What draws and what reads XML and YAML is loaded when it is needed, and is nowhere else to be found.
  postFixup = ''
    patchelf --add-rpath ${
      lib.makeLibraryPath [
        cairo
        expat
        glib
        libyaml
        pango
      ]
    } $out/bin/gesture-bridge
  '';

  meta = {
    description = "Gestures of touchscreens, touchpads and pens run commands";
    license = lib.licenses.mit;
    platforms = [
      "x86_64-linux"
      "aarch64-linux"
    ];
    mainProgram = "gesture-bridge";
  };
}
