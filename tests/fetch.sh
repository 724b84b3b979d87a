#!/bin/sh
# SPDX-License-Identifier: MIT
# What the project fetches of the distribution is fetched once, whatever tree or build wants it; a
# newer version takes the older one's place, and a fetch that breaks off leaves nothing that looks
# whole. By an apt of the test's own, which counts.
# usage: tests/fetch.sh BUILD
set -u
cd "$(dirname "$0")/.." || exit
dir=$(realpath "$1")/fetch-test
rm -rf "$dir"
mkdir -p "$dir/bin"
# shellcheck source=tests/expect.sh
. tests/expect.sh

cat >"$dir/bin/apt-get" <<'END'
#!/bin/sh
version=$(cat "$FETCH_TEST/version")
case " $* " in
*" --print-uris "*) [ -e "made_$version.deb" ] || echo "'http://none/made' made_$version.deb 4 SHA256:0" ;;
*" download "*)
	echo download >>"$FETCH_TEST/log"
	echo whole >"made_$version.deb"
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
expect 'by one download' downloads 1
expect 'another tree gets it' unpack 1 second
expect 'from what is kept' downloads 1
expect 'whole' grep -q whole "$dir/second/unpacked"
expect 'a newer version is fetched' unpack 2 first
expect 'by a second download' downloads 2
expect 'and takes the place of the older' sh -c '[ "$(echo "$1"/*.deb)" = "$1/made_2.deb" ]' sh \
	"$dir/cache/bareline/made"
: >"$dir/broken"
expect 'a fetch that breaks off fails' exits_with 1 unpack 3 first
rm "$dir/broken"
expect 'and is made again' unpack 3 third
expect 'to the end' grep -q whole "$dir/third/unpacked"
sum_up
