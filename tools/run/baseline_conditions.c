/* SPDX-License-Identifier: MIT */
/* Counts of Linux also depend on the files that the host boots. Baselines exist to compare kernels,
 * so the kernel is no condition. The hypervisor's kernel is only a note. Conditions that are known
 * before a boot are checked before it. */
#include "tools/run/baseline_conditions.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/hypervisor.h"

/* The first of bareline-linux's own parameters. Linux also passes its unknown kernel parameters to
 * bareline-linux. */
#define OWN_WORDS "--quiet "

static const char *conditions_text(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

/* The kernel's own parameters, to be freed. */
static char *conditions_kernel_words(const struct run_request *run)
{
	struct target_params params;
	const char *own_words;

	target_params_write(run, &params);
	own_words = strstr(params.line, " -- ");
	return own_words != NULL ? xstrndup(params.line, (size_t)(own_words - params.line))
				 : xstrdup(params.line);
}

static void conditions_add_linux(const struct run_request *run, const json_t *manifest,
				 struct baseline *new)
{
	char *words = conditions_kernel_words(run);
	const char *texts[][2] = {
		{"memory", run->machine.memory},
		{"program", conditions_text(json_object_get(manifest, "linux_program"), "sha256")},
		{"initial file system",
		 conditions_text(json_object_get(manifest, "linux_initramfs"), "sha256")},
		{"kernel parameters", words},
		/* A kernel initialises itself differently if entered by PVH instead of the boot
		 * protocol. */
		{"kernel form", conditions_text(json_object_get(manifest, "linux_kernel"), "form")},
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		if (texts[i][1] != NULL)
			baseline_add_condition(new, texts[i][0], texts[i][1]);
	}
	free(words);
}

/* Absent values are skipped. */
static void conditions_add(const struct run_request *run, const json_t *manifest,
			   struct baseline *new)
{
	const json_t *hypervisor = json_object_get(manifest, "hypervisor");
	const char *line = conditions_text(hypervisor, "command_line");
	const char *kernel = conditions_text(hypervisor, "kernel_version");
	const char *emulator = conditions_text(manifest, "qemu_version");
	bool is_own = baseline_find(new, "condition os") != NULL;

	if (run->is_linux)
		conditions_add_linux(run, manifest, new);
	if (is_own) {
		/* A user's kernel reports neither its CPU model nor its parameters. */
		const char *model = conditions_text(manifest, "cpu_model");
		struct target_params params;

		target_params_write(run, &params);
		baseline_add_condition(new, "command line", params.line);
		baseline_add_condition(new, "machine", run->machine.type);
		if (model != NULL)
			baseline_add_condition(new, "cpu model", model);
	}
	if (emulator != NULL && run->hypervisor.is_wanted)
		baseline_add_condition(new, "emulator", emulator);
	else if (emulator != NULL && (run->is_linux || is_own))
		baseline_add_note(new, "emulator", emulator);
	if (line != NULL)
		baseline_add_condition(new, "hypervisor kernel parameters", line);
	if (kernel != NULL)
		baseline_add_note(new, "hypervisor kernel", kernel);
}

void baseline_conditions_save(const struct run_request *run, const struct result *result,
			      json_t *manifest)
{
	json_t *conditions = json_object(), *notes = json_object();
	struct baseline baseline = {0};
	size_t of_result;

	baseline_add_run(&baseline, result);
	of_result = baseline.count;
	conditions_add(run, manifest, &baseline);
	for (size_t i = of_result; i < baseline.count; i++) {
		const struct baseline_line *line = &baseline.lines[i];
		bool is_note = baseline_line_kind(line) == BASELINE_NOTE;

		json_object_set_new(is_note ? notes : conditions,
				    line->name + strlen(is_note ? BASELINE_NOTE_MARK
								: BASELINE_CONDITION_MARK),
				    json_string(line->value));
	}
	json_object_set_new(manifest, RUN_CONDITIONS, conditions);
	json_object_set_new(manifest, RUN_NOTES, notes);
	baseline_free(&baseline);
}

/* ---- Before a boot ---- */

/* Compare this run with the baseline. Returns the number of conditions that differ. */
static size_t conditions_warn(const struct baseline *base, const struct baseline *new)
{
	size_t different = 0;

	for (size_t i = 0; i < new->count; i++) {
		const struct baseline_line *line = &new->lines[i];
		const struct baseline_line *old = baseline_find(base, line->name);

		if (baseline_line_kind(line) != BASELINE_CONDITION ||
		    (old != NULL && baseline_condition_is_equal(old, line)))
			continue;
		different++;
		if (old != NULL)
			warnx("%s: \"%s\" in the baseline, \"%s\" in this run", line->name,
			      old->value, line->value);
		else
			warnx("%s: missing from the baseline, \"%s\" in this run; run with "
			      "--update to add it", line->name, line->value);
	}
	return different;
}

/* Only a log shows whether a user's image measures its kernel or a program. */
static const char *conditions_host(const struct run_request *run, const struct baseline *base)
{
	const struct baseline_line *line = baseline_find(base, "condition host");

	if (run->is_linux)
		return HOST_LINUX;
	return line != NULL && strcmp(line->value, HOST_OTHER_OS) == 0 ? HOST_OTHER_OS
									: "bare-metal";
}

void baseline_conditions_require(const struct run_request *run, const struct baseline *base)
{
	struct baseline new = {0};
	struct boot boot;
	json_t *manifest;
	const struct baseline_line *recorded = baseline_find(base, "condition command line");
	const char *own = recorded != NULL ? strstr(recorded->value, OWN_WORDS) : NULL;

	booted_check(run);
	boot_init(&boot, run);
	manifest = booted_describe(&boot);
	baseline_add_condition(&new, "host", conditions_host(run, base));
	/* The target's command line, as far as it is known. The baseline has the line that its log
	 * states. */
	if (!boot.request->is_linux) {
		baseline_add_condition(&new, "command line", boot.params.line);
	} else if (own != NULL) {
		char *words = xasprintf("%.*s%s", (int)(own - recorded->value), recorded->value,
					boot.params.init_line);

		baseline_add_condition(&new, "command line", words);
		free(words);
	}
	conditions_add(run, manifest, &new);
	if (run->hypervisor.is_wanted) {
		char *line = hypervisor_line(run, false);

		baseline_add_condition(&new, "hypervisor kernel parameters", line);
		free(line);
	}
	if (conditions_warn(base, &new) > 0)
		errx(EXIT_USAGE, "%s: recorded under different conditions, nothing booted; restore "
		     "those conditions, or run with --update to replace the "
		     "baseline", run->baseline);
	json_decref(manifest);
	boot_free(&boot);
	baseline_free(&new);
}
