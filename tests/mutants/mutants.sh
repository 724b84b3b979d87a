#!/bin/sh
# SPDX-License-Identifier: MIT
# Mutation test: apply mutants one by one to a copy of the tree. A check must find each, for the
# right reason. The mutants in tests/mutants/together are applied all at once.
#
# usage: tests/mutants/mutants.sh BUILD [NAME]...    apply all mutants or those named, and print the findings
#        tests/mutants/mutants.sh --check            only check that each mutant applies
#        tests/mutants/mutants.sh --table            print a table of all mutants, in Markdown
#
# A mutant is a patch, tests/mutants/NAME.patch. Its first lines describe the change, the check that
# must find it, and patterns (for grep) of that check's output:
#
#	mutant: pages of 2 MiB are mapped as pages of 4 KiB
#	check: run --bench mem.tlb
#	says: requested 2048 KiB pages, but the page
#
# Checks:
#	golden          the exact metrics differ
#	run OPTION...   a deterministic run of the image is invalid, as its first line says, for that reason
#	linux OPTION... the same of the Linux process
#	check NAME      a check of tests/checks fails
#	unit TEST       a program of unit tests, as mk/tests.mk names it, fails in the test that says names
#
# The copy is built once and stays in BUILD/mutants. Each mutant then costs only the compilation of
# its files.
set -u

cd "$(dirname "$0")/../.." || exit 2
mutants=tests/mutants
limit_seconds=600       # about a hundred times the usual time of a check
passed=0
failed=0

# usage: field NAME FIELD
field()
{
	sed -n "1,/^--- /s/^$2: //p" "$mutants/$1.patch"
}

all_names()
{
	for patch in "$mutants"/*.patch; do
		basename "$patch" .patch
	done
}

table()
{
	echo '| mutant | found by | output |'
	echo '|---|---|---|'
	for name in $(all_names); do
		echo "| $(field "$name" mutant) | \`$(field "$name" check)\` | $(field "$name" says) |"
	done
}

# usage: count NAME COMMAND...: count it as passed or failed
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

# ---- Check of the patches ----

# usage: is_whole NAME
is_whole()
{
	patch --dry-run -s -f -p1 -i "$mutants/$1.patch" && [ -n "$(field "$1" mutant)" ] &&
		[ -n "$(field "$1" check)" ] && [ -n "$(field "$1" says)" ] && names_existing_test "$1"
}

# usage: names_existing_test NAME: or the mutant's check is no unit test
names_existing_test()
{
	check=$(field "$1" check)
	[ "${check#check }" = "$check" ] || grep -q "^${check#check } *|" tests/checks || return
	[ "${check#unit }" = "$check" ] || grep -q "\b$(field "$1" says)\b" "tests/unit/${check#unit }.c"
}

check_all()
{
	for name in $(all_names) $(cat "$mutants/together"); do
		count "$name: the patch does not apply, or its first lines are incomplete or wrong" \
			is_whole "$name"
	done
	sum_up
}

# ---- Application ----

in_copy='Makefile VERSION mk linker.ld scripts boot kernel bench lib linux tools tests docs/scripts docs/reference/agreement.md'

# Copy the tree. Unchanged files keep their time, so their objects stay valid. A file that a mutant
# changed gets a new time, and is compiled again.
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

# usage: apply_mutant NAME; revert_mutant NAME
apply_mutant()
{
	patch -s -f -p1 --no-backup-if-mismatch -d "$copy" -i "$PWD/$mutants/$1.patch"
}

revert_mutant()
{
	patch -s -f -R -p1 --no-backup-if-mismatch -d "$copy" -i "$PWD/$mutants/$1.patch"
}

make_in_copy()
{
	make -s -C "$copy" SETUP=no BUILD=build "$@"
}

# Each prints the check's output. The status of a found error is 1.
check_golden()
{
	make_in_copy build/kernel.elf build/bareline || return 2
	(cd "$copy" && timeout $limit_seconds sh tests/golden/golden.sh build)
	status=$?
	sed 's,\\,,g' "$copy"/build/golden/*.md
	return $status
}

# usage: first_line: begin of the report with the reasons; the status says if the report is
# valid
first_line()
{
	"$copy/build/bareline" show --strict "$1" >"$copy/build/mutant.shown"
	status=$?
	sed -n '/^  Invalid/,/^  processor/p' "$copy/build/mutant.shown" | tr -s ' \n' ' '
	return $status
}

check_run()
{
	make_in_copy build/kernel.elf build/bareline || return 2
	(cd "$copy" && timeout $limit_seconds build/bareline run --deterministic --quiet \
		-o build/mutant "$@")
	status=$?
	[ $status -le 1 ] || return $status
	first_line "$copy/build/mutant" && return $status
}

check_linux()
{
	make_in_copy build/bareline-linux build/bareline || return 2
	timeout $limit_seconds "$copy/build/bareline-linux" --quiet -o "$copy/build/mutant.log" "$@"
	status=$?
	[ $status -le 1 ] || return $status
	first_line "$copy/build/mutant.log"
}

check_check()
{
	needs=$(sed -n "s/^$1 *|[^|]*|\([^|]*\)|.*/\1/p" tests/checks | sed 's,@,build/,g')
	# shellcheck disable=SC2086  # a list of targets
	make_in_copy $needs || return 2
	(cd "$copy" && sh tests/check.sh build "$1")
	status=$?
	cat "$copy/build/check/$1.log"
	return $status
}

