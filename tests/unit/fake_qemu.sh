#!/bin/sh
# SPDX-License-Identifier: MIT
# A fake QEMU for test_run.c. FAKE_QEMU selects the behaviour; FAKE_QEMU_LOG is the log to send.
[ "$1" = --version ] && { echo 'QEMU emulator version 0.0 (fake)'; exit 0; }

serial=
for argument; do
	case $argument in file,id=log,path=*) serial=${argument#*path=} ;; esac
done
serial=$(printf %s "$serial" | sed 's/,,/,/g')
printf '%s\n' "$@" >"$FAKE_QEMU_LOG.arguments"

# The file appears with the complete number, after the serial log was written.
leave_pid()
{
	echo $$ >"$FAKE_QEMU_LOG.pid-new"
	mv "$FAKE_QEMU_LOG.pid-new" "$FAKE_QEMU_LOG.pid"
}

case $FAKE_QEMU in
success)
	cat "$FAKE_QEMU_LOG" >"$serial"
	exit 33 ;;
failure)
	cat "$FAKE_QEMU_LOG" >"$serial"
	exit 35 ;;
truncated)
	cat "$FAKE_QEMU_LOG" >"$serial"
	until grep -q '10/10\]' "${FAKE_QEMU_LOG%/*}/output"; do sleep 0.01; done
	: >"$serial"
	exit 33 ;;
mute)
	exit 33 ;;
cut)
	head -c 3000 "$FAKE_QEMU_LOG" >"$serial"
	exit 33 ;;
reset)
	head -c 3000 "$FAKE_QEMU_LOG" >"$serial"
	exit 0 ;;
power-off)
	cat "$FAKE_QEMU_LOG.aborted" >"$serial"
	exit 0 ;;
aborted)
	cat "$FAKE_QEMU_LOG.aborted" >"$serial"
	exit 33 ;;
late-failure)
	cat "$FAKE_QEMU_LOG" >"$serial"
	printf 'out of luck \033[2J\n' >&2
	exit 1 ;;
death)
	head -c 3000 "$FAKE_QEMU_LOG" >"$serial"
	echo 'the device is on fire' >&2
	kill -SEGV $$ ;;
hang)
	{ head -c 3000 "$FAKE_QEMU_LOG"; printf '\n\033[31mlast words\033[0m\n'; } >"$serial"
	leave_pid
	exec sleep 1000 ;;
silent)
	leave_pid
	exec sleep 1000 ;;
lingering)
	cat "$FAKE_QEMU_LOG" >"$serial"
	leave_pid
	exec sleep 1000 ;;
esac
