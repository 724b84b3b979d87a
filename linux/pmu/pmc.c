/* SPDX-License-Identifier: MIT */
/* Events by perf_event_open, with the same settings as on bare metal, so that the same events are
 * counted. The counts are read by RDPMC if Linux allows it, otherwise by read(2). The pmu record
 * has the method, and each count has its own overhead. */
#include "linux/pmu/pmc.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "bench/platform.h"
#include "lib/text/fmt.h"
#include "lib/x86/pmc.h"
#include "lib/x86/pmu_shape.h"
#include "linux/pmu/perf.h"

#define READ_METHOD "read(2)"
#define TRIAL_TURNS 10000u

static struct {
	struct pmu_shape shape;
	uint32_t unit;
	bool with_kernel, by_rdpmc;
	char missing[192];
	struct perf_event events[PLATFORM_PMC_MAX];
	size_t count;
} pmc;

/* ---- Reading ---- */

/* The kernel may move the counter to another register at any switch; the page has its current
 * place. perf_event.h, "struct perf_event_mmap_page". */
static uint64_t read_by_rdpmc(const volatile struct perf_event_mmap_page *page)
{
	uint32_t lock, index;
	uint64_t offset, count;
	unsigned unused;

	do {
		lock = page->lock;
		__asm__ volatile("" : : : "memory");
		index = page->index;
		offset = (uint64_t)page->offset;
		unused = 64 - page->pmc_width;
		count = index != 0 ? perf_rdpmc(index - 1) : 0;
		__asm__ volatile("" : : : "memory");
	} while (page->lock != lock);
	if (index == 0)
		return PLATFORM_PMC_UNREAD;
	return offset + (uint64_t)((int64_t)(count << unused) >> unused);
}

static uint64_t read_by_call(const struct perf_event *event)
{
	uint64_t count;

	return perf_read(event, &count) ? count : PLATFORM_PMC_UNREAD;
}

void platform_pmc_read(uint64_t *values)
{
	pmc_fence();
	for (size_t i = 0; i < pmc.count; i++)
		values[i] = pmc.by_rdpmc ? read_by_rdpmc(pmc.events[i].page)
					 : read_by_call(&pmc.events[i]);
	pmc_fence();
}

/* ---- Opening ---- */

static void close_last(void)
{
	perf_close(&pmc.events[--pmc.count]);
}

static int open_event(enum pmc_event event)
{
	int leader = pmc.count > 0 ? pmc.events[0].fd : -1;
	int error = perf_open(pmc.unit, pmc_table_select(pmc.shape.table, event), pmc.with_kernel,
			      leader, &pmc.events[pmc.count]);

	if (error != 0)
		return error;
	pmc.count++;
	if (pmc.by_rdpmc && pmc.events[pmc.count - 1].page == NULL) {
		close_last();
		return -ENOMEM;
	}
	return 0;
}

static bool all_count(void)
{
	uint64_t values[PLATFORM_PMC_MAX];

	platform_pmc_read(values);
	for (size_t i = 0; i < pmc.count; i++) {
		if (values[i] == PLATFORM_PMC_UNREAD)
			return false;
	}
	return true;
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	platform_pmc_close();
	for (size_t i = 0; i < count && i < PLATFORM_PMC_MAX; i++) {
		if (open_event(events[i]) != 0)
			break;
		if (!all_count()) {     /* more events than free counters */
			close_last();
			break;
		}
		counters[i] = (struct platform_pmc){
			.event = events[i],
			.select = pmc_table_select(pmc.shape.table, events[i]),
			.mask = UINT64_MAX,
			.counter = "perf_event",
		};
	}
	return pmc.count;
}

void platform_pmc_close(void)
{
	while (pmc.count > 0)
		close_last();
}

/* ---- Finding out ---- */

static const char *unit_name(uint32_t core_type)
{
	switch (core_type) {
	case CORE_TYPE_CORE:
		return "cpu_core";
	case CORE_TYPE_ATOM:
		return "cpu_atom";
	default:
		return "cpu";
	}
}

static void pmc_explain(int error)
{
	size_t size = sizeof(pmc.missing);

	switch (-error) {
	case EACCES:
	case EPERM:
		fmt_buffer(pmc.missing, size, "kernel.perf_event_paranoid is %d: needs root, "
					      "CAP_PERFMON or a value of 2, and no container that "
					      "blocks the call",
			   perf_paranoid());
		break;
	case ENOSYS:
		fmt_buffer(pmc.missing, size, "this kernel has no perf_event_open, or a container "
					      "blocks it");
		break;
	default:
		fmt_buffer(pmc.missing, size, "Linux cannot count cycles: %s",
			   strerror(-error));
	}
}

/* Open cycles. If allowed, the kernel's cycles are also counted. */
static int open_cycles(void)
{
	int error;

	pmc.with_kernel = true;
	error = open_event(PMC_CYCLES);
	if (error != -EACCES && error != -EPERM)
		return error;
	pmc.with_kernel = false;
	return open_event(PMC_CYCLES);
}

static bool can_rdpmc(const struct perf_event *event)
{
	return event->page != NULL && event->page->cap_user_rdpmc && event->page->index != 0;
}

static bool pmc_moves(void)
{
	uint64_t before, after;

	platform_pmc_read(&before);
	for (volatile unsigned turn = 0; turn < TRIAL_TURNS; turn++)
		;
	platform_pmc_read(&after);
	return before != PLATFORM_PMC_UNREAD && after != PLATFORM_PMC_UNREAD &&
	       after - before >= TRIAL_TURNS / 16;
}

static void try_cycles(void)
{
	int error = open_cycles();

	if (error != 0) {
		pmc_explain(error);
		return;
	}
	pmc.by_rdpmc = can_rdpmc(&pmc.events[0]);
	if (!pmc_moves())
		fmt_buffer(pmc.missing, sizeof(pmc.missing), "Linux's cycle counter does not "
							     "advance");
	platform_pmc_close();
}

void pmc_init(const struct pmu_leaves *leaves)
{
	const char *name;

	memset(&pmc, 0, sizeof(pmc));
	pmu_shape_decode(leaves, &pmc.shape);
	name = unit_name(pmc.shape.core_type);
	pmc.unit = perf_unit_type(name);
	if (pmc.unit != 0)
		try_cycles();
	else
		fmt_buffer(pmc.missing, sizeof(pmc.missing), "Linux has no unit \"%s\": the CPU "
							     "lacks it, or a virtual machine hides "
							     "it", name);
}

const char *pmc_missing_reason(void)
{
	return pmc.missing[0] != '\0' ? pmc.missing : NULL;
}

const char *platform_pmc_missing_reason(enum pmc_event event)
{
	if (pmc.missing[0] != '\0')
		return pmc.missing;
	if (PMC_IS_REGISTER(event))
		return "under Linux, the register belongs to the kernel";
	if (pmc_table_select(pmc.shape.table, event) == 0)
		return "not available on this CPU";
	return (pmc.shape.absent >> event & 1) == 0 ? NULL : "no counter of this CPU can count it";
}

void pmc_describe(struct wire_writer *writer)
{
	if (pmc_missing_reason() != NULL)
		return;
	wire_write(writer, WIRE_pmu, &(struct wire_pmu){
		.events = pmc_table_word(pmc.shape.table),
		.version = pmc.shape.version,
		.core = pmu_core_name(pmc.shape.core_type),
		.method = pmc.by_rdpmc ? PMC_READ_METHOD : READ_METHOD,
		.rings = pmc.with_kernel ? "all" : "user mode only",
	});
}
