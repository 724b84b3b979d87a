#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the build targets of the named checks, or of all that are not long: the third column of
# `checks`.
# usage: tests/needs.sh [NAME]...
set -eu

[ $# -gt 0 ] && table=p || table='/^# long/q; p'
sed -n "$table" "$(dirname "$0")/checks" | grep -v -e '^#' -e '^$' | while IFS='|' read -r name title needs command; do
	name=${name%% *}
	case " ${*:-$name} " in
	*" $name "*) echo "$needs" ;;
	esac
done | tr -s ' ' '\n' | sort -u
