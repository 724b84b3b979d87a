# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # case.sh sets these variables
# Writable sticks, and their contents after the run. case.sh sources this file. Each judging
# function that fails prints the reason on standard output.

# A full file system. fsck.fat must find no errors, now or afterwards.
fill_stick()
{
	free=$(mdir -i "$dir/esp.img" :: | sed -n 's/ *\([0-9 ]*\) bytes free/\1/p' | tr -d ' ')
	head -c "$free" /dev/zero >"$dir/filling"
	mcopy -i "$dir/esp.img" "$dir/filling" ::
	fsck.fat -n "$dir/esp.img" >"$dir/fsck-before.log" 2>&1 ||
		echo "the stick's file system was damaged before the run"
}

# Sign with OVMF's test key, whose certificate is in its settings.
# usage: sign_on_stick PROGRAM
sign_on_stick()
{
	key=/usr/share/ovmf/PkKek-1-snakeoil
	openssl rsa -in $key.key -passin pass:snakeoil -out "$dir/key" 2>/dev/null
	mcopy -n -o -i "$dir/esp.img" "::$1" "$dir/program"
	sbsign --key "$dir/key" --cert $key.pem --output "$dir/signed" "$dir/program" >"$dir/sbsign.log" 2>&1
	mcopy -o -i "$dir/esp.img" "$dir/signed" "::$1"
}

# Write the image to a stick with sectors of 4096 bytes: a file that a fake lsblk describes.
write_large_stick()
{
	mkdir "$dir/bin"
	ln -s /bin/true "$dir/bin/blockdev"
	cat >"$dir/bin/lsblk" <<-'END'
		#!/bin/sh
		case $* in
		"-dno TYPE "*) echo disk ;;
		"-dno RM "*) echo 1 ;;
		"-dno RO "*) echo 0 ;;
		"-dno LOG-SEC "*) echo 4096 ;;
		"-bdno SIZE "*) echo 8000000000 ;;
		esac
	END
	chmod +x "$dir/bin/lsblk"
	: >"$dir/large.img"
	echo large.img | PATH=$dir/bin:$PATH sh "$here/../../scripts/write-usb.sh" "$dir/stick.img" "$dir/large.img" \
		>"$dir/write-usb.log" 2>&1
	mv "$dir/large.img" "$dir/stick.img"
}

# A copy of the image.
make_stick()
{
	case $boot in
	*linux-*) cp "$build/stick.img" "$dir/stick.img" ;;
	*) cp "$build/bareline.img" "$dir/stick.img" ;;
	esac
	python3 "$here/stick.py" take "$dir/stick.img" "$dir/esp.img"
	case $boot in
	stick-full) fill_stick ;;
	stick-full-again)
		mmd -i "$dir/esp.img" ::/bareline ::/bareline/20260101-000000-pc
		fill_stick ;;
	secure-stick | secure-linux-*) sign_on_stick EFI/BOOT/BOOTX64.EFI ;;
	esac
	[ "$boot" != secure-linux-stick ] || sign_on_stick linux/x86_64/vmlinuz
	python3 "$here/stick.py" put "$dir/stick.img" "$dir/esp.img"
	case $boot in
	*large-stick) write_large_stick ;;
	esac
}

# List \\bareline and check the file system; once.
take_stick()
{
	[ ! -d "$dir/stick" ] || return 0
	mkdir "$dir/stick"
	python3 "$here/stick.py" take "$dir/stick.img" "$dir/esp.img" || return 1
	fsck.fat -n "$dir/esp.img" >"$dir/fsck.log" 2>&1 || {
		echo "the stick's file system is damaged:"
		cat "$dir/fsck.log"
		return 1
	}
	mcopy -n -s -i "$dir/esp.img" ::/bareline "$dir/stick" 2>/dev/null || mkdir "$dir/stick/bareline"
}

# usage: stick_has DIRECTORIES
stick_has()
{
	take_stick || return 1
	count=$(find "$dir/stick/bareline" -mindepth 1 -maxdepth 1 -type d | wc -l)
	[ "$count" -eq "$1" ] && [ -z "$(find "$dir/stick" -name 'partial*')" ] && return
	echo "directories on the stick: expected $1, found $count"
	find "$dir/stick"
	return 1
}

# The last run's directory.
last_results()
{
	find "$dir/stick/bareline" -mindepth 1 -maxdepth 1 -type d | sort | tail -n 1
}

# The stick has every file once, and the machine is unchanged.
has_results()
{
	results=$(last_results)
	tr -d '\r' <"$log" | grep -a '^@' >"$dir/records"
	grep -a '^@' "$results/log.txt" >"$dir/records-of-stick"
	cmp "$dir/records" "$dir/records-of-stick" 2>&1 || return 1
	grep -q "^End: \|^panic: " "$results/summary.txt" &&
		grep -q "<pre>" "$results/summary.html" || {
		echo "expected the end of the run in the summaries"
		return 1
	}
	second=Summary
	grep -a -q '^@end .* status=complete ' "$results/log.txt" || second=PARTIAL
	sed -n 2p "$results/summary.txt" | grep -q "^$second" || {
		echo "expected the key metrics first in the summary"
		return 1
	}
	grep -a -q "^firmware state restored: .* of each of ${home:-$cpus} CPUs; 0 differ; CPUs not returned: 0; .*dropped: 0$" \
		"$results/log.txt" && return
	grep -a '^firmware state restored: ' "$results/log.txt" ||
		echo "expected a line about restored firmware state in the log"
	return 1
}

