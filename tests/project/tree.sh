#!/bin/sh
# SPDX-License-Identifier: MIT
# Check every source file: the licence is in the first line, or after #!, and a line of C ends at
# column 100, with tab stops every 8. `make help` must list every target, and no others. CITATION.cff
# must have the version. No pragma or attribute of lib/, bench/, kernel/ and linux/ may change how the
# compiler generates code, except those in the list below. Prints the errors. Also tests itself with
# faults in a separate tree.
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

# The attributes that lib/, bench/, kernel/ and linux/ may use; a file name limits one to that file.
# always_inline: an instruction of a wrapper must not become a call. noinline: the counted, timed or
# faulting instructions must be one function. The others do not change how instructions are generated.
attributes='
aligned
always_inline
constructor ./linux/watch/library.c
format
ms_abi      ./lib/x86/arch.h
noinline    ./bench/engine/count.c
noinline    ./kernel/flow/run/steps.c
noinline    ./linux/trial/fault.c
noreturn
packed
visibility  ./linux/watch/library.c
weak
'

# usage: code_errors TREE: pragmas, and attributes that are not in the list
code_errors()
{
	(cd "$1" && source_files | grep -E '^\./(lib|bench|kernel|linux)/.*\.(c|h|def|inc)$' | sort |
		xargs -r awk -v attributes="$attributes" '
		BEGIN {
			count = split(attributes, line, "\n")
			for (i = 1; i <= count; i++) {
				words = split(line[i], word, " ")
				if (words > 0)
					may[word[1], words > 1 ? word[2] : ""] = 1
			}
		}
		function complain(what) {
			print FILENAME ":" FNR ": " what
		}
		/^[ \t]*#[ \t]*pragma/ || /_Pragma|__pragma/ { complain("pragma") }
		/\[\[ *[a-z_]+ *(::|\]\])/ { complain("attribute in brackets") }
		{
			text = $0
			while (match(text, /__attribute(__)?/)) {
				text = substr(text, RSTART + RLENGTH)
				if (!sub(/^ *\(\(/, "", text)) {
					complain("attribute without a name")
					break
				}
				while (match(text, /^ *[A-Za-z0-9_]+/)) {
					name = substr(text, RSTART, RLENGTH)
					text = substr(text, RSTART + RLENGTH)
					gsub(/ /, "", name)
					if (!((name, "") in may) && !((name, FILENAME) in may))
						complain("attribute " name)
					sub(/^ *\([^()]*\)/, "", text)
					if (!sub(/^ *,/, "", text))
						break
				}
				if (text !~ /^ *\)\)/)
					complain("attribute that does not end on its line")
			}
		}')
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

inject_code_faults()
{
	mkdir -p "$scratch/tree/bench/engine" "$scratch/tree/linux/trial"
	{
		echo 'void f(void) __attribute__((format(printf, 1, 2), noreturn));'
		echo 'static inline __attribute__((always_inline)) void g(void)'
	} >"$scratch/tree/bench/engine/good.h"
	echo 'static __attribute__((noinline)) void count_run(void)' >"$scratch/tree/bench/engine/count.c"
	must_be code_errors ''
	{
		echo '#pragma GCC optimize "O0"'
		echo '  # pragma clang optimize off'
		echo '_Pragma("GCC push_options")'
		echo 'static __attribute__((optimize("O0"))) void a(void)'
		echo 'static __attribute__((noreturn, cold)) void b(void) __attribute__((hot));'
		echo 'static __attribute__ ((__target__("avx"))) void c(void)'
		echo 'static __attribute((optnone)) void d(void)'
		echo 'static __attribute__((noinline)) void e(void)'
		echo '#define ATTRIBUTE __attribute__'
		echo 'static __attribute__((noreturn,'
		echo '[[gnu::optimize(0)]] static void f(void)'
	} >"$scratch/tree/linux/trial/wake.c"
	must_be code_errors './linux/trial/wake.c:1: pragma
./linux/trial/wake.c:2: pragma
./linux/trial/wake.c:3: pragma
./linux/trial/wake.c:4: attribute optimize
./linux/trial/wake.c:5: attribute cold
./linux/trial/wake.c:5: attribute hot
./linux/trial/wake.c:6: attribute __target__
./linux/trial/wake.c:7: attribute optnone
./linux/trial/wake.c:8: attribute noinline
./linux/trial/wake.c:9: attribute without a name
./linux/trial/wake.c:10: attribute that does not end on its line
./linux/trial/wake.c:11: attribute in brackets'
}

inject_licence_faults
inject_code_faults
inject_width_faults
inject_help_faults
inject_citation_faults

count=$(cd "$root" && source_files | wc -l)
missing=$(without_licence "$root")
wide=$(too_wide "$root")
help=$(help_errors "$root")
citation=$(citation_errors "$root")
code=$(code_errors "$root")
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
if [ -n "$code" ]; then
	echo 'pragmas and attributes that may change the generated code, and are not in the list of tests/project/tree.sh:'
	echo "$code"
fi
[ -z "$citation" ] || echo "$citation"
[ "$count" -gt 0 ] && [ -z "$missing$wide$help$citation$code" ] || exit 1
echo "$count source files: each has its licence, and no line of C is too wide; the help lists all targets"
