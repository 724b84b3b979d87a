# SPDX-License-Identifier: MIT
# Print bench/list.h without the benchmarks that this processor's build does not compile, and list these
# on standard error. Input: the sources of bench/ that are not compiled, then bench/list.h.
# usage: awk -v arch=NAME -f scripts/compiled-list.awk [SOURCE...] bench/list.h

FILENAME != "bench/list.h" {
	if (match($0, /^const struct benchmark bench_[a-z0-9_]+/))
		left_out[substr($0, 24, RLENGTH - 23)] = FILENAME
	next
}

/^BENCHMARK\(/ {
	name = substr($0, 11, index($0, ")") - 11)
	if (name in left_out) {
		print name ": left out; " left_out[name] " is not compiled for " arch > "/dev/stderr"
		next
	}
}

{ print }
