/* SPDX-License-Identifier: MIT */
/* Exceptions with their reasons. Any other metric without a sum is an error, and so is a reason
 * that the trace contradicts. */
#include "tools/explain/unattributed.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#define DEADLINE "it starts at a timer's due time, which is not a clock read"
#define RECORDED "it subtracts a recorded pass, and the passes around a gap are shorter"
#define RESTS "the CPU halts meanwhile: the clock advances without instructions"
/* Minimum number of instructions of a point for each event that it counts. */
#define INSNS_PER_COUNT 100

#define HLT 0xf4                                        /* Intel SDM vol. 2A, "HLT" */
static const uint8_t mwait[] = {0x0f, 0x01, 0xc9};      /* vol. 2B, "MWAIT" */
/* RISC-V and Arm: "WFI". */
static const uint8_t wfi_riscv64[] = {0x73, 0x00, 0x50, 0x10};
static const uint8_t wfi_aarch64[] = {0x7f, 0x20, 0x03, 0xd5};

/* The first match applies. */
static const struct unattributed reasons[] = {
	{"irq.lapic_timer", "delivery", DEADLINE, CLAIM_NO_PAIR, "total", NULL},
	{"irq.lapic_timer", "total", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"irq.tsc_deadline", "delivery", DEADLINE, CLAIM_NO_PAIR, "total", NULL},
	{"irq.tsc_deadline", "total", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"irq.pit", "delivery", DEADLINE, CLAIM_NO_PAIR, "total", NULL},
	{"irq.pit", "total", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"irq.hpet", "delivery", DEADLINE, CLAIM_NO_PAIR, "total", NULL},
	{"irq.hpet", "total", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"irq.rtc", "delivery", DEADLINE, CLAIM_NO_PAIR, "total", NULL},
	{"irq.rtc", "total", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"clock.timer_latency", "*", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"os.timer", "delivery", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"idle.validation", "late", DEADLINE, CLAIM_NO_PAIR, NULL, NULL},
	{"idle.profile", "elapsed", RESTS, CLAIM_HALTS, NULL, "*idle=[!p]*"},   /* not idle=poll */
	{"noise.gaps", "in_gaps", RECORDED, CLAIM_NO_PAIR, NULL, NULL},
	{"noise.gaps", "largest", RECORDED, CLAIM_NO_PAIR, NULL, NULL},
	{"flow.record", "*", NULL, CLAIM_HALTS, NULL, NULL},
	{"flow.*", "*", RESTS, CLAIM_HALTS, NULL, NULL},
};

static const struct unattributed not_in_ticks = {
	"*", "*", "it does not count ticks", CLAIM_COUNTS, NULL, NULL,
};

const struct unattributed unattributed_halts = {"*", "*", RESTS, CLAIM_HALTS, NULL, NULL};

struct attribution {
	const char *benches, *stages;   /* patterns */
	enum window_kind kind;
};

static const struct attribution attributions[] = {
	{"clock.coarse", "tsc", WINDOW_SUM},                    /* operations */
	{"idle.profile", "busy", WINDOW_EXCESS},
	{"idle.validation", "known_work", WINDOW_REPEATED},     /* of the tries before */
	{"idle.validation", "idle_loop", WINDOW_EXCESS},
	{"input.*", "idle_loop", WINDOW_EXCESS},
	{"input.mouse_*", "driver", WINDOW_SUM},                /* interrupts */
	{"input.mouse_*", "handler", WINDOW_SUM},
	{"noise.gaps", "in_gaps", WINDOW_EXCESS},
	{"noise.gaps", "largest", WINDOW_EXCESS},
};

static bool is_of(const char *benches, const char *stages, const struct wire_bench *bench,
		  const struct wire_series *series)
{
	return fnmatch(benches, bench->name, 0) == 0 && fnmatch(stages, series->stage, 0) == 0;
}

