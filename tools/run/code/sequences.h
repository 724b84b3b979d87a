/* SPDX-License-Identifier: MIT */
/* The user's sequences of instructions: from options and files to the list for the target. */
#ifndef TOOLS_RUN_CODE_SEQUENCES_H
#define TOOLS_RUN_CODE_SEQUENCES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/code_list.h"
#include "lib/option/option.h"

#define SEQUENCES_BENCH "code.sequence"

/* Key of the run's manifest, and in each of its elements. */
#define SEQUENCES_KEY "sequences"
#define SEQUENCE_NAME_KEY "name"
#define SEQUENCE_PREDICTED_KEY "predicted_cycles"

enum sequence_ring {SEQUENCE_RING_3, SEQUENCE_RING_0};
enum sequence_page {SEQUENCE_PAGE_4K, SEQUENCE_PAGE_2M};

/* What the user gives. */
struct sequence_options {
	const char *given[CODE_SEQUENCES_MAX];  /* texts, or files of code */
	bool is_file[CODE_SEQUENCES_MAX];
	size_t given_count;
	const char *list;               /* file with a sequence on each line, or NULL */
	const char *init;               /* text, or NULL */
	unsigned long unroll, loops;    /* 0: chosen by the target */
	enum sequence_ring ring;
	enum sequence_page page;
	const char *output;             /* file for the list, instead of a boot; or NULL */
};

struct sequence {
	char name[CODE_NAME_MAX + 1];
	char *source, *init_source;     /* text, or a file's name; "": none */
	bool is_text;
	uint8_t *code, *init;
	size_t code_bytes, init_bytes;
	double predicted_cycles;        /* of one copy; 0: none */
};

struct sequences {
	struct sequence items[CODE_SEQUENCES_MAX];
	size_t count;
	const struct sequence_options *options;
};

/* Option table for struct sequence_options. */
extern const struct option_spec sequence_options[];

/* Whether the user gives any sequence. */
bool sequence_options_are_used(const struct sequence_options *options);

/* Read and assemble all sequences. On failure, prints the cause with the line and exits with
 * EXIT_USAGE. The options must stay valid. */
void sequences_load(const struct sequence_options *options, struct sequences *sequences);
void sequences_free(struct sequences *sequences);

/* Add predictions for this host's CPU, if llvm-mca is installed. */
void sequences_predict(struct sequences *sequences);

/* The list for the target (lib/code_list.h), to be freed. */
char *sequences_format(const struct sequences *sequences);

/* The list and the predictions, for the run's manifest. */
json_t *sequences_json(const struct sequences *sequences);

#endif
