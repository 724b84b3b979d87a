#!/bin/sh
# SPDX-License-Identifier: MIT
# Write an initramfs with gVisor, for `bareline run --linux --initramfs`: with the kernel parameter
# rdinit=/gvisor/init, the guest runs bareline-linux-static under gVisor and writes its records to
# the serial port. Needs runsc and a static busybox (Debian: busybox-static).
# usage: scripts/gvisor-guest.sh OUTPUT PROGRAM [ARGUMENT]...; PROGRAM: bareline-linux-static
set -eu

[ $# -ge 2 ] || { sed -n 's/^# \(usage: .*\)/\1/p' "$0" >&2; exit 2; }
output=$1
program=$2
shift 2
runsc=$(command -v runsc) || { echo 'runsc: not found; install the package runsc' >&2; exit 2; }
busybox=$(command -v busybox) || { echo 'busybox: not found; install busybox-static' >&2; exit 2; }

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/gvisor"
cp "$busybox" "$tree/gvisor/busybox"
cp "$runsc" "$tree/gvisor/runsc"
cp "$program" "$tree/gvisor/bareline-linux"

# gVisor calls pivot_root(), which the initial root file system refuses.
cat >"$tree/gvisor/init" <<'END'
#!/gvisor/busybox sh
/gvisor/busybox mkdir -p /new
/gvisor/busybox mount -t tmpfs tmpfs /new
/gvisor/busybox cp -a /gvisor /new/
for name in proc sys dev tmp run root; do
	/gvisor/busybox mkdir "/new/$name"
done
exec /gvisor/busybox switch_root /new /gvisor/measure
END

cat >"$tree/gvisor/measure" <<END
#!/gvisor/busybox sh
export PATH=/gvisor HOME=/root
/gvisor/busybox mount -t proc proc /proc
/gvisor/busybox mount -t sysfs sysfs /sys
/gvisor/busybox mount -t devtmpfs devtmpfs /dev
/gvisor/busybox stty -F /dev/ttyS0 raw -echo
# The log of a run is the serial port's, so nothing else is written to it.
/gvisor/runsc --root=/run/runsc --network=none --ignore-cgroups \\
	do /gvisor/bareline-linux -q $* >/run/records 2>/run/errors
/gvisor/busybox cat /run/records >/dev/ttyS0
/gvisor/busybox poweroff -f
END
chmod +x "$tree/gvisor/init" "$tree/gvisor/measure"

(cd "$tree" && find gvisor | sort | "$busybox" cpio -o -H newc 2>/dev/null) >"$output"
