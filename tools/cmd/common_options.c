/* SPDX-License-Identifier: MIT */
/* Each table stands for one option, so that a command can put it where it belongs among its own. */
#include "tools/cmd/common_options.h"

const struct option_spec bench_options[] = {
	{.name = "bench", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .help = "only benchmarks that match; may be repeated"},
	{0},
};

const struct option_spec changed_options[] = {
	{.name = "all", .kind = OPTION_FLAG, .help = "every figure, not only what changed"},
	{0},
};

const struct option_spec force_options[] = {
	{.name = "force", .kind = OPTION_FLAG,
	 .help = "compare even if it was not the same machine, and say so"},
	{0},
};

const struct option_spec strict_options[] = {
	{.name = "strict", .kind = OPTION_FLAG,
	 .help = "exit with status 1 if the run is invalid or incomplete"},
	{0},
};

const struct option_spec output_options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE",
	 .help = "write there instead of to standard output"},
	{0},
};
