#!/bin/sh
# SPDX-License-Identifier: MIT
# Words that the project no longer uses, in documents, comments, messages and names: each is a riddle,
# a personification, or another name for a term of the field.
# usage: tests/project/words.sh
set -eu
cd "$(dirname "$0")/../.."

WORDS='anew|as kept|at a glance|befalls?|beside|borrow(s|ed|ing)?|burdens?|but for|doubt(s|ed)?|efforts?'
WORDS="$WORDS|for want of|held to|in turn|lacking|lends?|lent|loans?|middle half|nobody|patience|plant(s|ed)?"
WORDS="$WORDS|set aside|so many|somebody|standstill|the metal|told|unasked|whoever"
# Everything but a letter separates words, so is_told contains told. In a phrase, _ counts as a blank.
PATTERN="(^|[^[:alpha:]])($(echo "$WORDS" | sed 's/ /[ _]/g'))([^[:alpha:]]|$)"

# Not checked: this list, the fuzzers' inputs, the dictionary of the word processor, an author, Van Loan,
# functions of libbabeltrace2, and the user `nobody`.
# usage: retired PATH...: FILE:LINE:TEXT
retired()
{
	find "$@" -type f ! -path tests/project/words.sh ! -path 'tests/fuzz/corpus/*' ! -path lib/app/dictionary.c \
		\( -name '*.md' -o -name '*.[chS]' -o -name '*.def' -o -name '*.inc' -o -name '*.sh' -o -name '*.py' \
		-o -name '*.awk' -o -name '*.mk' -o -name '*.yml' -o -name '*.1' -o -name '*.cfg' -o -name '*.html' \
		-o -name '*.patch' -o -name Makefile -o -path 'tests/*' ! -name '*.*' \) -print0 |
		xargs -0 grep -IHniE "$PATTERN" | grep -vE "Van Loan|bt_[a-z_]*borrow_|[\`\"']nobody[\`\"']" || true
}

retired README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md Makefile docs boot kernel bench lib linux scripts tests tools \
	mk ci | grep . && exit 1

# The check itself finds a word in a comment, a message, a document and a name.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo '/* What borrows. */' >"$scratch/comment.c"
echo 'puts("nobody was informed");' >"$scratch/message.c"
echo 'So many lines.' >"$scratch/page.md"
echo 'is_told_so=1; in_turn_1=2; toldness=3' >"$scratch/name.sh"
[ "$(retired "$scratch" | wc -l)" -eq 4 ] || {
	echo 'expected to find four lines with injected words'
	exit 1
}

! retired tools/record tools/analysis tools/base tools/compare tools/idle tools/cmd | grep .
