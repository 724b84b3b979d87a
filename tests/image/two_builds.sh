# SPDX-License-Identifier: MIT
# Builds of one commit, for checks of reproducibility. A check sources this file with root set to
# the tree and scratch to its own directory.

# usage: build_clone DIRECTORY TARGET: build in a fresh clone, without uncommitted files; without
# git, in a copy
build_clone()
{
	if [ -e "$root/.git" ]; then
		git -c advice.detachedHead=false clone -q "$root" "$1"
	else
		mkdir "$1" && (cd "$root" && tar cf - --exclude=./build --exclude=./results .) |
			tar xf - -C "$1"
	fi
	make -s -C "$1" "$2" >"$scratch/output" 2>&1 || {
		cat "$scratch/output"
		exit 1
	}
}

# usage: build_two TARGET: into $scratch/one and $scratch/elsewhere/two, in two time zones and under two
# file modes
build_two()
{
	mkdir "$scratch/elsewhere"
	build_clone "$scratch/one" "$1"
	(umask 077 && TZ=Asia/Tokyo build_clone "$scratch/elsewhere/two" "$1")
}
