#!/bin/sh
# SPDX-License-Identifier: MIT
# Input and the idle loop. The keyboard controller and the host each send forty keystrokes and forty
# clicks. The idle loop must find all of them, and nothing else in exact time. Also checks think and
# wait times of a script with known pauses and work, batching, and queue overflow.
# usage: tests/input/input.sh BUILD
set -eu

build=$1
dir=$build/input-test
here=$(dirname "$0")/..
. "$here/input/input_runs.sh"

rm -rf "$dir"
mkdir -p "$dir"

# ---- Controller input, exact: one gap per event, and no other gap ----

run controller 0 --deterministic --quantum 100us --input "$here/input/forty.txt" \
	--input-pace paced
[ "$(gaps controller input_script+keyboard)" -eq 80 ] ||
	fail "expected 80 gaps of the keyboard, found $(gaps controller input_script+keyboard)"
[ "$(gaps controller input_script+mouse)" -eq 80 ] ||
	fail "expected 80 gaps of the mouse, found $(gaps controller input_script+mouse)"
[ "$(wc -l <"$dir/controller-csv/gaps.csv")" -eq 161 ] || fail "expected no other gaps"

# The work is forty times 500 us for a change and 1000 us for a drawing. All else is pauses: 40
# times 4 ms + 2 ms for keys, and the same for clicks.
close_to 'wait time' "$(field controller wait_ticks)" 60000000
close_to 'think time' "$(field controller think_ticks)" 420000000

# ---- Host input: each device interrupt is in a gap, and each gap has a device interrupt ----

# The host types by its own clock. The machine counts instructions, and every clock of the machine
# does. A loop pass without an interrupt always has the same count, so the speed of the host neither
# creates nor hides a gap.
# QEMU's devices buffer few bytes and lose the rest if a busy host stops the machine. The target
# reports the loss, and the test retries with twice the time between events. At the limit of 100 ms,
# the host may stop the machine for half a second.
# The last input event ends a run. The duration ends a run only if events were lost. It is 20 000
# million instructions, more than any host runs in the 16 seconds of the slowest try, and all passes
# of such a run fit the log.
tries=0
milliseconds=10
until [ $tries -gt 0 ] && [ "$status" -eq 0 ]; do
	[ $((tries += 1)) -le 6 ] || fail "the host's input was lost in every try"
	sed "s/^pace .*/pace $((3 * milliseconds))ms/; s/^hold .*/hold $((2 * milliseconds))ms/" \
		"$here/input/forty.txt" >"$dir/slow-forty"
	status=0
	(run host 0 --accel tcg --input "$dir/slow-forty" --input-pace paced \
		--duration 20s -- -icount shift=0,sleep=off -rtc base=2026-01-01,clock=vm) || status=$?
	[ $milliseconds -ge 40 ] || milliseconds=$((2 * milliseconds))
done
found=$(column host passes interrupts | awk '{ n += $1 } END { print n }')
[ "$found" -eq 320 ] || fail "expected 320 interrupts in the passes of the idle loop, found $found"

# A late host can put two events into one gap.
[ "$(interrupts host keyboard)" -ge 80 ] ||
	fail "expected 80 keyboard interrupts in gaps, found $(interrupts host keyboard)"
[ "$(interrupts host mouse)" -ge 240 ] ||
	fail "expected 240 mouse interrupts in gaps, found $(interrupts host mouse)"
[ "$(interrupts host '')" -eq 320 ] || fail "expected 320 interrupts in gaps"
column host gaps cause | grep -v -e keyboard -e mouse && fail "expected no gaps without an event"
grep -q ' name=keyboard count=80 ' "$dir/host/serial.log" ||
	fail "expected 80 keyboard interrupts"
grep -q ' name=mouse count=240 ' "$dir/host/serial.log" || fail "expected 240 mouse interrupts"
[ "$(field host stray_bytes)" -eq 0 ] && [ "$(field host dropped)" -eq 0 ] ||
	fail "expected no lost bytes, found $(field host dropped)"
tr -d '\n ' <"$dir/host/manifest.json" | grep -q '"sent":160,"seen":160' ||
	fail "expected 160 sent and seen events in the manifest"

# ---- User actions: each has the label of its input, and all wait time belongs to an action ----

cat >"$dir/some-labels" <<-'END'
	pace 30ms
	hold 10ms
	label "typing"
	text "abcdef"
	label "newline"
	key ret
	label ""
	key shift+a
	click left
END
run labelled 0 --deterministic --input "$dir/some-labels" --input-pace paced
column labelled actions action | sort | uniq -c | tr -s ' \n' ' ' >"$dir/actions"
[ "$(cat "$dir/actions")" = ' 1 click 1 key 1 newline 6 typing ' ] ||
	fail "unexpected user actions: $(cat "$dir/actions")"
column labelled actions waited_ticks | awk '{ n += $1 } END { print n }' >"$dir/waited"
[ "$(cat "$dir/waited")" -eq "$(field labelled wait_ticks)" ] ||
	fail "wait time: actions $(cat "$dir/waited") ticks, user $(field labelled wait_ticks); expected equal ticks"
column labelled actions length | awk '{ n += $1 } END { print n }' >"$dir/lengths"
close_to "the sum of the actions' times differs from the user's total" \
	"$(cat "$dir/lengths")" "$(field labelled wait_ticks)"

# ---- An editor: the host replays the session and finds the same text and screen, in two runs ----

