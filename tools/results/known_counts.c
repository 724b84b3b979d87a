/* SPDX-License-Identifier: MIT */
/* The build embeds the counts of tests/golden. */
#include "tools/results/known_counts.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/timing.h"
#include "tools/base/build_id.h"
#include "tools/results/baseline.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct known_count {
	const char *name;               /* as in a baseline: "cpu.loop warm" */
	uint64_t instructions, operations;
};

struct known_machine {
	const char *arch, *compiler;    /* "": no code in C is counted */
	const char *cpu;                /* as in a baseline */
	const struct known_count *counts;
	size_t count;
};

#include "known-counts.def"

static bool machine_is_of_run(const struct known_machine *machine,
			      const struct wire_manifest *manifest, const struct baseline *run)
{
	const struct baseline_line *cpu = baseline_find(run, BASELINE_CONDITION_MARK "cpu");

	return strcmp(machine->arch, manifest->arch) == 0 && cpu != NULL &&
	       strcmp(cpu->value, machine->cpu) == 0 &&
	       (machine->compiler[0] == '\0' || strcmp(machine->compiler, manifest->compiler) == 0);
}

/* Samples of a run differ in number from the known ones, but not in value. */
static void compare_one(const struct known_count *known, const struct baseline_line *line,
			struct known_counts *counts)
{
	uint64_t instructions = 0, operations = 1;

	sscanf(line->value, "%" SCNu64 "*%*u" BASELINE_IN "%" SCNu64, &instructions, &operations);
	counts->compared++;
	if (baseline_is_constant(line) && instructions == known->instructions &&
	    operations == known->operations)
		return;
	if (counts->different++ == 0)
		snprintf(counts->text, sizeof(counts->text), "%s: %.60s, and not %" PRIu64
			 " in %" PRIu64,
			 known->name, line->value, known->instructions, known->operations);
}

static void compare_machine(const struct known_machine *machine, const struct baseline *run,
			    struct known_counts *counts)
{
	for (size_t i = 0; i < machine->count; i++) {
		const struct baseline_line *line = baseline_find(run, machine->counts[i].name);

		if (line != NULL)
			compare_one(&machine->counts[i], line, counts);
	}
}

void known_counts_compare(const struct result *result, struct known_counts *counts)
{
	const struct wire_manifest *manifest = result_manifest(result);
	struct baseline run;

	*counts = (struct known_counts){0};
	if (timing_base(result) != TIME_INSTRUCTIONS || result_is_of_process(result) ||
	    result_os(result)[0] != '\0' || strcmp(manifest->build, build_id) != 0)
		return;
	baseline_from_result(result, &run);
	for (size_t i = 0; i < COUNT(known_machines); i++) {
		if (machine_is_of_run(&known_machines[i], manifest, &run))
			compare_machine(&known_machines[i], &run, counts);
	}
	baseline_free(&run);
}
