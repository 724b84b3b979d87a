# SPDX-License-Identifier: MIT
# Expectations that are counted, for a test that goes on when one is not met; it sources this with
# dir set to a directory of its own, and ends with sum_up. What this host can't do ends with the status
# of skip_for, and is skipped.

passed=0
failed=0
SKIPPED=77

# usage: skip_for REASON || return; in a command that is expected
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
	"$@" >"$dir/said" 2>&1
	case $? in
	0) passed=$((passed + 1)) ;;
	$SKIPPED) echo "skipped: $what: $(tail -n 1 "$dir/said")" ;;
	*)
		failed=$((failed + 1))
		echo "failed: $what"
		tail -n 8 "$dir/said" ;;
	esac
}

# usage: exits_with STATUS COMMAND...
exits_with()
{
	wanted=$1
	shift
	"$@"
	[ $? -eq "$wanted" ]
}

# usage: says PATTERN STATUS COMMAND...; the pattern is a line's part
says()
{
	pattern=$1
	wanted=$2
	shift 2
	"$@" >"$dir/output" 2>&1
	[ $? -eq "$wanted" ] && grep -q "$pattern" "$dir/output" || { cat "$dir/output"; false; }
}

# usage: says_nothing_of PATTERN COMMAND...; which succeeds
says_nothing_of()
{
	pattern=$1
	shift
	"$@" >"$dir/output" 2>&1 && ! grep -q "$pattern" "$dir/output"
}

# In the words that tests/run.sh looks for.
sum_up()
{
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}
