# SPDX-License-Identifier: MIT
# Counted expectations, for a test that continues after a failure. The test sources this file with
# dir set to its own directory, and ends with sum_up. A command that returns the status of skip_for
# counts as skipped. PASSED_LIST names a file for the names of passed expectations, if set.

passed=0
failed=0
SKIPPED=77

# usage: skip_for REASON || return; inside an expected command
skip_for()
{
	echo "$1"
	return $SKIPPED
}

# usage: expect WHAT COMMAND...
expect()
{
	what=$1
	shift
	case $- in
	*e*)    # a command that fails midway fails, and the test continues
		set +e
		(set -e; "$@") >"$dir/expect.out" 2>&1
		expect_status=$?
		set -e ;;
	*)
		"$@" >"$dir/expect.out" 2>&1
		expect_status=$? ;;
	esac
	case $expect_status in
	0)
		passed=$((passed + 1))
		[ -z "${PASSED_LIST:-}" ] || echo "$what" >>"$PASSED_LIST" ;;
	$SKIPPED) echo "skipped: $what: $(tail -n 1 "$dir/expect.out")" ;;
	*)
		failed=$((failed + 1))
		echo "failed: $what"
		tail -n 8 "$dir/expect.out" ;;
	esac
}

# usage: exits_with STATUS COMMAND...
exits_with()
{
	wanted=$1
	exited=0
	shift
	"$@" || exited=$?
	[ $exited -eq "$wanted" ]
}

# usage: says PATTERN STATUS COMMAND...; a line of the output matches PATTERN
says()
{
	pattern=$1
	wanted=$2
	exited=0
	shift 2
	"$@" >"$dir/output" 2>&1 || exited=$?
	[ $exited -eq "$wanted" ] && grep -q "$pattern" "$dir/output" || { cat "$dir/output"; false; }
}

# usage: says_nothing_of PATTERN COMMAND...; the command succeeds and no line matches PATTERN
says_nothing_of()
{
	pattern=$1
	shift
	"$@" >"$dir/output" 2>&1 && ! grep -q "$pattern" "$dir/output"
}

# In the format that tests/run.sh reads.
sum_up()
{
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}
