#!/bin/sh
# SPDX-License-Identifier: MIT
# Check who includes whom: every #include goes from a room to one that docs/design.md lets it see,
# by the rooms of the tree and by those within them; code that runs without a C library includes
# none of its headers; the kernel's rooms do not call the contract that the kernel implements; and
# tests/unit/ has the tree's rooms. Prints what is wrong as file:line and
# fails if anything is. With a directory as argument it checks that tree; without, it also plants
# faults in trees of its own, which have to be found.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

check_includes()
{
	find boot kernel bench lib linux tools \
		\( -name '*.[chS]' -o -name '*.def' -o -name '*.inc' \) 2>/dev/null | sort |
		xargs -r awk '
BEGIN {
	# What each room may include besides itself.
	may["lib"] = ""
	may["bench"] = "lib"
	may["kernel"] = "bench lib boot/boot_info.h boot/fw_cfg.h boot/layout.h boot/handoff.h boot/qemu.h boot/world.h"
	may["boot"] = "lib"
	may["linux"] = "bench lib"
	may["tools"] = "lib"

	# Rooms within a room, in an order: each may include itself and those before it. "." is what
	# lies in no room within.
	order["lib"] = "text option x86 wire event . app"
	order["kernel"] = "core mm cpu dev/acpi dev/pci dev/screen dev smp pmu task virtio disk net idle input flow flow/run trial display ."
	order["tools"] = "base host memory plugin flame stats record analysis results share idle flow flow/nodes flow/export flow/tree flow/import flow/load explain compare table topic topic/idle topic/flow topic/explain topic/layers topic/runs view/plot view view/terminal run/input run/boot run run/boots cmd cmd/flow"

	# The families of bench/ have no order: they know the contracts and the engine, and of one
	# another only what is named here.
	families = ". platform engine"
	within["bench/."] = "platform"
	within["bench/platform"] = ". flow/script.h input/run.h"
	within["bench/engine"] = ". platform null/empty.h input/run.h"
	within["bench/null"] = "."
	within["bench/selftest"] = families " null/empty.h"
	within["bench/clock"] = families " selftest/chains.h"
	within["bench/idle"] = families " selftest/chains.h"
	within["bench/input"] = families " selftest/chains.h idle/trace.h"
	within["bench/app"] = families " input disk/axes.h disk/cache.h"
	within["bench/noise"] = families " idle/trace.h"
	within["bench/test"] = families " idle/trace.h"
	within["bench/fault"] = families " mem/page_size.h disk/axes.h disk/cache.h"
	within["bench/irq"] = within["bench/os"] = families " smp/skew.h"
	within["bench/disk"] = within["bench/cpu"] = within["bench/entry"] = within["bench/flow"] = families
	within["bench/mem"] = within["bench/smp"] = families

	for (room in order) {
		n = split(order[room], inner, " ")
		before = ""
		for (i = 1; i <= n; i++) {
			within[room "/" inner[i]] = before
			before = before " " inner[i]
		}
	}
	# Topics make tables, views show them: neither knows of the other.
	gsub(/ topic[^ ]*/, "", within["tools/view/plot"])
	gsub(/ topic[^ ]*/, "", within["tools/view"])
	gsub(/ topic[^ ]*/, "", within["tools/view/terminal"])
	has_inner["lib"] = has_inner["kernel"] = has_inner["bench"] = has_inner["tools"] = 1

	freestanding = " stdarg.h stdbool.h stddef.h stdint.h "
	may_angle["lib"] = may_angle["bench"] = may_angle["kernel"] = freestanding
	may_angle["boot"] = freestanding "efi.h efilib.h "
}

function room_of(path) { return substr(path, 1, index(path, "/") - 1) }

# The folder of a path below its room, "." when it is in none; that of dev/acpi/x.h is dev/acpi.
function inner_of(path,   rest) {
	rest = substr(path, index(path, "/") + 1)
	if (rest !~ /\//)
		return "."
	sub(/\/[^\/]*$/, "", rest)
	return rest
}

function is_named(list, target, room,   allowed, n, i) {
	n = split(list, allowed, " ")
	for (i = 1; i <= n; i++)
		if (target == allowed[i] || room == allowed[i])
			return 1
	return 0
}

function complain(what) {
	printf "%s:%d: %s\n", FILENAME, FNR, what
	wrong++
}

function check_quoted(target,   room, from, to) {
	room = room_of(FILENAME)
	if (room_of(target) != room) {
		if (room_of(target) == "" || !is_named(may[room], target, room_of(target)))
			complain(room " may not include \"" target "\"")
		return
	}
	from = inner_of(FILENAME)
	to = inner_of(target)
	if (room in has_inner && from != to &&
	    !is_named(within[room "/" from], substr(target, length(room) + 2), to))
		complain(room "/" from " may not include \"" target "\"")
}

FNR == 1 {
	room = room_of(FILENAME)
	if (room in has_inner && !((room "/" inner_of(FILENAME)) in within))
		complain(room "/" inner_of(FILENAME) " is no room")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, part, "\"")
	check_quoted(part[2])
}

/^[ \t]*#[ \t]*include[ \t]*</ {
	split($0, part, /[<>]/)
	room = room_of(FILENAME)
	if (room in may_angle && index(may_angle[room], " " part[2] " ") == 0)
		complain(room " may not include <" part[2] ">")
}

