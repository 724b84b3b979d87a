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
# the distribution besides those that the machine uses; of lists that are there only what is newer
fetch_lists()
{
	command -v apt-get >/dev/null || {
		echo "fetch: there is no apt-get here to fetch packages with; --kernel, and" \
			"--hypervisor-kernel, name another Linux, such as the host's below /boot" >&2
		return 1
	}
	mkdir -p "$1/state/lists/partial" "$1/cache/archives/partial"
	[ $# -lt 3 ] || apt-get indextargets 'Created-By: Packages' 'Component: main' \
		--format "deb \$(REPO_URI) \$(RELEASE) main $3" | sort -u >"$1/sources.list"
	fetch_apt "$1" "$2" apt-get -qq update
}

# usage: fetch_begin NAME DIRECTORY: set $fetched to where lists and packages are kept from call to call and
# from tree to tree, for what is called NAME, which is this process's alone until it ends; DIRECTORY where
# there is no such place
fetch_begin()
{
	fetched=${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/bareline/$1
	mkdir -p "$fetched" 2>/dev/null && [ -w "$fetched" ] || fetched=$2
	mkdir -p "$fetched"
	exec 8>"$fetched/lock"
	flock 8
}

# The packages' files, by name. Those that are there are not fetched again; what is there of other versions
# goes.
# usage: fetch_packages DIRECTORY ARCHITECTURE PACKAGE...
fetch_packages()
{
	fetch_from=$1
	fetch_for=$2
	shift 2
	rm -rf "$fetch_from/partial"
	mkdir -p "$fetch_from/partial"
	# Of a package that lies where it is called nothing would be said.
	fetch_files=$(cd "$fetch_from/partial" &&
		fetch_apt .. "$fetch_for" apt-get -qq --print-uris download "$@" | awk '{ print $2 }')
	[ -n "$fetch_files" ] || return 1
	for fetch_file in $fetch_files; do
		[ -f "$fetch_from/$fetch_file" ] || fetch_files_lack=yes
	done
	if [ -n "${fetch_files_lack-}" ]; then
		rm -f "$fetch_from"/*.deb
		(cd "$fetch_from/partial" && fetch_apt .. "$fetch_for" apt-get -qq download "$@") || return 1
		mv "$fetch_from"/partial/*.deb "$fetch_from"
	fi
	fetch_files_lack=
}

# usage: fetch_unpack DIRECTORY ARCHITECTURE TARGET PACKAGE...: put the packages' files into TARGET
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

# The package of a kernel, and the files of all that it consists of: Linux 7 comes in several packages.
# usage: fetch_kernel DIRECTORY TARGET METAPACKAGE...: the first of the metapackages that there is; sets
# $fetch_package to the package's name
fetch_kernel()
{
	fetch_lists_of=$1
	fetch_tree=$2
	shift 2
	for fetch_meta; do
		fetch_package=$(fetch_apt "$fetch_lists_of" amd64 apt-cache depends --important "$fetch_meta" \
			2>/dev/null | sed -n 's/^ *Depends: \(linux-image-.*\)$/\1/p' | head -n 1)
		[ -z "$fetch_package" ] || break
	done
	[ -n "$fetch_package" ] || {
		echo "fetch: apt knows none of $*, or no kernel that they depend on" >&2
		return 1
	}
	fetch_more=$(fetch_apt "$fetch_lists_of" amd64 apt-cache depends --important "$fetch_package" |
		sed -n 's/^ *Depends: \(linux-[a-z]*-[0-9].*\)$/\1/p')
	# shellcheck disable=SC2086  # a list of packages
	fetch_unpack "$fetch_lists_of" amd64 "$fetch_tree" "$fetch_package" $fetch_more
}

# usage: fetch_vmlinuz TREE FILE: put an unpacked kernel there, with the time of the call
fetch_vmlinuz()
{
	find "$1" -name 'vmlinuz*' -type f -exec mv {} "$2.new" \;
	touch "$2.new"
	mv "$2.new" "$2"
}

# usage: fetch_find_module TREE NAME: print the file of a module in an unpacked kernel, if there is one
fetch_find_module()
{
	find "$1" -path '*/modules/*' -name "$(echo "$2" | sed 's/[-_]/[-_]/g').ko*" | head -n 1
}

# usage: fetch_decompress FILE: print a module
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

# Put modules of an unpacked kernel, and the modules that these depend on, into DIRECTORY: decompressed, and
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

# usage: fetch_module NAME: one of them, with what it depends on (Linux, kernel/module: "depends", "softdep")
fetch_module()
{
	# A recursive call changes all but the parameters.
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
