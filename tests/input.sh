#!/bin/sh
# SPDX-License-Identifier: MIT
# Input as the idle loop sees it: forty keystrokes and forty clicks, sent by the keyboard controller
# and by the host, are all found, and nothing else where ticks are exact; think and wait time of a
# script whose pauses and work are known; batching; a script that is more than the queue holds.
# usage: tests/input.sh BUILD
set -eu

build=$1
dir=$build/input-test
here=$(dirname "$0")

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

# A deterministic run that ends well, and that others look at too. usage: share NAME ARGUMENT...
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
	# Told how long a gap is, since an emulator's own unrest would have
	# it think of too long ones.
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

# usage: close_to WHAT VALUE KNOWN: within 1 %
close_to()
{
	awk -v value="$2" -v known="$3" 'BEGIN { d = value - known;
		exit !(known > 0 && d < known / 100 && -d < known / 100) }' ||
		fail "$1 is $2, and should be $3 within 1 %"
}

# A column of a table of the idle loop's, a line a row.
# usage: column NAME TABLE COLUMN
column()
{
	python3 "$here/columns.py" "$3" <"$dir/$1-csv/$2.csv"
}

# Gaps whose cause is so.
gaps()
{
	column "$1" gaps cause | grep -c -x -F -e "$2"
}

# Interrupts in gaps whose cause matches.
interrupts()
{
	column "$1" gaps cause >"$dir/causes"
	column "$1" gaps interrupts | paste "$dir/causes" - |
		awk -v cause="$2" '$1 ~ cause { n += $2 } END { print n + 0 }'
}

rm -rf "$dir"
mkdir -p "$dir"

# ---- By the controller, exact: every event is a gap, and every gap an event ----

run controller 0 --deterministic --quantum 100us --input "$here/input/forty.txt" \
	--input-pace paced
[ "$(gaps controller input_script+keyboard)" -eq 80 ] || fail "not 80 gaps by the keyboard"
[ "$(gaps controller input_script+mouse)" -eq 80 ] || fail "not 80 gaps by the mouse"
[ "$(wc -l <"$dir/controller-csv/gaps.csv")" -eq 161 ] || fail "gaps that are no event"

# Forty times 500 us for a change and 1000 us for a draw; all else is the script's pauses, 40 times
# 4 ms + 2 ms for keys and again for clicks.
close_to 'wait time' "$(field controller wait_ticks)" 60000000
close_to 'think time' "$(field controller think_ticks)" 420000000

# ---- By the host: each interrupt of a device is in a gap, and every gap is one of a device ----

# The host types by its own clock, and the machine counts its instructions: a pass without an
# interrupt has always as many, so how fast or evenly the host runs can't make a gap or hide one.
# QEMU's devices keep few bytes for a machine that a busy host does not let run, and lose the rest.
# The target reports that, and it is tried again with twice as long from one event to the next, up
# to 100 ms, so that the host may hold the machine up for half a second. The input's last event ends
# a run, and its duration only one that lost something: no host runs 20 000 million instructions in
# the 16 seconds that the slowest try takes, and no more passes than such a run has are all kept.
# All clocks of the machine count instructions: one that did not would see a hang.
tries=0
milliseconds=10
until [ $tries -gt 0 ] && [ "$status" -eq 0 ]; do
	[ $((tries += 1)) -le 6 ] || fail "the host's input was lost again and again"
	sed "s/^pace .*/pace $((3 * milliseconds))ms/; s/^hold .*/hold $((2 * milliseconds))ms/" \
		"$here/input/forty.txt" >"$dir/slow-forty"
	status=0
	(run host 0 --accel tcg --input "$dir/slow-forty" --input-pace paced \
		--duration 20s -- -icount shift=0,sleep=off -rtc base=2026-01-01,clock=vm) || status=$?
	[ $milliseconds -ge 40 ] || milliseconds=$((2 * milliseconds))
done
found=$(column host passes interrupts | awk '{ n += $1 } END { print n }')
[ "$found" -eq 320 ] || fail "passes of the idle loop saw $found interrupts, not 320"

# Two events that the host was late with may be in one gap.
[ "$(interrupts host keyboard)" -ge 80 ] || fail "not 80 interrupts of the keyboard in gaps"
[ "$(interrupts host mouse)" -ge 240 ] || fail "not 240 interrupts of the mouse in gaps"
[ "$(interrupts host '')" -eq 320 ] || fail "not 320 interrupts in gaps"
column host gaps cause | grep -v -e keyboard -e mouse && fail "gaps that are no event"
grep -q ' name=keyboard count=80 ' "$dir/host/serial.log" ||
	fail "not 80 interrupts of the keyboard"
grep -q ' name=mouse count=240 ' "$dir/host/serial.log" || fail "not 240 interrupts of the mouse"
[ "$(field host stray_bytes)" -eq 0 ] && [ "$(field host dropped)" -eq 0 ] || fail "bytes were lost"
tr -d '\n ' <"$dir/host/manifest.json" | grep -q '"sent":160,"seen":160' ||
	fail "the manifest does not say that 160 were sent and seen"

