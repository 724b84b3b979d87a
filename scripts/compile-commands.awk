# SPDX-License-Identifier: MIT
# Convert the commands of a build to compile_commands.json, for editors and analysers. A file
# compiled in several ways has several entries.
# usage: make -nB V=1 TARGET... | awk -v directory=TREE -f compile-commands.awk

function quoted(text) {
	gsub(/\\/, "\\\\", text)
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}

# A command that continues in the next line.
/\\$/ {
	begun = begun substr($0, 1, length($0) - 1)
	next
}

{
	command = begun $0
	begun = ""
	gsub(/[ \t]+/, " ", command)
	sub(/^ /, "", command)
}

command ~ / -c -o [^ ]+\.o [^ ]+\.[cS]$/ {
	n = split(command, word, " ")
	printf "%s\n{\"directory\": %s, \"command\": %s, \"file\": %s, \"output\": %s}",
		count++ ? "," : "[", quoted(directory), quoted(command), quoted(word[n]),
		quoted(word[n - 1])
}

END { print count ? "\n]" : "[]" }
