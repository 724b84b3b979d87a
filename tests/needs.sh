#!/bin/sh
# SPDX-License-Identifier: MIT
# What the checks named need built, or all checks: the third column of `checks`.
# usage: tests/needs.sh [NAME]...
set -eu

grep -v -e '^#' -e '^$' "$(dirname "$0")/checks" | while IFS='|' read -r name title needs command; do
	name=${name%% *}
	case " ${*:-$name} " in
	*" $name "*) echo "$needs" ;;
	esac
done | tr -s ' ' '\n' | sort -u
