/* SPDX-License-Identifier: MIT */
/* Disturbances from the kernel's accounting of this thread: getrusage(2), read before and after a
 * sample, never inside. Interrupts without a switch are not included. The only certain interrupt is
 * that of the kernel's tick. If clock ticks are instructions, a sample with an interrupt of the
 * tick has a different value. So these interrupts are kept out of all samples that are shorter than
 * their period. */
#include "linux/disturbance.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/engine/validity_check.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "linux/clock.h"

#define PAGE_BYTES 4096
/* A period has this many parts. A sample may start in the first part, and take as long as the other
 * parts together. */
#define PERIOD_PARTS 4
/* A kernel that stops its tick while a program runs has no tick to wait for. */
#define PERIODS_AWAITED 4

static struct {
	bool is_expected, lets_ticks_in;
	uint64_t switches, page_faults;         /* by the kernel's accounting, at the last
						 * reading */
	struct platform_disturbances counts;            /* without the expected disturbances */
} seen;

static uint64_t count_page_faults(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return (uint64_t)(usage.ru_minflt + usage.ru_majflt);
}

/* Find out by experiment whether page faults are counted. For example, gVisor returns zeros. */
void disturbance_init(void)
{
	volatile char *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t before = count_page_faults();

	if (page == MAP_FAILED)
		return;
	page[0] = 1;
	if (count_page_faults() == before)
		warning("disturbance", "the system counts no page faults: samples with one, or "
				       "with a switch, may not be marked as disturbed");
	munmap((void *)page, PAGE_BYTES);
}

void disturbance_expect(void)
{
	seen.is_expected = true;
}

void disturbance_let_ticks_in(bool does)
{
	seen.lets_ticks_in = does;
}

/* Wait for the tick. The coarse clock advances at the tick, but is not set to the tick's time:
 * clock_gettime(2), "CLOCK_MONOTONIC_COARSE". */
static void await_tick(void)
{
	static uint64_t tick_ns;
	uint64_t begin_ns = clock_ns(CLOCK_MONOTONIC), begin_coarse_ns, period_ns;
	struct timespec period;

	clock_getres(CLOCK_MONOTONIC_COARSE, &period);
	period_ns = timespec_ns(&period);
	if (begin_ns - tick_ns < period_ns / PERIOD_PARTS)
		return;
	begin_coarse_ns = clock_ns(CLOCK_MONOTONIC_COARSE);
	do
		tick_ns = clock_ns(CLOCK_MONOTONIC);
	while (clock_ns(CLOCK_MONOTONIC_COARSE) == begin_coarse_ns &&
	       tick_ns - begin_ns < PERIODS_AWAITED * period_ns);
}

void platform_disturbances(struct platform_disturbances *counts)
{
	uint64_t switches, page_faults;
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	switches = (uint64_t)usage.ru_nivcsw;
	page_faults = (uint64_t)(usage.ru_minflt + usage.ru_majflt);
	if (!seen.is_expected) {
		seen.counts.switches += switches - seen.switches;
		seen.counts.page_faults += page_faults - seen.page_faults;
	}
	seen.is_expected = false;
	seen.switches = switches;
	seen.page_faults = page_faults;
	*counts = seen.counts;
	if (platform_time_base() == TIME_INSTRUCTIONS && !seen.lets_ticks_in)
		await_tick();
}

/* proc(5), "/proc/pid/status" and "/proc/pid/stat". Returns false if the system lacks them. */
static bool read_thread_self(uint64_t *switches, uint64_t *page_faults)
{
	FILE *status = fopen("/proc/thread-self/status", "re");
	FILE *stat = fopen("/proc/thread-self/stat", "re");
	uint64_t minor = 0, major = 0;
	bool has_switches = false, has_faults = false;
	char line[512], *end;

	while (status != NULL && !has_switches && fgets(line, sizeof(line), status) != NULL)
		has_switches = sscanf(line, "nonvoluntary_ctxt_switches: %" SCNu64, switches) == 1;
	if (stat != NULL && fgets(line, sizeof(line), stat) != NULL &&
	    (end = strrchr(line, ')')) != NULL)
		has_faults = sscanf(end + 1, " %*c %*d %*d %*d %*d %*d %*u %" SCNu64 " %*u %"
				    SCNu64, &minor, &major) == 2;
	*page_faults = minor + major;
	if (status != NULL)
		fclose(status);
	if (stat != NULL)
		fclose(stat);
	return has_switches && has_faults;
}

void disturbance_conclude(void)
{
	uint64_t switches[2], page_faults[2];
	struct platform_disturbances ignored;
	bool is_known = read_thread_self(&switches[0], &page_faults[0]);

	platform_disturbances(&ignored);
	is_known = is_known && read_thread_self(&switches[1], &page_faults[1]);
	if (is_known && (seen.switches < switches[0] || seen.switches > switches[1]))
		validity_check_failed(NULL, "disturbance", "%lu switches by other programs were "
				      "seen, but the kernel states %lu", seen.switches,
				      switches[1]);
	if (is_known && (seen.page_faults < page_faults[0] || seen.page_faults > page_faults[1]))
		validity_check_failed(NULL, "disturbance", "%lu page faults were seen, but the "
				      "kernel states %lu", seen.page_faults, page_faults[1]);
}
