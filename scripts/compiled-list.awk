# SPDX-License-Identifier: MIT
# Print bench/list.h without the benchmarks that a processor has not, and list these on standard error:
# those that its table bench/NAME.list says it has not, and those of sources for other processors, such
# as bench/cpu/wait_aarch64.c. Fails if a benchmark has no row.
# usage: awk -v arch=NAME -f scripts/compiled-list.awk bench/NAME.list [SOURCE...] bench/list.h

function trim(text)
{
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return text
}

# The row of a symbol: a name with _ for each point.
function row_of(symbol,   i)
{
	for (i = 1; i <= rows; i++) {
		if (symbol ~ pattern[i])
			return i
	}
	print FILENAME ": bench_" symbol ": no row in bench/*.list" > "/dev/stderr"
	exit 1
}

FILENAME ~ /\.list$/ {
	if ($0 ~ /^#/ || split($0, part, "|") != 3)
		next
	rows++
	pattern[rows] = trim(part[1])
	gsub(/\./, "_", pattern[rows])
	gsub(/\*/, "[a-z0-9_]*", pattern[rows])
	pattern[rows] = "^" pattern[rows] "$"
	what[rows] = trim(part[2])
	reason[rows] = trim(part[3])
	next
}

FILENAME != "bench/list.h" {
	if (match($0, /^const struct benchmark bench_[a-z0-9_]+/))
		left_out[substr($0, 30, RLENGTH - 29)] = FILENAME
	next
}

/^BENCHMARK\(/ {
	name = substr($0, 17, index($0, ")") - 17)
	if (name in left_out) {
		print "bench_" name ": left out; " left_out[name] " is not compiled for " arch > "/dev/stderr"
		next
	}
	row = row_of(name)
	if (what[row] == "none" && reason[row] !~ /skipped at run time/) {
		print "bench_" name ": left out; " reason[row] > "/dev/stderr"
		next
	}
}

{ print }