# ---- What the user did: an action each, by its label, and all that was waited for is theirs ----

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
	fail "actions: $(cat "$dir/actions")"
column labelled actions waited_ticks | awk '{ n += $1 } END { print n }' >"$dir/waited"
[ "$(cat "$dir/waited")" -eq "$(field labelled wait_ticks)" ] ||
	fail "actions were waited for $(cat "$dir/waited") ticks, the user $(field labelled wait_ticks)"
column labelled actions length | awk '{ n += $1 } END { print n }' >"$dir/lengths"
close_to 'the sum of what actions took' "$(cat "$dir/lengths")" "$(field labelled wait_ticks)"

# Where instructions are counted, a quarter of an hour of pauses is no longer than its keys.
awk 'BEGIN { print "pace 2600ms\nhold 400ms"; for (i = 0; i < 300; i++) print "key a" }' >"$dir/long-script"
run long 0 --deterministic --input "$dir/long-script" --input-pace paced
[ "$(column long actions length | sort -u | wc -l)" -eq 1 ] || fail "300 equal keys took differently"
close_to 'what 300 keys were waited for' "$(field long wait_ticks)" 450000000

# ---- An editor: what it made of a session is made again by the host, and twice the same ----

session="--bench app.editor --input docs/scripts/editing-session.txt --input-pace paced"
# shellcheck disable=SC2086 # words
share editor $session
# shellcheck disable=SC2086
run editor-again 0 --deterministic $session
cmp "$dir/editor/serial.log" "$dir/editor-again/serial.log"
[ "$(column editor screens replay)" = 'same text and screen' ] ||
	fail "the host makes of the session: $(column editor screens replay)"
[ "$(column editor screens length_bytes)" -eq $((56 * 1024 + 1300)) ] ||
	fail "1300 characters made a text of $(column editor screens length_bytes) bytes"
[ "$(column editor screens draws)" -eq 1340 ] ||
	fail "1340 keys that change something were drawn $(column editor screens draws) times"
column editor actions action | sort | uniq -c | tr -s ' \n' ' ' >"$dir/actions"
[ "$(cat "$dir/actions")" = ' 28 cursor 21 newline 12 page down 1279 printable ' ] ||
	fail "the session's actions: $(cat "$dir/actions")"
# Each class in its place: a character is part of a line, a page the whole screen.
column editor action-kinds action >"$dir/kinds"
column editor action-kinds median | paste "$dir/kinds" - |
	awk -F'\t' '{ median[$1] = $2 }
		END { exit !(10 * median["printable"] < median["newline"] &&
			     10 * median["printable"] < median["page down"]) }' ||
	fail "a character costs as much as a screen"
"$build/bareline" idle --screens "$dir/screens" "$dir/editor" >/dev/null
[ "$(head -c 8 "$dir"/screens/screen-0.png | od -An -tx1 | tr -d ' ')" = 89504e470d0a1a0a ] ||
	fail "the editor's screen is no PNG"
# A target that drew something else would be found.
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
	fail "a screen that is not what the keys make: status $status"

# ---- A word processor: the host finds the same, and one that never idles makes nobody wait longer
# ----

for name in word word_polling; do
	share $name --bench app.$name
	[ "$(column $name screens replay | sort -u)" = 'same text and screen' ] ||
		fail "the host makes of app.$name: $(column $name screens replay)"
	[ "$(column $name screens misspelled | sort -u)" -gt 0 ] || fail "app.$name found no misspelled word"
done
[ "$(column word screens misspelled)" = "$(column word_polling screens misspelled)" ] ||
	fail "one that never idles finds other words misspelled"
close_to 'wait time of one that never idles' "$(field word_polling wait_ticks)" "$(field word wait_ticks)"
# The idle loop sees many gaps of the one, and a single one of the other.
[ "$(column word gaps cause | wc -l)" -ge 10 ] || fail "keys of app.word are no gaps"
[ "$(column word_polling gaps cause | wc -l)" -eq 1 ] || fail "app.word_polling idles"

# The host types, as a person would, into the same programs: the same text comes of it, and the
# host's replay agrees. Bytes that a busy host lost are an error of the target's, and it is tried
# again, slower.
# usage: host_types PROGRAM < KEYS
host_types()
{
	program=$1
	cat >"$dir/$program-keys"
	tries=0
	milliseconds=10
	until [ $tries -gt 0 ] && [ "$status" -eq 0 ]; do
		[ $((tries += 1)) -le 6 ] || fail "what the host typed into app.$program was lost again and again"
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
		fail "the host makes of app.${program}_live: $(column "${program}_live" screens replay)"
	for column in keys text_crc pixels_crc; do
		[ "$(column "${program}_live" screens $column)" = "$(column "${program}_same" screens $column)" ] ||
			fail "app.${program}_live has another $column when the host types"
	done
	[ "$(column "${program}_live" actions action | sort -u)" = printable ] ||
		fail "labels of what the host types into app.$program"
}
host_types word <<-'END'
	label "printable"
	text "The qick"
	key backspace
	key down
	key ret
