/* SPDX-License-Identifier: MIT */
/* The scripted machine. A guarded call is a setjmp; memory is the host's. */
#include "tests/unit/bench/fake_platform.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/warning.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/fake_disk.h"

#define LOG_BYTES (8u << 20)
#define RECORDS_MAX 4096
#define PAGE_4K 4096

struct fake_platform fake;
FILE *fake_requests;

static struct {
	char text[LOG_BYTES];
	size_t length, parsed;
	struct wire_record records[RECORDS_MAX];
	size_t count;
} record_log;

/* Work of a CPU other than 0. Its thread exists until the work is awaited. */
static struct {
	pthread_t thread;
	bool is_busy;
	void (*function)(void *);
	void *argument;
} others[FAKE_CPUS_MAX];

static _Thread_local uint32_t this_cpu;
static struct wire_writer writer;
static jmp_buf guard;
static struct platform_failure pending;

static void put_log(void *context, const char *text, size_t length)
{
	(void)context;
	if (length >= LOG_BYTES - record_log.length)
		abort();
	memcpy(record_log.text + record_log.length, text, length);
	record_log.length += length;
	fake.wrote_while_isolated |= fake.isolation_depth > 0;
}

void fake_reset(void)
{
	fake = (struct fake_platform){
		.time_base = TIME_REAL,
		.last_level_cache_bytes = 16 << 10,
		.memory_bytes = 64 << 20,
		.cpu_count = 1,
		.count_mask = UINT64_MAX,
	};
	fake_disk_reset();
	writer = (struct wire_writer){.put = put_log};
	record_log.length = record_log.parsed = record_log.count = 0;
}

void fake_request(const char *format, ...)
{
	va_list args;

	if (fake_requests == NULL)
		return;
	va_start(args, format);
	vfprintf(fake_requests, format, args);
	va_end(args);
	fputc('\n', fake_requests);
}

void fake_fail(const char *kind)
{
	pending = (struct platform_failure){
		.kind = kind,
		.vector = 14,
		.registers = "rax=0",
		.backtrace = "scripted+0x0",
		.detail = "a scripted failure",
	};
	longjmp(guard, 1);
}

/* Parsing modifies the text, so each record is parsed once, at first use. */
static void parse_new_records(void)
{
	while (record_log.parsed < record_log.length) {
		struct wire_record *record = &record_log.records[record_log.count];
		size_t used;

		record_log.text[record_log.length] = '\0';
		if (record_log.count == RECORDS_MAX ||
		    wire_parse(record_log.text + record_log.parsed,
			       record_log.length - record_log.parsed, record, &used) != WIRE_OK)
			abort();
		record_log.parsed += used + 1;
		record_log.count++;
	}
}

const struct wire_record *fake_record(enum wire_kind kind, size_t nth)
{
	parse_new_records();
	for (size_t i = 0; i < record_log.count; i++) {
		if (record_log.records[i].kind == kind && nth-- == 0)
			return &record_log.records[i];
	}
	return NULL;
}

size_t fake_record_count(enum wire_kind kind)
{
	size_t count = 0;

	while (fake_record(kind, count) != NULL)
		count++;
	return count;
}

enum wire_kind fake_record_kind(size_t nth)
{
	parse_new_records();
	return nth < record_log.count ? record_log.records[nth].kind : WIRE_KINDS;
}

uint32_t platform_capabilities(void)
{
	return fake.capabilities | (fake.has_no_clock ? 0 : CAN_CLOCK);
}

const char *platform_missing_reason(enum platform_capability_bit bit)
{
	(void)bit;
	return fake.missing;
}

bool platform_is_hosted(void)
{
	return fake.is_hosted;
}

enum time_base platform_time_base(void)
{
	return fake.time_base;
}

uint64_t platform_clock_hz(void)
{
	return fake.has_no_clock ? 0 : 2000000000;
}

uint64_t platform_limit_hz(void)
{
	return 2000000000;
}

uint32_t platform_cpu(void)
{
	return this_cpu;
}

void platform_guard_extend(uint32_t limit_ms)
{
	fake_request("extend %u ms", limit_ms);
}

uint32_t platform_cpu_count(void)
{
	return fake.cpu_count;
}

static void *run_thread(void *argument)
{
	this_cpu = (uint32_t)(uintptr_t)argument;
	others[this_cpu].function(others[this_cpu].argument);
	return NULL;
}

int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument)
{
	if (fake.run_on_status != 0)
		return fake.run_on_status;
	if (cpu == 0 || cpu >= fake.cpu_count)
		return -EINVAL;
	if (others[cpu].is_busy)
		return -EBUSY;
	others[cpu].function = function;
	others[cpu].argument = argument;
	others[cpu].is_busy = true;
	if (pthread_create(&others[cpu].thread, NULL, run_thread, (void *)(uintptr_t)cpu) != 0)
		abort();
	return 0;
}

int platform_wait_for(uint32_t cpu)
{
	if (cpu == 0 || cpu >= fake.cpu_count)
		return -EINVAL;
	if (others[cpu].is_busy)
		pthread_join(others[cpu].thread, NULL);
	others[cpu].is_busy = false;
	return fake.wait_for_status;
}

uint64_t platform_last_level_cache_bytes(void)
{
	return fake.last_level_cache_bytes;
}

void platform_describe(struct wire_writer *to, const char *suite)
{
	struct wire_manifest manifest = {.format = WIRE_FORMAT, .suite = suite};

	wire_write(to, WIRE_manifest, &manifest);
	warning_flush();
}

