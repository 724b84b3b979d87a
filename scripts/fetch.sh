# SPDX-License-Identifier: MIT
# Download packages of the distribution and unpack them without installation. Scripts source this
# file. Needs no root: apt uses lists and a cache in a separate directory.

# usage: fetch_apt DIRECTORY ARCHITECTURE COMMAND...: run an apt program with the state in DIRECTORY
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

# usage: fetch_lists DIRECTORY ARCHITECTURE [SECTION]: update the lists of packages of the machine's
# sections and of SECTION; only newer lists are downloaded
fetch_lists()
{
	command -v apt-get >/dev/null || {
		echo "fetch: no apt-get to fetch packages; --kernel, and" \
			"--hypervisor-kernel, name another Linux, such as the host's below /boot" >&2
		return 1
	}
	mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
	[ "$2" != riscv64 ] || fetch_newer "$1"
	[ $# -lt 3 ] || apt-get indextargets 'Created-By: Packages' 'Component: main' \
		--format "deb \$(REPO_URI) \$(RELEASE) main $3" | sort -u >"$1/sources.list"
	fetch_apt "$1" "$2" apt-get -qq update
}

# Debian has riscv64 since 13, so an older one fetches from that release of its mirror.
# usage: fetch_newer DIRECTORY
fetch_newer()
{
	case $(. /etc/os-release && echo "$ID-${VERSION_ID:-}") in
	debian-11 | debian-12)
		apt-get indextargets 'Created-By: Packages' 'Component: main' --format "\$(REPO_URI) \$(LABEL)" |
			sed -n 's/^\([^ ]*\) Debian$/deb \1 trixie main/p' | head -n 1 >"$1/sources.list" ;;
	esac
}

# usage: fetch_begin NAME DIRECTORY: set $fetched to a persistent directory for lists and packages of
# NAME. It is shared between trees and locked by this process until its end. Without such a place, it
# is DIRECTORY.
fetch_begin()
{
	fetched=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bareline/$1
	mkdir -p "$fetched" 2>/dev/null && [ -w "$fetched" ] || fetched=$2
	mkdir -p "$fetched"
	exec 8>"$fetched/lock"
	flock 8
}

# usage: fetch_is_whole DIRECTORY NAME SIZE HASH: whether a file has the size and the hash of the index, such
# as SHA256:1f...
fetch_is_whole()
{
	[ -f "$1/$2" ] && [ "$(wc -c <"$1/$2")" -eq "$3" ] || return 1
	case $4 in
	SHA256:* | SHA512:*)
		fetch_sum=$(echo "${4%%:*}" | tr A-Z a-z)sum
		[ "$("$fetch_sum" "$1/$2" | cut -d ' ' -f 1)" = "${4#*:}" ] ;;
	*) return 1 ;;
	esac
}

# usage: fetch_is_complete DIRECTORY: whether all files in $fetch_index are whole
fetch_is_complete()
{
	echo "$fetch_index" | while read -r _ fetch_file fetch_size fetch_hash; do
		fetch_is_whole "$1" "$fetch_file" "$fetch_size" "$fetch_hash" || exit 1
	done
}

