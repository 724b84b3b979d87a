#!/bin/sh
# SPDX-License-Identifier: MIT
# Errors planted one by one into a copy of the tree, each of which a check has to find, and for the
# right reason; and those that tests/planted/together names, all at once.
#
# usage: tests/plants.sh BUILD [NAME]...    plant all, or those named, and print what caught each
#        tests/plants.sh --check            only see that each can be planted
#        tests/plants.sh --table            print a table of all of them, in Markdown
#
# A plant is a patch, tests/planted/NAME.patch. Its first lines say what is planted, what has to
# catch it, and words (as grep's) of what that then says:
#
#	plant: 2 MiB pages are mapped as pages of 4 KiB
#	check: run --bench mem.tlb
#	says: pages of 2048 KiB were asked for
#
# Checks:
#	golden          the exact figures differ
#	run OPTION...   a deterministic run of the image is invalid, as its first line says, for that reason
#	linux OPTION... the same of the Linux process
#	unit TEST       a program of unit tests, as mk/tests.mk names it, fails in the test that says names
#
# The copy is built once and stays in BUILD/plants; a plant then costs what its files take to
# compile.
set -u

cd "$(dirname "$0")/.." || exit 2
plants=tests/planted
limit_seconds=600       # some hundred times what a check takes
passed=0
failed=0

# usage: field NAME FIELD
field()
{
	sed -n "1,/^--- /s/^$2: //p" "$plants/$1.patch"
}

all_names()
{
	for patch in "$plants"/*.patch; do
		basename "$patch" .patch
	done
}

table()
{
	echo '| what is planted | what catches it | what that says |'
	echo '|---|---|---|'
	for name in $(all_names); do
		echo "| $(field "$name" plant) | \`$(field "$name" check)\` | $(field "$name" says) |"
	done
}

# usage: count NAME COMMAND...: whether it did well
count()
{
	what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAILED: $what"
	fi
}

sum_up()
{
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ] && [ $passed -gt 0 ]
}

# ---- Without planting anything ----

# usage: is_whole NAME
is_whole()
{
	patch --dry-run -s -f -p1 -i "$plants/$1.patch" && [ -n "$(field "$1" plant)" ] &&
		[ -n "$(field "$1" check)" ] && [ -n "$(field "$1" says)" ]
}

check_all()
{
	for name in $(all_names) $(cat "$plants/together"); do
		count "$name: it can't be planted, or does not say what finds it" is_whole "$name"
	done
	sum_up
}

# ---- Planting ----

in_copy='Makefile VERSION mk linker.ld scripts boot kernel bench lib linux tools tests'

# The tree as it is. What is the same stays, with its time: what was built of it is good. A file
# that a plant was in has a newer time than what was built of it then, and is built again.
copy_tree()
{
	mkdir -p "$copy/build"
	# shellcheck disable=SC2086  # a list of names
	find $in_copy -type f | while IFS= read -r file; do
		cmp -s "$file" "$copy/$file" && continue
		mkdir -p "$copy/$(dirname "$file")"
		cp "$file" "$copy/$file"
	done
	# shellcheck disable=SC2086  # a list of names
	(cd "$copy" && find $in_copy -type f) | while IFS= read -r file; do
		[ -e "$file" ] || rm "$copy/$file"
	done
}

# usage: plant NAME; unplant NAME
plant()
{
	patch -s -f -p1 --no-backup-if-mismatch -d "$copy" -i "$PWD/$plants/$1.patch"
}

unplant()
{
	patch -s -f -R -p1 --no-backup-if-mismatch -d "$copy" -i "$PWD/$plants/$1.patch"
}

make_in_copy()
{
	make -s -C "$copy" SETUP=no BUILD=build "$@"
}

# Each prints what the check says; the status is that of an error found: 1.
check_golden()
{
	make_in_copy build/kernel.elf build/bareline || return 2
	(cd "$copy" && timeout $limit_seconds sh tests/golden.sh build)
}

# usage: first_line: of the report on what was measured, with the reasons; the status says if it is
# good
first_line()
{
	"$copy/build/bareline" show --strict "$1" >"$copy/build/plant.shown"
	status=$?
	sed -n '/INVALID/,/^  processor/p' "$copy/build/plant.shown" | tr -s ' \n' ' '
	return $status
}

check_run()
{
	make_in_copy build/kernel.elf build/bareline || return 2
	(cd "$copy" && timeout $limit_seconds build/bareline run --deterministic --quiet \
		-o build/plant "$@")
	status=$?
	[ $status -le 1 ] || return $status
	first_line "$copy/build/plant" && return $status
}

check_linux()
{
	make_in_copy build/bareline-linux build/bareline || return 2
	timeout $limit_seconds "$copy/build/bareline-linux" --quiet -o "$copy/build/plant.log" "$@"
	[ $? -eq 1 ] || return 0
	first_line "$copy/build/plant.log"
}

check_unit()
{
	make_in_copy "build/tests/$1" || return 2
	(cd "$copy" && timeout $limit_seconds "build/tests/$1" >build/plant.said 2>&1) && return 0
	grep '^\[  FAILED  \]' "$copy/build/plant.said"
	return 1
}

# usage: is_caught CHECK WORDS: run it and see that it says so
is_caught()
{
	# shellcheck disable=SC2086  # a kind and its arguments
	check_$1 >"$copy/said" 2>&1
	status=$?
	[ $status -eq 1 ] && grep -q -e "$2" "$copy/said" && return
	echo "status $status instead of 1, or not these words: $2"
	tail -n 15 "$copy/said"
	return 1
}

# usage: plant_one NAME
plant_one()
{
	plant "$1" || return 1
	is_caught "$(field "$1" check)" "$(field "$1" says)"
	caught=$?
	unplant "$1" || { echo "$1 could not be taken out again"; exit 1; }
	[ $caught -ne 0 ] || printf '%-22s %-40s %s\n' "$1" "$(field "$1" plant)" \
		"caught by $(field "$1" check)"
	return $caught
}

# All at once, and each of their checks finds its own: none may hide another.
plant_together()
{
	for name in $(cat "$plants/together"); do
		plant "$name" || return 1
	done
	for name in $(cat "$plants/together"); do
		count "together: $name" is_caught "$(field "$name" check)" "$(field "$name" says)"
	done
	for name in $(tac "$plants/together"); do
		unplant "$name" || exit 1
	done
}

# usage: nothing_is_caught: what is not planted must not be found
nothing_is_caught()
{
	check_golden >"$copy/said" 2>&1 && check_run >"$copy/said" 2>&1 && return
	tail -n 15 "$copy/said"
	return 1
}

# ---- Which of these ----

case ${1:?BUILD, --check or --table} in
--check)
	check_all
	exit ;;
--table)
	table
	exit ;;
esac
build=$1
shift
mkdir -p "$build/plants"
copy=$(cd "$build" && pwd)/plants
copy_tree
if [ $# -gt 0 ]; then
	for name; do
		count "$name" plant_one "$name"
	done
	sum_up
	exit
fi
count 'what is not planted' nothing_is_caught
for name in $(all_names); do
	count "$name" plant_one "$name"
done
plant_together
sum_up
