/* SPDX-License-Identifier: MIT */
#include "tools/run/count/gate.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/compare/same_machine.h"
#include "tools/record/result.h"
#include "tools/run/change_output.h"
#include "tools/run/machine_request.h"

#define USER_BENCH "count.user"
#define CALLS_BENCH "count.calls"
#define FAULTS_BENCH "count.faults"
#define KERNEL_BENCH "count.kernel"
#define NAME_CHARS_MAX 48

/* ---- A baseline ---- */

static void add_files(struct baseline *baseline, const struct program_files *files)
{
	for (size_t i = 0; i < files->count; i++) {
		const struct program_file *file = &files->items[i];
		char *name = xasprintf("file %s", file->guest);

		if (file->kind == PROGRAM_FILE && file->is_own)
			baseline_add_note(baseline, name, file->sha256);
		else if (file->kind == PROGRAM_FILE)
			baseline_add_condition(baseline, name, file->sha256);
		free(name);
	}
}

static char *join_list(char *const *list)
{
	char *line = xstrdup("");

	for (size_t i = 0; list[i] != NULL; i++) {
		char *longer = xasprintf("%s%s%s", line, i > 0 ? " " : "", list[i]);

		free(line);
		line = longer;
	}
	return line;
}

/* Words of a point have no blanks and commas. */
static char *word_of(const char *name)
{
	char *word = xasprintf("%.*s", NAME_CHARS_MAX, name);

	for (char *c = word; *c != '\0'; c++)
		*c = *c == ' ' || *c == ',' || *c == '=' || *c == ':' ? '_' : *c;
	return word;
}

/* Samples of the runs: "12*2", or "12*1 13*1". */
static void add_metric(struct baseline *baseline, const char *name, const uint64_t *values,
		       size_t count)
{
	size_t size;
	char *text;
	FILE *file = file_in_memory(&text, &size);

	for (size_t i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && values[next] == values[i]; next++)
			;
		fprintf(file, "%s%" PRIu64 "*%zu", i > 0 ? " " : "", values[i], next - i);
	}
	file_end_memory(file, &text);
	baseline_append(baseline, "%s warm: %s", name, text);
	free(text);
}

/* A number of each run's row of that entry. */
static void add_entry(struct baseline *baseline, const struct measured *measured,
		      const struct entry_row *row, const char *name, size_t offset)
{
	uint64_t *values = xcalloc(measured->run_count, sizeof(*values));

	for (size_t i = 0; i < measured->run_count; i++) {
		const struct entry_row *own = counted_run_row(&measured->runs[i], row->kind,
							      row->name);

		if (own != NULL)
			memcpy(&values[i], (const char *)own + offset, sizeof(values[i]));
	}
	add_metric(baseline, name, values, measured->run_count);
	free(values);
}

static void add_row(struct baseline *baseline, const struct measured *measured,
		    const struct entry_row *row, const char *program, enum gate_subject subject)
{
	bool is_fault = row->kind == COUNTED_EXCEPTION && strcmp(row->name, PAGE_FAULT) == 0;
	char *name;

	if (row->kind != COUNTED_CALL && !is_fault)
		return;
	if (is_fault)
		name = xasprintf(FAULTS_BENCH "%s", program);
	else
		name = xasprintf(CALLS_BENCH "%s call=%s", program, row->name);
	add_entry(baseline, measured, row, name, offsetof(struct entry_row, number));
	free(name);
	if (subject != GATE_KERNEL)
		return;
	name = xasprintf(KERNEL_BENCH "%s entry=%s", program, row->name);
	add_entry(baseline, measured, row, name, offsetof(struct entry_row, least));
	free(name);
}

static void add_program(struct baseline *baseline, const struct measured *measured,
			enum gate_subject subject)
{
	const struct counted_run *first = &measured->runs[0];
	uint64_t *values = xcalloc(measured->run_count, sizeof(*values));
	char *word = measured->name != NULL ? word_of(measured->name) : NULL;
	char *program = word != NULL ? xasprintf(" %s=%s", measured->is_key ? "key" : "program",
						 word)
				     : xstrdup("");
	char *name = xasprintf(USER_BENCH "%s", program);
	char *about = xasprintf("kernel instructions%s", program);
	char *arguments = xasprintf("program%s", program);
	char *environment = join_list(measured->program.environment);
	char *keys = join_list(measured->program.keys);
	char *sum = xasprintf("%" PRIu64, first->kernel);

