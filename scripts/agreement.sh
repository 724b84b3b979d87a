#!/bin/sh
# SPDX-License-Identifier: MIT
# Compare memory results of the Linux process with independent programs of the distribution, on this
# machine, interleaved: lmbench's lat_mem_rd and bw_mem, and mbw.
# usage: scripts/agreement.sh BUILD [ROUNDS]
#
# On a shared machine, one result depends on the moment as much as on the memory. So each round runs
# every program, pinned to one CPU, and the best result of all rounds counts: the lowest latency,
# the highest bandwidth. The programs are downloaded and unpacked, not installed. lmbench is in the
# non-free section of the package sources.
set -eu

. "$(dirname "$0")/fetch.sh"

build=$(cd "$1" && pwd)
rounds=${2:-7}
dir=$build/agreement
cpu=$(($(nproc) - 1))

fetch_programs()
{
	echo "agreement: fetching lmbench and mbw" >&2
	fetch_begin agreement "$dir/apt"
	fetch_lists "$fetched" amd64 non-free
	fetch_unpack "$fetched" amd64 "$dir/programs" lmbench mbw
}

# Pin to one CPU, and end within two minutes: lat_mem_rd sometimes does not end by itself.
pinned()
{
	timeout -k 1 120 taskset -c "$cpu" "$@"
}

# lmbench's results, a line each: name, value. Its environment sets 100 ms (in µs) of warm-up and of
# measurement, and no timing overhead: without these settings it sometimes never ends. Its memory
# may use pages of 2 MiB too.
lmbench()
{
	bin=$(echo "$dir"/programs/usr/lib/lmbench/bin/*-linux-gnu)
	export ENOUGH=100000 TIMING_O=0 LOOP_O=0 GLIBC_TUNABLES=glibc.malloc.hugetlb=1
	# -t uses a random order of pages, and of lines within a page.
	pinned "$bin/lat_mem_rd" -t -N 1 -W 100000 64 64 2>&1 | awk '
		$1 == "0.01562" { print "latency_16KiB", $2 }
		$1 == "0.25000" { print "latency_256KiB", $2 }
		$1 == "4.00000" { print "latency_4MiB", $2 }
		$1 == "64.00000" { print "latency_64MiB", $2 }'
	for what in read:frd write:fwr fill:bzero copy:fcp; do
		pinned "$bin/bw_mem" -N 3 -W 100000 64m "${what#*:}" 2>&1 |
			awk -v what="${what%:*}" '{ print "bandwidth_" what, $2 / 1e3 }'
	done
}

# mbw's memcpy, like bw_mem's copy: copied bytes per second, in units of 10^9.
mbw()
{
	pinned "$dir/programs/usr/bin/mbw" -q -n 5 -t0 64 |
		awk '/^[0-9]/ { sub(/.*Copy: /, ""); print "bandwidth_copy", $1 * 1048576 / 1e9 }'
}

# The Linux process's medians. Latencies use pages of 2 MiB. Bandwidths are of 64 MiB and one CPU,
# and are named by the register width too.
twin()
{
	pinned "$build/bareline-linux" --cpu "$cpu" --quiet -o "$dir/log" \
		--bench 'mem.latency,mem.bandwidth.*' || true
	"$build/bareline" export --format csv "$dir/log" | python3 -c '
import csv
import sys

SIZES = {"16384": "16KiB", "262144": "256KiB", "4194304": "4MiB", "67108864": "64MiB"}

for row in csv.DictReader(sys.stdin):
    point = dict(part.split("=") for part in row["point"].split())
    size = SIZES.get(point.get("size_bytes"))
    if not size or row["cache"] != "warm":
        continue
    if row["bench"] == "mem.latency" and point["page_bytes"] == "2097152":
        print("latency_" + size, row["median"])
    elif row["bench"].startswith("mem.bandwidth.") and size == "64MiB" and point["cpus"] == "1":
        # The result is for 64 bytes.
        print(row["bench"].split(".")[2] + "_" + point["width"], 64 / float(row["median"]))
'
}

[ -d "$dir/programs" ] || fetch_programs
: >"$dir/figures"
round=1
while [ "$round" -le "$rounds" ]; do
	for program in twin lmbench mbw; do
		$program | sed "s/^/$program /" >>"$dir/figures"
	done
	echo "agreement: round $round of $rounds" >&2
	round=$((round + 1))
done

awk -v rounds="$rounds" '
	function row(label, ours, program, theirs) {
		printf "%-40s %10.2f   %-20s %10.2f %8.2f\n", label, best["twin", ours], program,
			best[theirs], best["twin", ours] / best[theirs]
	}
	function best_of(kind,    width, result) {
		for (width in widths)
			if (best["twin", kind "_" width] > result)
				result = best["twin", kind "_" width]
		return best["twin", "best_" kind] = result
	}
	$3 > 0 {
		if (!(($1, $2) in best) ||
		    ($2 ~ /^latency/ ? $3 < best[$1, $2] : $3 > best[$1, $2]))
			best[$1, $2] = $3 + 0
	}
	END {
		split("64 sse2 avx2 avx512", list, " ")
		for (i in list)
			widths[list[i]]
		best_of("fill")
		best_of("copy")
		printf "Best of %d rounds\n%-40s %10s   %-20s %10s %8s\n", rounds, "",
			"bareline", "program", "its figure", "ratio"
		n = split("16KiB 256KiB 4MiB 64MiB", size, " ")
		for (i = 1; i <= n; i++)
			row("latency, " size[i] " [ns]", "latency_" size[i], "lat_mem_rd -t",
				"lmbench" SUBSEP "latency_" size[i])
		n = split("read write copy", kind, " ")
		split("rd wr cp", suffix, " ")
		for (i = 1; i <= n; i++)
			row(kind[i] " 64 MiB, 64-bit registers [GB/s]", kind[i] "_64",
				"bw_mem f" suffix[i], "lmbench" SUBSEP "bandwidth_" kind[i])
		row("fill 64 MiB, best width [GB/s]", "best_fill", "bw_mem bzero",
			"lmbench" SUBSEP "bandwidth_fill")
		row("copy 64 MiB, best width [GB/s]", "best_copy", "mbw -t0 (memcpy)",
			"mbw" SUBSEP "bandwidth_copy")
	}' "$dir/figures"
