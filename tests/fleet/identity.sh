#!/bin/sh
# SPDX-License-Identifier: MIT
# Machines are distinguished by their identifiers, and runs are dated by the machine's clock. QEMU
# plays two machines of one model, one of them after an update of its firmware.
# usage: tests/fleet/identity.sh BUILD [long]; long adds UEFI
set -u

build=$1
here=$(dirname "$0")/..
dir=$build/identity-test
. "$here/expect.sh"

first=564d1234-0a1b-2c3d-4e5f-0123456789ab
second=564d1234-0a1b-2c3d-4e5f-0123456789ac

bareline()
{
	timeout 600 "$build/bareline" "$@"
}

# usage: make_run NAME [OPTION]... -- [QEMU OPTION]...
make_run()
{
	name=$1
	shift
	bareline run --quiet --bench 'null.*' -o "$dir/$name" "$@"
}

# The command in docs/machines.md.
hash_of()
{
	printf 'bareline-%s:%s' "$1" "$2" | sha256sum | cut -c 1-16
}

# usage: identity RUN KEY: a key of the identity in results.json, null if there is none
identity()
{
	python3 -c 'import json, sys
value = json.load(open(sys.argv[1]))["identity"][sys.argv[2]]
print("null" if value is None else value)' "$dir/$1/results.json" "$2"
}

# usage: has RUN KEY VALUE
has()
{
	found=$(identity "$1" "$2") && [ "$found" = "$3" ] || { echo "$1: $2 is $found"; false; }
}

# usage: agree KEY RUN RUN; they have the same value
agree()
{
	has "$2" "$1" "$(identity "$3" "$1")"
}

differ()
{
	identity "$2" "$1" && ! agree "$@" >/dev/null
}

# usage: has_only PATTERN FORBIDDEN FILE: a line matches the first, none the second
has_only()
{
	grep -a -q "$1" "$3" && ! grep -a -q "$2" "$3"
}

# usage: compares PATTERN WORD...; a line matches. One run a side gives no verdict, so any status is
# right.
compares()
{
	pattern=$1
	shift
	bareline compare "$@" >"$dir/output" 2>&1
	grep -q "$pattern" "$dir/output"
}

# The runs of a history, in its order.
order()
{
	bareline history --json - "$@" | python3 -c 'import json, os, sys
tables = {table["name"]: table for table in json.load(sys.stdin)["tables"]}
print(*(os.path.basename(row["path"])[:8] for row in tables["runs"]["rows"]))'
}

# Whether the target's time is within ten minutes of now, whatever the host's load was.
is_recent()
{
	made=$(date -u -d "$(identity "$1" made)" +%s) && now=$(date -u +%s) &&
		[ $((now - made)) -ge -60 ] && [ $((now - made)) -lt 600 ]
}

rm -rf "$dir"
mkdir -p "$dir"
expect 'a machine with serial numbers' make_run history/1 -- -uuid $first \
	-smbios type=1,serial=SECRET-SYSTEM -smbios type=2,serial=SECRET-BOARD \
	-smbios type=3,serial=SECRET-CHASSIS
expect 'the same machine with other firmware' make_run history/2 -- -uuid $first \
	-smbios type=0,vendor=Firm,version=2.0,date=11/01/2026 -smbios type=2,serial=SECRET-BOARD
expect 'another machine of the model' make_run history/3 -- -uuid $second
expect 'the first machine again' make_run history/4 -- -uuid $first \
	-smbios type=0,vendor=Firm,version=2.0,date=11/01/2026

expect 'the identity is the hash of the UUID' has history/1 id "$(hash_of uuid $first)"
expect 'its origin is named' has history/1 id_from uuid
expect 'the log has the hash of the board' \
	grep -a -q "board_serial_hash=$(hash_of board-serial SECRET-BOARD)" "$dir/history/1/serial.log"
expect 'the log has no serial number' \
	has_only ^@machine 'SECRET\|0a1b-2c3d' "$dir/history/1/serial.log"
expect 'firmware does not change the identity' agree id history/1 history/2
expect 'firmware does not change the model' agree model history/1 history/2
expect 'machines of one model differ in identity' differ id history/1 history/3
expect 'and agree in the model' agree model history/1 history/3
expect 'the manifest has the identity' grep -q "\"id\": \"$(hash_of uuid $first)\"" \
	"$dir/history/1/manifest.json"
expect 'the real-time clock dates the run' has history/1 made_from rtc
expect 'its time is now' is_recent history/1

expect 'a history leaves the other machine out' says '1 run: another machine: its uuid' 0 \
	bareline history "$dir/history"
expect 'and has the runs of the one' grep -q 'runs  *3, from' "$dir/output"
expect 'and names the update at its run' grep -q 'at .*/history/2: firmware Firm 2.0' "$dir/output"
expect 'the head names the machine' grep -q "identity  *$(hash_of uuid $first) by uuid" "$dir/output"
expect 'two machines are not compared' says 'another machine: its uuid' 2 \
	bareline compare "$dir/history/1" "$dir/history/3"
