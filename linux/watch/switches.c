/* SPDX-License-Identifier: MIT */
/* One event and buffer for each CPU, because only such events include the program's children. Times
 * are CLOCK_MONOTONIC_RAW's; readings of both clocks at begin and end convert them to the TSC. */
#include "linux/watch/switches.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/cpu/clock.h"
#include "linux/clock.h"

#define PAGE_BYTES 4096u
#define BUFFER_PAGES 128u               /* kernel.perf_event_mlock_kb, minus a page */
#define BUFFER_BYTES ((uint64_t)BUFFER_PAGES * PAGE_BYTES)
#define CPUS_MAX 1024

/* With sample_id_all: a switch's header, then thread, time and CPU. */
struct switch_record {
	struct perf_event_header header;
	uint32_t process, thread;
	uint64_t time_ns;
};

/* The record of a thread that ends, which has no switch. */
struct exit_record {
	struct perf_event_header header;
	uint32_t process, parent, thread, parent_thread;
	uint64_t time_ns;
};

static struct {
	struct perf_event_mmap_page *buffers[CPUS_MAX];
	int files[CPUS_MAX];
	unsigned count;
	uint64_t begin_ns, begin_tsc;
} watched;

static int switches_open(pid_t process, int cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY, .size = sizeof(attr),
		.exclude_kernel = 1, .context_switch = 1, .task = 1, .sample_id_all = 1,
		.inherit = 1,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU,
		.use_clockid = 1, .clockid = CLOCK_MONOTONIC_RAW,
	};

	return (int)syscall(SYS_perf_event_open, &attr, process, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static void switches_close(void)
{
	while (watched.count > 0) {
		watched.count--;
		munmap(watched.buffers[watched.count], BUFFER_BYTES + PAGE_BYTES);
		close(watched.files[watched.count]);
	}
}

/* Returns 0 or a negative errno. */
static int switches_add(pid_t process, int cpu)
{
	int file = switches_open(process, cpu);
	void *buffer;

	if (file < 0 && errno == ENODEV)
		return 0;               /* the CPU is offline */
	if (file < 0)
		return -errno;
	buffer = mmap(NULL, BUFFER_BYTES + PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file,
		      0);
	if (buffer == MAP_FAILED) {
		int error = -errno;

		close(file);
		return error;
	}
	watched.files[watched.count] = file;
	watched.buffers[watched.count++] = buffer;
	return 0;
}

int watch_switches_begin(pid_t process)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	int error = 0;

	watched.count = 0;
	watched.begin_ns = clock_ns(CLOCK_MONOTONIC_RAW);
	watched.begin_tsc = clock_read();
	for (int cpu = 0; error == 0 && cpu < cpus && cpu < CPUS_MAX; cpu++)
		error = switches_add(process, cpu);
	if (error != 0)
		switches_close();
	return error;
}

static void switches_append(struct watch_switches *switches, const struct watch_switch *item)
{
	if (switches->count == switches->capacity) {
		size_t capacity = switches->capacity != 0 ? 2 * switches->capacity : 4096;
		struct watch_switch *items = reallocarray(switches->items, capacity,
							  sizeof(*items));

		if (items == NULL) {
			switches->lost++;
			return;
		}
		switches->items = items;
		switches->capacity = capacity;
	}
	switches->items[switches->count++] = *item;
}

/* Copy from the buffer, which is a ring. */
static void copy_out(void *to, const uint8_t *data, uint64_t from, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((uint8_t *)to)[i] = data[(from + i) % BUFFER_BYTES];
}

static void take_record(struct watch_switches *switches, const struct switch_record *record)
{
	uint16_t misc = record->header.misc;
	enum watch_switch_kind kind = WATCH_RUNS;

	if ((misc & PERF_RECORD_MISC_SWITCH_OUT) != 0)
		kind = (misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT) != 0 ? WATCH_PREEMPTED
									 : WATCH_SLEEPS;
	switches_append(switches, &(struct watch_switch){record->time_ns, record->thread, kind});
}

/* Take a record that begins at a position. */
static void take_at(struct watch_switches *switches, const uint8_t *data, uint64_t at,
		    uint32_t type)
{
	struct switch_record change;
	struct exit_record end;
	uint64_t lost[2];

	switch (type) {
	case PERF_RECORD_SWITCH:
		copy_out(&change, data, at, sizeof(change));
		take_record(switches, &change);
		break;
	case PERF_RECORD_EXIT:
		copy_out(&end, data, at, sizeof(end));
		switches_append(switches, &(struct watch_switch){end.time_ns, end.thread,
								 WATCH_SLEEPS});
		break;
	case PERF_RECORD_LOST:
		copy_out(lost, data, at + sizeof(struct perf_event_header), sizeof(lost));
		switches->lost += lost[1];
		break;
	}
}

static void read_buffer(struct watch_switches *switches, struct perf_event_mmap_page *buffer)
{
	const uint8_t *data = (const uint8_t *)buffer + PAGE_BYTES;
	uint64_t head = __atomic_load_n(&buffer->data_head, __ATOMIC_ACQUIRE);
	uint64_t at = buffer->data_tail;

	while (at < head) {
		struct perf_event_header header;

		copy_out(&header, data, at, sizeof(header));
		take_at(switches, data, at, header.type);
		at += header.size;
	}
	__atomic_store_n(&buffer->data_tail, at, __ATOMIC_RELEASE);
}

void watch_switches_read(struct watch_switches *switches)
{
	for (unsigned i = 0; i < watched.count; i++)
		read_buffer(switches, watched.buffers[i]);
}

static int by_time(const void *a, const void *b)
{
	const struct watch_switch *left = a, *right = b;

	return (left->tsc > right->tsc) - (left->tsc < right->tsc);
}

static int by_thread(const void *a, const void *b)
{
	const struct watch_switch *left = a, *right = b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return by_time(a, b);
}

void watch_switches_sort(struct watch_switches *switches)
{
	struct watch_switch *items = switches->items;

	if (switches->count == 0)
		return;
	qsort(items, switches->count, sizeof(*items), by_thread);
	for (size_t i = 1; i < switches->count; i++) {
		if (items[i].kind == WATCH_RUNS && items[i - 1].kind == WATCH_PREEMPTED &&
		    items[i].thread == items[i - 1].thread)
			items[i].kind = WATCH_RESUMES;
	}
	qsort(items, switches->count, sizeof(*items), by_time);
}

static void convert_times(struct watch_switches *switches)
{
	uint64_t ns = clock_ns(CLOCK_MONOTONIC_RAW) - watched.begin_ns;
	uint64_t ticks = clock_read() - watched.begin_tsc;

	for (size_t i = 0; i < switches->count; i++) {
		uint64_t since_ns = switches->items[i].tsc - watched.begin_ns;

		switches->items[i].tsc = watched.begin_tsc +
			(uint64_t)((unsigned __int128)since_ns * ticks / (ns != 0 ? ns : 1));
	}
}

void watch_switches_end(struct watch_switches *switches)
{
	watch_switches_read(switches);
	switches_close();
	convert_times(switches);
	watch_switches_sort(switches);
}