session="--bench app.editor --input docs/scripts/editing-session.txt --input-pace paced"
# shellcheck disable=SC2086 # words
share editor $session
# shellcheck disable=SC2086
run editor-again 0 --deterministic $session
cmp "$dir/editor/serial.log" "$dir/editor-again/serial.log"
[ "$(column editor screens replay)" = 'same text and screen' ] ||
	fail "expected an equal replay on the host, found: $(column editor screens replay)"
[ "$(column editor screens length_bytes)" -eq $((56 * 1024 + 1300)) ] ||
	fail "expected 56 KiB + 1300 bytes of text, found $(column editor screens length_bytes)"
[ "$(column editor screens draws)" -eq 1340 ] ||
	fail "expected one drawing per effective key (1340), found $(column editor screens draws)"
column editor actions action | sort | uniq -c | tr -s ' \n' ' ' >"$dir/actions"
[ "$(cat "$dir/actions")" = ' 28 cursor 21 newline 12 page down 1279 printable ' ] ||
	fail "unexpected actions in the session: $(cat "$dir/actions")"
# A character redraws part of a line; a page redraws the whole screen.
column editor action-kinds action >"$dir/kinds"
column editor action-kinds median | paste "$dir/kinds" - |
	awk -F'\t' '{ median[$1] = $2 }
		END { exit !(10 * median["printable"] < median["newline"] &&
			     10 * median["printable"] < median["page down"]) }' ||
	fail "expected a character to cost less than a screen"
"$build/bareline" idle --screens "$dir/screens" "$dir/editor" >/dev/null
[ "$(head -c 8 "$dir"/screens/screen-0.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] ||
	fail "expected a PNG file of the editor's screen"
# A target that draws something else must be found.
PYTHONPATH=$here python3 -c '
import re, sys, wire_line
for line in sys.stdin.buffer:
    if line.startswith(b"@editor_screen "):
        line = wire_line.record(re.sub("pixels_crc=0x[0-9a-f]+", "pixels_crc=0x1",
                                       line.decode()[1:].rpartition(" *")[0]))
    sys.stdout.buffer.write(line)' <"$dir/editor/serial.log" >"$dir/other-screen.log"
status=0
"$build/bareline" idle "$dir/other-screen.log" >"$dir/other-screen.txt" || status=$?
[ $status -eq 1 ] && grep -q ' different screen$' "$dir/other-screen.txt" ||
	fail "expected a refusal of a screen that differs from the keys: status $status"

# ---- A word processor: the host finds the same; polling does not change the wait time
# ----

for name in word word_polling; do
	share $name --bench app.$name
	[ "$(column $name screens replay | sort -u)" = 'same text and screen' ] ||
		fail "expected an equal replay of app.$name, found: $(column $name screens replay)"
	[ "$(column $name screens misspelled | sort -u)" -gt 0 ] ||
		fail "expected misspelled words in app.$name"
done
[ "$(column word screens misspelled)" = "$(column word_polling screens misspelled)" ] ||
	fail "expected the same misspelled words with polling"
close_to 'wait time with polling' "$(field word_polling wait_ticks)" "$(field word wait_ticks)"
# The idle loop sees many gaps of the blocking program, and a single gap of the polling program.
[ "$(column word gaps cause | wc -l)" -ge 10 ] || fail "expected gaps for the keys of app.word"
[ "$(column word_polling gaps cause | wc -l)" -eq 1 ] || fail "expected app.word_polling to be always busy"

# ---- An application that spins between press and release: the idle loop sees the time
# ----

# The median of a stage, in whole instructions. usage: stage BENCHMARK STAGE
stage()
{
	"$build/bareline" plot "$1" --csv "$dir/held" | python3 "$here/columns.py" stage median |
		awk -F'\t' -v stage="$2" '$1 == stage && !seen++ { print int($2) }'
}
run held 0 --deterministic --suite full --bench 'input.keystroke*' --bench 'input.mouse_click*'
column held message-logs bench >"$dir/benches"
for bench in input.keystroke input.mouse_click; do
	plain=$(stage $bench idle_loop)
	held=$(stage ${bench}_polling idle_loop)
	# Press and release are 200 us apart. Each has the same work as without spinning.
	[ "$plain" -lt 20000 ] && [ "$held" -gt 200000 ] && [ "$held" -lt $((200000 + 2 * plain)) ] ||
		fail "$bench: expected two gaps of $plain instructions plus 200 us, found $held"
	# No user waits for the spin: the application accepts any event.
	column held message-logs our_wait_ticks | paste "$dir/benches" - |
		awk -v bench=${bench}_polling '$1 == bench { found = 1; most = $2 }
			END { exit !(found && most < 2000) }' ||
		fail "expected no wait time for a held key"
done

# ---- Batching: keys that arrive together are drawn together ----

run batch 0 --deterministic --bench input.script
"$build/bareline" plot input.script-counts --csv "$dir/batch" |
	python3 "$here/columns.py" stage median >"$dir/stages"
awk -F'\t' '$1 == "draws" { print $2 }' "$dir/stages" >"$dir/draws"
[ "$(tr '\n' ' ' <"$dir/draws")" = '6 1 ' ] ||
	fail "unexpected numbers of draws, paced and fast: $(cat "$dir/draws")"

# ---- Queue overflow: bounded, counted, and without a result ----

awk 'BEGIN { for (i = 0; i < 700; i++) print "key a" }' >"$dir/many-keys"
run flood 1 --deterministic --input "$dir/many-keys" --input-source controller --input-pace fast
[ "$(field flood dropped)" -gt 0 ] || fail "expected lost messages in a queue overflow"
grep -q "@fault .*messages arrived in time, [1-9][0-9]* more found the queue full" \
	"$dir/flood/serial.log" || fail "expected an error for lost messages"
