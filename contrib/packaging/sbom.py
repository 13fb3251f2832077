#!/usr/bin/env python3
"""Writes the SBOM of the programs that contrib/release has built, as SPDX 2.3 in JSON: what is in them, and what they need of a system.

usage: contrib/packaging/sbom.py VERSION GLIBC HOME FILE... >SBOM       in the folder of the project, with SOURCE_DATE_EPOCH
FILE: what else the release has for this machine, with its checksum
"""

import datetime
import hashlib
import json
import os
import re
import subprocess
import sys

PROGRAMS = ".build/dist/bin"
LIBRARIES = "contrib/packaging/libraries"
SWIFT = "Apache-2.0 WITH Swift-exception"
# The libraries of Package.resolved, by their identities: the licence and who has the copyright.
SOURCES = {
    "flyingfox": ("MIT", "2022-2026 Simon Whitty"),
    "swift-argument-parser": (SWIFT, "2020-2026 Apple Inc. and the Swift project authors"),
    "swift-log": ("Apache-2.0", "2018-2026 Apple Inc. and the Swift Logging API project authors"),
    "swift-numerics": (SWIFT, "2019-2026 Apple Inc. and the Swift project authors"),
}
GCC = "GPL-3.0-or-later WITH GCC-exception-3.1"
# What the toolchains link into programs: by whom it comes, the licence, and the line of nm by which a program that has it is known.
RUNTIME = {
    "swift": ("swift", SWIFT, r" \w swift_retain$"),
    "swift-corelibs-libdispatch": ("swift", SWIFT, r" \w dispatch_async$"),
    "swift-foundation": ("swift", SWIFT, r" \w \$s20FoundationEssentials4DateV"),
    "swift-corelibs-foundation": ("swift", SWIFT, r" \w \$s10Foundation\d"),
    "swift-foundation-icu": ("swift", SWIFT + " AND Unicode-3.0", r" \w (u_strToUpper|ucal_open)"),
    "libstdc++": ("gcc", GCC, r" [tTwW] _ZSt9terminatev$"),
    "libgcc": ("gcc", GCC, r" [tTwW] _Unwind_Resume$"),
}


