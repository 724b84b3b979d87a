/* SPDX-License-Identifier: MIT */
/* Fuzz target for input scripts. A valid script must give steps that the target reads, as many as
 * its events. An invalid one must be refused with the place of the problem. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bench/input/steps.h"
#include "tools/run/input/input_script.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_steps(const struct input_script *script)
{
	static struct input_step items[STEPS_MAX];
	static struct step_label labels[STEPS_MAX];
	struct input_steps steps = {.items = items, .labels = labels, .capacity = STEPS_MAX};
	size_t length;
	char *text = input_script_steps(script, &length);

	if (length >= STEPS_TEXT_MAX || steps_parse(text, &steps) != 0 ||
	    steps.count != script->count)
		abort();
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char problem[INPUT_PROBLEM_MAX];
	struct input_script script;

	if (input_script_parse((const char *)data, size, &script, problem))
		check_steps(&script);
	else if (strchr(problem, ':') == NULL)
		abort();
	input_script_free(&script);
	return 0;
}
