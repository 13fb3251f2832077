# Untested: gesture-bridge for Nix: pkgs.callPackage ./package.nix { swift = …; dependencies = …; }
#
# `swift` is Swift 6.2 or newer with its package manager and static libraries; `dependencies` is a folder in which
# `swift package --scratch-path` of this checkout has resolved the packages of Package.swift. On NixOS, systemd.packages
# adds the units; the socket gesture-bridge-devices needs wantedBy = [ "sockets.target" ] there.
{
  lib,
  stdenv,
  binutils,
  cairo,
  expat,
  glib,
  libevdev,
  libinput,
  libxcb,
  libxkbcommon,
  libyaml,
  pango,
  pkg-config,
  python3,
  scdoc,
  swift,
  systemd,
  udev,
  dependencies,
}:

stdenv.mkDerivation {
  pname = "gesture-bridge";
  version = "0.1.0";
  src = lib.cleanSource ../../..;

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
    pango
    udev
  ];

  postPatch = "patchShebangs contrib";
  buildPhase = ''
    cp -r --no-preserve=mode ${dependencies} .build
    pango=$(pkg-config --cflags-only-I pangocairo | sed 's/ *-I/:/g')
    HOME=$TMPDIR CPATH=${lib.makeIncludePath [ cairo expat libxcb libxkbcommon libyaml systemd ]}$pango contrib/release
  '';
  installPhase = ''contrib/packaging/stage "" "$out"'';

  # contrib/release strips the programs.
  dontStrip = true;
  # Libraries that are loaded when they are needed.
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
    platforms = lib.platforms.linux;
    mainProgram = "gesture-bridge";
  };
}
