# SPDX-License-Identifier: MIT
# Packages of the machine's own package sources, downloaded and unpacked but not installed, for a
# script that sources this. Takes no root: apt works on lists and a cache of its own in a directory.

# usage: fetch_apt DIRECTORY ARCHITECTURE COMMAND...: run one of apt's programs on what is kept there
fetch_apt()
{
	fetch_directory=$(cd "$1" && pwd)
	fetch_architecture=$2
	shift 2
	set -- "$@" -o Dir::State="$fetch_directory/state" -o Dir::Cache="$fetch_directory/cache" \
		-o Dir::State::status=/var/lib/dpkg/status -o APT::Sandbox::User=root \
		-o APT::Architecture="$fetch_architecture" -o APT::Architectures="$fetch_architecture"
	[ ! -f "$fetch_directory/sources.list" ] ||
		set -- "$@" -o Dir::Etc::SourceList="$fetch_directory/sources.list" \
			-o Dir::Etc::SourceParts=/dev/null
	"$@"
}

# usage: fetch_lists DIRECTORY ARCHITECTURE [SECTION]: get the lists of packages, of that section of
# the distribution besides those that the machine uses
fetch_lists()
{
	command -v apt-get >/dev/null || {
		echo "fetch: there is no apt-get here to fetch packages with" >&2
		return 1
	}
	rm -rf "$1"
	mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
	[ $# -lt 3 ] || apt-get indextargets 'Created-By: Packages' 'Component: main' \
		--format "deb \$(REPO_URI) \$(RELEASE) main $3" | sort -u >"$1/sources.list"
	fetch_apt "$1" "$2" apt-get -qq update
}

# usage: fetch_unpack DIRECTORY ARCHITECTURE TARGET PACKAGE...: put the packages' files into TARGET
fetch_unpack()
{
	fetch_from=$1
	fetch_for=$2
	fetch_target=$3
	shift 3
	(cd "$fetch_from" && fetch_apt . "$fetch_for" apt-get -qq download "$@") || return 1
	mkdir -p "$fetch_target"
	for fetch_package in "$fetch_from"/*.deb; do
		dpkg-deb -x "$fetch_package" "$fetch_target" || return 1
	done
	rm -f "$fetch_from"/*.deb
}
