#!/bin/sh
# SPDX-License-Identifier: MIT
# Packages of the distribution are fetched only once, for every tree and build. A newer version
# replaces the older one, and an interrupted fetch leaves no complete result. A fake apt counts the
# downloads.
# usage: tests/hosts/fetch.sh BUILD
set -u
cd "$(dirname "$0")/../.." || exit
dir=$(realpath "$1")/fetch-test
rm -rf "$dir"
mkdir -p "$dir/bin"
# shellcheck source=tests/expect.sh
. tests/expect.sh

cat >"$dir/bin/apt-get" <<'END'
#!/bin/sh
version=$(cat "$FETCH_TEST/version")
case " $* " in
*" --print-uris "*)
	sum=$(echo "whole $version" | sha256sum | cut -d ' ' -f 1)
	[ -e "made_$version.deb" ] || echo "'http://none/made' made_$version.deb 8 SHA256:$sum" ;;
*" download "*)
	echo download >>"$FETCH_TEST/log"
	echo "whole $version" >"made_$version.deb"
	[ ! -e "$FETCH_TEST/exchanged" ] || echo "other $version" >"made_$version.deb"
	[ ! -e "$FETCH_TEST/broken" ] || { echo half >"made_$version.deb"; exit 100; } ;;
esac
END
cat >"$dir/bin/dpkg-deb" <<'END'
#!/bin/sh
cp "$2" "$3/unpacked"
END
chmod +x "$dir"/bin/*

# usage: unpack VERSION TARGET
unpack()
{
	echo "$1" >"$dir/version"
	FETCH_TEST=$dir PATH=$dir/bin:$PATH XDG_CACHE_HOME=$dir/cache sh -eu -c '
		. scripts/fetch.sh
		fetch_begin made "$1/none"
		fetch_lists "$fetched" amd64
		fetch_unpack "$fetched" amd64 "$1" made' sh "$dir/$2"
}

downloads()
{
	[ "$(grep -c download "$dir/log")" -eq "$1" ]
}

expect 'a package is fetched and unpacked' unpack 1 first
expect 'one download is enough' downloads 1
expect 'another tree gets the package' unpack 1 second
expect 'the other tree uses the stored package' downloads 1
expect 'the unpacked package is complete' grep -q whole "$dir/second/unpacked"
expect 'a newer version is fetched' unpack 2 first
expect 'a second download fetches the newer version' downloads 2
expect 'the newer version replaces the older one' \
	sh -c '[ "$(echo "$1"/*.deb)" = "$1/made_2.deb" ]' sh \
	"$dir/cache/bareline/made"
echo 'other 2' >"$dir/cache/bareline/made/made_2.deb"
expect 'a stored package with another content' unpack 2 second
expect 'it is fetched again' downloads 3
expect 'and is complete' grep -q 'whole 2' "$dir/second/unpacked"
: >"$dir/exchanged"
rm "$dir/cache/bareline/made/made_2.deb"
expect 'a download that differs from the index is refused' says 'differs from the package index' 1 unpack 2 first
expect 'and not stored' test ! -e "$dir/cache/bareline/made/made_2.deb"
rm "$dir/exchanged"
: >"$dir/broken"
expect 'an interrupted fetch fails' exits_with 1 unpack 3 first
rm "$dir/broken"
expect 'the next fetch works' unpack 3 third
expect 'the next fetch is complete' grep -q whole "$dir/third/unpacked"

# usage: make_module PATH DEPENDENCIES: in a fake kernel, compressed by FILTER
make_module()
{
	mkdir -p "$dir/kernel/lib/modules/1/$(dirname "$1")"
	printf '\177ELF\0depends=%s\0name=x\0' "$2" | $FILTER >"$dir/kernel/lib/modules/1/$1"
}

FILTER=cat
make_module kernel/drivers/leaf-one.ko ''
FILTER='xz -c'
make_module kernel/fs/middle.ko.xz 'leaf_one,built_in'
FILTER='gzip -c'
make_module kernel/top.ko.gz 'middle,leaf_one'
expect 'modules of a kernel are copied' sh -eu -c '. scripts/fetch.sh
	fetch_modules "$1/kernel" "$1/modules" top built_in' sh "$dir"
expect 'their dependencies are copied, each once, without built-in ones' \
	sh -c '[ "$(cd "$1" && echo *)" = "10-leaf-one.ko 11-middle.ko 12-top.ko" ]' sh "$dir/modules"
expect 'the modules are decompressed' \
	sh -c 'grep -q ELF "$1"/10-* && grep -q ELF "$1"/11-* && grep -q ELF "$1"/12-*' sh \
	"$dir/modules"

# Ubuntu's form: none of Debian's metapackages, and modules in a separate package.
cat >"$dir/bin/apt-cache" <<'END'
#!/bin/sh
case " $* " in
*" linux-image-virtual "*) echo '  Depends: linux-image-6.8.0-45-generic' ;;
*" linux-image-6.8.0-45-generic "*)
	echo '  Depends: linux-modules-6.8.0-45-generic'
	echo '  Depends: linux-base' ;;
esac
END
chmod +x "$dir/bin/apt-cache"

# usage: fetch_first METAPACKAGE...: fetches the first existing one, and prints the result
fetch_first()
{
	PATH=$dir/bin:$PATH sh -eu -c '. scripts/fetch.sh
		fetch_unpack() { shift 3; echo "fetched: $*"; }
		fetch_kernel "$0" amd64 "$0/tree" "$@"' "$dir" "$@"
}

expect 'a kernel is fetched by the first existing metapackage, with its modules' \
	says '^fetched: linux-image-6.8.0-45-generic linux-modules-6.8.0-45-generic$' 0 \
	fetch_first linux-image-cloud-amd64 linux-image-virtual linux-image-generic
expect 'without any metapackage, all searched names are printed' \
	says 'no package linux-image-amd64 linux-image-other' 1 \
	fetch_first linux-image-amd64 linux-image-other
sum_up
