#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the first 128 characters of a console font of 8 by 16 pixels, 16 bytes each: ASCII.
# usage: scripts/font.sh FONT
#
# PC Screen Font (kbd, doc/font-formats): version 1 has a header of 4 bytes, the last of which is the
# height; version 2 one of 32, in which header's size, number, height and width stand at 8, 16, 24 and 28.
set -eu

font=$(mktemp)
trap 'rm -f "$font"' EXIT
case $1 in
*.gz) gzip -dc "$1" ;;
*) cat "$1" ;;
esac >"$font"

# usage: bytes OFFSET COUNT: in hexadecimal
bytes()
{
	od -An -v -tx1 -j"$1" -N"$2" "$font" | tr -d ' \n'
}

# usage: word OFFSET
word()
{
	od -An -v -tu4 --endian=little -j"$1" -N4 "$font" | tr -d ' '
}

case $(bytes 0 4) in
3604*) [ "$(bytes 3 1)" = 10 ] && header=4 ;;
72b54a86) [ "$(word 16)" -ge 128 ] && [ "$(word 24)" = 16 ] && [ "$(word 28)" = 8 ] && header=$(word 8) ;;
esac
[ -n "${header-}" ] && [ "$(wc -c <"$font")" -ge $((header + 2048)) ] || {
	echo "font: $1: not a PC Screen Font of 8 by 16 pixels with 128 characters; set FONT=PATH" >&2
	exit 1
}
tail -c +$((header + 1)) "$font" | head -c 2048
