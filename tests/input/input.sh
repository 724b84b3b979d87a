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

# usage: run NAME STATUS ARGUMENT...
run()
{
	name=$1
	expected=$2
	shift 2
	status=0
	"$build/bareline" run --timeout 1800 --output "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || status=$?
	must_have_run "$name" "$expected"
}

# A deterministic run that passes. Other tests share the run. usage: share NAME ARGUMENT...
share()
{
	name=$1
	shift
	status=0
	sh "$here/shared.sh" "$build" "$dir/$name" run --deterministic "$@" -o @ >"$dir/$name.txt" 2>&1 || status=$?
	must_have_run "$name" 0
}

# usage: must_have_run NAME STATUS
must_have_run()
{
	[ $status -eq "$2" ] || {
		echo "$1: status $status, not $2"
		cat "$dir/$1.txt"
		exit 1
	}
	# Sets the minimum gap. In an emulator, jitter would make the estimated minimum too large.
	"$build/bareline" idle --min-gap 0.1us --csv "$dir/$1-csv" "$dir/$1" >"$dir/$1-idle.txt"
}

# A field of the first message_log record.
field()
{
	sed -n "s/^@message_log .* $2=\([0-9]*\) .*/\1/p" "$dir/$1/serial.log" | head -n 1
}

fail()
{
	echo "$*"
	exit 1
}

# usage: close_to WHAT VALUE KNOWN: VALUE must be within 1 % of KNOWN
close_to()
{
	awk -v value="$2" -v known="$3" 'BEGIN { d = value - known;
		exit !(known > 0 && d < known / 100 && -d < known / 100) }' ||
		fail "$1: expected $3 within 1 %, found $2"
}

# A column of an idle-loop table, one value per line.
# usage: column NAME TABLE COLUMN
column()
{
	python3 "$here/columns.py" "$3" <"$dir/$1-csv/$2.csv"
}

# Gaps whose cause is $2.
gaps()
{
	column "$1" gaps cause | grep -c -x -F -e "$2"
}

# Interrupts in gaps whose cause matches $2.
interrupts()
{
	column "$1" gaps cause >"$dir/causes"
	column "$1" gaps interrupts | paste "$dir/causes" - |
		awk -v cause="$2" '$1 ~ cause { n += $2 } END { print n + 0 }'
}

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

# In instruction time, a quarter of an hour of pauses costs no more than its keys.
awk 'BEGIN { print "pace 2600ms\nhold 400ms"; for (i = 0; i < 300; i++) print "key a" }' >"$dir/long-script"
run long 0 --deterministic --input "$dir/long-script" --input-pace paced
[ "$(column long actions length | sort -u | wc -l)" -eq 1 ] ||
	fail "expected 300 equal keys of one length"
close_to 'wait time of 300 keys' "$(field long wait_ticks)" 450000000

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

# The host types into the same programs, like a user. The text must be the same, and the host's
# replay must agree. If a busy host loses bytes, the target reports an error and the test retries
# more slowly.
# usage: host_types PROGRAM < KEYS
host_types()
{
	program=$1
	cat >"$dir/$program-keys"
	tries=0
	milliseconds=10
	until [ $tries -gt 0 ] && [ "$status" -eq 0 ]; do
		[ $((tries += 1)) -le 6 ] ||
			fail "bytes typed into app.$program were lost in every try"
		{ printf 'pace %sms\nhold %sms\n' $((3 * milliseconds)) $((2 * milliseconds)) &&
			cat "$dir/$program-keys"; } >"$dir/slow-$program"
		status=0
		(run "${program}_live" 0 --accel tcg --bench "app.${program}_live" --input "$dir/slow-$program" \
			--input-pace paced --duration 20s \
			-- -icount shift=0,sleep=off -rtc base=2026-01-01,clock=vm) || status=$?
		milliseconds=$((2 * milliseconds))
	done
	run "${program}_same" 0 --deterministic --bench "app.$program" --input "$dir/slow-$program" \
		--input-pace paced
	[ "$(column "${program}_live" screens replay)" = 'same text and screen' ] ||
		fail "app.${program}_live: expected an equal replay, found: $(column "${program}_live" screens replay)"
	for column in keys text_crc pixels_crc; do
		[ "$(column "${program}_live" screens $column)" = "$(column "${program}_same" screens $column)" ] ||
			fail "app.${program}_live: another $column when the host types"
	done
	[ "$(column "${program}_live" actions action | sort -u)" = printable ] ||
		fail "unexpected labels of the keys typed into app.$program"
}
host_types word <<-'END'
	label "printable"
	text "The qick"
	key backspace
	key down
	key ret