def output(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def digest(path: str, algorithm: str) -> str:
    with open(path, "rb") as file:
        return hashlib.new(algorithm, file.read()).hexdigest()


def spdx_id(text: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", text)


def package(name: str, version: str, licence: str, location: str, **more: object) -> dict:
    return {
        "SPDXID": spdx_id(name),
        "name": name,
        **({"versionInfo": version} if version else {}),
        "downloadLocation": location,
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "supplier": "NOASSERTION",
        **more,
    }


def purl(locator: str) -> dict:
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}
    return {"externalRefs": [reference]}


def sources() -> list[dict]:
    """What the programs are made of besides this project, in the versions they were built with."""
    made = []
    with open("Package.resolved", encoding="utf-8") as file:
        pins = json.load(file)["pins"]
    for pin in pins:
        if pin["identity"] not in SOURCES:
            sys.exit(f"contrib/packaging/sbom.py: SOURCES lacks {pin['identity']}, with its licence")
        licence, holder = SOURCES[pin["identity"]]
        state, location = pin["state"], pin["location"].removesuffix(".git")
        version = state.get("version", state["revision"])
        made.append(
            package(
                location.rsplit("/", 1)[1], version, licence, f"git+{location}@{state['revision']}", copyrightText=holder,
                **purl(f"pkg:swift/{location.removeprefix('https://')}@{version}"),
            )
        )
    return made


def symbols(program: str) -> str:
    return output("nm", f".build/dist/debug/{os.path.basename(program)}.debug")


def swift_version() -> str:
    found = re.search(r"Swift version (\S+)", output("swift", "--version"))
    if not found:
        sys.exit("contrib/packaging/sbom.py: `swift --version` tells no version")
    return found[1]


def runtime(name: str, version: dict[str, str]) -> dict:
    """A part of what the toolchains link into programs, in the version of its toolchain."""
    toolchain, licence, _ = RUNTIME[name]
    if toolchain == "gcc":
        tag = f"releases/gcc-{version[toolchain]}"
        return package(name, version[toolchain], licence, f"git+https://gcc.gnu.org/git/gcc.git@{tag}", **purl(f"pkg:generic/{name}@{version[toolchain]}"))
    tag = f"swift-{version[toolchain]}-RELEASE"
    return package(name, version[toolchain], licence, f"git+https://github.com/swiftlang/{name}@{tag}", **purl(f"pkg:github/swiftlang/{name}@{tag}"))


def distribution_version(debian: str) -> str:
    """The version of a library beside which the programs were built; empty where dpkg knows none."""
    try:
        told = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", debian], capture_output=True, text=True)
    except OSError:
        return ""
    return told.stdout


def libraries() -> dict[str, tuple[str, str, str, str]]:
    """Of each library's name: is it linked or loaded, Debian's package, Fedora's, the licence."""
    known = {}
    with open(LIBRARIES, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#") and line.strip():
                how, name, debian, fedora, _, licence = line.rstrip("\n").split(None, 5)
                known[name] = (how, debian, fedora, licence)
    return known


def needed(program: str) -> list[str]:
    return output("contrib/packaging/needs", "sonames", program).split()


def main() -> None:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    version, glibc, home = sys.argv[1:4]
    created = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    toolchains = {"swift": swift_version(), "gcc": output("cc", "-dumpfullversion").strip()}
    programs = sorted(os.path.join(PROGRAMS, name) for name in os.listdir(PROGRAMS))
    known = libraries()

    main_package = package(
        "gesture-bridge", version, "MIT", "NOASSERTION", copyrightText="2026 the gesture-bridge authors", homepage=home,
        primaryPackagePurpose="APPLICATION", comment=f"The programs need glibc {glibc} or newer.",
    )
    # The code of SPDX over the files in it.
    main_package["filesAnalyzed"] = True
    codes = "".join(sorted(digest(program, "sha1") for program in programs))
    main_package["packageVerificationCode"] = {"packageVerificationCodeValue": hashlib.sha1(codes.encode()).hexdigest()}
    packages = [main_package]
    relationships = []

    def relate(one: str, how: str, other: str) -> None:
        entry = {"spdxElementId": one, "relationshipType": how, "relatedSpdxElement": other}
        if entry not in relationships:
            relationships.append(entry)

    relate("SPDXRef-DOCUMENT", "DESCRIBES", main_package["SPDXID"])
    for part in sources():
        packages.append(part)
        relate(main_package["SPDXID"], "STATIC_LINK", part["SPDXID"])

    held: dict[str, list[str]] = {}
    wanted: dict[str, list[str]] = {}
    files = []
    for program in programs:
        name = os.path.basename(program)
        entry = spdx_id(f"program-{name}")
        files.append((entry, program, "BINARY"))
        text = symbols(program)
        for part, (_, _, pattern) in RUNTIME.items():
            if re.search(pattern, text, re.MULTILINE):
                held.setdefault(part, []).append(entry)
        for library in needed(program):
            if library not in known:
                sys.exit(f"contrib/packaging/sbom.py: {LIBRARIES} lacks {library}")
            wanted.setdefault(library, []).append(entry)
    if not held:
        sys.exit("contrib/packaging/sbom.py: no program holds anything of Swift, says nm: RUNTIME or .build/dist/debug is wrong")
    for part, entries in held.items():
        packages.append(runtime(part, toolchains))
        for entry in entries:
            relate(entry, "STATIC_LINK", spdx_id(part))

    for library, (how, debian, fedora, licence) in known.items():
        if how == "linked" and library not in wanted:
            continue
        told = distribution_version(debian)
        packages.append(
            package(
                library, told, licence, "NOASSERTION",
                comment=f"Of the system, not in this release. Debian's package is {debian}, Fedora's {fedora}.",
                **(purl(f"pkg:deb/debian/{debian}@{told}") if told else {}),
            )
        )
        for entry in wanted.get(library, []):
            relate(entry, "DYNAMIC_LINK", spdx_id(library))
        if how == "loaded":
            relate(spdx_id(library), "OPTIONAL_DEPENDENCY_OF", main_package["SPDXID"])

    files += [(spdx_id(f"file-{os.path.basename(path)}"), path, "ARCHIVE") for path in sys.argv[4:]]
    listed = []
    for entry, path, kind in files:
        listed.append(
            {
                "SPDXID": entry,
                "fileName": "./" + (path.removeprefix(".build/dist/") if kind == "BINARY" else os.path.basename(path)),
                "fileTypes": [kind],
                "checksums": [
                    {"algorithm": "SHA1", "checksumValue": digest(path, "sha1")},
                    {"algorithm": "SHA256", "checksumValue": digest(path, "sha256")},
                ],
                "licenseConcluded": "NOASSERTION",
                "copyrightText": "NOASSERTION",
            }
        )
        if kind == "BINARY":
            relate(main_package["SPDXID"], "CONTAINS", entry)
        else:
            relate("SPDXRef-DOCUMENT", "DESCRIBES", entry)

    identity = hashlib.sha256("".join(entry["checksums"][1]["checksumValue"] for entry in listed).encode()).hexdigest()
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"gesture-bridge-{version}",
        "documentNamespace": f"{home}/spdx/gesture-bridge-{version}-{identity}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: contrib/packaging/sbom.py"],
        },
        "packages": packages,
        "files": listed,
        "relationships": relationships,
    }
    json.dump(document, sys.stdout, indent=2, ensure_ascii=False)
    print()


main()
