/* SPDX-License-Identifier: MIT */
#include "tools/cmd/common_options.h"

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

const struct option_spec force_options[] = {
	{.name = "force", .kind = OPTION_FLAG,
	 .help = "compare results of different machines too, with a warning"},
	{0},
};

const struct option_spec strict_options[] = {
	{.name = "strict", .kind = OPTION_FLAG,
	 .help = "exit with status 1 if the run is invalid or incomplete"},
	{0},
};

const struct option_spec output_options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "FILE",
	 .help = "write to FILE instead of standard output"},
	{0},
};
