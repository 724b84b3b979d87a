# SPDX-License-Identifier: MIT
# Print bench/list.h without the benchmarks that a processor has not, by its table bench/NAME.list, and
# list these on standard error. Fails if a benchmark has no row.
# usage: awk -f scripts/compiled-list.awk bench/NAME.list bench/list.h

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

/^BENCHMARK\(/ {
	name = substr($0, 17, index($0, ")") - 17)
	row = row_of(name)
	if (what[row] == "none" && reason[row] !~ /skipped at run time/) {
		print name ": left out; " reason[row] > "/dev/stderr"
		next
	}
}

{ print }
