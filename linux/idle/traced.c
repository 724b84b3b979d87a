/* SPDX-License-Identifier: MIT */
#include "linux/idle/traced.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/schedule.h"
#include "linux/trace/tracefs.h"

#define TICK_NS_MIN 100000              /* a coarse clock with shorter steps has no tick */

static struct {
	uint64_t begin_ns;              /* by the coarse clock */
	bool is_wanted, is_on, has_trace;
	atomic_uint tid;                /* of the loop's thread */
} traced;

void idle_traced_request(void)
{
	const char *missing = tracefs_missing_reason();

	if (missing == NULL && tracefs_open() != 0)
		missing = tracefs_problem();
	if (missing != NULL)
		warning("trace", "gaps have no causes: %s", missing);
	traced.is_wanted = missing == NULL;
}

/* Begin. A watch for long gaps records few passes, so it is not traced: its trace would fill the
 * buffer. */
void idle_traced_begin(const struct idle_trace *trace)
{
	bool records = trace->loop.threshold_ticks == 0 || trace->rests;

	traced.has_trace = false;
	traced.is_on = traced.is_wanted && records && tracefs_start() == 0;
	traced.begin_ns = clock_ns(CLOCK_MONOTONIC_COARSE);
}

void idle_traced_is_here(void)
{
	if (traced.is_on)
		traced.tid = (uint32_t)syscall(SYS_gettid);
}

/* The coarse clock advances once a tick, by the tick's length: clock_gettime(2),
 * "CLOCK_MONOTONIC_COARSE". */
static uint64_t clock_ticks_since_begin(void)
{
	uint64_t elapsed_ns = clock_ns(CLOCK_MONOTONIC_COARSE) - traced.begin_ns, tick_ns;
	struct timespec resolution = {0};

	clock_getres(CLOCK_MONOTONIC_COARSE, &resolution);
	tick_ns = timespec_ns(&resolution);
	return tick_ns < TICK_NS_MIN ? 0 : ticks_nearest(elapsed_ns, tick_ns);
}

void idle_traced_end(struct idle_trace *trace)
{
	trace->clock_ticks = trace->rested_ticks == 0 ? clock_ticks_since_begin() : 0;
	if (!traced.is_on)
		return;
	tracefs_stop();
	traced.is_on = false;
	traced.has_trace = true;
}

void platform_idle_report(uint64_t id)
{
	const struct tracefs_subject subject = {
		.kind = "idle", .id = id, .tid = traced.tid,
		.cpu = (uint32_t)schedule_number(platform_cpu()),
	};

	if (traced.has_trace)
		tracefs_write(&subject);
	traced.has_trace = false;
}
