/* SPDX-License-Identifier: MIT */
#include "tools/cmd/common_options.h"

#include "tools/base/arguments.h"
#include "tools/base/file_replace.h"

const struct option_spec bench_options[] = {
	{.name = "bench", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .help = "select matching benchmarks only; may be repeated"},
	{0},
};

const struct option_spec changed_options[] = {
	{.name = "all", .kind = OPTION_FLAG,
	 .help = "print all metrics, not only those that changed"},
	{0},
};

static bool force_take(void *to, const char *value, struct option_problem *problem)
{
	*(bool *)to = true;
	return replace_take(to, value, problem);
}

const struct option_spec force_options[] = {
	{.name = "force", .kind = OPTION_CALL, .call = force_take,
	 .help = "compare results even of different machines, with a warning; also "
		 FILE_REPLACE_HELP},
	{0},
};

const struct option_spec strict_options[] = {
	{.name = "strict", .kind = OPTION_FLAG,
	 .help = "exit with status 1 if the run is invalid, incomplete or partly aborted"},
	{0},
};

const struct option_spec output_options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE", .writes = true,
	 .help = "write to FILE instead of standard output"},
	{0},
};
