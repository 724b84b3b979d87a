#!/bin/sh
# SPDX-License-Identifier: MIT
# Words that the project no longer uses, in documents, comments and messages: each is a riddle, a
# personification, or another name for a term of the field. tools/ and tests/ are not checked yet.
# usage: tests/words.sh
set -eu
cd "$(dirname "$0")/.."

WORDS='anew|as kept|at a glance|befalls?|beside|borrow(s|ed|ing)?|burdens?|but for|doubt(s|ed)?|efforts?'
WORDS="$WORDS|for want of|held to|in turn|lacking|lends?|lent|loans?|middle half|nobody|patience|set aside"
WORDS="$WORDS|so many|somebody|standstill|the metal|told|unasked|whoever"

# The dictionary of the word processor has words of its own. usage: retired PATH...: FILE:LINE:TEXT
retired()
{
	find "$@" -type f ! -path lib/app/dictionary.c \( -name '*.md' -o -name '*.[chS]' -o -name '*.def' \
		-o -name '*.sh' -o -name '*.py' -o -name '*.awk' -o -name '*.mk' -o -name '*.yml' -o -name '*.1' \
		-o -name '*.cfg' -o -name Makefile \) -print0 | xargs -0 grep -nHwiE "$WORDS" || true
}

retired README.md CONTRIBUTING.md SECURITY.md CHANGELOG.md Makefile docs boot kernel bench lib linux scripts mk ci |
	grep . && exit 1

# The check itself finds a word in a comment, a message and a document.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo '/* What borrows. */' >"$scratch/comment.c"
echo 'puts("nobody was informed");' >"$scratch/message.c"
echo 'So many lines.' >"$scratch/page.md"
[ "$(retired "$scratch" | wc -l)" -eq 3 ] || {
	echo 'expected to find three injected words'
	exit 1
}