uint64_t platform_memory_available(uint64_t page_bytes)
{
	return (fake.memory_bytes - fake.mapped_bytes) / page_bytes * page_bytes;
}

/* Each mapping is a separate malloc, so that the address sanitizer finds overruns. */
void *platform_map(uint64_t size_bytes, uint64_t page_bytes)
{
	uint64_t rounded_bytes = (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
	uint64_t end_tsc = clock_read() + rounded_bytes / page_bytes * fake.map_ticks;
	void *memory;

	fake_request("map %lu by %lu", size_bytes, page_bytes);
	fake.map_calls++;
	if (fake.map_status != 0 || rounded_bytes > platform_memory_available(page_bytes) ||
	    fake.map_count == FAKE_MAPS_MAX)
		return NULL;
	memory = aligned_alloc(PAGE_4K, (size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K);
	if (memory == NULL)
		abort();
	while (clock_read() < end_tsc)
		;
	fake.map_nodes[fake.map_count] = fake.chosen_node;
	fake.map_bytes[fake.map_count] = rounded_bytes;
	fake.maps[fake.map_count++] = memory;
	fake.mapped_bytes += rounded_bytes;
	fake.mapped_page_bytes = page_bytes;
	if (size_bytes > fake.largest_mapped_bytes)
		fake.largest_mapped_bytes = size_bytes;
	return memory;
}

void *platform_map_untouched(uint64_t size_bytes, uint64_t page_bytes)
{
	fake_request("untouched");
	return platform_map(size_bytes, page_bytes);
}

/* ---- Memory nodes: the nearest memory of a node without is the first ---- */

uint32_t platform_node_count(void)
{
	return fake.node_count > 1 ? fake.node_count : 1;
}

uint32_t platform_cpu_node(uint32_t cpu)
{
	return fake.cpu_nodes[cpu];
}

bool platform_node_has_memory(uint32_t node)
{
	return (fake.memory_less >> node & 1) == 0;
}

uint32_t platform_nearest_memory(uint32_t node)
{
	return platform_node_has_memory(node) ? node : 0;
}

void platform_choose_node(uint32_t node)
{
	fake_request("node %u", node);
	fake.chosen_node = node != NODE_NONE
				? node : platform_nearest_memory(fake.cpu_nodes[platform_cpu()]);
}

uint32_t platform_chosen_node(void)
{
	return fake.chosen_node;
}

/* The mapping of an address, and the offset in it. The program ends if the address is in none. */
static unsigned map_of(const void *address, uint64_t *offset)
{
	for (unsigned i = 0; i < fake.map_count; i++) {
		*offset = (uintptr_t)address - (uintptr_t)fake.maps[i];
		if (*offset < fake.map_bytes[i])
			return i;
	}
	abort();
}

uint32_t platform_address_node(const void *address)
{
	uint64_t offset;
	unsigned map = map_of(address, &offset);
	uint32_t node = fake.map_nodes[map];

	fake_request("node of map %u at %lu", map, offset);
	return node == fake.astray_node && node > 0 && offset >= fake.astray_from ? node - 1
										  : node;
}

void platform_scope_begin(void)
{
	platform_choose_node(NODE_NONE);
	fake.scope_depth++;
}

void platform_scope_end(void)
{
	while (fake.map_count > 0)
		free(fake.maps[--fake.map_count]);
	fake.mapped_bytes = 0;
	fake.scope_depth--;
}

void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes)
{
	(void)buffer;
	fake_request("settle %lu by %lu", size_bytes, page_bytes);
	fake.settled++;
}

void platform_prefetchers(bool on)
{
	fake_request("prefetchers %u", on);
	fake.prefetchers_off += on ? -1 : 1;
	fake.prefetchers_switched++;
}

void platform_isolation_begin(void)
{
	fake_request("isolation begins");
	fake.isolation_depth++;
}

void platform_isolation_end(void)
{
	fake_request("isolation ends");
	fake.isolation_depth--;
}

bool platform_is_isolated(void)
{
	return !fake.interrupts_on;
}

/* The page size of the address's mapping, unless the script sets one. */
uint64_t platform_page_bytes(const void *address)
{
	uint64_t offset;
	unsigned map = map_of(address, &offset);

	fake_request("page of map %u at %lu", map, offset);
	return fake.page_bytes != 0 && offset >= fake.page_bytes_from ? fake.page_bytes
								       : fake.mapped_page_bytes;
}

void platform_disturbances(struct platform_disturbances *counts)
{
	fake.smis += fake.smis_per_reading;
	*counts = (struct platform_disturbances){.smis = fake.smis};
}

int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure)
{
	fake_request("guard %u ms", limit_ms);
	if (setjmp(guard) != 0) {
		*failure = pending;
		return -EFAULT;
	}
	function(argument);
	return 0;
}

void platform_progress(uint64_t done_ticks, uint64_t all_ticks)
{
	fake.progress_done = done_ticks;
	fake.progress_all = all_ticks;
	fake.progress_calls++;
}

void platform_conclude(void)
{
	fake.concluded++;
}

struct wire_writer *platform_writer(void)
{
	return &writer;
}

void platform_print(const char *format, ...)
{
	size_t used = strlen(fake.text);
	va_list args;

	va_start(args, format);
	vsnprintf(fake.text + used, sizeof(fake.text) - used, format, args);
	va_end(args);
	fake.wrote_while_isolated |= fake.isolation_depth > 0;
}
