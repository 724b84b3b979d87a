/* SPDX-License-Identifier: MIT */
/* Made-up runs on bare metal and Linux, written with the writer of real targets. */
#include "tests/unit/tools/compare/two_sides.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "lib/wire/wire.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/topic/overhead.h"
#include "tools/view/text.h"

struct log {
	FILE *file;
	struct wire_writer writer;
	uint64_t id;                    /* of both bench and series */
};

static void put(void *context, const char *text, size_t length)
{
	struct log *log = context;

	fwrite(text, 1, length, log->file);
}

static void put_bench(struct log *log, const char *name, const char *differs, const char *point,
		      uint64_t ticks, uint64_t spread)
{
	uint8_t data[SIDE_SAMPLES * SAMPLE_BYTES_MAX];
	uint64_t values[SIDE_SAMPLES];
	struct wire_bench bench = {
		.id = ++log->id, .name = name, .unit = "tsc_ticks", .differs = differs,
	};
	struct wire_series series = {
		.id = log->id, .bench = log->id, .point = point, .iterations = 1, .timed = 1,
	};
	struct wire_samples samples = {.series = log->id, .n = SIDE_SAMPLES, .data = {data, 0}};

	for (size_t i = 0; i < SIDE_SAMPLES; i++)
		values[i] = ticks + spread * i / (SIDE_SAMPLES - 1);
	samples_pack(values, SIDE_SAMPLES, data, sizeof(data), &samples.data.size);
	wire_write(&log->writer, WIRE_bench, &bench);
	wire_write(&log->writer, WIRE_series, &series);
	wire_write(&log->writer, WIRE_samples, &samples);
	wire_write(&log->writer, WIRE_done, &(struct wire_done){.bench = log->id});
}

static void put_target(struct log *log, const struct side_target *target)
{
	wire_write(&log->writer, WIRE_manifest, &target->manifest);
	if (target->kernel_line != NULL)
		wire_write(&log->writer, WIRE_kernel_line, &(struct wire_kernel_line){
			.text = target->kernel_line});
	wire_write(&log->writer, WIRE_cpu, &target->cpu);
	if (target->cache.level > 0)
		wire_write(&log->writer, WIRE_cache, &target->cache);
	if (target->state.item != NULL)
		wire_write(&log->writer, WIRE_state, &target->state);
	for (uint64_t i = 0; i < target->nodes; i++)
		wire_write(&log->writer, WIRE_node, &(struct wire_node){.node = i});
	if (target->machine.maker != NULL)
		wire_write(&log->writer, WIRE_machine, &target->machine);
	if (target->tsc_uncertainty_ppm > 0)
		wire_write(&log->writer, WIRE_timer, &(struct wire_timer){
			.name = "monotonic_raw", .tsc_hz = target->manifest.tsc_hz,
			.status = "chosen", .uncertainty_ppm = target->tsc_uncertainty_ppm});
	if (target->system_call_ticks > 0)
		put_bench(log, "entry.null_syscall", "", "path=syscall",
			  target->system_call_ticks, target->spread_ticks);
	if (target->has_pages) {
		put_bench(log, "fault.demand_zero", target->differs, "ring=3 page_bytes=4096",
			  10 * target->system_call_ticks, 0);
		put_bench(log, "fault.not_present", target->differs,
			  target->has_ring_0 ? "ring=0 action=map" : "ring=3 action=map",
			  target->system_call_ticks, 0);
		put_bench(log, "made.up", target->differs, "", target->system_call_ticks, 0);
	}
	if (target->has_large_pages)
		put_bench(log, "fault.not_present", target->differs,
			  "ring=3 action=map page_bytes=2097152", 900 * target->system_call_ticks,
			  0);
	if (target->has_interrupt)
		put_bench(log, "irq.self_ipi", "", "wait=spin", 600, 0);
	if (target->skips_interrupt)
		wire_write(&log->writer, WIRE_skip, &(struct wire_skip){
			"irq.self_ipi", "", "lapic", "needs a local APIC"});
	if (target->skips_threads) {
		put_bench(log, "os.wake", "", "by=none cpu=same", 5, 0);
		wire_write(&log->writer, WIRE_skip, &(struct wire_skip){
			"os.wake", "by=futex", "other_cpu", "a second CPU is missing"});
		wire_write(&log->writer, WIRE_skip, &(struct wire_skip){
			"os.wake", "by=futex cpu=same", "process", "threads are its kernel's"});
	}
	if (target->has_threads) {
		put_bench(log, "os.wake", "", "by=futex cpu=same", 70, 0);
		put_bench(log, "os.wake", "", "by=futex cpu=other", 80, 0);
		put_bench(log, "os.wake", "", "by=pipe cpu=same", 90, 0);
		put_bench(log, "os.timer", "", "", 90, 0);
	}
	if (target->creates_threads)
		put_bench(log, "os.thread_create", target->differs, "stack=fresh",
			  7 * target->system_call_ticks, 0);
	if (target->has_timing)
		put_bench(log, TIMING_BENCH, "", "", 20, target->timing_spread_ticks);
	if (target->has_no_end)
		return;
	wire_write(&log->writer, WIRE_end, &(struct wire_end){
		.status = "complete", .records = log->writer.seq, .run = 1});
}

