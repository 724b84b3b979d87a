# SPDX-License-Identifier: MIT
# Make the table of docs/aarch64.md: what each processor has of each benchmark. Input: the list that
# scripts/benchmark-list.awk makes. Neighbours of one family with the same marks and remark share a
# row.
# usage: awk -f scripts/architectures.awk build/benchmarks.list

function finish_row()
{
	if (names != "")
		printf "| %s | ● | %s | %s |\n", names, mark[what], remark
}

BEGIN {
	mark["same"] = "●"
	mark["other"] = "○"
	mark["none"] = "–"
	print "| benchmark | x86-64 | aarch64 | difference, or reason |"
	print "|---|:-:|:-:|---|"
}

/^BENCHMARK/ {
	split($0, part, "\"")
	name = part[2]
}

# The last line of an entry ends with the two columns of bench/aarch64.list.
/\)$/ {
	count = split($0, part, "\"")
	family = substr(name, 1, index(name, ".") - 1)
	if (family != last_family || part[count - 3] != what || part[count - 1] != remark) {
		finish_row()
		names = ""
	}
	names = names (names == "" ? "" : ", ") "`" name "`"
	last_family = family
	what = part[count - 3]
	remark = part[count - 1]
}

END {
	finish_row()
}