# A function of the contract may be called in the file that defines it.
/^[^ \t].*platform_[a-z0-9_]+\(/ && match($0, /platform_[a-z0-9_]+\(/) {
	is_defined[FILENAME, substr($0, RSTART, RLENGTH - 1)] = 1
}

/^[ \t](.*[^a-z0-9_])?platform_[a-z0-9_]+\(/ && FILENAME ~ /^kernel\/.*\/.*\.c$/ {
	match($0, /platform_[a-z0-9_]+\(/)
	calls[FILENAME, substr($0, RSTART, RLENGTH - 1)] = FILENAME ":" FNR
}

END {
	for (call in calls) {
		split(call, part, SUBSEP)
		if (call in is_defined)
			continue
		printf "%s: a room of the kernel calls %s\n", calls[call], part[2]
		wrong++
	}
	exit wrong > 0
}
'
}

check_unit_rooms()
{
	find tests/unit -mindepth 1 -type d 2>/dev/null | sed 's|^tests/unit/||' | {
		wrong=0
		while read -r room; do
			[ -d "$room" ] || {
				echo "tests/unit/$room: there is no $room"
				wrong=1
			}
		done
		return $wrong
	}
}

# usage: check_tree DIRECTORY
check_tree()
{
	(
		cd "$1"
		status=0
		check_includes || status=1
		check_unit_rooms || status=1
		exit $status
	)
}

# usage: make_tree LINE FILE...; one with nothing but these, of this line each.
make_tree()
{
	line=$1
	shift
	rm -rf "$scratch/tree"
	for file; do
		mkdir -p "$scratch/tree/$(dirname "$file")"
		printf '%s\n' "$line" >"$scratch/tree/$file"
	done
}

# usage: must_find WHAT LINE FILE...
must_find()
{
	what=$1
	shift
	make_tree "$@"
	if check_tree "$scratch/tree" >"$scratch/said"; then
		echo "not found: $what"
		exit 1
	fi
}

# usage: must_let_pass LINE FILE...
must_let_pass()
{
	make_tree "$@"
	check_tree "$scratch/tree" >"$scratch/said" || {
		echo 'refused without a reason:'
		cat "$scratch/said"
		exit 1
	}
}

if [ $# -gt 0 ]; then
	check_tree "$1"
	exit
fi
check_tree "$root"
must_find 'lib that includes bench' '#include "bench/platform.h"' lib/ring.c
must_find 'the C library in the kernel' '#include <stdio.h>' kernel/mm/frames.c
must_find 'a low room that includes a high one' '#include "kernel/trial/trial.h"' kernel/mm/frames.c
must_find 'a room in a room' '#include "kernel/dev/lapic.h"' kernel/dev/acpi/acpi.c
must_find 'what lies in no room' '#include "kernel/settings.h"' kernel/dev/exit.c
must_find 'one family in another' '#include "bench/irq/interrupt.h"' bench/mem/tlb.c
must_find 'a room without a place' '#include "kernel/core/panic.h"' kernel/attic/attic.c
must_find 'the contract called from below' '	platform_scope_begin();' kernel/idle/idle.c
must_find 'a test of no room' '' tests/unit/kernel/attic/test_old.c
must_find 'a view that knows a topic' '#include "tools/topic/idle/idle.h"' tools/view/text.c
must_let_pass '#include "kernel/mm/frames.h"' kernel/trial/trial.c
must_let_pass '#include "bench/smp/skew.h"' bench/irq/ipi.c
