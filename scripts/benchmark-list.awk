# SPDX-License-Identifier: MIT
# Make the host tool's list of benchmarks. Input: bench/list.h and the sources of bench/,
# preprocessed, because the tool is also built for processors that cannot run a benchmark. Output:
# BENCHMARK(name, suites, waits_for_user, summary, verified, unverified, aarch64, its difference, riscv64,
# its difference), in the order of bench/list.h. The last four are from the lists.
# usage: awk -v lists="bench/aarch64.list bench/riscv64.list" -f scripts/benchmark-list.awk

# A string of the structure; adjacent literals are joined.
function text(body, member)
{
	if (!match(body, "\\." member " = (\"([^\"\\\\]|\\\\.)*\"[ \n]*)+"))
		return ""
	body = substr(body, RSTART, RLENGTH)
	sub(/^[^"]*"/, "", body)
	sub(/"[ \n]*$/, "", body)
	gsub(/"[ \n]*"/, "", body)
	return body
}

function suites_of(body,   count, names, i, list)
{
	if (!match(body, /\.suites = [^,]*/))
		return ""
	body = substr(body, RSTART, RLENGTH)
	count = split("quick full noise flow exact", names, " ")
	for (i = 1; i <= count; i++)
		if (body ~ "SUITE_" toupper(names[i]))
			list = list (list == "" ? "" : ",") names[i]
	return list
}

function trim(cell)
{
	gsub(/^[ \t]+|[ \t]+$/, "", cell)
	return cell
}

# The row of a list that applies to a name.
function row_of(list, name,   i)
{
	for (i = 1; i <= rows[list]; i++) {
		if (name ~ pattern[list, i])
			return "\"" what[list, i] "\", \"" reason[list, i] "\""
	}
	print list ": " name ": no row" > "/dev/stderr"
	exit 1
}

function read_list(list,   line, part, row)
{
	while ((getline line < list) > 0) {
		if (line ~ /^#/ || split(line, part, "|") != 3)
			continue
		row = ++rows[list]
		pattern[list, row] = trim(part[1])
		gsub(/\./, "[.]", pattern[list, row])
		gsub(/\*/, ".*", pattern[list, row])
		pattern[list, row] = "^" pattern[list, row] "$"
		what[list, row] = trim(part[2])
		reason[list, row] = trim(part[3])
	}
}

BEGIN {
	split(lists, list, " ")
	read_list(list[1])
	read_list(list[2])
	RS = "const struct benchmark bench_"
}

NR == 1 {
	while (match($0, /BENCHMARK\(bench_[a-z0-9_]+\)/)) {
		order[++listed] = substr($0, RSTART + 16, RLENGTH - 17)
		$0 = substr($0, RSTART + RLENGTH)
	}
	next
}

match($0, /^[a-z0-9_]+ = \{/) {
	symbol = substr($0, 1, RLENGTH - 4)
	body = substr($0, 1, index($0, "};"))
	entry[symbol] = sprintf("BENCHMARK(\"%s\", \"%s\", %s,\n\t  \"%s\",\n\t  \"%s\",\n\t  \"%s\", %s, %s)",
				text(body, "name"), suites_of(body),
				body ~ /\.waits_for_user = (true|1)/ ? "true" : "false",
				text(body, "summary"), text(body, "verified"),
				text(body, "unverified"), row_of(list[1], text(body, "name")),
				row_of(list[2], text(body, "name")))
}

END {
	for (i = 1; i <= listed; i++) {
		if (!(order[i] in entry)) {
			print "bench/list.h: bench_" order[i] ": no such structure" > "/dev/stderr"
			exit 1
		}
		print entry[order[i]]
	}
}
