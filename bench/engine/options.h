/* SPDX-License-Identifier: MIT */
/* What to run: the words of a command line that select benchmarks. The kernel takes them from its
 * boot loader, the Linux program from its arguments. */
#ifndef BENCH_ENGINE_OPTIONS_H
#define BENCH_ENGINE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/benchmark.h"
#include "bench/platform/flow.h"

#define OPTIONS_PATTERNS_MAX 256
#define OPTIONS_PATTERN_CHARS 64
#define OPTIONS_SCALES_MAX 4
#define OPTIONS_SCALE_CHARS 24
#define OPTIONS_PERCENT_MAX 1000
#define OPTIONS_FLOW_NODES_MAX 4
#define OPTIONS_FLOW_OFFSET_NS_MAX 1000000000ul
#define OPTIONS_FLOW_DRIFT_PPM_MAX 1000
#define OPTIONS_DISK_CACHE_MAX (64ul << 20)

/* How long interactions use an object, in percent of what it is by itself. */
struct options_scale {
	char object[OPTIONS_SCALE_CHARS];
	uint32_t percent;
};

struct options {
	enum suite suite;
	uint32_t samples;               /* for every series; 0 leaves the number to the suite */
	uint32_t input_messages;        /* to wait for; 0 leaves it to the benchmark */
	uint32_t input_paces;           /* 1 << enum input_pace, several; 0 likewise */
	uint64_t duration_ns;           /* that idle machines are watched, or input waited for; 0
					 * leaves it to the suite */
	uint64_t quantum_ns;            /* of idle loops; 0 leaves it to the benchmark */
	uint64_t limit_ns;              /* for noise; 0 leaves it to the benchmark */
	bool disk_cache_is_set;
	uint64_t disk_cache_bytes;      /* of the buffer cache */
	struct options_scale scales[OPTIONS_SCALES_MAX];
	unsigned scale_count;
	uint32_t flow_nodes;            /* of workloads of several; 0 leaves it to the benchmark */
	int64_t flow_offset_ns;         /* planted in their clocks */
	int32_t flow_drift_ppm;
	enum flow_carrier flow_link;    /* between nodes; unless by memory this machine is one */
	uint32_t flow_node;             /* that one */
	bool shows_serials;             /* serial numbers of the machine are in the results */
	uint32_t events;                /* to count beside the time: bits 1 << enum pmc_event */
	unsigned pattern_count;         /* 0 selects the suite's benchmarks */
	char patterns[OPTIONS_PATTERNS_MAX][OPTIONS_PATTERN_CHARS];
};

/* The quick suite, whole. */
void options_init(struct options *options);

/* Take one word of a command line: suite=quick|full|noise|flow|exact,
 * bench=PATTERN[,PATTERN…] (repeatable), samples=N, duration=, quantum= or limit=TIME
 * (text_duration), pmc=NAME[,NAME…] (lib/x86/pmc_event.h; repeatable), input=MESSAGES,
 * pace=paced|fast|both, flow.scale=OBJECT:PERCENT[,OBJECT:PERCENT…], flow.nodes=N,
 * flow.offset=[-]TIME, flow.drift=[-]PPM, flow.link=memory|serial|ethernet, flow.node=NUMBER,
 * disk.cache=SIZE (text_number), serials=yes|no. Returns 0, -ENOENT if it
 * is not a word of ours, or -EINVAL if its value can't be used; *options is then as before, but for
 * the names before a bad one; a bench without any good one selects nothing. */
int options_parse(struct options *options, const char *word, const char *value);

/* Whether a benchmark is selected: by its suite or, once there are patterns, by one that matches
 * its name, whatever its suite. One in no suite may break the run on purpose, so a pattern that
 * begins with a wildcard does not mean it; one that waits for a person is meant by its whole name
 * only. */
bool options_select(const struct options *options, const struct benchmark *bench);

/* Whether one pattern selects a benchmark, by the same rule. */
bool options_pattern_matches(const char *pattern, const struct benchmark *bench);

/* "quick", "full", "noise" or "flow". */
const char *options_suite_name(enum suite suite);

#endif
