#!/bin/sh
# SPDX-License-Identifier: MIT
# Requirements of packagers. A tarball builds in a path with a space, for a user without install
# rights. Flags and directories are used, and only for their purpose. The installed files work, and
# uninstall removes them.
# usage: tests/hosts/packaging.sh BUILD
set -eu

# The makes below do not inherit the jobs or flags of the calling make.
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS

here=$(cd "$(dirname "$0")/.." && pwd)
root=$(cd "$here/.." && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
tree="$dir/a tree"
dest="$dir/a place"
trap 'rm -rf "$dir"' EXIT

. "$here/expect.sh"

# A tree like a tarball: without git, and with one time for all files.
unpack_tree()
{
	mkdir -p "$tree" "$dir/bin"
	if [ -e "$root/.git" ]; then
		(cd "$root" && git ls-files -z --cached --others --exclude-standard)
	else
		(cd "$root" && find . \( -path ./build -o -path ./results \) -prune -o -type f -print0)
	fi | (cd "$root" && tar cf - --null -T - --mtime=@1700000000) | tar xf - -C "$tree"
}

# Programs that install packages; none may be called.
forbid_installing()
{
	for program in apt-get sudo; do
		printf '#!/bin/sh\necho "%s was called" >&2\nexit 1\n' $program >"$dir/bin/$program"
		chmod +x "$dir/bin/$program"
	done
}

# As another user, if root runs this test.
as_user()
{
	if [ "$(id -u)" -eq 0 ]; then
		chown -R 65534:65534 "$dir"
		setpriv --reuid 65534 --regid 65534 --clear-groups \
			env HOME="$dir" PATH="$dir/bin:$PATH" "$@"
	else
		env PATH="$dir/bin:$PATH" "$@"
	fi
}

make_tree()
{
	as_user make -s -C "$tree" prefix="/opt/a b" CFLAGS='-O0 -DPACKAGER' "$@"
}

# The compile commands of objects that match, one per line.
compilations_of()
{
	make -nB -C "$tree" SETUP=no V=1 CFLAGS=-DPACKAGER all 2>/dev/null |
		awk -v directory=. -f "$tree/scripts/compile-commands.awk" |
		grep -e "\"output\": \"build/$1"
}

# usage: flags_reach all|none PATTERN
flags_reach()
{
	compilations_of "$2" >"$dir/compilations"
	of=$(wc -l <"$dir/compilations")
	reached=$(grep -c -e -DPACKAGER "$dir/compilations") || true
	echo "the flags reach $reached of $of objects"
	[ "$of" -gt 0 ] && case $1 in
	all) [ "$reached" -eq "$of" ] ;;
	none) [ "$reached" -eq 0 ] ;;
	esac
}

# Whether a make with these arguments builds a file again.
is_rebuilt()
{
	file="$tree/$1"
	shift
	before=$(stat -c %y "$file")
	make_tree "$@" && [ "$(stat -c %y "$file")" != "$before" ]
}

is_not()
{
	! "$@"
}

installed_works()
{
	as_user "$dest/opt/a b/bin/bareline" run --deterministic --bench null.timing --quiet \
		--timeout 1800 -o "$dir/a run"
}

# usage: installed_explains [OPTION...]: uses no file of the tree or of an earlier call
installed_explains()
{
	rm -rf "$dir/an explanation"
	as_user env XDG_CACHE_HOME="$dir" "$dest/opt/a b/bin/bareline" explain entry.null_syscall \
		path=syscall --sums -o "$dir/an explanation" "$@"
}

# The build ID of a tree inside another repository, in a make called by a program that works on that
# repository, such as a git hook.
is_not_of_another_repository()
{
	git -C "$dir" init -q . && git -C "$dir" -c user.name=x -c user.email=x commit -q \
		--allow-empty -m 'Something else' || return
	GIT_DIR="$dir/.git" make -s -C "$tree" SETUP=no BUILD=elsewhere elsewhere/kernel.ld
	grep -q "BUILD_ID='\"$(cat "$root/VERSION")\"'" "$tree/elsewhere/build-id" || return
	[ ! -e "$root/.git" ] || {
		GIT_DIR="$dir/.git" make -pnq -C "$root" BUILD="$dir/elsewhere" SETUP=no help \
			2>/dev/null | grep '^BUILD_ID :\?= ' >"$dir/id" || true
		! grep -q "$(git -C "$dir" rev-parse --short=12 HEAD)" "$dir/id" && [ -s "$dir/id" ]
	}
}

