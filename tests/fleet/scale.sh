#!/bin/sh
# SPDX-License-Identifier: MIT
# Simulate a fleet inside a ClickHouse server, and measure load, disk, query and memory. One machine in a
# thousand is 10 % off in every fifth figure.
# usage: tests/fleet/scale.sh BUILD MACHINES FIGURES BOOTS
set -eu
cd "$(dirname "$0")/../.."
build=$(realpath "$1")
machines=$2
figures=$3
boots=$4
dir=$build/fleet-scale
rm -rf "$dir"
mkdir -p "$dir"
MEMORY=8000000000
# shellcheck source=tests/fleet/server.sh
. tests/fleet/server.sh
trap 'server_stop; rm -rf "$dir/server"' EXIT
trap 'exit 1' INT TERM
server_start
sed 's/--.*//' tools/fleet/sql/clickhouse/schema.sql | ask --multiquery
seconds() { date +%s.%N; }
since() { echo "$(seconds) $1" | awk '{ printf "%.1f", $1 - $2 }'; }

a_model=$(((machines + 49) / 50))
[ "$a_model" -le 2000 ] || a_model=2000
ask --multiquery <<END
INSERT INTO fleet_version SELECT 1;
INSERT INTO model SELECT number + 1, toString(number), concat('Model ', toString(number)), 'cpu', 'bare-metal', 'real' FROM numbers($(((machines + a_model - 1) / a_model)));
INSERT INTO machine SELECT number + 1, lower(hex(number + 1)), 'uuid', concat('pc-', toString(number + 1)) FROM numbers($machines);
INSERT INTO figure SELECT number + 1, concat('bench.', toString(number)), '', '', 'ns', 0 FROM numbers($figures);
INSERT INTO run SELECT number + 1, intDiv(number, $boots) + 1 AS m, intDiv(m - 1, $a_model) + 1, toString(number), toDateTime(1790000000 + (number % $boots) * 86400), 'rtc', 1, 1, 'build', 'quick', '', '0x1', '2 x 8 GiB', 17179869184, 2, 3200, 3000, 10000, 0, 0, '1.0' FROM numbers($((machines * boots)));
END
start=$(seconds)
figure=0
while [ $figure -lt "$figures" ]; do
	figure=$((figure + 1))
	ask --max_threads 2 --query "INSERT INTO value SELECT $figure, intDiv(machine - 1, $a_model) + 1, machine,
		toDateTime(1790000000 + boot * 86400), number + 1, 101, value, 1.1 * value, 0 FROM
		(SELECT number, toInt64(intDiv(number, $boots) + 1) AS machine, number % $boots AS boot,
			cityHash64(machine, $figure) AS own, cityHash64(number, $figure) AS night,
			100 * (1 + 0.02 * ((own % 65536 + intDiv(own, 65536) % 65536 +
					intDiv(own, 4294967296) % 65536) / 65536 - 1.5) +
				0.005 * ((night % 65536 + intDiv(night, 65536) % 65536) / 65536 - 1)) *
				if(machine % 1000 = 7 AND $figure % 5 = 0, 1.1, 1) AS value
		FROM numbers($((machines * boots))))"
done
load=$(since "$start")
rows=$((machines * figures * boots))
echo "machines $machines, figures $figures, boots $boots: $rows values"
echo "load $load s, $(echo "$rows $load" | awk '{ printf "%.2f", $1 / $2 / 1e6 }') million values a second"
echo "disk $(ask --query "SELECT formatReadableSize(sum(bytes)) FROM system.parts WHERE active")"
for boot in 1 5; do
	start=$(seconds)
	status=0
	/usr/bin/time -f '%M' -o "$dir/memory" "$build/bareline" fleet --boots $boot --no-history \
		"$address" >"$dir/answer" || status=$?
	echo "fleet --boots $boot: $(since "$start") s, status $status, $(head -n 1 "$dir/answer" | cut -c 1-60)"
	echo "memory: bareline $(tail -n 1 "$dir/memory") KiB, server peak $(awk '/VmHWM/ { print $2 }' "/proc/$server/status") KiB"
done
