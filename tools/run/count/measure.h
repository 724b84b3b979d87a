/* SPDX-License-Identifier: MIT */
/* Counts programs of the host: finds their files, boots, and reads the counts. */
#ifndef TOOLS_RUN_COUNT_MEASURE_H
#define TOOLS_RUN_COUNT_MEASURE_H

#include "tools/count/counted_functions.h"
#include "tools/count/counted_run.h"
#include "tools/run/count/count_boot.h"
#include "tools/run/count/kept_boot.h"

#define MEASURE_WORDS_MAX 256

/* A program with its arguments, as the user gave them. */
struct measured_program {
	const char *name;               /* of a suite's program, or NULL */
	char *const *arguments;         /* followed by NULL */
	const char *instead;            /* a file that takes the program's place, or NULL */
	const char *input;              /* standard input, or NULL */
};

struct measure_request {
	struct count_request boot;
	const char *with[MEASURE_WORDS_MAX];    /* more files and directories */
	const char *variables[MEASURE_WORDS_MAX];       /* NAME=VALUE */
	char *wanted[MEASURE_WORDS_MAX + 1];    /* files to bring from the guest */
	size_t with_count, variable_count, wanted_count;
	const char *root;               /* directory with all files of the guest, or NULL */
	bool searches_not;              /* copy only files that are named or linked */
	unsigned long warmups, repeats; /* of each program */
	unsigned long layouts;          /* more runs of each program, with other layouts */
	const struct terminal_key *keys;        /* to type into the only program */
	size_t key_count;               /* 0: the programs have no terminal */
};

/* What was counted of a program. */
struct measured {
	const char *name;               /* of a suite's program or a part, or NULL */
	char *line;                     /* the program's arguments as one text */
	bool is_key;                    /* a part of a program with keys: the start, a key, or the
					 * pause after it; the first item has the program's texts */
	struct count_program program;
	struct counted_run *runs;
	size_t run_count;
	struct counted_run *layouts;    /* one run for each layout */
	size_t layout_count;
	struct counted_functions functions;     /* of the first run */
};

/* All programs of one boot, or the parts of a program with keys. */
struct measurement {
	struct measured *items;
	size_t count;
	struct program_files files;
	struct program_counts counts;
	struct symbol_list kernel;
	struct loaded_file *loaded;
	size_t loaded_count;
	char boot_id[KEPT_BOOT_ID_CHARS + 1];
};

/* Count the programs in one boot, with the boot's files in the directory. On failure, prints the
 * cause and returns false. A program that cannot be executed in the guest is a failure. */
bool measure(const struct measure_request *request, const struct measured_program *programs,
	     size_t count, const char *directory, struct measurement *measurement);
void measurement_free(struct measurement *measurement);

#endif
