/* SPDX-License-Identifier: MIT */
/* The kernel's activity on a CPU: /proc/interrupts and /proc/softirqs have a column per CPU, and
 * lines "name: count count … description"; /proc/stat counts switches of all CPUs together.
 * proc(5). */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/platform.h"
#include "lib/text/string.h"
#include "linux/schedule.h"

#define LINE_CHARS 8192                 /* enough for a machine with hundreds of CPUs */

struct table {
	struct platform_activity *activities;
	uint32_t count, capacity;
};

static void activity_add(struct table *table, const char *source, const char *name, uint64_t count)
{
	struct platform_activity *activity = &table->activities[table->count];

	if (table->count == table->capacity)
		return;
	activity->source = source;
	text_copy(activity->name, sizeof(activity->name), name);
	activity->count = count;
	table->count++;
}

/* The column with the heading "CPUn", from 0; -1 if there is none. */
static int find_column(char *heading, int number)
{
	char wanted[16], *rest = NULL;
	int column = 0;

	snprintf(wanted, sizeof(wanted), "CPU%d", number);
	for (char *word = strtok_r(heading, " \n", &rest); word != NULL;
	     word = strtok_r(NULL, " \n", &rest), column++) {
		if (strcmp(word, wanted) == 0)
			return column;
	}
	return -1;
}

/* The name of a numbered interrupt is the text at the end of its line. The names of other
 * interrupts are at the start. */
static void add_line(struct table *table, const char *source, char *line, int column)
{
	char *colon = strchr(line, ':'), *at = colon, *last, name[PLATFORM_ACTIVITY_CHARS];
	uint64_t count = 0;

	if (colon == NULL)
		return;
	*colon = '\0';
	for (int i = 0; i <= column; i++) {
		char *begin = at + 1;

		count = strtoull(begin, &at, 10);
		if (at == begin)
			return;
	}
	line += strspn(line, " ");
	at[strcspn(at, "\n")] = '\0';
	last = strrchr(at, ' ');
	if (isdigit((unsigned char)*line) && last != NULL)
		snprintf(name, sizeof(name), "%s%s", line, last);
	else
		text_copy(name, sizeof(name), line);
	activity_add(table, source, name, count);
}

static void add_file(struct table *table, const char *source, const char *path, int number)
{
	static char line[LINE_CHARS];
	FILE *file = fopen(path, "r");
	int column = -1;

	if (file == NULL)
		return;
	if (fgets(line, sizeof(line), file) != NULL)
		column = find_column(line, number);
	while (column >= 0 && fgets(line, sizeof(line), file) != NULL)
		add_line(table, source, line, column);
	fclose(file);
}

static void add_switches(struct table *table)
{
	static char line[LINE_CHARS];
	FILE *file = fopen("/proc/stat", "r");

	if (file == NULL)
		return;
	while (fgets(line, sizeof(line), file) != NULL) {
		if (strncmp(line, "ctxt ", 5) == 0)
			activity_add(table, "switch", "all CPUs", strtoull(line + 5, NULL, 10));
	}
	fclose(file);
}

uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity)
{
	struct table table = {.activities = activities, .capacity = capacity};
	int number = schedule_number(cpu);

	add_switches(&table);
	add_file(&table, "interrupt", "/proc/interrupts", number);
	add_file(&table, "softirq", "/proc/softirqs", number);
	return table.count;
}
