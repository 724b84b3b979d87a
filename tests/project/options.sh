#!/bin/sh
# SPDX-License-Identifier: MIT
# Texts made from tables of the program. Tables of options give help, manual page and completions;
# the table of pairs gives the list in a document. A missing shell or manual reader is reported as
# skipped.
# usage: tests/project/options.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
build=$1
dir=$build/options-test
rm -rf "$dir"
mkdir -p "$dir"
# shellcheck source=tests/expect.sh
. tests/expect.sh

bareline()
{
	timeout 1800 "$build/bareline" "$@"
}

# Names of the commands listed by a help text.
commands_of()
{
	bareline "$@" --help | sed -n '/^Kinds/q; s/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# usage: completes COMMAND-LINE WORD...; completing the last word of the line offers each WORD
completes()
{
	line=$1
	shift
	# The script calls the program for benchmarks, in a directory of runs.
	PATH="$(realpath "$build"):$PATH" bash -c '
		. "$1"
		cd "$(dirname "$1")" || exit
		read -ra COMP_WORDS <<<"$2"
		[[ $2 == *" " ]] && COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_bareline
		printf "%s\n" "${COMPREPLY[@]}"' bash "$(realpath "$dir/bareline.bash")" "$line" >"$dir/offered"
	for word; do
		grep -qx -e "$word" "$dir/offered" || { cat "$dir/offered"; return 1; }
	done
}

# usage: offers NUMBER COMMAND-LINE
offers()
{
	[ -s "$dir/bareline.bash" ] && completes "$2" && [ "$(grep -c . "$dir/offered")" -eq "$1" ]
}

# usage: zsh_completes WORDS WORD; the words after the program's name, of which the last is completed
zsh_completes()
{
	PATH="$(realpath "$build"):$PATH" zsh -fc '
		compdef() { }
		compadd() { print -rl -- ${(P)2} }
		_files() { print FILES }
		. "$1" && cd "$(dirname "$1")" || exit
		program=bareline words=(${=2}) CURRENT=$#words
		_option_words' zsh "$(realpath "$dir/_bareline")" "$1" >"$dir/offered" &&
		grep -qx -e "$2" "$dir/offered"
}

# Every option in a command's help is in the manual page and in the completion.
check_command()
{
	bareline "$@" --help >"$dir/help" || return
	options=$(sed -n 's/^  \(-., \)\{0,1\}--\([a-z-]*\).*/\2/p' "$dir/help")
	completes "bareline $* -" --help || return
	for option in $options; do
		completes "bareline $* -" "--$option" || return
		grep -qF -e "--$option" "$dir/page" || { echo "--$option"; return 1; }
	done
}

bareline manual >"$dir/bareline.1"
bareline completion bash >"$dir/bareline.bash"
bareline completion zsh >"$dir/_bareline"
MANWIDTH=100 MAN_KEEP_FORMATTING='' man -l "$dir/bareline.1" 2>"$dir/warnings" | col -b >"$dir/page"

# ---- What users try first ----

version_is()
{
	bareline --version >"$dir/version" && bareline "$1" | cmp - "$dir/version"
}

# Two runs in results/, the second of which is the newer one. Relative paths are of $dir.
make_runs()
{
	mkdir -p "$dir/results/1" "$dir/results/2" || return
	cp tests/corpus/logs/linux-counted.log "$dir/results/1/serial.log"
	cp tests/corpus/logs/metal-counted.log "$dir/results/2/serial.log"
	touch -d 2026-01-01 "$dir/results/1/serial.log"
	mkdir -p "$dir/idles/1" && cp tests/corpus/logs/idle-metal.log "$dir/idles/1/serial.log"
}

# usage: is_as COMMAND COMMAND: both, which are split into words, print the same
is_as()
{
	# shellcheck disable=SC2086  # words
	(cd "$dir" && "$tool" $1 >first.out 2>first.err && "$tool" $2 >second.out 2>second.err &&
		cmp first.out second.out && [ -s first.out ])
}

suggests_families()
{
	! bareline run mem >"$dir/out" 2>&1 && grep -qF 'did you mean mem.*, mem.latency' "$dir/out" &&
		! bareline run path=syscall >"$dir/out" 2>&1 && grep -qF 'of the benchmark before it' "$dir/out"
}

prints_csv()
{
	(cd "$dir" && "$tool" show --csv - results >csv.out 2>csv.err && ! [ -e ./- ]) &&
		[ "$(grep -c "^# mem.latency.\{0,1\}\$" "$dir/csv.out")" -eq 1 ] && ! grep -q "│" "$dir/csv.out"
}

has_no_run()
{
	mkdir -p "$dir/none" && ! (cd "$dir/none" && "$tool" show) >"$dir/out" 2>&1 &&
		grep -qF 'no run in results/' "$dir/out"
}

expect 'the manual page has no warnings' sh -c '
	[ -s "$1" ] && man --warnings -l "$1" 2>&1 >/dev/null | { ! grep .; }' sh "$dir/bareline.1"
expect 'the manual page has its sections' grep -q 'EXIT STATUS' "$dir/page"

count=0
for command in $(commands_of); do
	expect "$command has the same options in help, manual and completion" \
		check_command "$command"
	count=$((count + 1))
done
for part in $(commands_of flow); do
	expect "flow $part has the same options in help, manual and completion" \
		check_command flow "$part"
	count=$((count + 1))
done
expect 'every command was checked' [ $count -ge 22 ]

expect 'commands are completed' completes 'bareline co' collect compare completion count
expect 'completion of commands offers nothing else' offers 4 'bareline co'
expect 'subcommands are completed' completes 'bareline flow s' split states
expect 'values after a space are completed' completes 'bareline run --firmware ' kernel bios uefi
expect 'values after = are completed' completes 'bareline run --firmware = u' uefi
expect 'an option with a file completes files' offers 0 'bareline run -o '
expect 'operands are left to the shell' offers 0 'bareline show '
expect 'benchmarks are completed' completes 'bareline run mem.la' mem.latency
expect 'charts are completed' completes 'bareline plot irq.s' irq.self_ipi
expect 'points need a run' offers 0 'bareline run entry.null_syscall pa'
make_runs
expect 'points of the newest run are completed' completes 'bareline run entry.null_syscall pa' path=syscall
expect 'values of points are completed' completes 'bareline run entry.null_syscall path = sy' syscall
if command -v zsh >/dev/null; then
	expect 'zsh loads its completion' sh -c '[ -s "$1" ] && zsh -n "$1"' sh "$dir/_bareline"
	expect 'the zsh completion describes each command' zsh -fc '
		_arguments() { print -rl -- "$@"; }
		compdef() { known="$*"; }
		. "$1" && [ "$known" = "_bareline bareline" ] || exit
		_bareline_flow_draw | grep -qF "[drop events of these kinds]"
	' zsh "$dir/_bareline"
	expect 'zsh completes benchmarks' zsh_completes 'run mem.la' mem.latency
	expect 'zsh completes charts' zsh_completes 'plot irq.s' irq.self_ipi
	expect 'zsh completes points of the newest run' zsh_completes 'run entry.null_syscall pa' path=syscall
	expect 'zsh leaves operands to files' zsh_completes 'fleet x' FILES
else
	echo 'skipped: the completion of zsh: zsh is not installed'
fi

bareline overhead --pairs --markdown - >"$dir/pairs.md"
expect 'overhead --pairs explains every part of an operation' awk -F ' *[|] *' '
	NF == 6 && $4 != "of" && $4 != "note" && $4 != "Linux also" && $4 !~ /^-/ {
		count = split($5, parts, ", ")
		for (i = 1; i <= count; i++)
			used[parts[i]]
	}
	NF == 4 { meaning[$2] = $3 }
	END {
		for (part in used) {
			total++
			if (meaning[part] == "") {
				print part
				failed = 1
			}
		}
		exit failed || total < 20
	}' "$dir/pairs.md"

expect 'every listed benchmark has its name and its suites' sh -c '
	"$1/bareline-linux" --list >"$2/listed" && [ -s "$2/listed" ] && ! <"$2/listed" \
		grep -vE "^[a-z0-9_.]+ +(-|((quick|full|noise|flow|exact),?)+) +[^ ]"' sh "$build" "$dir"
lists_the_same()
{
	"$build/bareline-linux" --list >"$dir/list.out" && tr -s ' ' <"$dir/list.out" >"$dir/list" &&
		[ -s "$dir/list" ] &&
		awk -F'"' 'NR % 4 == 1 { name = $2; suites = $4 == "" ? "-" : $4; only = $5 ~ /true/ }
			NR % 4 == 2 { print name, suites, $2 (only ? "; only by full name" : "") }' \
			"$build/benchmarks.def" | diff - "$dir/list"
}
expect 'the tool and bareline-linux list the same benchmarks' lists_the_same
expect 'docs/reference/benchmarks.md has the same list (make docs)' sh -c '
	sed -n "/^<!-- bareline list -->/,/^<!-- end/ { /^<!--/d; p }" docs/reference/benchmarks.md \
		>"$2/benchmarks.md" && [ -s "$2/benchmarks.md" ] &&
		"$1/bareline" list --markdown | diff - "$2/benchmarks.md"' sh "$build" "$dir"
expect 'docs/reference/architectures.md has the table of processors (make docs)' sh -c '
	sed -n "/^<!-- architectures -->/,/^<!-- end/ { /^<!--/d; p }" docs/reference/architectures.md >"$2/table.md" &&
		[ -s "$2/table.md" ] &&
		awk -f scripts/architectures.awk "$1/benchmarks.list" | diff - "$2/table.md"' sh "$build" "$dir"
# Each benchmark of the table has the mark of what the tool says.
# usage: marks_what_is_listed ARCH
marks_what_is_listed()
{
	"$build/bareline" list --arch "$1" --ndjson | python3 -c '
import json, re, sys
arch, column = sys.argv[2], {"aarch64": 3, "riscv64": 4}[sys.argv[2]]
said = {}
for row in map(json.loads, sys.stdin):
    if arch in row:
        said[row["benchmark"]] = row[arch].split(":")[0]
marks = {"●": "same", "○": "other", "–": "none"}
shown = {}
for line in open(sys.argv[1]):
    cells = [cell.strip() for cell in line.split("|")]
    for name in re.findall("`([^`]*)`", cells[1]):
        shown[name] = marks[cells[column]]
assert len(said) > 90 and shown == said, set(shown.items()) ^ set(said.items())' "$dir/table.md" "$1"
}
expect 'the table agrees with bareline list for aarch64' marks_what_is_listed aarch64
expect 'the table agrees with bareline list for riscv64' marks_what_is_listed riscv64
# A document named after a benchmark must describe its family.
describes_family()
{
	bareline list --ndjson | python3 -c '
import json, sys
rows = [json.loads(line) for line in sys.stdin]
rows = [row for row in rows if row["table"] == "benchmarks"]
assert len(rows) > 90, len(rows)
for row in rows:
    family = row["benchmark"].split(".")[0]
    text = open(row["document"], encoding="utf-8").read()
    assert "`%s." % family in text, row'
}
expect "every listed document describes its benchmark's family" describes_family
expect 'a pattern without a match is reported' says 'did you mean mem.latency' 2 \
	bareline list mem.latncy
expect 'a part of a name matches' says 'did you mean mem.latency' 2 bareline list latency
expect 'a family matches' says 'did you mean mem.\*, mem.latency, mem.[a-z_.]*…?' 2 \
	bareline list mem
expect 'a misspelled name gets suggestions' \
	says 'exact (did you mean quick?)' 2 bareline run --suite quik
expect 'a name far from all others gets no suggestion' \
	says "matches 'zzzzzz'; " 2 bareline list zzzzzz
expect '--suite lists the benchmarks of a suite' \
	says '^    entry.null_syscall ' 0 bareline list --suite exact
lists_no_other_suite()
{
	bareline list --suite noise --ndjson >"$dir/noise.ndjson" && [ -s "$dir/noise.ndjson" ] &&
		! grep -v '"suites": *"[^"]*noise' "$dir/noise.ndjson"
}
expect '--suite lists no other benchmarks' lists_no_other_suite
expect 'an unknown suite is refused' exits_with 2 bareline list --suite quic
expect 'the smallest suite is listed' says '^    disk.read ' 0 bareline list 'disk.*'

expect "the manual page of bareline-linux has all of its options (make docs)" sh -c '
	sed -n "/^.\\\\\" bareline-linux --manual/,/^.\\\\\" end/ { /^.\\\\\"/d; p }" \
		linux/bareline-linux.1 >"$2/linux-options" && [ -s "$2/linux-options" ] &&
		"$1/bareline-linux" --manual | diff - "$2/linux-options"' sh "$build" "$dir"
expect 'the manual page of bareline-linux has no warnings' sh -c '
	man --warnings -l linux/bareline-linux.1 2>&1 >/dev/null | { ! grep .; }'
expect 'bareline-linux is completed' bash -c '
	. <("$1/bareline-linux" --completion bash)
	COMP_WORDS=(bareline-linux --suite n) COMP_CWORD=2
	_bareline_linux
	[ "${COMPREPLY[*]}" = noise ]' bash "$build"

expect 'an unknown option is refused' says 'unknown option' 2 bareline show --nonsense x
expect 'an empty pattern is refused' says 'empty; give a pattern' 2 \
	bareline show --bench '' x
expect 'run refuses an empty pattern' says 'empty; give a pattern' 2 bareline run --bench ''
expect 'the Linux process refuses an empty pattern' \
	says 'invalid value' 2 "$build/bareline-linux" --bench ''
expect 'the Linux process runs nothing without a match' says 'no benchmark matches' 2 \
	"$build/bareline-linux" --bench nomatch
expect 'a misspelled benchmark gets a suggestion' \
	says 'did you mean --bench' 2 bareline show --bneh x
expect 'the Linux process gives a suggestion too' \
	says 'did you mean --suite' 2 "$build/bareline-linux" --siute x
expect 'one misspelled benchmark of two is refused' says 'did you mean null.timing' 2 \
	bareline run --bench 'mem.*' --bench nul.timing -o "$dir/never"
expect 'one misspelled benchmark of two boots nothing' [ ! -e "$dir/never" ]
expect 'the Linux process does not run the other benchmark' says 'did you mean null.timing' 2 \
	"$build/bareline-linux" --bench null.timing,nul.timing -o "$dir/never"
expect 'the Linux process writes no log' [ ! -e "$dir/never" ]
expect 'a wildcard never selects benchmarks that crash on purpose' says "matches '\*.hang'" 2 \
	bareline run --bench '*.hang' -o "$dir/never"
expect 'a misspelled subcommand gets a suggestion' says 'did you mean path' 2 bareline flow pth
expect 'a misspelled chart gets a suggestion' says 'did you mean mem.latency?' 2 \
	bareline plot mem.ltency tests/fuzz/corpus/log/curve
expect "the start of a chart's name gets a suggestion" says 'did you mean mem.latency' 2 \
	bareline plot mem.lat tests/fuzz/corpus/log/curve
expect 'an unknown chart format is refused' \
	says "unknown suffix '.jpg'; use one of .svg, .png, .pdf, .eps" 2 \
	bareline plot mem.latency tests/fuzz/corpus/log/curve -o "$dir/picture.jpg"
expect 'an unknown chart format writes no file' [ ! -e "$dir/picture.jpg" ]
expect 'a chart missing in a run is named' says 'did you mean mem.latency' 2 \
	bareline show --bench mem.latncy tests/fuzz/corpus/log/curve
expect 'a missing chart is named among available ones' says 'did you mean null.timing' 2 \
	bareline show --bench mem.latency --bench nul.timing tests/fuzz/corpus/log/curve
expect 'a chart missing in a comparison is named' \
	says 'did you mean mem.latency' 2 bareline compare --force \
	--bench mem.latncy tests/fuzz/corpus/log/curve tests/fuzz/corpus/log/curve
expect 'too little memory for Linux is refused before a boot' says 'less than 80M' 2 \
	bareline run --linux --memory 48M -o "$dir/never"
expect 'overhead refuses too little memory before the bare-metal boot' says 'less than 80M' 2 \
	bareline overhead --qemu --keep "$dir/never" -- --memory 65536K
expect 'a missing output directory is refused' [ ! -e "$dir/never" ]
{ head -c 514 /dev/zero; printf HdrS; head -c 100 /dev/zero; } >"$dir/bzImage"
expect 'Linux as image is refused' \
	says 'is a Linux kernel' 2 bareline run --image "$dir/bzImage" -o "$dir/never"
expect "Linux as image is refused by overhead" says 'is a Linux kernel' 2 \
	bareline overhead --qemu --keep "$dir/no-run" -- --image "$dir/bzImage"
expect '--until-stable with a baseline is refused' says 'runs: repeats one boot' 2 \
	bareline run --deterministic --runs 2 --baseline x -o "$dir/never"
expect 'a kernel given twice is one kernel' says 'the same file as' 2 \
	bareline idle --session word --kernels "$dir/bzImage" "$dir/./bzImage"
expect 'an unknown command is refused' \
	says "shwo: unknown command (did you mean show" 2 bareline shwo
expect 'no command is refused' says 'Usage: bareline COMMAND' 2 bareline
expect 'help is a command' says '^Usage: bareline run ' 0 bareline help run
expect 'help describes a subcommand' says '^Usage: bareline flow path ' 0 bareline help flow path
expect 'help lists all subcommands' says 'Usage: bareline COMMAND' 0 bareline help
expect 'help of an unknown command is refused' says "pth: unknown command (did you mean path" 2 \
	bareline help flow pth
expect 'a misspelled family gets a suggestion' says 'did you mean entry\.\*' 2 \
	bareline run --bench 'entri.*' -o "$dir/never"
expect 'a missing kernel is named with its target' \
	says 'kernel none: No such file.*make build/linux/vmlinuz' 2 \
	bareline run --linux --kernel none -o "$dir/never"
expect 'a table of runs of another tree' says 'apply to new runs; add --qemu' 2 \
	bareline overhead --table tests/fuzz/corpus/log/curve \
	tests/fuzz/corpus/log/curve
expect 'a TIME needs a unit' \
	says 'not a time; give a number and a unit' 2 bareline idle --min-gap 5 x
	says 'apply to new runs; add --session NAME --kernels' 2 bareline idle --trials 2 x
	says 'a comparison needs two or more kernels' 2 bareline idle --session word --kernels x
	says 'more than 16 with --deterministic' 2 \
		bareline idle --session word --deterministic --trials 17 --kernels x y
expect 'a TIME of the target needs a unit' \
	says 'not a time; give a number and a unit' 2 bareline run --limit 150
expect 'a full disk is not a usage error'"'s fault" exits_with 3 \
	sh -c '"$1" manual >/dev/full' sh "$build/bareline"
tool=$(realpath "$build/bareline")
expect 'runs are made' make_runs
expect '-v prints the version' version_is -v
expect 'so does version' version_is version
expect 'an unknown benchmark of run has suggestions' suggests_families
expect 'show alone shows the newest run' is_as 'show' 'show results/2'
expect 'show without a run says what makes one' has_no_run
expect 'show takes a benchmark' is_as 'show results mem.latency' 'show --bench mem.latency results/2/serial.log'
expect 'show takes a family' is_as 'show entry' 'show results entry'
expect 'a family of another section is a pattern' is_as 'show selftest' "show results selftest.*"
expect 'it needs no path' is_as 'show entry.null_syscall' 'show results/2 entry.null_syscall'
expect 'other commands take the newest run too' is_as 'parse results' 'parse results/2'
expect 'idle too' is_as "idle idles" "idle idles/1"
expect 'export has JSON' is_as 'export --format json results/2' 'parse results/2'
expect 'export without a path converts the newest run' is_as 'export --format csv' 'export --format csv results/2'
expect 'a benchmark that the run lacks is named' \
	says 'this run did not measure disk.flush; add it to `bareline run`' 2 \
	bareline show "$dir/results/2" disk.flush
expect '--csv - prints CSV' prints_csv
sum_up
