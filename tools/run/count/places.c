/* SPDX-License-Identifier: MIT */
/* One address may have several names: the function of a system call without arguments is also that
 * of 32-bit programs. So the lines are read here, and not by symbol_list.h. */
#include "tools/run/count/places.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/file.h"
#include "tools/base/line.h"
#include "tools/plugin/program_places.h"

#define SYMBOLS_BYTES_MAX (64u << 20)
#define LINE_BYTES_MAX 4096
#define NAME_BYTES_MAX 128

static const struct {
	const char *name;
	enum place_kind kind;
	bool is_prefix;         /* the rest of the symbol is the place's name */
	bool is_required;
} wanted[] = {
	{"entry_SYSCALL_64", PLACE_ENTRY, false, true},
	{"__x64_sys_", PLACE_CALL, true, true},
	{"asm_exc_", PLACE_EXCEPTION, true, true},
	{"asm_sysvec_", PLACE_INTERRUPT, true, true},
	{"irq_entries_start", PLACE_STUBS, false, true},
	{"spurious_entries_start", PLACE_STUBS_END, false, true},
	{"__switch_to_asm", PLACE_SWITCH, false, true},
	{"do_exit", PLACE_EXIT, false, true},
	{"do_idle", PLACE_IDLE, false, false},
};

#define WANTED (sizeof(wanted) / sizeof(wanted[0]))

/* "ffffffff81c00080 T entry_SYSCALL_64"; symbols of modules have another word. */
static void write_place(const char *line, FILE *file, bool *found)
{
	char kind, name[NAME_BYTES_MAX];
	uint64_t address;
	int end = 0;

	if (sscanf(line, "%" SCNx64 " %c %127s%n", &address, &kind, name, &end) != 3 ||
	    strchr("tTwW", kind) == NULL || line[end + (int)strspn(line + end, "\r\n")] != '\0')
		return;
	for (size_t i = 0; i < WANTED; i++) {
		size_t length = strlen(wanted[i].name);

		if (wanted[i].is_prefix ? strncmp(name, wanted[i].name, length) != 0
					: strcmp(name, wanted[i].name) != 0)
			continue;
		found[i] = true;
		fprintf(file, "%c %" PRIx64 " %s\n", (char)wanted[i].kind, address,
			wanted[i].is_prefix ? name + length : name);
	}
}

bool places_write(const char *symbols, const char *path)
{
	FILE *in = file_open(symbols, SYMBOLS_BYTES_MAX, "list of symbols");
	FILE *out = in != NULL ? file_create(path) : NULL;
	bool found[WANTED] = {false}, good = out != NULL;
	size_t capacity = 0;
	char *line = NULL;

	while (good && line_read(&line, &capacity, in, LINE_BYTES_MAX) > 0)
		write_place(line, out, found);
	for (size_t i = 0; good && i < WANTED; i++) {
		if (wanted[i].is_required && !found[i]) {
			warnx("%s: the kernel has no symbol %s%s; give another one with --kernel",
			      symbols, wanted[i].name, wanted[i].is_prefix ? "…" : "");
			good = false;
		}
	}
	free(line);
	if (in != NULL)
		fclose(in);
	if (good)
		return file_finish(out, path);
	file_abandon(out);
	return false;
}
