#!/bin/sh
# SPDX-License-Identifier: MIT
# What is made of tables of the program: of options every help, the manual page and the completion; of
# pairs the list in a document. A shell or a reader of manual pages that the machine lacks is passed
# over, and said to be.
# usage: tests/options.sh BUILD
set -u
cd "$(dirname "$0")/.." || exit
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

# The commands that a help lists, by name.
commands_of()
{
	bareline "$@" --help | sed -n '/^Kinds/q; s/^  \([a-z]\{1,\}\)  .*/\1/p'
}

# usage: completes COMMAND-LINE WORD...; the line's last word is completed, each WORD is offered
completes()
{
	line=$1
	shift
	bash -c '
		. "$1"
		read -ra COMP_WORDS <<<"$2"
		[[ $2 == *" " ]] && COMP_WORDS+=("")
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_bareline
		printf "%s\n" "${COMPREPLY[@]}"' bash "$dir/bareline.bash" "$line" >"$dir/offered"
	for word; do
		grep -qx -e "$word" "$dir/offered" || { cat "$dir/offered"; return 1; }
	done
}

# usage: offers NUMBER COMMAND-LINE
offers()
{
	completes "$2" && [ "$(grep -c . "$dir/offered")" -eq "$1" ]
}

# Every option of a command's help is in the manual page and is completed.
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

expect 'the manual page has no warnings' sh -c '
	man --warnings -l "$1" 2>&1 >/dev/null | { ! grep .; }' sh "$dir/bareline.1"
expect 'and is a page' grep -q 'EXIT STATUS' "$dir/page"

count=0
for command in $(commands_of); do
	expect "$command is in help, manual and completion alike" check_command "$command"
	count=$((count + 1))
done
for part in $(commands_of flow); do
	expect "flow $part is, too" check_command flow "$part"
	count=$((count + 1))
done
expect 'all commands were looked at' [ $count -ge 22 ]

expect 'commands are completed' completes 'bareline co' collect compare completion
expect 'and nothing else' offers 3 'bareline co'
expect 'so are subcommands' completes 'bareline flow s' split states
expect 'choices' completes 'bareline run --firmware ' kernel bios uefi
expect 'those joined to an option' completes 'bareline run --firmware = u' uefi
expect 'those of a letter'"'s option, none: files" offers 0 'bareline run -o '
expect 'operands are left to the shell' offers 0 'bareline show '
if command -v zsh >/dev/null; then
	expect 'zsh takes its completion' zsh -n "$dir/_bareline"
	expect 'which tells of each command' zsh -fc '
		_arguments() { print -rl -- "$@"; }
		compdef() { known="$*"; }
		. "$1" && [ "$known" = "_bareline bareline" ] || exit
		_bareline_flow_draw | grep -qF "[drop events of these kinds]"
	' zsh "$dir/_bareline"
else
	echo 'skipped: the completion of zsh: there is no zsh'
fi

