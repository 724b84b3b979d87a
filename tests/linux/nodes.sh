#!/bin/sh
# SPDX-License-Identifier: MIT
# Boot the image and Linux on a machine with two memory nodes of 256 MiB, with a CPU each. Both must
# measure all four pairs of nodes, verify where the memory is, and agree on the numbers of the nodes,
# so that `bareline overhead` pairs the points.
#
# usage: tests/linux/nodes.sh BUILD
set -eu

here=$(dirname "$0")/..
build=$1
dir=$build/nodes
rm -rf "$dir"
mkdir -p "$dir"
. "$here/expect.sh"

cat >"$dir/qemu" <<'END'
#!/bin/sh
exec qemu-system-x86_64 "$@" -m 512M \
	-object memory-backend-ram,id=first,size=256M -object memory-backend-ram,id=second,size=256M \
	-numa node,nodeid=0,memdev=first,cpus=0 -numa node,nodeid=1,memdev=second,cpus=1 \
	-numa dist,src=0,dst=1,val=21
END
chmod +x "$dir/qemu"

# usage: boot NAME OPTION...
boot()
{
	name=$1
	shift
	"$build/bareline" run --quiet --qemu "$dir/qemu" --cpus 2 --append samples=3 \
		--bench null.timing --bench 'mem.node_*' -o "$dir/$name" "$@" >"$dir/$name.txt" 2>&1
}

# usage: has_pairs NAME
has_pairs()
{
	[ "$(grep -c '^@series .* point="cpu_node=[01] node=[01]" ' "$dir/$1/serial.log")" -eq 8 ]
	grep -q '^@node_path .* from=1 to=0 distance=21 ' "$dir/$1/serial.log"
	! grep '^@failed_check\|^@fault' "$dir/$1/serial.log"
}

overhead_pairs_nodes()
{
	"$build/bareline" overhead "$dir/metal" "$dir/linux" >"$dir/overhead.txt"
	grep 'mem.node_latency  *4 ' "$dir/overhead.txt"
	grep 'mem.node_bandwidth  *4 ' "$dir/overhead.txt"
}

expect 'the image boots' boot metal
expect 'Linux boots' boot linux --linux
expect 'the image measures all pairs of nodes' has_pairs metal
expect 'Linux measures all pairs of nodes' has_pairs linux
expect 'overhead pairs the nodes' overhead_pairs_nodes
sum_up
