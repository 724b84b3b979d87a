#!/bin/sh
# Check who includes whom: every #include goes from a room to one that docs/design.md lets it see,
# and code that runs without a C library includes none of its headers. Prints each forbidden edge as
# file:line and fails if there is one. With a directory as argument it checks that tree instead.
set -eu
cd "${1:-$(dirname "$0")/..}"

find boot kernel bench lib linux tools \
	\( -name '*.[chS]' -o -name '*.def' -o -name '*.inc' \) 2>/dev/null | sort | xargs awk '
BEGIN {
	# What each room may include besides itself.
	may["lib"] = ""
	may["bench"] = "lib"
	may["kernel"] = "bench lib boot/boot_info.h boot/layout.h"
	may["boot"] = "lib"
	may["linux"] = "bench lib"
	may["tools"] = "lib"

	freestanding = " stdarg.h stdbool.h stddef.h stdint.h "
	may_angle["lib"] = may_angle["bench"] = may_angle["kernel"] = freestanding
	may_angle["boot"] = freestanding "efi.h efilib.h "
}

function room_of(path) { return substr(path, 1, index(path, "/") - 1) }

function quoted_is_allowed(room, target,   allowed, n, i) {
	if (room_of(target) == room || room_of(target) == "")
		return room_of(target) == room
	n = split(may[room], allowed, " ")
	for (i = 1; i <= n; i++)
		if (target == allowed[i] || room_of(target) == allowed[i])
			return 1
	return 0
}

function complain(target) {
	printf "%s:%d: %s may not include %s\n", FILENAME, FNR, room_of(FILENAME), target
	forbidden++
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, part, "\"")
	if (!quoted_is_allowed(room_of(FILENAME), part[2]))
		complain("\"" part[2] "\"")
}

/^[ \t]*#[ \t]*include[ \t]*</ {
	split($0, part, /[<>]/)
	room = room_of(FILENAME)
	if (room in may_angle && index(may_angle[room], " " part[2] " ") == 0)
		complain("<" part[2] ">")
}

END { exit forbidden > 0 }
'
