# SPDX-License-Identifier: MIT
# Makes tools/record/benchmarks.def of what `bareline-linux --list` prints: name, suites, summary.
{
	waits = sub(/; only if named in full$/, "")
	name = $1
	suites = $2 == "-" ? "" : $2
	sub(/^[^ ]+ +[^ ]+ +/, "")
	gsub(/["\\]/, "\\\\&")
	printf "BENCHMARK(\"%s\", \"%s\", %s,\n\t  \"%s\")\n", name, suites, waits ? "true" : "false", $0
}
