# The steps of contrib/fuzz/run for one target.

targets="toml rules recording importers devices bus frames control"

# The code a target is about.
sources_of() {
  case $1 in
    toml) echo Sources/TOML/{Bytes,Document,Lexer,NumberFormat,Parser,Tree}.swift ;;
    rules) echo Sources/Bindings/{Reading,Checks,Diagnostics} ;;
    recording) echo Sources/Evdev Sources/Recordings/{Events,Script,Replay} Sources/Importers/LibinputRecord ;;
    frames) echo Sources/GestureCore/{Arbitration,Engine,Recognizers,Strokes,Touch} Sources/Bindings/Dispatch ;;
    importers) echo Sources/Importers ;;
    devices) echo Sources/Evdev Sources/Recordings/Events ;;
    bus) echo Sources/Desktop/{Bus,Login} ;;
    control) echo Sources/Control ;;
  esac
}

# The longest input worth trying.
longest_of() {
  case $1 in
    frames) echo 1024 ;;
    *) echo 4096 ;;
  esac
}

# How many inputs --same tries: as many as a slow machine manages in some 20 seconds. A time would try others on each machine.
same_of() {
  case $1 in
    toml) echo 40000 ;;
    rules) echo 1500 ;;
    recording) echo 15000 ;;
    importers) echo 5000 ;;
    devices) echo 12000 ;;
    bus) echo 2000 ;;
    frames) echo 2500 ;;
    control) echo 7500 ;;
  esac
}

# The folder of the program; --coverage has another one, whose program also counts lines.
built=.build/sanitized/debug

# fuzzer TARGET ARGUMENT...
fuzzer() {
  local target=$1
  shift
  GESTURE_FUZZ=$target SWIFT_BACKTRACE=enable=no LLVM_PROFILE_FILE=${profile:-/dev/null} \
    ASAN_OPTIONS=detect_leaks=0 ${runner:-} $built/fuzz "$@"
}

# Words that random bytes would take long to find.
words_of() {
  for name in toml "$1"; do
    if [ "$name$1" != tomlframes ] && [ "$name$1" != tomlrecording ] && [ -f "contrib/fuzz/words/$name" ]; then
      cat "contrib/fuzz/words/$name"
    fi
  done | sort -u
  if [ "$1" = rules ]; then
    sed -n 's/^| `\([a-z-]*\)`.*/"\1 = "/p; s/^## \([a-z-]*\)$/"\1"/p' contrib/guide/gestures.md | sort -u
  fi
}

# look TARGET SECONDS: the corpus, then new inputs; with $same always the same ones, and no more than these.
look() {
  local target=$1 seconds=$2 corpus=.build/fuzz-corpus/$1 found=.build/fuzz-found/$1 log=.build/fuzz-$1.log runner=''
  if [ -n "$same" ]; then corpus=.build/fuzz-same/$1 && rm -rf "$corpus"; fi
  mkdir -p "$corpus" "$found"
  words_of "$target" >".build/fuzz-$target.words"
  local options=(-max_len="$(longest_of "$target")" -timeout=60 -rss_limit_mb=2048 -artifact_prefix="$found/")
  if [ -n "$same" ]; then
    # The next input depends on which input reached something new, and that must not depend on seeds of hashes, or on addresses: some
    # containers do not let a program choose these.
    runner="env SWIFT_DETERMINISTIC_HASHING=1"
    if setarch --addr-no-randomize true 2>/dev/null; then runner="setarch --addr-no-randomize $runner"; fi
    find "contrib/fuzz/corpus/$target" -type f | LC_ALL=C sort | paste -sd , >".build/fuzz-$target.files"
    options+=(-seed=1 -reload=0 -runs="$(same_of "$target")" -seed_inputs=@".build/fuzz-$target.files")
  else
    options+=("contrib/fuzz/corpus/$target")
  fi
  # The last word on how many there are.
  if [ "$seconds" = 0 ]; then options+=(-runs=0); else options+=(-max_total_time="$seconds" -print_final_stats=1); fi
  if [ -s ".build/fuzz-$target.words" ]; then options+=(-dict=".build/fuzz-$target.words"); fi
  if fuzzer "$target" "$corpus" "${options[@]}" >"$log" 2>&1; then
    printf '%-10s %s\n' "$target" "$(sed -n 's/^#\([0-9]*\).*DONE *cov: \([0-9]*\) ft: \([0-9]*\) corp: \([0-9]*\).*/\1 inputs, \2 places and \3 features reached by \4 of them/p' "$log"), nothing failed"
  else
    tail -n 40 "$log"
    echo "contrib/fuzz/run: $target failed; what stopped it is above, and the input in $found" >&2
    return 1
  fi
}

# keep TARGET: inputs that reach a place that no other input reaches, the smallest first; how often they reach it does not count.
keep() {
  local target=$1 kept=contrib/fuzz/corpus/$1
  fuzzer "$target" -set_cover_merge=1 -use_counters=0 -max_len="$(longest_of "$target")" -timeout=60 "$kept" ".build/fuzz-corpus/$target" \
    >".build/fuzz-$target.log" 2>&1
  printf '%-10s %s inputs are kept, %s bytes\n' "$target" "$(find "$kept" -type f | wc -l)" "$(cat "$kept"/* | wc -c)"
}

# llvm TOOL ARGUMENT...: the tool that belongs to the compiler, because others may not know its format.
llvm() {
  local tool=$1
  shift
  "$(dirname "$(readlink -f "$(command -v swift)")")/$tool" "$@"
}

# coverage TARGET: the share of its code that the inputs of both corpora reach.
coverage() {
  local target=$1
  profile=.build/fuzz-$target.profraw fuzzer "$target" -runs=0 "contrib/fuzz/corpus/$target" ".build/fuzz-corpus/$target" \
    >/dev/null 2>&1
  llvm llvm-profdata merge -sparse ".build/fuzz-$target.profraw" -o ".build/fuzz-$target.profdata"
  # shellcheck disable=SC2046
  llvm llvm-cov report "$built/fuzz" -instr-profile=".build/fuzz-$target.profdata" $(sources_of "$target") \
    >".build/fuzz-$target.coverage"
  awk -v target="$target" '/^TOTAL/ { printf "%-10s %s of its lines, %s of its functions; by file: .build/fuzz-%s.coverage\n", target, $10, $7, target }' \
    ".build/fuzz-$target.coverage"
}
