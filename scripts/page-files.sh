#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the C definitions that tools/view/page_files.c includes: style sheet and script of the page,
# each as a string with its SHA-256 sum in base64. Lines of comments and indentation are removed.
# usage: scripts/page-files.sh STYLE SCRIPT
set -eu

# usage: shorten FILE
shorten()
{
	sed -e 's/^[[:space:]]*//' -e '/^\/\*.*\*\/$/d' -e '/^\/\//d' -e '/^$/d' "$1"
}

# usage: print_file NAME FILE
print_file()
{
	echo "const char $1[] ="
	shorten "$2" | sed -e 's/[\\"]/\\&/g' -e 's/^/	"/' -e 's/$/\\n"/'
	echo "	;"
	octal=$(shorten "$2" | sha256sum | awk -v digits=0123456789abcdef '
function value(i) { return index(digits, substr($1, i, 1)) - 1 }
{ for (i = 1; i < 64; i += 2) printf "\\0%o", 16 * value(i) + value(i + 1) }')
	echo "const char $1_sum[] = \"$(printf '%b' "$octal" | base64)\";"
}

print_file page_style "$1"
print_file page_script "$2"
