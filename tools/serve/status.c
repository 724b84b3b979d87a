/* SPDX-License-Identifier: MIT */
/* See status.h. Texts of machines are untrusted: their characters are checked when they are
 * received, and the page escapes them. */
#include "tools/serve/status.h"

#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"

#define TIME_CHARS 32

static const char style[] =
	":root{color-scheme:light dark}body{font:16px/1.4 system-ui,sans-serif;margin:2em}"
	"table{border-collapse:collapse}th,td{text-align:left;padding:.3em 1em .3em 0;"
	"border-bottom:1px solid #8886}td{font-variant-numeric:tabular-nums}";

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

static void write_cell(FILE *file, const char *text)
{
	fputs("<td>", file);
	escape_xml(file, text);
	fputs("</td>", file);
}

char *status_page(const struct machines *machines)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	fprintf(file,
		"<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width\">\n"
		"<meta http-equiv=\"refresh\" content=\"5\">\n"
		"<title>Bareline: %zu machines, %u results</title>\n<style>%s</style>\n"
		"<h1>Bareline</h1>\n<p>Machines: %zu. Results: %u.</p>\n"
		"<table><thead><tr><th>Address</th><th>MAC</th><th>Configuration</th>"
		"<th>Results</th><th>Last run</th><th>State</th><th>Seen</th></tr></thead>\n"
		"<tbody>\n", machines->count, machines_results(machines), style,
		machines->count, machines_results(machines));
	for (size_t i = 0; i < machines->count; i++) {
		const struct machine *machine = &machines->items[i];
		char results[16], seen[TIME_CHARS];

		snprintf(results, sizeof(results), "%u", machine->results);
		write_time(seen, machine->seen);
		fputs("<tr>", file);
		write_cell(file, machine->address);
		write_cell(file, machine->mac);
		write_cell(file, machine->config);
		write_cell(file, results);
		write_cell(file, machine->run);
		write_cell(file, progress(machine));
		write_cell(file, seen);
		fputs("</tr>\n", file);
	}
	fputs("</tbody></table>\n</html>\n", file);
	file_end_memory(file, &text);
	return text;
}

static int compare_seen(const void *a, const void *b)
{
	const struct machine *first = *(const struct machine *const *)a;
	const struct machine *second = *(const struct machine *const *)b;

	return (first->seen < second->seen) - (first->seen > second->seen);
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
		write_time(seen, sorted[i]->seen);
		fprintf(file, "%-8s  %-15s  %-12s  %-24.24s  %.60s\n", seen, sorted[i]->address,
			sorted[i]->mac, sorted[i]->config, progress(sorted[i]));
	}
	if (machines->count > rows)
		fprintf(file, "… and %zu more\n", machines->count - rows);
	fflush(file);
	free(sorted);
}
