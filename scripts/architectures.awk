# SPDX-License-Identifier: MIT
# Make the table of docs/reference/architectures.md: what each processor has of each benchmark. Input: the list that
# scripts/benchmark-list.awk makes. Neighbours of one family with the same marks and remarks share a
# row.
# usage: awk -f scripts/architectures.awk build/benchmarks.list

function finish_row()
{
	if (names != "")
		printf "| %s | ● | %s | %s | %s |\n", names, mark[aarch64], mark[riscv64], remark
}

BEGIN {
	mark["same"] = "●"
	mark["other"] = "○"
	mark["none"] = "–"
	print "| benchmark | x86-64 | aarch64 | riscv64 | difference, or reason |"
	print "|---|:-:|:-:|:-:|---|"
}

/^BENCHMARK/ {
	split($0, part, "\"")
	name = part[2]
}

# A remark for both, or one for each that has one.
function joined(first, second)
{
	if (first == second)
		return first
	return (first != "" ? "aarch64: " first : "") (first != "" && second != "" ? "; " : "") \
		(second != "" ? "riscv64: " second : "")
}

# The last line of an entry ends with the columns of bench/aarch64.list and bench/riscv64.list.
/\)$/ {
	count = split($0, part, "\"")
	family = substr(name, 1, index(name, ".") - 1)
	new_remark = joined(part[count - 5], part[count - 1])
	if (family != last_family || part[count - 7] != aarch64 || part[count - 3] != riscv64 ||
			new_remark != remark) {
		finish_row()
		names = ""
	}
	names = names (names == "" ? "" : ", ") "`" name "`"
	last_family = family
	aarch64 = part[count - 7]
	riscv64 = part[count - 3]
	remark = new_remark
}

END {
	finish_row()
}