reports_unwritten_results()
{
	tr -d '\r' <"$log" | grep -a -A1 '^Results not written:$' | grep -q "^ $1" && return
	echo "expected the message about unwritten results: $1"
	return 1
}

# The log of the run before the reset, from memory: truncated, with complete records.
has_interrupted_run()
{
	first=$(find "$dir/stick/bareline" -mindepth 1 -maxdepth 1 -type d | sort | head -n 1)
	tail -n 1 "$first/log.txt" | grep -q '^Aborted run; ' &&
		grep -a -q '^@manifest ' "$first/log.txt" &&
		! grep -a -q '^@end ' "$first/log.txt" || {
		echo "expected the log of the reset run on the stick"
		return 1
	}
	tr -d '\r' <"$first/summary.txt" | sed -n '2,3p;7p' | paste -s -d ' ' |
		grep -q '^PARTIAL: .* Aborted run; .* Done     [0-9]* of [0-9]* bench.*started: [a-z]' &&
		return
	echo "expected the summary to begin with the missing part:"
	head -n 8 "$first/summary.txt"
	return 1
}

collects()
{
	"$build/bareline" collect "$dir/stick" -o "$dir/home" >"$dir/collect.log" 2>&1 && return
	cat "$dir/collect.log"
	return 1
}

# The same benchmarks on bare metal and on Linux, with the same CPUs, and a report of both.
has_both_sides()
{
	results=$(last_results)
	collects || return
	python3 -c '
import json, sys
runs = [json.load(open(path)) for path in sys.argv[2:]]
for run, host in zip(runs, ("bare-metal", "linux")):
    if run["manifest"]["host"] != host or not run["validity"]["complete"]:
        sys.exit(f"no complete run of {host}")
    if run["cpu"]["online"] != int(sys.argv[1]):
        sys.exit("unexpected number of CPUs: %s had %s" % (host, run["cpu"]["online"]))
names = [{bench["name"] for bench in run["benchmarks"]} for run in runs]
if not names[0] & names[1]:
    sys.exit("expected benchmarks on both sides")' "$cpus" \
		"$dir/home/$(basename "$results")/results.json" \
		"$dir/home/$(basename "$results")-linux/results.json" 2>&1 || return 1
	grep -q Linux "$dir/home/$(basename "$results")/report.html" && return
	echo "expected both sides in the report"
	return 1
}

# The machine's own overhead report equals the tool's report of the same logs.
has_overhead_report()
{
	results=$(last_results)
	tool=$(realpath "$build/bareline")
	(cd "$results" && "$tool" overhead log.txt linux.txt) >"$dir/overhead.txt" 2>&1
	cmp "$dir/overhead.txt" "$results/overhead.txt" 2>&1 || return 1
	grep -q 'Cost of Linux' "$results/overhead.txt" &&
		grep -q ' entry\.' "$results/overhead.txt" &&
		grep -q '</html>' "$results/overhead.html" &&
		grep -q 'entry\.null_syscall' "$results/overhead.html" &&
		! grep -E -q '(src|href)="?http' "$results/overhead.html" && return
	echo "unexpected contents of the overhead report on the stick"
	return 1
}

# usage: firmware_prints TEXT
firmware_prints()
{
	grep -a -q "$1" "$log" && return
	echo "expected on the firmware's console: $1"
	return 1
}

# usage: judge_stick EXPECTATION
judge_stick()
{
	case $1 in
	stick)
		has_record manifest ' firmware=kept ' && stick_has 1 && has_results ;;
	collected)
		judge_stick stick && collects &&
			grep -q '"complete": true' "$dir/home/$(basename "$(last_results)")/results.json" ;;
	stick-alone)
		home=1
		has_record manifest ' firmware=kept ' && is_complete &&
			has_record cpu " count=$cpus online=1 " &&
			has_record warning ' source=smp .*not provided by the firmware' &&
			stick_has 1 && has_results ;;
	stick-spare)
		has_record manifest ' firmware=kept ' && is_complete &&
			has_record cpu " count=$cpus online=2 " && stick_has 1 && has_results ;;
	stick-full)
		has_start_parameters && is_complete &&
			reports_unwritten_results 'the stick is full: ' &&
			stick_has "$([ "$boot" = stick-full ] && echo 0 || echo 1)" ;;
	stick-gone)
		has_start_parameters && is_complete &&
			reports_unwritten_results '.*no response, or removed' &&
			stick_has 0 ;;
	stick-os)
		firmware_prints "$firmware_goes_on" && has_record manifest ' firmware=kept ' &&
			is_complete && stick_has 1 && has_results ;;
	stick-reset)
		stick_has 2 && has_interrupted_run ;;
	linux)
		has_record manifest ' firmware=kept ' && stick_has 1 && has_both_sides &&
			has_overhead_report ;;
	secure-refused)
		firmware_prints 'Access Denied' && has_none '[a-z]*' && stick_has 0 ;;
	linux-refused)
		firmware_prints 'rejected by Secure Boot' &&
			has_record manifest ' firmware=kept ' && stick_has 1 && has_results ;;
	exited)
		has_start_parameters && is_complete && has_record manifest ' firmware="exited: ' || return
		[ ! -e "$dir/stick.img" ] || stick_has 0 ;;
	esac
}
