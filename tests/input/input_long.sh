#!/bin/sh
# SPDX-License-Identifier: MIT
# Applications and input: the host types into them like a user, a test driver waits for them, a cursor
# blinks, and a script lasts a quarter of an hour.
# usage: tests/input/input_long.sh BUILD
set -eu

build=$1
dir=$build/input-long-test
here=$(dirname "$0")/..
. "$here/input/input_runs.sh"

rm -rf "$dir"
mkdir -p "$dir"

# ---- A quarter of an hour ----

# In instruction time, a quarter of an hour of pauses costs no more than its keys.
awk 'BEGIN { print "pace 2600ms\nhold 400ms"; for (i = 0; i < 300; i++) print "key a" }' >"$dir/long-script"
run long 0 --deterministic --input "$dir/long-script" --input-pace paced
[ "$(column long actions length | sort -u | wc -l)" -eq 1 ] ||
	fail "expected 300 equal keys of one length"
close_to 'wait time of 300 keys' "$(field long wait_ticks)" 450000000

# The host types into applications that run the same with a script. The text must be the same, and the host's
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