# File names of the packages. Existing files that equal the index are not downloaded again; others and
# other versions are removed.
# usage: fetch_packages DIRECTORY ARCHITECTURE PACKAGE...
fetch_packages()
{
	fetch_from=$1
	fetch_for=$2
	shift 2
	rm -rf "$fetch_from/partial"
	mkdir -p "$fetch_from/partial"
	# apt prints nothing for a package in the current directory.
	fetch_index=$(cd "$fetch_from/partial" &&
		fetch_apt .. "$fetch_for" apt-get -qq --print-uris download "$@")
	fetch_files=$(echo "$fetch_index" | awk '{ print $2 }')
	[ -n "$fetch_files" ] || return 1
	! fetch_is_complete "$fetch_from" || return 0
	rm -f "$fetch_from"/*.deb
	(cd "$fetch_from/partial" && fetch_apt .. "$fetch_for" apt-get -qq download "$@") || return 1
	fetch_is_complete "$fetch_from/partial" || {
		echo "fetch: $*: the download differs from the package index" >&2
		return 1
	}
	mv "$fetch_from"/partial/*.deb "$fetch_from"
}

# usage: fetch_unpack DIRECTORY ARCHITECTURE TARGET PACKAGE...: unpack the packages into TARGET
fetch_unpack()
{
	fetch_kept=$1
	fetch_target=$3
	fetch_of=$2
	shift 3
	fetch_packages "$fetch_kept" "$fetch_of" "$@" || return 1
	mkdir -p "$fetch_target"
	for fetch_file in $fetch_files; do
		dpkg-deb -x "$fetch_kept/$fetch_file" "$fetch_target" || return 1
	done
}

# The package of a kernel, and all files of its parts: Linux 7 is split into several packages.
# usage: fetch_kernel DIRECTORY ARCHITECTURE TARGET METAPACKAGE...: takes the first existing metapackage; sets
# $fetch_package to the package's name
fetch_kernel()
{
	fetch_lists_of=$1
	fetch_for_kernel=$2
	fetch_tree=$3
	shift 3
	for fetch_meta; do
		fetch_package=$(fetch_apt "$fetch_lists_of" "$fetch_for_kernel" apt-cache depends --important "$fetch_meta" \
			2>/dev/null | sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1)
		[ -z "$fetch_package" ] || break
	done
	[ -n "$fetch_package" ] || {
		echo "fetch: no package $*, or no kernel among their dependencies" >&2
		return 1
	}
	fetch_more=$(fetch_apt "$fetch_lists_of" "$fetch_for_kernel" apt-cache depends --important "$fetch_package" |
		sed -n 's/^ *Depends: \(linux-[a-z]*-[0-9].*\)$/\1/p')
	# shellcheck disable=SC2086  # a list of packages
	fetch_unpack "$fetch_lists_of" "$fetch_for_kernel" "$fetch_tree" "$fetch_package" $fetch_more
}

# usage: fetch_vmlinuz TREE FILE: copy an unpacked kernel to FILE, with the time of the call
fetch_vmlinuz()
{
	find "$1" -name 'vmlinu[xz]-*' -type f -exec mv {} "$2.new" \;
	touch "$2.new"
	mv "$2.new" "$2"
}

# usage: fetch_find_module TREE NAME: print the file of a module in an unpacked kernel, if it exists
fetch_find_module()
{
	find "$1" -path '*/modules/*' -name "$(echo "$2" | sed 's/[-_]/[-_]/g').ko*" | head -n 1
}

# usage: fetch_decompress FILE: print a decompressed module
fetch_decompress()
{
	case $1 in
	*.xz) xz -dc "$1" ;;
	*.zst)
		command -v zstd >/dev/null || {
			echo "fetch: ${1##*/}: zstd is not installed" >&2
			return 1
		}
		zstd -dcq "$1" ;;
	*.gz) gzip -dc "$1" ;;
	*) cat "$1" ;;
	esac
}

# Copy modules of an unpacked kernel, and their dependencies, into DIRECTORY: decompressed, and
# numbered in the order of loading. A module without a file is built into the kernel.
# usage: fetch_modules TREE DIRECTORY NAME...
fetch_modules()
{
	mkdir -p "$2"
	fetch_tree=$1
	fetch_directory=$2
	shift 2
	for fetch_name; do
		fetch_module "$fetch_name"
	done
}

# usage: fetch_module NAME: copy a module and its dependencies (Linux, kernel/module: "depends", "softdep")
fetch_module()
{
	# A recursive call changes every variable except the parameters.
	set -- "$1" "$(fetch_find_module "$fetch_tree" "$1")"
	[ -n "$2" ] && ! [ -e "$(echo "$fetch_directory"/[0-9][0-9]-"$(basename "${2%.ko*}")".ko)" ] || return 0
	# shellcheck disable=SC2046  # a list of names
	set -- "$2" $(fetch_decompress "$2" | tr '\0' '\n' | LC_ALL=C sed -n -e 's/^depends=//p' \
		-e 's/^softdep=pre: //p' | tr ', ' '\n\n')
	for fetch_name; do
		[ "$fetch_name" = "$1" ] || fetch_module "$fetch_name"
	done
	fetch_decompress "$1" >"$fetch_directory/$(($(find "$fetch_directory" -name '*.ko' | wc -l) + 10))-$(
		basename "${1%.ko*}").ko"
}
