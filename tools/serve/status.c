/* SPDX-License-Identifier: MIT */
/* What a server has seen, for a terminal. The characters of texts are checked when they are
 * received. */
#include "tools/serve/status.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"

#define TIME_CHARS 32

static void write_time(char to[TIME_CHARS], time_t when)
{
	struct tm local;

	to[0] = '\0';
	if (when != 0 && localtime_r(&when, &local) != NULL)
		strftime(to, TIME_CHARS, "%H:%M:%S", &local);
}

static const char *progress(const struct machine *machine)
{
	if (machine->run[0] != '\0')
		return machine->verdict[0] != '\0' ? machine->verdict : "received earlier";
	return machine->config[0] != '\0' ? "running" : "started";
}

static int compare_seen(const void *a, const void *b)
{
	const struct machine *first = *(const struct machine *const *)a;
	const struct machine *second = *(const struct machine *const *)b;

	return (first->seen < second->seen) - (first->seen > second->seen);
}

void status_row_prove(const struct machines *machines, const struct machine *shown, size_t row)
{
	size_t later = 0;

	for (size_t i = 0; i < machines->count; i++)
		later += machines->items[i].seen > shown->seen;
	proof_require(later <= row, "the terminal's machine %zu is %s, but %zu were seen later",
		      row + 1, shown->address, later);
}

void status_write(const struct machines *machines, const char *title, size_t rows, FILE *file)
{
	const struct machine **sorted = xcalloc(machines->count + 1, sizeof(*sorted));
	char seen[TIME_CHARS];

	for (size_t i = 0; i < machines->count; i++)
		sorted[i] = &machines->items[i];
	qsort(sorted, machines->count, sizeof(*sorted), compare_seen);
	fprintf(file, "%s\n%zu machines, %u results\n\n%-8s  %-15s  %-12s  %-24s  %s\n", title,
		machines->count, machines_results(machines), "Seen", "Address", "MAC",
		"Configuration", "State");
	for (size_t i = 0; i < machines->count && i < rows; i++) {
		status_row_prove(machines, sorted[i], i);
		write_time(seen, sorted[i]->seen);
		fprintf(file, "%-8s  %-15s  %-12s  %-24.24s  %.60s\n", seen, sorted[i]->address,
			sorted[i]->mac, sorted[i]->config, progress(sorted[i]));
	}
	if (machines->count > rows)
		fprintf(file, "… and %zu more\n", machines->count - rows);
	fflush(file);
	free(sorted);
}