expect 'except on demand' compares 'FORCED though' --force "$dir/history/1" "$dir/history/3"
expect 'one machine before and after an update is compared' \
	compares 'firmware version is "2.0"' "$dir/history/1" "$dir/history/2"

expect 'CSV has the machine' says "$(hash_of uuid $second)" 0 \
	bareline export --format csv "$dir/history/3"
expect 'OpenMetrics has the time of the run' says 'started_timestamp_seconds{.*} 1[0-9]\{9\}$' 0 \
	bareline export --format openmetrics "$dir/history/3"

expect 'a clock that was never set' make_run unset -- -uuid $first -rtc base=2001-02-03T04:05:06
expect 'has no time' has unset made null
expect 'and the table says why' says 'made  *unknown: .*2001-02-03' 0 bareline show "$dir/unset"
expect 'a clock in the future is reported' says "clock is wrong: it shows 2031-0" 0 \
	make_run future -- -uuid $first -rtc base=2031-02-03T04:05:06
expect 'and does not date the run' \
	has_only '"started": "2' '"started": "2031' "$dir/future/manifest.json"
expect 'instructions are no time' make_run counted --deterministic -- -uuid $first
expect 'so the run has none' has counted made null
expect 'but the machine is known' has counted id "$(hash_of uuid $first)"

# usage: stick NAME RUN [TIME]: a run on a stick, made at another time
stick()
{
	mkdir -p "$dir/$1/bareline/$3"
	PYTHONPATH=$here python3 - "$4" "$dir/$2/serial.log" <<'END' >"$dir/$1/bareline/$3/log.txt"
import re, sys, wire_line

for line in open(sys.argv[2], "rb"):
    if line.startswith(b"@made "):
        text = line.decode().rsplit(" *", 1)[0][1:]
        line = wire_line.record(re.sub("utc=[^ ]*", f"utc={sys.argv[1]}", text))
    sys.stdout.buffer.write(line)
END
	: >"$dir/$1/bareline/$3/summary.txt"
}

yesterday=$(date -u -d '20 hours ago' +%Y-%m-%dT%H:%M:%SZ)
stick home history/1 20260101-000000-pc "$yesterday"
stick home history/1 20250101-000000-pc 2024-02-29T01:02:03Z
stick home history/1 20260103-000000-pc 2098-01-01T00:00:00Z
expect 'runs of a stick are collected' says '20260103-000000-pc: the target.s clock is wrong' 0 \
	bareline collect "$dir/home" -o "$dir/collected"
expect 'a clock of long ago is reported' grep -q "20250101.*check the target's clock" "$dir/output"
expect 'the begin of a run is the time of the target' \
	grep -q "\"started\": \"$yesterday\"" "$dir/collected/20260101-000000-pc/manifest.json"
expect 'the manifest has the time of collection too' \
	grep -q "\"collected\": \"$(date -u +%Y-%m-)" "$dir/collected/20260101-000000-pc/manifest.json"
expect 'a wrong clock does not date the run of a stick' has_only '"started": "2' \
	'"started": "2098' "$dir/collected/20260103-000000-pc/manifest.json"
cp -r "$dir/collected/20250101-000000-pc" "$dir/collected/30000101-000000-pc"
expect 'a history is in order of the time that runs were made' \
	[ "$(order "$dir/collected")" = '20250101 30000101 20260101 20260103' ]

expect 'a Linux process on the first machine' make_run linux --linux -- -uuid $first \
	-smbios type=1,serial=SECRET-SYSTEM -smbios type=2,serial=SECRET-BOARD \
	-smbios type=3,serial=SECRET-CHASSIS
expect 'is of the same machine' agree id linux history/1
expect 'with the same hashes' sh -c '
	of() { grep -a ^@machine "$1" | grep -o "[a-z_]*_hash=[0-9a-f]*"; }
	of "$1" >"$3" && [ $(wc -l <"$3") -eq 4 ] && of "$2" | cmp - "$3"' sh \
	"$dir/history/1/serial.log" "$dir/linux/serial.log" "$dir/hashes"
expect 'dated by the operating system' has linux made_from system

[ "${2:-}" != long ] || {
	expect 'a machine by UEFI, with a network card' make_run uefi --firmware uefi -- \
		-uuid $first -device e1000,mac=00:1b:21:aa:bb:cc
	expect 'is of the same machine too' agree id uefi history/1
	expect 'dated by the firmware' has uefi made_from uefi
	expect 'now' is_recent uefi
	expect 'the card has a hash' grep -a -q \
		"mac_hash=$(hash_of mac 00:1b:21:aa:bb:cc)" "$dir/uefi/serial.log"
	expect 'a machine by UEFI that only its card identifies' \
		make_run card --firmware uefi -- -device e1000,mac=00:1b:21:aa:bb:cc
	expect 'has the identity of its card' has card id "$(hash_of mac 00:1b:21:aa:bb:cc)"
	expect 'a card with a local address' \
		make_run local --firmware uefi -- -device e1000,mac=52:54:00:aa:bb:cc
	expect 'is no identity' has local id null
}
sum_up
