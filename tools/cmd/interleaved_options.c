/* SPDX-License-Identifier: MIT */
/* Both sides get the same machine, even if one of them needs less. */
#include "tools/cmd/interleaved_options.h"

#include <err.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/run.h"

#define MEMORY "1G"
#define TIMEOUT_SECONDS 900

const struct patterns interleaved_options_exact_benches = {
	.items = {"null.*", "selftest.*", "cpu.*", "entry.*", "os.*", "irq.*", "fault.*",
		  "mem.store_forward", "clock.timer_latency"},
	.count = 9,
};

void interleaved_options_parse(struct run_request *run, const struct patterns *benches,
			       bool deterministic, int count, char **argv)
{
	struct option_problem problem;

	run_request_init(run);
	run->is_part = true;
	run->machine.memory = MEMORY;
	run->timeout_seconds = TIMEOUT_SECONDS;
	run->machine.is_deterministic = deterministic;
	for (size_t i = 0; benches != NULL && i < benches->count; i++) {
		if (!run_request_add_bench(run->benches, benches->items[i], &problem))
			errx(EXIT_USAGE, "--bench %s: %s", benches->items[i], problem.text);
	}
	arguments_parse(&run_command, run, count + 1, argv);
	run->machine.extra = argv + 1;
}
