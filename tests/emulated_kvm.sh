# SPDX-License-Identifier: MIT
# Skip a check that needs KVM under emulation if this host's QEMU cannot provide it. Lines in
# tests/checks source this file with build set. Without QEMU the check continues, and fails.

host=$("$build/bareline" doctor 2>&1)
if echo "$host" | grep -q '^ *found  *QEMU' && echo "$host" | grep -q '^ *missing  *KVM under emulation'; then
	echo "skipped: KVM can run no guest under $(qemu-system-x86_64 --version | head -n 1)"
	exit 0
fi