# With only the programs that setup.sh itself needs.
set_up_alone()
{
	mkdir -p "$dir/few"
	for program in sh id flock cut tr sort dirname grep awk; do
		ln -sf "$(command -v $program)" "$dir/few/$program"
	done
	PATH="$dir/few" sh "$tree/scripts/setup.sh" gcc tool
}

# Whether a target of an empty build checks these groups.
# usage: sets_up TARGET GROUP...
sets_up()
{
	make -nk -C "$tree" BUILD=nothing SETUP=yes CHECKS= "$1" >"$dir/steps" 2>/dev/null || true
	shift
	for group; do
		grep -q -x -F "sh scripts/setup.sh $group" "$dir/steps" || {
			echo "not for $group"
			return 1
		}
	done
}

unpack_tree
forbid_installing
expect '`make run` sets up its groups' sets_up run gcc tool kernel run
expect '`make test` sets up its groups' \
	sets_up test gcc tool kernel image unit fuzz boot run test aarch64 riscv64
expect '`make check-fast` sets up its groups' sets_up check-fast gcc tool kernel unit fuzz run test
expect '`make overhead` sets up its groups' sets_up overhead gcc tool kernel run
expect 'the build ID is not that of another repository' is_not_of_another_repository
rm -rf "$tree/elsewhere" "$dir/elsewhere" "$dir/.git"
mkdir -p "$dir/foreign"
expect 'clean refuses a directory that is no build directory' says 'not made by this Makefile' 2 \
	make -C "$tree" SETUP=no BUILD="$(realpath "$dir/foreign")" clean
expect 'and keeps it' test -d "$dir/foreign"
mkdir -p "$dir/foreign/flags"
echo mine >"$dir/foreign/letter"
expect 'a build in a directory with files of a user leaves no mark' \
	sh "$tree/scripts/build_directory.sh" make "$dir/foreign"
expect 'clean refuses a directory that had files before a build' says 'not made by this Makefile' 2 \
	make -C "$tree" SETUP=no BUILD="$(realpath "$dir/foreign")" clean
expect 'and keeps the files' grep -q mine "$dir/foreign/letter"
expect 'clean with another goal is refused' says 'make clean: give it alone' 2 make -C "$tree" SETUP=no clean all
expect 'a user without install rights builds everything from a tarball' make_tree all
expect 'the version of the tool is the release' says "^bareline $(cat "$root/VERSION") " 0 \
	"$tree/build/bareline" --version
expect 'the version of the Linux process is the release' \
	says "^bareline-linux $(cat "$root/VERSION") " 0 \
	"$tree/build/bareline-linux" --version
expect 'the flags reach the tool' flags_reach all tool-obj/
expect 'the flags do not reach the kernel' flags_reach none kernel-obj/
expect 'the flags reach no object of bench/ or lib/, which kernel and Linux process share' \
	flags_reach none measured-obj/
expect 'everything is installed' make_tree install DESTDIR="$dest"
expect 'the header for other kernels is installed' \
	cmp "$root/include/bareline.h" "$dest/opt/a b/include/bareline.h"
expect 'the header for coarse clocks is installed' \
	cmp "$root/include/bareline_coarse.h" "$dest/opt/a b/include/bareline_coarse.h"
expect 'the tool finds its image' installed_works
expect 'the tool explains a run on bare metal' installed_explains
cp "$build/linux/vmlinuz" "$dir/vmlinuz"
expect 'the tool explains a run under Linux' \
	installed_explains --layer linux -- --kernel "$dir/vmlinuz"
for file in bin/bareline-linux share/man/man1/bareline.1 share/man/man1/bareline-linux.1 \
		share/bash-completion/completions/bareline share/zsh/site-functions/_bareline; do
	expect "$file exists" test -s "$dest/opt/a b/$file"
done
expect 'everything is uninstalled' make_tree uninstall DESTDIR="$dest"
expect 'no file remains' test -z "$(find "$dest" -type f)"
object=build/tool-obj/tools/cmd/main.c.o
expect 'a make with the same flags builds nothing' is_not is_rebuilt $object $object
expect 'a make with other flags builds an object again' is_rebuilt $object $object CFLAGS=-O1
expect 'set-up names missing packages if it cannot install them' \
	says 'library jansson.*libjansson-dev' 1 set_up_alone
sum_up
