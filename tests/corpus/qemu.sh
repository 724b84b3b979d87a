#!/bin/sh
# SPDX-License-Identifier: MIT
# A QEMU that boots nothing: it sends a log, and ends as the kernel or Linux does after a good run.
# CORPUS_LOG names the log; @ stands for the name of the run's directory, such as base-1, and % for the
# name without its number.
[ "$1" = --version ] && { echo 'QEMU emulator version 7.2.0 (replay)'; exit 0; }
for argument; do
	case $argument in file,id=log,path=*) serial=${argument#*path=} ;; esac
done
run=$(basename "$(dirname "$serial")")
cat "$(printf %s "$CORPUS_LOG" | sed "s,@,$run,; s,%,${run%-*},")" >"$serial" || exit 1
case "$*" in *-initrd*) exit 0 ;; esac
exit 33
