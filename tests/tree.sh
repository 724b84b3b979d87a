#!/bin/sh
# SPDX-License-Identifier: MIT
# Every source file says in its first line, or below #!, under which licence it is. Prints the names
# of those that do not. A file without the line is planted in a tree of its own, and has to be
# found.
set -eu
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

mkdir -p "$scratch/tree"
printf '#!/bin/sh\n# SPDX-License-Identifier: MIT\n' >"$scratch/tree/good.sh"
printf '/* No line. */\n' >"$scratch/tree/bad.c"
printf '/* Too late. */\n/* SPDX-License-Identifier: MIT */\n' >"$scratch/tree/late.h"
[ "$(without_licence "$scratch/tree" | tr '\n' ' ')" = './bad.c ./late.h ' ] || {
	echo "what was planted is not what was found: $(without_licence "$scratch/tree")"
	exit 1
}

count=$(cd "$root" && source_files | wc -l)
missing=$(without_licence "$root")
if [ -n "$missing" ] || [ "$count" -eq 0 ]; then
	echo "of $count source files these do not begin with SPDX-License-Identifier: MIT"
	echo "$missing"
	exit 1
fi
echo "$count source files have their licence's line"