END
[ "$(column word_live screens misspelled)" = "$(column word_same screens misspelled)" ] ||
	fail "expected the same misspelled words when the host types"
host_types editor <<-'END'
	label "printable"
	text "The qick"
	key backspace
	key pgdn
	key down
	key ret
END

# ---- A test driver's sync: background work is waited for, and no work is added ----

cat >"$dir/keys-typed" <<-'END'
	pace 60ms
	hold 20ms
	label "printable"
	text "The qick"
	label "backspace"
	key backspace
	label "newline"
	key ret
END
{ echo 'sync on' && cat "$dir/keys-typed"; } >"$dir/keys-synced"
for name in typed synced; do
	run $name 0 --deterministic --bench app.word --input "$dir/keys-$name" --input-pace paced
	[ "$(column $name screens replay)" = 'same text and screen' ] ||
		fail "expected an equal replay of the $name keys, found: $(column $name screens replay)"
	# CPU busy while the user thinks, and while the user waits.
	column $name states cpu >"$dir/cpu"
	for state in think wait; do
		column $name states ${state}_ticks | paste "$dir/cpu" - |
			awk '$1 == "busy" { n += $2 } END { print n }' >"$dir/$name-$state"
	done
done
think=$(cat "$dir/typed-think") wait=$(cat "$dir/typed-wait")
synced_think=$(cat "$dir/synced-think") synced_wait=$(cat "$dir/synced-wait")
close_to 'total work with syncs' $((synced_think + synced_wait)) $((think + wait))
[ $((2 * synced_think)) -lt "$think" ] && [ $((2 * wait)) -lt "$synced_wait" ] ||
	fail "busy while thinking and waiting: $think and $wait; with syncs: $synced_think and $synced_wait"
[ "$(column synced screens text_crc)" = "$(column typed screens text_crc)" ] ||
	fail "expected the same text with syncs"
# Listed apart: a shift key belongs to its character, and a sync belongs to no user action.
[ "$(column synced background n)" -eq 22 ] ||
	fail "expected 22 syncs, found $(column synced background n)"
column synced actions action | sort | uniq -c | tr -s ' \n' ' ' >"$dir/actions"
[ "$(cat "$dir/actions")" = ' 1 backspace 1 newline 8 printable ' ] ||
	fail "unexpected actions with syncs: $(cat "$dir/actions")"
# No QEMU device can send a sync.
status=0
"$build/bareline" run --input "$dir/keys-synced" --input-source host -o "$dir/none" >"$dir/none.txt" 2>&1 || status=$?
[ $status -eq 2 ] && grep -q "'sync on'" "$dir/none.txt" ||
	fail "expected a refusal of a sync from the host: status $status"

# ---- A blinking cursor: CPU work without user wait ----

share blink --bench app.editor_blink
[ "$(column blink background what)" = timer ] && [ "$(column blink background n)" -eq 2 ] ||
	fail "a cursor blinks in 1.2 s between two keys: expected 2 times, found $(column blink background n)"
[ "$(column blink screens replay | sort -u)" = 'same text and screen' ] ||
	fail "expected an equal replay of a blinking cursor, found: $(column blink screens replay)"
[ "$(column blink actions action | tr '\n' ' ')" = 'printable printable printable printable ' ] ||
	fail "expected no user action from blinking: $(column blink actions action)"
[ "$(gaps blink app_timer)" -eq 2 ] || fail "expected the idle loop to see the cursor blink"
column blink actions waited_ticks >"$dir/waited"
[ "$(head -n 2 "$dir/waited" | awk '{ n += $1 } END { print n }')" -eq "$(field blink wait_ticks)" ] ||
	fail "expected wait time for two keys only"
column blink states think_ticks >"$dir/think"
column blink states cpu | paste - "$dir/think" | awk '$1 == "busy" { n += $2 } END { exit !(n > 4000) }' ||
	fail "expected blinking as thinking with a busy CPU"

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
