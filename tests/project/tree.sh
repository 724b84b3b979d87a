#!/bin/sh
# SPDX-License-Identifier: MIT
# Check every source file: the licence is in the first line, or after #!, and a line of C ends at
# column 100, with tab stops every 8. `make help` must list every target, and no others. CITATION.cff
# must have the version. Prints the errors. Also tests itself with faults in a separate tree.
set -eu
LC_ALL=C
export LC_ALL
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

source_files()
{
	find . \( -path "./build*" -o -path ./results -o -path ./.git \) -prune -o -type f \
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

# usage: too_wide TREE: lines of C. Characters are counted by their first byte.
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

# usage: help_errors TREE: targets in .PHONY or in the help, but not in both. A line of the help begins
# with a target, or with names without a description.
help_errors()
{
	(cd "$1" && {
		sed -n 's/^\.PHONY: //p' Makefile mk/*.mk | sed 's/\$.*//' | tr ' ' '\n' | grep '^[a-z]' |
			sort -u
		sed -n '/^Variables/,$d; s/^  \(make \)\?\([a-z][a-z0-9-]*\)  .*/\2/p' mk/help.txt | sort -u
	} | sort | uniq -u)
}

# usage: citation_errors TREE: CITATION.cff must have the keys that CFF 1.2.0 requires, and the version.
citation_errors()
{
	(cd "$1" && for line in 'cff-version: 1.2.0' 'message: .*' 'title: Bareline' 'authors:' \
		'  - name: The Bareline developers' "version: $(cat VERSION)" 'license: MIT'; do
		grep -qx -e "$line" CITATION.cff || echo "CITATION.cff: no line '$line'"
	done)
}

# usage: must_be WHAT EXPECTED: what the check finds in the tree with faults
must_be()
{
	found=$("$1" "$scratch/tree")
	[ "$found" = "$2" ] || {
		echo "$1: expected the injected faults, found: $found"
		exit 1
	}
}

inject_licence_faults()
{
	mkdir -p "$scratch/tree"
	printf '#!/bin/sh\n# SPDX-License-Identifier: MIT\n' >"$scratch/tree/good.sh"
	printf '/* No line. */\n' >"$scratch/tree/bad.c"
	printf '/* Too late. */\n/* SPDX-License-Identifier: MIT */\n' >"$scratch/tree/late.h"
	must_be without_licence './bad.c
./late.h'
}

# usage: line_of COLUMNS: a tab counts as 8, the last character as one
line_of()
{
	printf '\t%*sµ\n' $(($1 - 9)) ''
}

inject_width_faults()
{
	mkdir -p "$scratch/tree/directory"
	line_of 100 >"$scratch/tree/directory/wide.c"
	must_be too_wide ''
	line_of 101 >>"$scratch/tree/directory/wide.c"
	must_be too_wide './directory/wide.c:2: 101 columns'
}

inject_help_faults()
{
	mkdir -p "$scratch/tree/mk"
	printf '.PHONY: run unlisted FORCE $(NAMES)\n' >"$scratch/tree/Makefile"
	printf '.PHONY: part\n' >"$scratch/tree/mk/part.mk"
	printf '  make run   a target\n  part  and text\n  gone  no target\nVariables\n  x  no target\n' \
		>"$scratch/tree/mk/help.txt"
	must_be help_errors 'gone
unlisted'
}

inject_citation_faults()
{
	echo 0.2.0 >"$scratch/tree/VERSION"
	sed 's/^version: .*/version: 0.1.0/; /^license/d' "$root/CITATION.cff" >"$scratch/tree/CITATION.cff"
	must_be citation_errors "CITATION.cff: no line 'version: 0.2.0'
CITATION.cff: no line 'license: MIT'"
}

inject_licence_faults
inject_width_faults
inject_help_faults
inject_citation_faults

count=$(cd "$root" && source_files | wc -l)
missing=$(without_licence "$root")
wide=$(too_wide "$root")
help=$(help_errors "$root")
citation=$(citation_errors "$root")
if [ -n "$missing" ] || [ "$count" -eq 0 ]; then
	echo "$count source files; these do not begin with SPDX-License-Identifier: MIT"
	echo "$missing"
fi
if [ -n "$wide" ]; then
	echo 'lines of more than 100 columns:'
	echo "$wide"
fi
if [ -n "$help" ]; then
	echo 'targets in .PHONY or in mk/help.txt, but not in both:'
	echo "$help"
fi
[ -z "$citation" ] || echo "$citation"
[ "$count" -gt 0 ] && [ -z "$missing$wide$help$citation" ] || exit 1
echo "$count source files: each has its licence, and no line of C is too wide; the help lists all targets"