bareline overhead --pairs --markdown - >"$dir/pairs.md"
expect 'overhead --pairs explains every part of an operation' awk -F ' *[|] *' '
	NF == 6 && $4 != "of" && $4 != "note" && $4 !~ /^-/ {
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

expect 'every benchmark of the list has its name and its suites' sh -c '
	! "$1/bareline-linux" --list |
		grep -vE "^[a-z0-9_.]+ +(-|((quick|full|noise|flow|exact),?)+) +[^ ]"' sh "$build"
lists_the_same()
{
	"$build/bareline-linux" --list | tr -s ' ' >"$dir/list" &&
		awk -F'"' 'NR % 2 { name = $2; suites = $4 == "" ? "-" : $4; only = $5 ~ /true/ }
			NR % 2 == 0 { print name, suites, $2 (only ? "; only by full name" : "") }' \
			"$build/benchmarks.def" | diff - "$dir/list"
}
expect 'the tool and bareline-linux list the same benchmarks' lists_the_same
expect 'and docs/benchmarks.md lists them (make docs)' sh -c '
	sed -n "/^<!-- bareline list -->/,/^<!-- end/ { /^<!--/d; p }" docs/benchmarks.md \
		>"$2/benchmarks.md" && [ -s "$2/benchmarks.md" ] &&
		"$1/bareline" list --markdown | diff - "$2/benchmarks.md"' sh "$build" "$dir"
# A document that is named for a benchmark tells of its family.
tells_of_family()
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
expect 'each in a document that tells of its family' tells_of_family
expect 'a pattern that matches none is told' says 'did you mean mem.latency' 2 \
	bareline list mem.latncy
expect 'a part of a name is enough' says 'did you mean mem.latency' 2 bareline list latency
expect 'a family too' says 'did you mean mem.latency, mem.[a-z_.]*, mem.[a-z_.]*…?' 2 \
	bareline list mem
expect 'a word near one of a few' says 'exact (did you mean quick?)' 2 bareline run --suite quik
expect 'what is far from all is not guessed at' says "matches 'zzzzzz'; " 2 bareline list zzzzzz
expect 'those of a suite are listed' says '^    entry.null_syscall ' 0 bareline list --suite exact
lists_no_other_suite()
{
	bareline list --suite noise --ndjson >"$dir/noise.ndjson" && [ -s "$dir/noise.ndjson" ] &&
		! grep -v '"suites": *"[^"]*noise' "$dir/noise.ndjson"
}
expect 'and no others' lists_no_other_suite
expect 'of a suite that there is' exits_with 2 bareline list --suite quic
expect 'the least is listed' says '^    disk.read ' 0 bareline list 'disk.*'

expect "the manual page of bareline-linux has the options that it has (make docs)" sh -c '
	sed -n "/^.\\\\\" bareline-linux --manual/,/^.\\\\\" end/ { /^.\\\\\"/d; p }" \
		linux/bareline-linux.1 >"$2/linux-options" && [ -s "$2/linux-options" ] &&
		"$1/bareline-linux" --manual | diff - "$2/linux-options"' sh "$build" "$dir"
expect 'it has no warnings' sh -c '
	man --warnings -l linux/bareline-linux.1 2>&1 >/dev/null | { ! grep .; }'
expect 'bareline-linux is completed' bash -c '
	. <("$1/bareline-linux" --completion bash)
	COMP_WORDS=(bareline-linux --suite n) COMP_CWORD=2
	_bareline_linux
	[ "${COMPREPLY[*]}" = noise ]' bash "$build"

expect 'a wrong option is told' says 'unknown option' 2 bareline show --nonsense x
expect 'an empty pattern is refused' says 'empty; give a pattern' 2 \
	bareline show --bench '' x
expect 'of what is to run too' says 'empty; give a pattern' 2 bareline run --bench ''
expect 'and by the Linux process' says 'invalid value' 2 "$build/bareline-linux" --bench ''
expect 'which runs nothing where nothing matches' says 'no benchmark matches' 2 \
	"$build/bareline-linux" --bench nomatch
expect 'with what was meant' says 'did you mean --bench' 2 bareline show --bneh x
expect 'by the Linux process too' says 'did you mean --suite' 2 "$build/bareline-linux" --siute x
expect 'a wrong benchmark beside a right one' says 'did you mean null.timing' 2 \
	bareline run --bench 'mem.*' --bench nul.timing -o "$dir/never"
expect 'boots nothing' [ ! -e "$dir/never" ]
expect 'nor does the Linux process run the right one' says 'did you mean null.timing' 2 \
	"$build/bareline-linux" --bench null.timing,nul.timing -o "$dir/never"
expect 'which writes nothing' [ ! -e "$dir/never" ]
expect 'no wildcard means what breaks on purpose' says "matches '\*.hang'" 2 \
	bareline run --bench '*.hang' -o "$dir/never"
expect 'a part of a command too' says 'did you mean path' 2 bareline flow pth
expect 'a picture' says 'did you mean mem.latency?' 2 \
	bareline plot mem.ltency tests/fuzz/corpus/log/curve
expect 'and by the beginning of its name' says 'did you mean mem.latency' 2 \
	bareline plot mem.lat tests/fuzz/corpus/log/curve
expect 'a picture in a format that is none is refused' \
	says "unknown suffix '.jpg'; use one of .svg, .png, .pdf, .eps" 2 \
	bareline plot mem.latency tests/fuzz/corpus/log/curve -o "$dir/picture.jpg"
expect 'and leaves no file' [ ! -e "$dir/picture.jpg" ]
expect 'what a run has not, by its name' says 'did you mean mem.latency' 2 \
	bareline show --bench mem.latncy tests/fuzz/corpus/log/curve
expect 'also beside a right one' says 'did you mean null.timing' 2 \
	bareline show --bench mem.latency --bench nul.timing tests/fuzz/corpus/log/curve
expect 'and of comparisons' says 'did you mean mem.latency' 2 bareline compare --force \
	--bench mem.latncy tests/fuzz/corpus/log/curve tests/fuzz/corpus/log/curve
expect 'too little memory for Linux is refused before a boot' says 'less than 80M' 2 \
	bareline run --linux --memory 48M -o "$dir/never"
expect 'for an overhead before that of the metal' says 'less than 80M' 2 \
	bareline overhead --qemu --keep "$dir/never" -- --memory 65536K
expect 'in no directory' [ ! -e "$dir/never" ]
{ head -c 514 /dev/zero; printf HdrS; head -c 100 /dev/zero; } >"$dir/bzImage"
expect 'Linux is no image' says 'is a Linux kernel' 2 bareline run --image "$dir/bzImage" -o "$dir/never"
expect "nor the metal's of an overhead" says 'is a Linux kernel' 2 \
	bareline overhead --qemu --keep "$dir/no-run" -- --image "$dir/bzImage"
expect 'boots again and again go with no baseline' says 'runs: repeats one boot' 2 \
	bareline run --deterministic --runs 2 --baseline x -o "$dir/never"
expect 'a wrong command' says "shwo: unknown command (did you mean show" 2 bareline shwo
expect 'nothing at all' says 'Usage: bareline COMMAND' 2 bareline
expect 'help is a command too' says '^Usage: bareline run ' 0 bareline help run
expect 'of a part of a part' says '^Usage: bareline flow path ' 0 bareline help flow path
expect 'and of all of them' says 'Usage: bareline COMMAND' 0 bareline help
expect 'help of what is no command' says "pth: unknown command (did you mean path" 2 \
	bareline help flow pth
expect 'a pattern of a family that is spelt wrong' says 'did you mean entry\.\*' 2 \
	bareline run --bench 'entri.*' -o "$dir/never"
expect 'a kernel that is not there, and how to get one' \
	says 'kernel none: No such file.*make build/linux/vmlinuz' 2 \
	bareline run --linux --kernel none -o "$dir/never"
expect 'a table of runs that were not made here' says 'apply to new runs; add --qemu' 2 \
	bareline overhead --table tests/fuzz/corpus/log/curve \
	tests/fuzz/corpus/log/curve
expect 'a TIME needs its unit' says 'not a time; give a number and a unit' 2 bareline idle --min-gap 5 x
expect 'for the target too' says 'not a time; give a number and a unit' 2 bareline run --limit 150
expect 'a full disk is not the user'"'s fault" exits_with 3 \
	sh -c '"$1" manual >/dev/full' sh "$build/bareline"
sum_up
