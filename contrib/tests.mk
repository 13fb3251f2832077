# The parts of the tests, one rule each; `contrib/test` calls this file.
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:

# part COMMAND: runs it, and prints how long it took.
part = @echo "== $@"; TIMEFORMAT='   $@ took %0R s, %0U + %0S s of a processor'; time { $(1); }
program := .build/debug/gesture-bridge
# The files whose first line names a shell.
shell_scripts = git ls-files .ci contrib Tests/reference-data | xargs awk 'FNR == 1 && /^\#!.*sh$$/ { print FILENAME }'
pure := ^($(shell sed -n 's/^let pure = "\(.*\)"/\1/p' Package.swift | tr ' ' '|'))Tests\.

checks := shellcheck scripts format protocols testbed hardening man guide docs
everything := setup build roots $(checks) desktops takeover studio tests kernel
# With --all-required: these compile the programs once more.
more := release package sanitize fuzz faults

.PHONY: all required nightly unit guest sanitized sanitize-thread $(everything) $(more)
all: $(everything)
required: $(everything) $(more)

# If all parts run, those that use all processors come after those that wait for windows and browsers. The release and the build with
# sanitizers are made at the same time as these, with what they leave of the processors.
ifneq ($(filter all required,$(MAKECMDGOALS)),)
tests: | desktops studio $(checks)
kernel: | tests
$(filter-out release,$(more)): | kernel
sanitize fuzz faults: | package
endif
ifneq ($(filter required,$(MAKECMDGOALS)),)
release sanitized: | $(checks)
tests: | release sanitized
fuzz: | sanitized
endif

# The packages that the other parts need.
setup:
	$(call part, contrib/setup testing && contrib/setup packaging)

# The programs and the tests.
build:
	$(call part, swift build --build-tests)

# A desktop that can't be installed is reported, and the parts that need it skip it.
roots: | setup
	$(call part,
	for kind in sway labwc phoc x11 sound pipewire; do contrib/testbed/desktop/root $$kind >/dev/null || [ -z "$${GESTURE_BRIDGE_ALL_REQUIRED:-}" ]; done
	[ "$$(id -u)" != 0 ] || for kind in kwin gnome; do
	  contrib/testbed/desktop/bus-root $$kind >/dev/null || [ -z "$${GESTURE_BRIDGE_ALL_REQUIRED:-}" ]
	done)

# The warnings that shellcheck skips are about intended code: `a && b || c`, and words in single quotes for another shell.
shellcheck: | setup
	$(call part, $(shell_scripts) | xargs shellcheck --external-sources --exclude SC2015$(comma)SC2016)

# Each script parses, in its own language.
scripts: | setup
	$(call part,
	for file in $$(git ls-files '*.js'); do node --input-type=module --check <$$file; done
	for file in $$($(shell_scripts)); do bash -n $$file; done
	PYTHONPYCACHEPREFIX=.build/pycache /usr/bin/python3 -m py_compile $$(git ls-files 'contrib/*.py'))

format:
	$(call part, swift format lint --strict -r Package.swift Sources Tests contrib)

# The numbers and types of Wayland's protocols in the sources are those of the descriptions that are installed.
protocols: | setup
	$(call part, contrib/wayland/protocols.py --check)

# Mocked devices send the events of fingers to a plain libinput program.
testbed: | setup
	$(call part,
	contrib/testbed/build
	contrib/testbed/bed.py --scenario contrib/testbed/check.scenario --output .build/testbed/check.log -- .build/testbed/bare-loop --print)

# The options of the compiled programs, and the reports of compilers and an analyzer about the C code.
hardening: build | setup
	$(call part, contrib/hardening && contrib/hardening .build/debug/gesture-bridge .build/debug/gesture-bridge-studio)

man: build | setup
	$(call part, contrib/man/build --check)

# Links, rules and command lines of the documents.
guide: build
	$(call part, contrib/guide/check.py $(program))