const struct unattributed *unattributed_find(const struct wire_bench *bench,
					     const struct wire_series *series)
{
	const struct bench of = {.info = bench};
	const struct series own = {.info = series};

	if (!series_is_in_ticks(&of, &own))
		return &not_in_ticks;
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (is_of(reasons[i].benches, reasons[i].stages, bench, series) &&
		    (reasons[i].points == NULL ||
		     fnmatch(reasons[i].points, series->point, 0) == 0))
			return reasons[i].why != NULL ? &reasons[i] : NULL;
	}
	return NULL;
}

enum window_kind attributed_kind(const struct wire_bench *bench, const struct wire_series *series)
{
	for (size_t i = 0; i < sizeof(attributions) / sizeof(attributions[0]); i++) {
		if (is_of(attributions[i].benches, attributions[i].stages, bench, series))
			return attributions[i].kind;
	}
	return WINDOW_SINGLE;
}

/* ---- Claims ---- */

static bool are_counts(const struct series *series, const struct instruction_profile *trace,
		       const struct point_marks *point)
{
	uint64_t insns = trace->marks[point->end].executed - trace->marks[point->begin].executed;
	uint64_t sum = 0;

	for (size_t i = 0; i < series->warm.count; i++)
		sum += series->warm.values[i];
	return sum <= insns / INSNS_PER_COUNT;
}

/* Samples that are all 0 match no pair, and prove nothing. */
static bool has_no_pair(const struct bench *bench, const struct series *series,
			const struct instruction_profile *trace, const struct point_marks *point)
{
	const struct window_query query = {
		.trace = trace, .point = point, .kind = attributed_kind(bench->info, series->info),
		.samples = series->warm.values, .count = series->warm.count,
	};
	struct window_list windows;
	size_t fitting = windows_find(&query, &windows);

	free(windows.items);
	return fitting == 0;
}

/* Whether the leaf ends in an instruction that halts the CPU. */
static bool is_halt(const struct instruction_profile *trace, const struct profile_leaf *leaf)
{
	const struct profile_block *block = &trace->blocks[leaf->block];
	uint64_t at = instruction_profile_address(block, leaf->to - 1) - block->address;
	uint8_t size = block->sizes[leaf->to - 1];

	return (size == 1 && block->code[at] == HLT) ||
	       (size == sizeof(mwait) && memcmp(&block->code[at], mwait, size) == 0) ||
	       (size == sizeof(wfi_riscv64) &&
		(memcmp(&block->code[at], wfi_riscv64, size) == 0 ||
		 memcmp(&block->code[at], wfi_aarch64, size) == 0));
}

static bool has_halted(const struct instruction_profile *trace, const struct point_marks *point)
{
	for (size_t i = point->begin + 1; i <= point->end; i++) {
		const struct mark_profile *profile;

		if (trace->marks[i].profile == MARK_NO_PROFILE)
			continue;
		profile = &trace->profiles[trace->marks[i].profile];
		for (size_t j = 0; j < profile->count; j++) {
			if (is_halt(trace, &trace->leaves[profile->counts[j].leaf]))
				return true;
		}
	}
	return false;
}

/* The series of the same point with that stage; NULL if there is none. */
static const struct series *series_of_stage(const struct bench *bench, const struct series *series,
					    const char *stage)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		if (strcmp(bench->series[i].info->point, series->info->point) == 0 &&
		    strcmp(bench->series[i].info->stage, stage) == 0)
			return &bench->series[i];
	}
	return NULL;
}

bool unattributed_check(const struct unattributed *reason, const struct bench *bench,
			const struct series *series, const struct instruction_profile *trace,
			const struct point_marks *point)
{
	const struct series *checked = reason->checked_stage != NULL
		? series_of_stage(bench, series, reason->checked_stage) : series;

	switch (reason->claim) {
	case CLAIM_COUNTS:
		return are_counts(series, trace, point);
	case CLAIM_NO_PAIR:
		return checked == NULL || has_no_pair(bench, checked, trace, point);
	case CLAIM_HALTS:
		return has_halted(trace, point) && has_no_pair(bench, series, trace, point);
	}
	return false;
}
