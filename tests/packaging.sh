#!/bin/sh
# SPDX-License-Identifier: MIT
# What somebody who packages Bareline rests on: a tarball is enough, unpacked in a path with a space
# and built by a user who may install nothing; the flags and directories that are given are used,
# and used for what they are meant for only; what is installed works, and can be taken away again.
# usage: tests/packaging.sh BUILD
set -eu

# The makes below are not part of the one that called this, nor of the flags it was given.
unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS CPPFLAGS LDFLAGS

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
build=$(cd "$1" && pwd)
dir=$(mktemp -d)
tree="$dir/a tree"
dest="$dir/a place"
trap 'rm -rf "$dir"' EXIT

. "$here/expect.sh"

# The tree as a tarball has it: without git, and with one time for all files.
unpack_tree()
{
	mkdir -p "$tree" "$dir/bin"
	if [ -e "$root/.git" ]; then
		(cd "$root" && git ls-files -z --cached --others --exclude-standard)
	else
		(cd "$root" && find . \( -path ./build -o -path ./results \) -prune -o -type f -print0)
	fi | (cd "$root" && tar cf - --null -T - --mtime=@1700000000) | tar xf - -C "$tree"
}

# Programs that install, of which none may be called.
forbid_installing()
{
	for program in apt-get sudo; do
		printf '#!/bin/sh\necho "%s was called" >&2\nexit 1\n' $program >"$dir/bin/$program"
		chmod +x "$dir/bin/$program"
	done
}

# As another user than root, if root is who runs this.
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

# How objects whose name matches would be compiled, a line each.
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
	echo "the flags reach $reached of $of"
	[ "$of" -gt 0 ] && case $1 in
	all) [ "$reached" -eq "$of" ] ;;
	none) [ "$reached" -eq 0 ] ;;
	esac
}

# Whether a file is made anew by a make with these arguments.
is_remade()
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

# usage: installed_explains [OPTION...]: nothing of it may be taken from a tree or kept from another call
installed_explains()
{
	rm -rf "$dir/an explanation"
	as_user env XDG_CACHE_HOME="$dir" "$dest/opt/a b/bin/bareline" explain entry.null_syscall \
		path=syscall --sums -o "$dir/an explanation" "$@"
}

# The build id that a make finds in a tree that lies in a repository of something else, and is
# called by a program that works on that, as git's hooks are.
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

# With nothing but what setup.sh itself needs.
set_up_alone()
{
	mkdir -p "$dir/few"
	for program in sh id flock cut tr sort dirname grep awk; do
		ln -sf "$(command -v $program)" "$dir/few/$program"
	done
	PATH="$dir/few" sh "$tree/scripts/setup.sh" gcc tool
}

# Whether a target looks for what these groups need, where nothing was made yet.
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
expect '`make run` sets up what it needs' sets_up run gcc tool kernel run
expect '`make test` does' sets_up test gcc tool kernel image unit fuzz boot run test aarch64
expect '`make check-fast` does' sets_up check-fast gcc tool kernel unit fuzz run test
expect '`make overhead` does' sets_up overhead gcc tool kernel run
expect 'the build id is not that of another repository' is_not_of_another_repository
rm -rf "$tree/elsewhere" "$dir/elsewhere" "$dir/.git"
expect 'clean with another goal is refused' says 'make clean: give it alone' 2 make -C "$tree" SETUP=no clean all
expect 'all is built from a tarball by a user who may install nothing' make_tree all
expect 'the version is the release' says "^bareline $(cat "$root/VERSION") " 0 \
	"$tree/build/bareline" --version
expect 'and that of the Linux process' says "^bareline-linux $(cat "$root/VERSION") " 0 \
	"$tree/build/bareline-linux" --version
expect 'the flags reach the tool' flags_reach all tool-obj/
expect 'and not the kernel' flags_reach none kernel-obj/
expect 'and nothing of bench/ or lib/, which kernel and Linux process share' \
	flags_reach none measured-obj/
expect 'all is installed' make_tree install DESTDIR="$dest"
expect 'and the tool finds its image' installed_works
expect 'explains what it measured on the metal' installed_explains
cp "$build/linux/vmlinuz" "$dir/vmlinuz"
expect 'and under a Linux' installed_explains --layer linux -- --kernel "$dir/vmlinuz"
for file in bin/bareline-linux share/man/man1/bareline.1 share/man/man1/bareline-linux.1 \
		share/bash-completion/completions/bareline share/zsh/site-functions/_bareline; do
	expect "$file is there" test -s "$dest/opt/a b/$file"
done
expect 'all is taken away' make_tree uninstall DESTDIR="$dest"
expect 'nothing is left' test -z "$(find "$dest" -type f)"
object=build/tool-obj/tools/cmd/main.c.o
expect 'a make with the same flags makes nothing' is_not is_remade $object $object
expect 'one with other flags makes an object anew' is_remade $object $object CFLAGS=-O1
expect 'set-up names what is missing where nothing installs it' \
	says 'library jansson.*libjansson-dev' 1 set_up_alone
sum_up
