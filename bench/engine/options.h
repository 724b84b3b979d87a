/* SPDX-License-Identifier: MIT */
/* Command line parameters that select and configure benchmarks. The kernel gets them from its boot
 * loader, the Linux program from its arguments. */
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
#define OPTIONS_DISK_CHARS 24
#define OPTIONS_DISK_CACHE_MAX (64ul << 20)

/* Scale the time that interactions use an object, in percent. */
struct options_scale {
	char object[OPTIONS_SCALE_CHARS];
	uint32_t percent;
};

struct options {
	enum suite suite;
	uint32_t samples;               /* per series; 0: the suite's number */
	uint32_t input_messages;        /* messages to wait for; 0: the benchmark's number */
	uint32_t input_paces;           /* bits 1 << enum input_pace; 0: the benchmark's */
	uint64_t duration_ns;           /* time to watch idle machines or to wait for input; 0: the
					 * suite's */
	uint64_t quantum_ns;            /* target length of a pass of an idle loop; 0: the
					 * benchmark's */
	uint64_t limit_ns;              /* gaps above it get a record in noise.*; 0: the
					 * benchmark's */
	bool disk_cache_is_set;
	uint64_t disk_cache_bytes;      /* size of the buffer cache */
	char pattern_disk[OPTIONS_DISK_CHARS];  /* name of a disk with a pattern
						 * (lib/disk_pattern.h), or "" */
	char scratch_disk[OPTIONS_DISK_CHARS];  /* name of a disk to write, or "" */
	uint64_t scratch_token;         /* token of the scratch disk's seal (lib/disk_seal.h); 0:
					 * none */
	struct options_scale scales[OPTIONS_SCALES_MAX];
	unsigned scale_count;
	uint32_t flow_nodes;            /* of workloads with several nodes; 0: the benchmark's */
	int64_t flow_offset_ns;         /* error injected into the clocks of the nodes */
	int32_t flow_drift_ppm;
	enum flow_carrier flow_link;    /* carrier between nodes; unless it is FLOW_BY_MEMORY, this
					 * machine is one node */
	uint32_t flow_node;             /* number of the node that this machine is */
	bool shows_serials;             /* include serial numbers of the machine in the results */
	uint32_t events;                /* events to count: bits 1 << enum pmc_event */
	unsigned pattern_count;         /* 0: the suite selects the benchmarks */
	char patterns[OPTIONS_PATTERNS_MAX][OPTIONS_PATTERN_CHARS];
};

/* Select the quick suite. */
void options_init(struct options *options);

/* Parse one word of a command line: suite=quick|full|noise|flow|exact, bench=PATTERN[,PATTERN…]
 * (repeatable), samples=N, duration=, quantum= or limit=TIME (text_duration), pmc=NAME[,NAME…]
 * (lib/pmc_event.h; repeatable), input=MESSAGES, pace=paced|fast|both,
 * flow.scale=OBJECT:PERCENT[,OBJECT:PERCENT…], flow.nodes=N, flow.offset=[-]TIME,
 * flow.drift=[-]PPM, flow.link=memory|serial|ethernet, flow.node=NUMBER, disk.cache=SIZE
 * (text_number), disk.pattern=NAME, disk.scratch=NAME:TOKEN
 * (hexadecimal), serials=yes|no. Returns 0; -ENOENT for an unknown word; or
 * -EINVAL for an invalid value. On -EINVAL *options is unchanged, except that valid names before an
 * invalid one stay. A bench= without any valid name selects nothing. */
int options_parse(struct options *options, const char *word, const char *value);

/* Whether a benchmark is selected: if there are patterns, by a pattern that matches its name, else
 * by its suite. Benchmarks without a suite may break the run on purpose, so a pattern with a
 * leading wildcard does not select them. Benchmarks that wait for a user need their full name. */
bool options_select(const struct options *options, const struct benchmark *bench);

/* Whether one pattern selects a benchmark, by the same rules. */
bool options_pattern_matches(const char *pattern, const struct benchmark *bench);

/* "quick", "full", "noise", "flow" or "exact". */
const char *options_suite_name(enum suite suite);

#endif