END
[ "$(column word_live screens misspelled)" = "$(column word_same screens misspelled)" ] ||
	fail "other words are misspelled when the host types"
host_types editor <<-'END'
	label "printable"
	text "The qick"
	key backspace
	key pgdn
	key down
	key ret
END

# ---- A test driver's sync: what was done in the background is waited for, and no more is done ----

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
		fail "the host makes of $name keys: $(column $name screens replay)"
	# Busy while the user thinks, and while the user waits.
	column $name states cpu >"$dir/cpu"
	for state in think wait; do
		column $name states ${state}_ticks | paste "$dir/cpu" - |
			awk '$1 == "busy" { n += $2 } END { print n }' >"$dir/$name-$state"
	done
done
think=$(cat "$dir/typed-think") wait=$(cat "$dir/typed-wait")
synced_think=$(cat "$dir/synced-think") synced_wait=$(cat "$dir/synced-wait")
close_to 'all work of a driver with syncs' $((synced_think + synced_wait)) $((think + wait))
[ $((2 * synced_think)) -lt "$think" ] && [ $((2 * wait)) -lt "$synced_wait" ] ||
	fail "thinking and waiting, busy: $think and $wait, with syncs $synced_think and $synced_wait"
[ "$(column synced screens text_crc)" = "$(column typed screens text_crc)" ] ||
	fail "syncs change the text"
# Set apart: the shifts are of the character that was typed with them, the syncs of nobody.
[ "$(column synced background n)" -eq 22 ] || fail "$(column synced background n) syncs, not 22"
column synced actions action | sort | uniq -c | tr -s ' \n' ' ' >"$dir/actions"
[ "$(cat "$dir/actions")" = ' 1 backspace 1 newline 8 printable ' ] ||
	fail "actions with syncs: $(cat "$dir/actions")"
# No device of QEMU's sends such a message.
status=0
"$build/bareline" run --input "$dir/keys-synced" --input-source host -o "$dir/none" >"$dir/none.txt" 2>&1 || status=$?
[ $status -eq 2 ] && grep -q "'sync on'" "$dir/none.txt" || fail "the host can't send a sync: status $status"

# ---- A cursor that blinks: work of the CPU's, and nobody's wait ----

share blink --bench app.editor_blink
[ "$(column blink background what)" = timer ] && [ "$(column blink background n)" -eq 2 ] ||
	fail "in 1.2 s between two keys a cursor blinks $(column blink background n) times, not twice"
[ "$(column blink screens replay | sort -u)" = 'same text and screen' ] ||
	fail "the host makes of a cursor that blinks: $(column blink screens replay)"
[ "$(column blink actions action | tr '\n' ' ')" = 'printable printable printable printable ' ] ||
	fail "blinking is taken for what the user did: $(column blink actions action)"
[ "$(gaps blink app_timer)" -eq 2 ] || fail "the idle loop does not see the cursor blink"
column blink actions waited_ticks >"$dir/waited"
[ "$(head -n 2 "$dir/waited" | awk '{ n += $1 } END { print n }')" -eq "$(field blink wait_ticks)" ] ||
	fail "the user waits for more than two keys"
column blink states think_ticks >"$dir/think"
column blink states cpu | paste - "$dir/think" | awk '$1 == "busy" { n += $2 } END { exit !(n > 4000) }' ||
	fail "blinking is not told as thinking with a busy CPU"

# ---- An application that spins until what went down comes up: the idle loop sees how long that was
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
	# 200 us were between the two, and each was worked for as without.
	[ "$plain" -lt 20000 ] && [ "$held" -gt 200000 ] && [ "$held" -lt $((200000 + 2 * plain)) ] ||
		fail "$bench is $plain instructions to the idle loop, and $held if it is spun through"
	# Nobody waited for that: the application was ready for any event.
	column held message-logs our_wait_ticks | paste "$dir/benches" - |
		awk -v bench=${bench}_polling '$1 == bench { found = 1; most = $2 }
			END { exit !(found && most < 2000) }' ||
		fail "who holds a key down is taken for waiting"
done

# ---- Batching: keys that come at once are drawn at once ----

run batch 0 --deterministic --bench input.script
"$build/bareline" plot input.script-counts --csv "$dir/batch" |
	python3 "$here/columns.py" stage median >"$dir/stages"
awk -F'\t' '$1 == "draws" { print $2 }' "$dir/stages" >"$dir/draws"
[ "$(tr '\n' ' ' <"$dir/draws")" = '6 1 ' ] || fail "draws, paced and fast: $(cat "$dir/draws")"

# ---- More than the queue holds: bounded, counted, and no number ----

awk 'BEGIN { for (i = 0; i < 700; i++) print "key a" }' >"$dir/many-keys"
run flood 1 --deterministic --input "$dir/many-keys" --input-source controller --input-pace fast
[ "$(field flood dropped)" -gt 0 ] || fail "the queue held more than it can"
grep -q "@fault .*messages arrived in time, [1-9][0-9]* more found the queue full" \
	"$dir/flood/serial.log" || fail "lost messages are no error"
