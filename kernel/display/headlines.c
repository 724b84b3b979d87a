/* SPDX-License-Identifier: MIT */
/* The key metrics, with the names of the host tool's table (tools/topic/headlines.c), so that
 * screen and report can be compared. */
#include "kernel/display/headlines.h"

#include <stddef.h>

#include "lib/point.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"

#define LATENCY_BENCH "mem.latency"
#define READ_BENCH "mem.bandwidth.read"
#define WHAT_CHARS 80

static const struct {
	const char *what, *bench, *point, *stage;
} wanted[] = {
	{"a null system call and back", "entry.null_syscall", "path=syscall", ""},
	{"an interrupt to oneself, with four clock reads", "irq.self_ipi",
	 "ring=0 wait=spin cache=warm", "total"},
	{"a page fault in kernel mode and back", "fault.not_present",
	 "ring=0 action=trap page_bytes=4096", "total"},
	{"a page of memory at its first touch", "fault.demand_zero", "ring=3 page_bytes=4096", ""},
	{"a thread switch in user mode", "os.switch_thread", "ring=3 " POINT_SAVED, ""},
	{"an address-space switch in user mode", "os.switch_space",
	 "ring=3 " POINT_SAVED " pcid=off", ""},
	{"a thread created, run and joined", "os.thread_run", "stack=fresh", ""},
};

#define WANTED (sizeof(wanted) / sizeof(wanted[0]))

/* A working set's size, and the duration of an operation on it. */
struct sized {
	bool is_known;
	uint64_t size_bytes;
	uint64_t bytes, thousandths;
};

static struct {
	uint64_t page_bytes;            /* the smallest page size of mem.latency */
	struct sized nearest, farthest;
	struct sized read;
	struct {
		bool is_known;
		uint64_t thousandths;
	} metrics[WANTED];
} headlines;

void headlines_begin(void)
{
	memset(&headlines, 0, sizeof(headlines));
}

static void take_size(struct sized *sized, uint64_t size_bytes, const struct metric *metric)
{
	*sized = (struct sized){true, size_bytes, metric->bytes, metric->thousandths};
}

/* Take the ends of the curve with the smallest pages and the random order. */
static void headlines_take_latency(const struct metric *metric)
{
	const char *order = shown_parameter(metric, "order");
	uint64_t page_bytes, size_bytes;

	if (shown_parameter(metric, "cpu_node") != NULL ||
	    !shown_parameter_number(metric, "page_bytes", &page_bytes) ||
	    !shown_parameter_number(metric, "size_bytes", &size_bytes) ||
	    (order != NULL && strncmp(order, "random", strlen("random")) != 0))
		return;
	if (!headlines.nearest.is_known || page_bytes < headlines.page_bytes) {
		headlines.page_bytes = page_bytes;
		headlines.nearest.is_known = headlines.farthest.is_known = false;
	}
	if (page_bytes != headlines.page_bytes)
		return;
	if (!headlines.nearest.is_known || size_bytes < headlines.nearest.size_bytes)
		take_size(&headlines.nearest, size_bytes, metric);
	if (!headlines.farthest.is_known || size_bytes > headlines.farthest.size_bytes)
		take_size(&headlines.farthest, size_bytes, metric);
}

/* Take the best rate at the largest size. The number of bytes per operation differs between points,
 * so rates are compared by cross multiplication. */
static void headlines_take_read(const struct metric *metric)
{
	const struct sized *best = &headlines.read;
	uint64_t size_bytes;

	if (shown_parameter(metric, "cpu_node") != NULL ||
	    !shown_parameter_number(metric, "size_bytes", &size_bytes) || metric->thousandths == 0)
		return;
	if (!best->is_known || size_bytes > best->size_bytes ||
	    (size_bytes == best->size_bytes &&
	     metric->bytes * best->thousandths > best->bytes * metric->thousandths))
		take_size(&headlines.read, size_bytes, metric);
}

void headlines_take(const struct metric *metric)
{
	if (strcmp(metric->bench, LATENCY_BENCH) == 0)
		headlines_take_latency(metric);
	if (strcmp(metric->bench, READ_BENCH) == 0)
		headlines_take_read(metric);
	for (size_t i = 0; i < WANTED; i++) {
		if (strcmp(metric->bench, wanted[i].bench) != 0 ||
		    !point_is(metric->point, wanted[i].point) ||
		    strcmp(metric->stage, wanted[i].stage) != 0)
			continue;
		headlines.metrics[i].is_known = true;
		headlines.metrics[i].thousandths = metric->thousandths;
	}
}

static void show_load(void (*show)(const char *what, const char *quantity),
		      const struct sized *sized)
{
	char what[WHAT_CHARS], size[QUANTITY_CHARS], quantity[QUANTITY_CHARS];

	quantity_size(sized->size_bytes, size);
	fmt_buffer(what, sizeof(what), "a load in a working set of %s", size);
	quantity_time(sized->thousandths, quantity);
	show(what, quantity);
}

static void show_read(void (*show)(const char *what, const char *quantity))
{
	const struct sized *read = &headlines.read;
	char what[WHAT_CHARS], size[QUANTITY_CHARS], quantity[QUANTITY_CHARS];

	quantity_size(read->size_bytes, size);
	fmt_buffer(what, sizeof(what), "reading a working set of %s, the fastest way", size);
	quantity_rate(read->bytes, read->thousandths, quantity);
	show(what, quantity);
}

void headlines_show(void (*show)(const char *what, const char *quantity))
{
	char quantity[QUANTITY_CHARS];

	if (headlines.nearest.is_known)
		show_load(show, &headlines.nearest);
	if (headlines.farthest.is_known &&
	    headlines.farthest.size_bytes != headlines.nearest.size_bytes)
		show_load(show, &headlines.farthest);
	if (headlines.read.is_known)
		show_read(show);
	for (size_t i = 0; i < WANTED; i++) {
		if (!headlines.metrics[i].is_known)
			continue;
		quantity_time(headlines.metrics[i].thousandths, quantity);
		show(wanted[i].what, quantity);
	}
}
