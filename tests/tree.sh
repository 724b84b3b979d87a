#!/bin/sh
# SPDX-License-Identifier: MIT
# What holds of every file of the tree, whatever is in it. A source file says in its first line, or
# below #!, under which licence it is. Of C, a file has at most 400 lines and a function 60, from
# brace to brace; a line ends at column 100, where tabs stop every 8. Prints what is wrong. Faults
# are planted in a tree of their own, and have to be found.
set -eu
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

source_files()
{
	find . \( -path ./build -o -path ./results -o -path ./.git \) -prune -o -type f \
		\( -name '*.[chS]' -o -name '*.inc' -o -name '*.def' -o -name '*.ld' -o \
		-name '*.sh' -o -name '*.awk' -o -name '*.py' -o -name '*.mk' -o \
		-name Makefile -o -path ./.ci/run -o -path ./debian/rules \) -print
}

# usage: without_licence TREE
without_licence()
{
	(cd "$1" && source_files | sort | xargs awk '
		FNR == 1 && /^#!/ { next }
		{
			if (!/SPDX-License-Identifier: MIT/)
				print FILENAME
			nextfile
		}')
}

# usage: too_large TREE: C files and functions
too_large()
{
	(cd "$1" && source_files | grep '\.[chS]$' | sort | xargs awk '
		FNR == 1 { start = 0 }
		FNR == 401 { print FILENAME ": more than 400 lines" }
		/^\{/ { start = FNR }
		/^\}/ && start {
			if (FNR - start + 1 > 60)
				print FILENAME ":" start ": a function of " FNR - start + 1 " lines"
			start = 0
		}')
}

# usage: too_wide TREE: lines of C. A character is counted by its first byte.
too_wide()
{
	(cd "$1" && source_files | grep '\.[chS]$' | sort | xargs awk '
		{
			line = $0
			gsub(/[\200-\277]/, "", line)
			while ((at = index(line, "\t")) > 0)
				line = substr(line, 1, at - 1) \
					substr("        ", 1 + (at - 1) % 8) substr(line, at + 1)
			if (length(line) > 100)
				print FILENAME ":" FNR ": " length(line) " columns"
		}')
}

# usage: must_be WHAT EXPECTED: what is said of the tree with faults
must_be()
{
	said=$("$1" "$scratch/tree")
	[ "$said" = "$2" ] || {
		echo "$1: what was planted is not what was found: $said"
		exit 1
	}
}

plant_licences()
{
	mkdir -p "$scratch/tree"
	printf '#!/bin/sh\n# SPDX-License-Identifier: MIT\n' >"$scratch/tree/good.sh"
	printf '/* No line. */\n' >"$scratch/tree/bad.c"
	printf '/* Too late. */\n/* SPDX-License-Identifier: MIT */\n' >"$scratch/tree/late.h"
	must_be without_licence './bad.c
./late.h'
}

# usage: function_of LINES
function_of()
{
	printf 'void f(void)\n{\n'
	yes '	g();' | head -n $(($1 - 2))
	printf '}\n'
}

# usage: line_of COLUMNS: a tab counts for 8 of them, the last character for one
line_of()
{
	printf '\t%*sµ\n' $(($1 - 9)) ''
}

plant_sizes()
{
	mkdir -p "$scratch/tree/room"
	yes '' | head -n 400 >"$scratch/tree/long.c"
	function_of 60 >"$scratch/tree/function.c"
	line_of 100 >"$scratch/tree/room/wide.c"
	must_be too_large ''
	must_be too_wide ''
	echo >>"$scratch/tree/long.c"
	function_of 61 >>"$scratch/tree/function.c"
	line_of 101 >>"$scratch/tree/room/wide.c"
	must_be too_large './function.c:63: a function of 61 lines
./long.c: more than 400 lines'
	must_be too_wide './room/wide.c:2: 101 columns'
}

plant_licences
plant_sizes

count=$(cd "$root" && source_files | wc -l)
missing=$(without_licence "$root")
large=$(too_large "$root"; too_wide "$root")
if [ -n "$missing" ] || [ "$count" -eq 0 ]; then
	echo "of $count source files these do not begin with SPDX-License-Identifier: MIT"
	echo "$missing"
fi
if [ -n "$large" ]; then
	echo 'too large to be read at a glance:'
	echo "$large"
fi
[ "$count" -gt 0 ] && [ -z "$missing$large" ] || exit 1
echo "$count source files have their licence's line, and a size that can be read"
