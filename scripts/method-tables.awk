# SPDX-License-Identifier: MIT
# Put figures into the tables of docs/methods.md. Reads what `bareline overhead -o` and
# `bareline plot --csv clock.coarse` wrote, then the page, and writes it anew: in a row whose fourth
# cell names a figure in backquotes, the last two cells become its values on the bare machine and
# under Linux. A name that is not there is an error, so that no row stands for nothing.
# usage: awk -f method-tables.awk OVERHEAD.json side=metal METAL.csv side=linux LINUX.csv side= PAGE

function number(value)
{
	if (value >= 1000 || value == int(value))
		return sprintf("%.0f", value)
	return sprintf("%.2f", value)
}

function ticks(value)
{
	return sprintf(value >= 100 ? "%.1f" : "%.2f", value)
}

# One key and its value a line. A row of a table is a figure if it has a benchmark and both sides.
/^    \{/ { bench = point = stage = of = ""; is_figure = 0; next }
/^     "(metal|linux)": / { of = $1; gsub(/[":]/, "", of); is_figure = 1; next }
/^     "(ratio|difference)": / { of = ""; next }
/^      "value": / && of != "" { row[of] = number($2 + 0); next }
/^     "(benchmark|point|stage)": "/ {
	text = $0
	sub(/^[^:]*: "/, "", text)
	sub(/",?$/, "", text)
	if ($1 == "\"benchmark\":")
		bench = text
	else if ($1 == "\"point\":")
		point = text
	else
		stage = text
	next
}
/^    \}/ {
	key = bench (point != "" ? " " : "") point (stage != "" ? " " : "") stage
	if (bench != "" && is_figure) {
		known[key] = 1
		for (side_name in row)
			figures[key, side_name] = row[side_name]
	}
	split("", row)
	next
}

# A row of the coarse clock's table as CSV: clock, step_ms, method, operations, seen, estimate, its
# low and its high end, tsc, bias, and of what is repeated holds and slope.
side != "" && /^[a-z]+,[0-9]+,[a-z]+,/ {
	split($0, cell, ",")
	key = "clock.coarse clock=" cell[1] " period_us=" cell[2] * 1000 " method=" cell[3]
	known[key] = 1
	figures[key, side] = ticks(cell[6]) " (" ticks(cell[7]) " to " ticks(cell[8]) ") of " \
		ticks(cell[9])
	if (cell[12] != "" && cell[3] != "locked")
		figures[key, side] = figures[key, side] "; " \
			(cell[11] != "" ? cell[11] " of 100; " : "") sprintf("%.2f", cell[12])
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