char *side_log(const struct side_target *target, size_t *size)
{
	struct log log = {0};
	char *text = NULL;

	log.file = open_memstream(&text, size);
	log.writer = (struct wire_writer){.put = put, .context = &log};
	put_target(&log, target);
	fclose(log.file);
	return text;
}

static struct result *result_of(const struct side_target *target)
{
	struct result *result;
	size_t size;
	char *text = side_log(target, &size);

	result = sample_log_load(text, size);
	free(text);
	return result;
}

struct side_target side_metal(void)
{
	return (struct side_target){
		.manifest = {
			.format = WIRE_FORMAT, .build = "0123456789ab", .compiler = "gcc 12.2.0",
			.host = "bare-metal", .boot = "multiboot2", .time_base = "real",
			.tsc_hz = 2000000000, .suite = "quick",
		},
		.cpu = {
			.vendor = "GenuineIntel", .brand = "Made-up CPU", .family = 6, .model = 158,
			.stepping = 10, .microcode = 0xf0, .count = 2,
		},
		.system_call_ticks = 100,
		.spread_ticks = 16,
		.has_interrupt = true,
	};
}

struct side_target side_linux(void)
{
	struct side_target target = side_metal();

	target.manifest.host = "linux";
	target.manifest.boot = "";
	target.system_call_ticks = 600;
	target.has_interrupt = false;
	target.skips_interrupt = true;
	return target;
}

void side_add(struct comparison *comparison, enum side side, const struct side_target *target)
{
	struct compared_runs *runs = &comparison->sides[side];
	struct compared_run *run;

	runs->items = reallocarray(runs->items, runs->count + 1, sizeof(*runs->items));
	assert_non_null(runs->items);
	run = &runs->items[runs->count++];
	*run = (struct compared_run){0};
	run->path = strdup(side == METAL ? "metal.log" : "linux.log");
	run->result = result_of(target);
	run->analysis = analysis_new(run->result);
}

struct comparison side_pair(const struct side_target *metal, const struct side_target *linux_run)
{
	struct comparison comparison = {.kind = COMPARE_OVERHEAD};

	side_add(&comparison, METAL, metal);
	side_add(&comparison, LINUX, linux_run);
	return comparison;
}

char *side_table(const struct comparison *comparison, const struct reasons *refused)
{
	const struct reasons notes = {0};
	const struct overhead_report overhead = {comparison, refused, &notes};
	struct text text = {0};
	struct tables tables;
	char *written = NULL;
	size_t size = 0;

	tables_init(&tables, "");
	topic_overhead(&tables, &overhead);
	text.out = open_memstream(&written, &size);
	text_write(&text, &tables);
	fclose(text.out);
	tables_free(&tables);
	return written;
}

void assert_side_has(const char *text, const char *part)
{
	if (strstr(text, part) != NULL)
		return;
	fputs(text, stderr);
	fail_msg("not in the table: %s", part);
}
