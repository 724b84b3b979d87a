# SPDX-License-Identifier: MIT
# Runs with input, for the scripts that set $build, $dir and $here: tests/input/input.sh and
# tests/input/input_long.sh.

# usage: run NAME STATUS ARGUMENT...
run()
{
	name=$1
	expected=$2
	shift 2
	status=0
	"$build/bareline" run --timeout 1800 --output "$dir/$name" "$@" >"$dir/$name.txt" 2>&1 || status=$?
	must_have_run "$name" "$expected"
}

# A deterministic run that passes. Other tests share the run. usage: share NAME ARGUMENT...
share()
{
	name=$1
	shift
	status=0
	sh "$here/shared.sh" "$build" "$dir/$name" run --deterministic "$@" -o @ >"$dir/$name.txt" 2>&1 || status=$?
	must_have_run "$name" 0
}

# usage: must_have_run NAME STATUS
must_have_run()
{
	[ $status -eq "$2" ] || {
		echo "$1: status $status, not $2"
		cat "$dir/$1.txt"
		exit 1
	}
	# Sets the minimum gap. In an emulator, jitter would make the estimated minimum too large.
	"$build/bareline" idle --min-gap 0.1us --csv "$dir/$1-csv" "$dir/$1" >"$dir/$1-idle.txt"
}

# A field of the first message_log record.
field()
{
	sed -n "s/^@message_log .* $2=\([0-9]*\) .*/\1/p" "$dir/$1/serial.log" | head -n 1
}

fail()
{
	echo "$*"
	exit 1
}

# usage: close_to WHAT VALUE KNOWN: VALUE must be within 1 % of KNOWN
close_to()
{
	awk -v value="$2" -v known="$3" 'BEGIN { d = value - known;
		exit !(known > 0 && d < known / 100 && -d < known / 100) }' ||
		fail "$1: expected $3 within 1 %, found $2"
}

# A column of an idle-loop table, one value per line.
# usage: column NAME TABLE COLUMN
column()
{
	python3 "$here/columns.py" "$3" <"$dir/$1-csv/$2.csv"
}

# Gaps whose cause is $2.
gaps()
{
	column "$1" gaps cause | grep -c -x -F -e "$2"
}

# Interrupts in gaps whose cause matches $2.
interrupts()
{
	column "$1" gaps cause >"$dir/causes"
	column "$1" gaps interrupts | paste "$dir/causes" - |
		awk -v cause="$2" '$1 ~ cause { n += $2 } END { print n + 0 }'
}