	baseline_add_condition(baseline, arguments, measured->line);
	free(arguments);
	arguments = xasprintf("environment%s", program);
	baseline_add_condition(baseline, arguments, environment);
	free(arguments);
	arguments = xasprintf("keys%s", program);
	if (keys[0] != '\0')
		baseline_add_condition(baseline, arguments, keys);
	baseline_add_note(baseline, about, sum);
	for (size_t i = 0; i < measured->run_count; i++)
		values[i] = measured->runs[i].user;
	add_metric(baseline, name, values, measured->run_count);
	for (size_t i = 0; i < first->row_count; i++)
		add_row(baseline, measured, &first->rows[i], program, subject);
	free(sum);
	free(keys);
	free(environment);
	free(arguments);
	free(about);
	free(name);
	free(program);
	free(word);
	free(values);
}

struct baseline gate_baseline(const struct measure_request *request,
			      const struct measurement *measurement, enum gate_subject subject,
			      const char *qemu, const char *kernel)
{
	const struct count_request *boot = &request->boot;
	struct baseline baseline = {0};
	char *machine = xasprintf("%s, CPUs %lu, memory %s%s%s",
				  kept_boot_machine(boot->arch, NULL).cpu, boot->cpus,
				  boot->memory, boot->append != NULL ? ", " : "",
				  boot->append != NULL ? boot->append : "");

	baseline_add_condition(&baseline, "host", "linux");
	baseline_add_condition(&baseline, "machine", machine);
	baseline_add_condition(&baseline, "qemu", qemu);
	if (subject == GATE_KERNEL)
		baseline_add_note(&baseline, "kernel", kernel);
	else
		baseline_add_condition(&baseline, "kernel", kernel);
	baseline_add_note(&baseline, "boot", measurement->boot_id);
	add_files(&baseline, &measurement->files);
	for (size_t i = 0; i < measurement->count; i++)
		add_program(&baseline, &measurement->items[i], subject);
	free(machine);
	return baseline;
}

/* ---- The comparison ---- */

/* If one side never makes a call of the other side, it makes the call 0 times. */
static void add_zeros(struct baseline *baseline, const struct baseline *other)
{
	for (size_t i = 0; i < other->count; i++) {
		const char *name = other->lines[i].name;

		if ((strncmp(name, CALLS_BENCH " ", strlen(CALLS_BENCH " ")) == 0 ||
		     strncmp(name, FAULTS_BENCH " ", strlen(FAULTS_BENCH " ")) == 0) &&
		    baseline_find(baseline, name) == NULL)
			baseline_append(baseline, "%s: 0*1", name);
	}
}

static void print_refused(const struct gate_side *base, const struct reasons *refused)
{
	for (size_t i = 0; i < refused->count; i++)
		fprintf(stderr, "  %s\n", refused->texts[i]);
	warnx("%s: not compared; the conditions differ, run with --update to replace the baseline",
	      base->name);
}

int gate_compare(const struct gate_side *base, const struct gate_side *new,
		 const char *const *paths)
{
	const struct change_output output = {.paths = paths};
	struct comparison comparison = {.kind = COMPARE_CHANGE};
	struct reasons refused = {0}, notes = {0};
	struct change_report report = {.refused = &refused, .notes = &notes, .is_gate = true};
	struct judging judging = {.threshold_part = 0};
	int status = EXIT_USAGE;
	bool written;

	add_zeros(base->baseline, new->baseline);
	add_zeros(new->baseline, base->baseline);
	compared_runs_add_baseline(&comparison.sides[BASE], base->name, base->baseline);
	compared_runs_add_baseline(&comparison.sides[NEW], new->name, new->baseline);
	same_machine_compare_conditions(&comparison, &refused);
	if (refused.count > 0) {
		print_refused(base, &refused);
		written = change_write_refused(&refused, EXIT_GOOD, &output);
	} else {
		same_machine_add_notes(&comparison, &notes);
		compare_make(&comparison, NULL);
		written = change_judge_and_write(&comparison, &report, &judging, &output);
		status = change_count_failures(&report) > 0 ? EXIT_FAILED : EXIT_GOOD;
	}
	reasons_free(&notes);
	reasons_free(&refused);
	compare_free(&comparison);
	return written ? status : EXIT_MACHINE;
}
