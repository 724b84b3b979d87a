# Put figures into the tables of docs/methods.md. Reads what `bareline overhead -o` and `bareline run`
# wrote, then the page, and writes it anew: in a row whose fourth cell names a figure in backquotes,
# the last two cells become its values on the bare machine and under Linux. A name that is not there
# is an error, so that no row stands for nothing.
# usage: awk -f method-tables.awk OVERHEAD.json side=metal METAL.txt side=linux LINUX.txt side= PAGE

function number(value)
{
	if (value >= 1000 || value == int(value))
		return sprintf("%.0f", value)
	return sprintf("%.2f", value)
}

# One key and its value a line: a point's parameters stand one deeper than those of a figure.
/^   "bench": / { key = $2; gsub(/[",]/, "", key); next }
/^    "[a-z_]*": / && in_point { gsub(/[",:]/, ""); key = key " " $1 "=" $2; next }
/^   "point": / { in_point = 1; next }
/^   "stage": / {
	gsub(/[",]/, "")
	if ($2 != "")
		key = key " " $2
	known[key] = 1
	in_point = 0
	next
}
/^   "(metal|linux)": / { of = $1; gsub(/[":]/, "", of); next }
/^   "(difference|ratio)": / { of = ""; next }
/^    "median": / && of != "" { figures[key, of] = number($2 + 0); next }

# A row of the coarse clock's table: clock, period, "ms", method, operations, seen, estimate, low, "-",
# high, TSC, bias, and of what is repeated holds and slope.
side != "" && $3 == "ms" && $9 == "-" {
	key = "clock.coarse clock=" $1 " period_us=" $2 * 1000 " method=" $4
	known[key] = 1
	figures[key, side] = $7 " (" $8 " to " $10 ") of " $11
	if (NF >= 14 && $4 != "locked")
		figures[key, side] = figures[key, side] "; " $13 " of 100; " $14
	next
}

FILENAME !~ /\.md$/ { next }

/^\|/ && split($0, cells, / *\| */) == 8 && cells[5] ~ /^`.*`$/ {
	key = substr(cells[5], 2, length(cells[5]) - 2)
	if (!(key in known)) {
		print FILENAME ": no figure is called " key > "/dev/stderr"
		failed = 1
	}
	metal = (key, "metal") in figures ? figures[key, "metal"] : "–"
	under_linux = (key, "linux") in figures ? figures[key, "linux"] : "–"
	print "| " cells[2] " | " cells[3] " | " cells[4] " | " cells[5] " | " metal " | " under_linux " |"
	next
}

{ print }

END { exit failed }
