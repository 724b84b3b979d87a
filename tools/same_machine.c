/* The manifest and cpu records say what machine it was; a table says which fields must agree. */
#include "tools/same_machine.h"

#include <err.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VALUE_TEXT_MAX (WIRE_TEXT_MAX + 3)      /* in quotes */

struct checked_field {
	enum wire_kind kind;
	const char *field;
	const char *meaning;
};

static const struct checked_field must_agree[] = {
	{WIRE_cpu, "vendor", "CPU vendor"},
	{WIRE_cpu, "brand", "CPU"},
	{WIRE_cpu, "family", "CPU family"},
	{WIRE_cpu, "model", "CPU model"},
	{WIRE_cpu, "stepping", "CPU stepping"},
	{WIRE_manifest, "hypervisor", "hypervisor"},
	{WIRE_manifest, "time_base", "time base"},
	{WIRE_manifest, "build", "build"},
};

/* Of the runs of Linux with one another. */
static const struct checked_field one_kernel[] = {
	{WIRE_manifest, "kernel", "kernel"},
	{WIRE_manifest, "mitigations", "the set of mitigations"},
};

static const struct checked_field should_agree[] = {
	{WIRE_manifest, "compiler", "compiler"},
	{WIRE_manifest, "suite", "suite"},
	{WIRE_cpu, "microcode", "microcode"},
	{WIRE_cpu, "count", "number of CPUs"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void add(struct reasons *reasons, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct reasons *reasons, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		err(2, "out of memory");
	va_end(args);
	for (size_t i = 0; i < reasons->count; i++) {
		if (strcmp(reasons->texts[i], text) == 0) {
			free(text);
			return;
		}
	}
	reasons->texts = reallocarray(reasons->texts, reasons->count + 1, sizeof(text));
	if (reasons->texts == NULL)
		err(2, "out of memory");
	reasons->texts[reasons->count++] = text;
}

void reasons_free(struct reasons *reasons)
{
	for (size_t i = 0; i < reasons->count; i++)
		free(reasons->texts[i]);
	free(reasons->texts);
	*reasons = (struct reasons){0};
}

/* ---- Fields ---- */

/* The field's value as text; false when the record is missing, or says 0 for "not known". */
static bool format_field(const struct result *result, const struct checked_field *checked,
			 char text[VALUE_TEXT_MAX])
{
	const struct record_list *list = &result->records[checked->kind];
	const struct wire_field *field = wire_schemas[checked->kind].fields;
	const void *value;

	if (list->count == 0)
		return false;
	while (strcmp(field->name, checked->field) != 0)
		field++;
	value = (const char *)&list->items[0].manifest + field->offset;
	if (field->kind == WIRE_STR)
		snprintf(text, VALUE_TEXT_MAX, "\"%s\"", *(const char *const *)value);
	else if (field->kind == WIRE_X64)
		snprintf(text, VALUE_TEXT_MAX, "%#" PRIx64, *(const uint64_t *)value);
	else
		snprintf(text, VALUE_TEXT_MAX, "%" PRIu64, *(const uint64_t *)value);
	return field->kind != WIRE_X64 || *(const uint64_t *)value != 0;
}

static void compare_fields(const struct result *a, const struct compared_run *b,
			   const struct checked_field *fields, size_t count,
			   struct reasons *reasons)
{
	char a_text[VALUE_TEXT_MAX], b_text[VALUE_TEXT_MAX];

	for (size_t i = 0; i < count; i++) {
		if (format_field(a, &fields[i], a_text) &&
		    format_field(b->result, &fields[i], b_text) && strcmp(a_text, b_text) != 0)
			add(reasons, "%s: %s is %s, not %s", b->path, fields[i].meaning, b_text,
			    a_text);
	}
}

/* ---- What takes more than a field ---- */

static void compare_caches(const struct result *a, const struct compared_run *b,
			   struct reasons *reasons)
{
	const struct record_list *ours = &a->records[WIRE_cache];
	const struct record_list *theirs = &b->result->records[WIRE_cache];
	bool same = ours->count == theirs->count;

	for (size_t i = 0; same && i < ours->count; i++) {
		const struct wire_cache *x = &ours->items[i].cache, *y = &theirs->items[i].cache;

		same = x->level == y->level && x->size_bytes == y->size_bytes &&
			strcmp(x->type, y->type) == 0;
	}
	if (!same)
		add(reasons, "%s: the caches that CPUID names are others", b->path);
}

static void compare_tsc(const struct result *a, const struct compared_run *b,
			struct reasons *reasons)
{
	double ours = (double)result_manifest(a)->tsc_hz;
	double theirs = (double)result_manifest(b->result)->tsc_hz;

	if (fabs(theirs - ours) > SAME_TSC_PART * ours)
		add(reasons, "%s: the TSC's frequency is %.6f GHz, not %.6f GHz", b->path,
		    theirs / 1e9, ours / 1e9);
}

static void check_host(const struct compared_run *run, enum side side, struct reasons *reasons)
{
	static const char *const hosts[] = {[METAL] = "bare-metal", [LINUX] = "linux"};
	const char *host = result_manifest(run->result)->host;

	if (strcmp(host, hosts[side]) != 0)
		add(reasons, "%s: given as %s, but its host is \"%s\"", run->path,
		    side_name(side), host);
}

static void check_run(const struct compared_run *run, enum side side, struct reasons *reasons)
{
	const struct analysis *analysis = run->analysis;

	for (size_t i = 0; i < analysis->reason_count; i++)
		add(reasons, "%s: the run is invalid: %s", run->path, analysis->reasons[i]);
	check_host(run, side, reasons);
}

static bool is_identified(const struct compared_run *run, struct reasons *reasons)
{
	if (result_manifest(run->result) != NULL && result_cpu(run->result) != NULL)
		return true;
	add(reasons, "%s: its manifest or cpu record is lost, so its machine is not known",
	    run->path);
	return false;
}

static void check_kernels(const struct compared_runs *runs, struct reasons *reasons)
{
	for (size_t i = 1; i < runs->count; i++)
		compare_fields(runs->items[0].result, &runs->items[i], one_kernel,
			       COUNT(one_kernel), reasons);
}

void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons)
{
	const struct compared_run *first = &comparison->sides[METAL].items[0];

	if (!is_identified(first, reasons))
		return;
	for (enum side side = METAL; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->sides[side].count; i++) {
			const struct compared_run *run = &comparison->sides[side].items[i];

			if (!is_identified(run, reasons))
				continue;
			check_run(run, side, reasons);
			compare_fields(first->result, run, must_agree, COUNT(must_agree), reasons);
			compare_caches(first->result, run, reasons);
			compare_tsc(first->result, run, reasons);
		}
	}
	check_kernels(&comparison->sides[LINUX], reasons);
}

void same_machine_note(const struct comparison *comparison, struct reasons *notes)
{
	const struct compared_run *first = &comparison->sides[METAL].items[0];

	for (enum side side = METAL; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->sides[side].count; i++) {
			const struct compared_run *run = &comparison->sides[side].items[i];

			if (!result_is_complete(run->result))
				add(notes, "%s: the run did not reach its end", run->path);
			compare_fields(first->result, run, should_agree, COUNT(should_agree),
				       notes);
		}
	}
}