check_unit()
{
	make_in_copy "build/tests/$1" || return 2
	(cd "$copy" && timeout $limit_seconds "build/tests/$1" >build/mutant.out 2>&1) && return 0
	# A crash ends the program in the test that ran last.
	grep '^\[  FAILED  \]' "$copy/build/mutant.out" || grep '^\[ RUN ' "$copy/build/mutant.out" | tail -n 1
	return 1
}

# usage: is_caught CHECK WORDS: run the check, and expect these words
is_caught()
{
	# shellcheck disable=SC2086  # a kind and its arguments
	check_$1 >"$copy/output" 2>&1
	status=$?
	[ $status -eq 1 ] && grep -q -e "$2" "$copy/output" && return
	echo "expected status 1, found $status, or these words are missing: $2"
	tail -n 15 "$copy/output"
	return 1
}

# usage: test_mutant NAME
test_mutant()
{
	apply_mutant "$1" || return 1
	is_caught "$(field "$1" check)" "$(field "$1" says)"
	caught=$?
	revert_mutant "$1" || { echo "$1 could not be reverted"; exit 1; }
	[ $caught -ne 0 ] || printf '%-22s %-40s %s\n' "$1" "$(field "$1" mutant)" \
		"caught by $(field "$1" check)"
	return $caught
}

# All at once. Each check must find its own mutant; none may hide another.
test_together()
{
	for name in $(cat "$mutants/together"); do
		apply_mutant "$name" || return 1
	done
	for name in $(cat "$mutants/together"); do
		count "together: $name" is_caught "$(field "$name" check)" "$(field "$name" says)"
	done
	for name in $(tac "$mutants/together"); do
		revert_mutant "$name" || exit 1
	done
}

# usage: test_unchanged_copy: the unchanged copy must pass
test_unchanged_copy()
{
	check_golden >"$copy/output" 2>&1 && check_run >"$copy/output" 2>&1 && return
	tail -n 15 "$copy/output"
	return 1
}

# ---- Selection ----

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
mkdir -p "$build/mutants"
copy=$(cd "$build" && pwd)/mutants
copy_tree
if [ $# -gt 0 ]; then
	for name; do
		count "$name" test_mutant "$name"
	done
	sum_up
	exit
fi
count 'the unchanged copy' test_unchanged_copy
for name in $(all_names); do
	count "$name" test_mutant "$name"
done
test_together
sum_up
