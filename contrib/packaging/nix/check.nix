# Evaluates package.nix without Nixpkgs: with just enough in its place for every expression in it to be looked at.
let
  part = name: "/${name}";
  lib = {
    inherit (builtins) elemAt filter head isList;
    last = list: builtins.elemAt list (builtins.length list - 1);
    versionAtLeast = version: least: builtins.compareVersions version least >= 0;
    assertMsg = condition: message: condition || throw message;
    cleanSource = toString;
    makeIncludePath = builtins.concatStringsSep ":";
    makeLibraryPath = builtins.concatStringsSep ":";
    licenses.mit = "MIT";
  };
  made = import ./package.nix {
    inherit lib;
    stdenv.mkDerivation = attributes: attributes;
    fetchFromGitHub = { owner, repo, tag, hash }: "${owner}/${repo} ${tag} ${hash}";
    linkFarm = name: entries: builtins.concatStringsSep ", " (map (entry: "${entry.name}: ${entry.path}") entries);
    binutils = part "binutils";
    cairo = part "cairo";
    expat = part "expat";
    glib = part "glib";
    libevdev = part "libevdev";
    libinput = part "libinput";
    libyaml = part "libyaml";
    pango = part "pango";
    pkg-config = part "pkg-config";
    python3 = part "python3";
    scdoc = part "scdoc";
    swift = {
      version = "6.2";
    };
    udev = part "udev";
  };
in
builtins.deepSeq made {
  inherit (made) pname version postPatch;
}