# Real desktops, one of each family: applications and actions, keys, clicks and scrolling, also while the session is locked, outputs that turn,
# windows under the finger, and pictures above all windows.
desktops: build | roots testbed
	$(call part, contrib/testbed/pytest contrib/testbed/desktop)

# Other programs are taken over and given back, under a user's real service manager.
takeover: build | setup
	$(call part, contrib/testbed/take-over $(program))

# A person in the studio, in real browsers; the guide's pictures are as they would be made now.
studio: build | setup testbed
	$(call part,
	contrib/testbed/studio/edits.py $(program) && contrib/testbed/studio/trial.py $(program)
	GESTURE_BRIDGE_BIN=$(program) contrib/guide/pictures/build --check)

tests: build | roots testbed
	$(call part, contrib/testbed/suites)
unit: build
	$(call part, contrib/testbed/suites '$(pure)')

# The kernel for the next part is built once, for some minutes.
guest: | setup
	$(call part, contrib/testbed/kernel/build || [ -z "$${GESTURE_BRIDGE_ALL_REQUIRED:-}" ])

# Scenarios on a real kernel.
kernel: build guest | testbed
	$(call part, contrib/testbed/kernel/run)

# The library's manual.
docs: build
	$(call part, contrib/docs library)

release: | setup
	$(call part, nice -n 19 contrib/release && GESTURE_BRIDGE_BIN=$$PWD/.build/dist/bin/gesture-bridge contrib/try)

# Debian's packages and the tarball, as Debian's checker sees them.
package: release
	$(call part, contrib/package check lintian)

# Random bytes for each parser, the same each time.
fuzz: | setup
	$(call part, contrib/fuzz/run all --same)

# Some of the seeded faults that the proof must notice.
faults:
	$(call part, contrib/prove/try-faults 1 19)

# The tests that Package.swift chooses, with AddressSanitizer, in the build that libFuzzer's targets have too.
sanitized: | setup
	$(call part, nice -n 19 contrib/fuzz/build tests)
sanitize: sanitized | setup
	$(call part,
	$(call leaks,.build/sanitized)
	SUITES_PROGRAM=.build/sanitized/debug/gesture-bridgePackageTests.xctest SUITES_OUTPUT=.build/sanitized/suites contrib/testbed/suites)

# FILTER: these tests. Very many frames take minutes under a sanitizer, and reach no other code.
FILTER := $(pure)
sanitize-thread:
	$(call part,
	swift build --build-tests --sanitize=thread --scratch-path .build/sanitize-thread
	$(call leaks,.build/sanitize-thread)
	swift test --skip-build --sanitize=thread --scratch-path .build/sanitize-thread --skip 'ProofTests|PerformanceTests|RandomCombinationsTests' --filter '$(FILTER)')

# leaks FOLDER: names leaks that are not reported: those of libraries, and globals of Swift, whose references nothing finds.
leaks = printf 'leak:%s\n' libXCTest libFoundation swift_once once_slow >$(1)/suppressions; export LSAN_OPTIONS=suppressions=$$PWD/$(1)/suppressions
comma := ,

# Every release of every desktop, 200 switches of focus each; 10,000 gestures, and as many while sessions are locked; all seeded faults; the
# proof in all worlds; sanitizers; ten minutes of random bytes.
nightly: build | setup testbed sanitize sanitize-thread release
	$(call part,
	export GESTURE_BRIDGE_NIGHTLY=1
	for suite in bookworm trixie sid; do for kind in kwin gnome; do contrib/testbed/desktop/bus-root $$kind $$suite >/dev/null; done; done
	contrib/testbed/pytest contrib/testbed/desktop
	contrib/testbed/suites '^(DesktopTests\.(Real|X11)|InputEmulationTests\.Keymap)'
	contrib/testbed/kernel/run desktop_hyprland
	contrib/testbed/kernel/run gestures=1000 crashes
	contrib/testbed/kernel/run gestures=10000 limit=9000 lockstorm
	contrib/bench soak
	contrib/bench proof worlds
	contrib/prove/try-faults
	contrib/fuzz/run all 75
	contrib/package check)
