/* SPDX-License-Identifier: MIT */
/* entry.*: transitions from user mode to the kernel and back. The loops run in user mode and time
 * themselves, so the switch to user mode is not part of a sample. The point "none" is the cost of
 * the loop alone. */
#include <stdbool.h>

#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/entry/round_trip.h"
#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/x86/cpuid.h"

#define ROUND_TRIPS 1000

#define ENTRY_VERIFIED \
	"where the handlers are ours, the loop enters by this path as often as it says"

struct entry {
	uint64_t (*round_trips)(uint64_t trips);
	bool is_open;
};

static void choose_loop(struct bench_ctx *ctx, uint64_t (*round_trips)(uint64_t trips))
{
	struct entry *entry = ctx->state;

	entry->round_trips = round_trips;
	ctx->operations = ROUND_TRIPS;
}

static int open_entry(struct bench_ctx *ctx, enum entry_path path, enum entry_handler handler)
{
	static uint64_t (*const loops[])(uint64_t) = {
		[ENTRY_SYSCALL] = round_trips_syscall,
		[ENTRY_SYSENTER] = round_trips_sysenter,
		[ENTRY_GATE] = round_trips_vector,
		[ENTRY_CALL_GATE] = round_trips_call_gate,
	};
	static const char *const words[] = {
		[ENTRY_SYSCALL] = "syscall", [ENTRY_SYSENTER] = "sysenter",
		[ENTRY_GATE] = "int_gate", [ENTRY_CALL_GATE] = "call_gate",
	};
	struct entry *entry = ctx->state;
	int status = platform_entry_open(path, handler);

	if (status == -ENOTSUP)
		return bench_skip(ctx, words[path], "the machine has no such entry");
	if (status != 0)
		return bench_error(ctx, status, "cannot set up the entry");
	choose_loop(ctx, loops[path]);
	entry->is_open = true;
	return 0;
}

static int entry_sample(struct bench_ctx *ctx, uint64_t values[BENCH_STAGES_MAX])
{
	const struct entry *entry = ctx->state;

	values[0] = platform_call_user(entry->round_trips, ROUND_TRIPS);
	return 0;
}

static int entry_verify(struct bench_ctx *ctx)
{
	const struct entry *entry = ctx->state;
	uint64_t entries = 0;

	if (!entry->is_open ||
	    platform_entry_count(entry->round_trips, ROUND_TRIPS, &entries) == -ENOTSUP)
		return 0;
	if (entries != ROUND_TRIPS)
		validity_check_failed(ctx, "entries", "%u round trips enter the kernel %lu times",
				      ROUND_TRIPS, entries);
	return 0;
}

static void close_entry(struct bench_ctx *ctx)
{
	const struct entry *entry = ctx->state;

	if (entry->is_open)
		platform_entry_close();
}

/* ---- entry.round_trip ---- */

static const char *const path_labels[] = {
	[ENTRY_SYSCALL] = "syscall", [ENTRY_SYSENTER] = "sysenter", [ENTRY_GATE] = "int_gate",
	[ENTRY_CALL_GATE] = "call_gate", "none",
};

#define PATH_NONE (ENTRY_CALL_GATE + 1)

static size_t paths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t path = ENTRY_SYSCALL; path <= PATH_NONE; path++)
		values[path] = path;
	return PATH_NONE + 1;
}

static const struct axis path_axes[] = {{"path", path_labels, paths}, {0}};

static int set_up_path(struct bench_ctx *ctx)
{
	if (ctx->point[0] == PATH_NONE) {
		choose_loop(ctx, round_trips_none);
		return 0;
	}
	return open_entry(ctx, (enum entry_path)ctx->point[0], ENTRY_EMPTY);
}

const struct benchmark bench_entry_round_trip = {
	.name = "entry.round_trip",
	.summary = "one transition from user mode to an empty handler and back",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.needs = CAN_ENTRY_HANDLERS,
	.axes = path_axes,
	.state_bytes = sizeof(struct entry),
	.setup = set_up_path,
	.sample = entry_sample,
	.verify = entry_verify,
	.verified = ENTRY_VERIFIED,
	.teardown = close_entry,
};

/* ---- entry.null_syscall ---- */

static size_t null_paths(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = ENTRY_SYSCALL;
	values[1] = ENTRY_GATE;
	return 2;
}

static const struct axis null_axes[] = {{"path", path_labels, null_paths}, {0}};

static int set_up_null(struct bench_ctx *ctx)
{
	return open_entry(ctx, (enum entry_path)ctx->point[0], ENTRY_NULL_CALL);
}

const struct benchmark bench_entry_null_syscall = {
	.name = "entry.null_syscall",
	.summary = "one null system call, with the kernel's saving and restoring of state",
	.differs_hosted = "the system call is getppid, on the kernel's normal path",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.axes = null_axes,
	.state_bytes = sizeof(struct entry),
	.setup = set_up_null,
	.sample = entry_sample,
	.verify = entry_verify,
	.verified = ENTRY_VERIFIED,
	.teardown = close_entry,
};

/* ---- entry.mitigation ---- */

#define X(symbol, word) [ENTRY_##symbol] = word,
static const char *const mitigation_labels[] = {PLATFORM_ENTRY_HANDLERS(X)};
#undef X

static size_t mitigations(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	size_t count = 0;

	(void)ctx;
	for (uint64_t handler = ENTRY_NULL_CALL; handler < ENTRY_HANDLER_COUNT; handler++)
		values[count++] = handler;
	return count;
}

static const struct axis mitigation_axes[] = {{"mitigation", mitigation_labels, mitigations}, {0}};

/* The CPUID feature that the mitigation needs and this CPU lacks, or NULL. */
static const char *missing_feature(enum entry_handler mitigation)
{
	switch (mitigation) {
	case ENTRY_CR3_PCID:
		return cpu_has(FEATURE_PCID) ? NULL : "pcid";
	case ENTRY_IBRS:
		return cpu_has_ibrs() ? NULL : "ibrs";
	case ENTRY_IBPB:
		return cpu_has_ibpb() ? NULL : "ibpb";
	case ENTRY_VERW:
		return cpu_has(FEATURE_MD_CLEAR) ? NULL : "md_clear";
	default:
		return NULL;
	}
}

static int set_up_mitigation(struct bench_ctx *ctx)
{
	enum entry_handler mitigation = (enum entry_handler)ctx->point[0];
	const char *missing = missing_feature(mitigation);

	if (missing != NULL)
		return bench_skip(ctx, missing, "CPUID does not show %s", missing);
	return open_entry(ctx, ENTRY_SYSCALL, mitigation);
}

const struct benchmark bench_entry_mitigation = {
	.name = "entry.mitigation",
	.summary = "one null system call with a mitigation of speculative execution on its path",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_QUICK | SUITE_FULL | SUITE_EXACT,
	.point_ms = 100,
	.needs = CAN_ENTRY_HANDLERS,
	.axes = mitigation_axes,
	.state_bytes = sizeof(struct entry),
	.setup = set_up_mitigation,
	.sample = entry_sample,
	.verify = entry_verify,
	.verified = ENTRY_VERIFIED,
	.teardown = close_entry,
};
