#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the rows of the table in tools/fleet/sql.c: name and text of each SQL file, without comments.
# usage: scripts/sql-files.sh DIRECTORY
set -eu

cd "$1"
for file in *.sql; do
	echo "{\"${file%.sql}\", \"\""
	sed -e 's/[[:space:]]*-- .*$//' -e 's/^[[:space:]]*//' -e '/^$/d' -e 's/[\\"]/\\&/g' \
		-e 's/^/	"/' -e 's/$/\\n"/' "$file"
	echo '},'
done
