#!/bin/sh
# SPDX-License-Identifier: MIT
# Make or remove a build directory. A directory that did not exist, or was empty, gets a mark when a
# build begins. Only a directory with the mark is removed, so a directory in which a user had files
# before a build remains. The directory `build` of an earlier version has no mark.
# usage: scripts/build_directory.sh make|remove DIRECTORY
set -eu
directory=$2
mark=$directory/made-by-make

case $1 in
make)
	if [ -z "$(ls -A "$directory" 2>/dev/null)" ]; then
		mkdir -p "$directory"
		echo '`make clean` removes this directory.' >"$mark"
	fi
	mkdir -p "$directory/flags"
	;;
remove)
	[ -e "$directory" ] || exit 0
	if [ ! -f "$mark" ] && { [ "$directory" != build ] || [ ! -d build/flags ]; }; then
		echo "$directory: not made by this Makefile; nothing removed" >&2
		exit 1
	fi
	if [ -e "$directory/.git" ] || [ -e "$directory/Makefile" ]; then
		echo "$directory: contains a source tree; nothing removed" >&2
		exit 1
	fi
	rm -rf "$directory"
	;;
esac
