#!/bin/sh
# SPDX-License-Identifier: MIT
# Simulate a fleet in a fleet.db, and measure loading, disk, judging and memory. One machine in a thousand
# is 10 % off in every fifth figure.
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
seconds() { date +%s.%N; }
since() { echo "$(seconds) $1" | awk '{ printf "%.1f", $1 - $2 }'; }

# usage: numbers COUNT: a query of the numbers from 0 on
numbers()
{
	echo "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1) SELECT"
}

# Without logs it makes an empty database.
"$build/bareline" fleet "$dir" 2>/dev/null || :
a_model=$(((machines + 49) / 50))
[ "$a_model" -ge 40 ] || a_model=40
KEYS=9007199254740881   # a prime below 2^53
start=$(seconds)
sqlite3 "$dir/fleet.db" <<END
PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; PRAGMA cache_size = -65536;
BEGIN;
INSERT INTO model $(numbers $(((machines + a_model - 1) / a_model))) i + 1, i, 'Model ' || i, 'cpu', 'bare-metal', 'real' FROM n;
CREATE TEMP TABLE pc AS $(numbers "$machines") i, ((i + 40) * 257489817041 + 12345) % $KEYS AS machine FROM n;
INSERT INTO machine SELECT machine, printf('%016x', i), 'uuid', 'pc-' || i FROM pc;
INSERT INTO figure $(numbers "$figures") (i * 320743257 + 1) % $KEYS, 'bench.' || i, '', '', 'ns', 0 FROM n;
CREATE TEMP TABLE boot AS $(numbers "$boots") pc.i AS pc, machine, n.i AS night,
	((pc.i * $boots + n.i) * 2688912373393 + 777) % $KEYS AS run FROM pc, n;
INSERT INTO run SELECT run, machine, pc / $a_model + 1, pc || '-' || night, 1, 1,
	1790000000 + night * 86400, 'rtc', 1, 1, 'build', 'quick', '', '0x1', '2 x 8 GiB', 17179869184, 2,
	3200, 3000, 10000, 0, 0, '1.0', '', 4, '', 'pc-' || pc FROM boot;
INSERT INTO value (figure, run, samples, median, p99, resolution)
	SELECT figure, run, 101, v, 1.1 * v, 0.0 FROM (SELECT figure, run, 100 *
		(1 + 0.02 * (((machine * 31 + figure * 17) * 2654435761 >> 20 & 65535) / 65536.0 - 0.5) +
			0.005 * (((run + figure * 13) * 2654435761 >> 20 & 65535) / 65536.0 - 0.5)) *
		CASE WHEN pc % 1000 = 7 AND figure % 5 = 0 THEN 1.1 ELSE 1 END AS v
		FROM boot CROSS JOIN figure);
COMMIT;
END
load=$(since "$start")
rows=$((machines * figures * boots))
echo "machines $machines, figures $figures, boots $boots: $rows values"
echo "load $load s, $(echo "$rows $load" | awk '{ printf "%.2f", $1 / $2 / 1e6 }') million values a second"
echo "disk $(stat -c %s "$dir/fleet.db" | awk '{ printf "%.0f MB", $1 / 1e6 }')"
for form in '--boots 1' '--boots 5' '--boots 5 --since 2026-09-26'; do
	status=0
	# shellcheck disable=SC2086
	/usr/bin/time -f '%e s, %U s of CPU time, %M KiB' -o "$dir/time" "$build/bareline" fleet $form \
		--no-history "$dir/fleet.db" >"$dir/answer" || status=$?
	echo "fleet $form: $(tail -n 1 "$dir/time"), status $status, $(head -n 1 "$dir/answer" | cut -c 1-60)"
done
