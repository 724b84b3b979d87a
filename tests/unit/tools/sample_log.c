/* SPDX-License-Identifier: MIT */
/* Values of a machine with a 2 GHz TSC, a 3 GHz core clock and three cache levels. */
#include "tests/unit/tools/sample_log.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rng.h"
#include "lib/text/fmt.h"
#include "lib/wire/samples.h"
#include "lib/wire/wire.h"
#include "tools/results/load.h"

#define TSC_HZ 2000000000
#define TICKS_PER_CYCLE (2.0 / 3.0)
#define OVERHEAD_TICKS 44
#define SAMPLES 64

struct target {
	struct sample_log log;
	const struct sample_log_options *options;
	struct wire_writer writer;
	struct rng rng;
	uint64_t next_bench, next_series;
};

static void put(void *context, const char *text, size_t length)
{
	struct sample_log *log = context;

	log->text = realloc(log->text, log->length + length + 1);
	if (log->text == NULL)
		abort();
	memcpy(log->text + log->length, text, length);
	log->length += length;
	log->text[log->length] = '\0';
}

static bool counts_instructions(const struct target *target)
{
	return target->options->time_base != NULL &&
		strcmp(target->options->time_base, "instructions") == 0;
}

static void put_identity(struct target *target)
{
	const char *time_base = target->options->time_base;
	const struct wire_manifest manifest = {
		.format = WIRE_FORMAT, .build = "0123456789ab", .compiler = "gcc 12.2.0",
		.host = "bare-metal", .boot = "multiboot2", .loader = "GRUB 2.06",
		.time_base = time_base == NULL ? "real" : time_base,
		.timing = "lfence;rdtsc;lfence ... rdtscp;lfence", .tsc_hz = TSC_HZ,
		.capabilities = "lapic,lapic_timer,page_2m",
		.command_line = "suite=quick exit=isa-debug", .suite = "quick",
	};
	const struct wire_cpu cpu = {
		.vendor = "GenuineIntel", .brand = "Made-up CPU @ 2.00GHz", .family = 6,
		.model = 158, .stepping = 10, .microcode = 0xf0, .count = 2, .online = 2,
		.features = "rdtscp,invtsc",
	};

	wire_write(&target->writer, WIRE_manifest, &manifest);
	wire_write(&target->writer, WIRE_cpu, &cpu);
}

static void put_machine(struct target *target)
{
	static const struct wire_cache caches[] = {
		{1, "data", 32 << 10, 64, 8, 1}, {1, "instruction", 32 << 10, 64, 8, 1},
		{2, "unified", 256 << 10, 64, 4, 1}, {3, "unified", 8 << 20, 64, 16, 2},
	};
	static const struct wire_memory memory[] = {
		{0, 0x9fc00, "usable"}, {0x9fc00, 0x400, "reserved"},
		{0x100000, 0xff00000, "usable"},
	};
	static const struct wire_timer timers[] = {
		{"cpuid_15h", 0, TSC_HZ, 0, "chosen", 0},
		{"pm_timer", 3579545, 2000006000, 3, "agrees", 31},
		{"pit", 1193182, 2002400000, 1200, "disagrees", 90},
	};
	const struct wire_smbios smbios = {
		.status = "read", .version = "3.4", .slots = 2, .devices = 1, .correction = "none",
	};
	const struct wire_memory_device module = {
		.locator = "ChannelA-DIMM0", .bank = "BANK 0", .type = "DDR4",
		.size_bytes = 256 << 20, .data_bits = 64, .total_bits = 64, .rated_mts = 3200,
		.mts = 2666, .maker = "Made-up", .part = "MM-3200",
	};
	const struct wire_machine machine = {
		.maker = "Made-up Machines", .product = "Model 3", .version = "rev 2",
		.board_maker = "Made-up Boards", .board = "B3", .chassis = "laptop",
		.bios_maker = "Made-up Firmware", .bios = "1.07", .bios_date = "02/29/2024",
	};
	const struct wire_warning warning = {"tsc", "the PIT gives another TSC frequency"};

	for (size_t i = 0; i < sizeof(caches) / sizeof(caches[0]); i++)
		wire_write(&target->writer, WIRE_cache, &caches[i]);
	for (size_t i = 0; i < sizeof(memory) / sizeof(memory[0]); i++)
		wire_write(&target->writer, WIRE_memory, &memory[i]);
	for (size_t i = 0; i < sizeof(timers) / sizeof(timers[0]); i++)
		wire_write(&target->writer, WIRE_timer, &timers[i]);
	wire_write(&target->writer, WIRE_smbios, &smbios);
	wire_write(&target->writer, WIRE_memory_device, &module);
	wire_write(&target->writer, WIRE_machine, &machine);
	wire_write(&target->writer, WIRE_warning, &warning);
}

static void begin_bench(struct target *target, const char *name, const char *summary)
{
	const struct wire_bench bench = {.id = ++target->next_bench, .name = name,
					  .summary = summary, .unit = "tsc_ticks"};

	wire_write(&target->writer, WIRE_bench, &bench);
}

static void end_bench(struct target *target)
{
	const struct wire_done done = {target->next_bench, 1234};

	wire_write(&target->writer, WIRE_done, &done);
}

static void put_samples(struct target *target, bool cold, const uint64_t *values, size_t count)
{
	uint8_t data[SAMPLES * SAMPLE_BYTES_MAX];
	struct wire_samples samples = {
		.series = target->next_series, .cold = cold, .n = count,
	};

	samples_pack(values, count, data, sizeof(data), &samples.data.size);
	samples.data.data = data;
	wire_write(&target->writer, WIRE_samples, &samples);
}

/* One series of samples around this many ticks per operation, with a tail of slower ones. */
static void put_series(struct target *target, const char *point, const char *stage,
		       uint64_t iterations, bool timed, double ticks)
{
	const struct wire_series series = {
		.id = ++target->next_series,
		.bench = target->next_bench,
		.point = point,
		.stage = stage,
		.iterations = iterations,
		.timed = timed,
		.cold_iterations = iterations,
	};
	uint64_t values[SAMPLES], base, cold;

	base = (uint64_t)llround(ticks * (double)iterations) + (timed ? OVERHEAD_TICKS : 0);
	for (size_t i = 0; i < SAMPLES; i++) {
		values[i] = base;
		if (!counts_instructions(target)) {
			values[i] += rng_below(&target->rng, 2);
			if (rng_below(&target->rng, 20) == 0)
				values[i] += base / 3 * rng_below(&target->rng, 4);
		}
	}
	cold = 20 * base;
	wire_write(&target->writer, WIRE_series, &series);
	put_samples(target, true, &cold, 1);
	put_samples(target, false, values, SAMPLES);
}

static void put_count(struct target *target, const char *event, uint64_t select, double events)
{
	uint8_t overhead[SAMPLES * SAMPLE_BYTES_MAX], data[sizeof(overhead)];
	struct wire_count count = {
		.bench = target->next_bench, .event = event, .select = select,
		.counter = "programmable0", .iterations = 3000, .n = SAMPLES,
		.overhead.data = overhead, .data.data = data,
	};
	uint64_t readings[SAMPLES], values[SAMPLES];

	for (size_t i = 0; i < SAMPLES; i++) {
		readings[i] = 40 + i % 2;
		values[i] = (uint64_t)llround(3000 * events) + readings[i];
	}
	samples_pack(readings, SAMPLES, overhead, sizeof(overhead), &count.overhead.size);
	samples_pack(values, SAMPLES, data, sizeof(data), &count.data.size);
	wire_write(&target->writer, WIRE_count, &count);
}

/* Half an instruction per cycle; cycles at 3/2 of the nominal clock. */
static void put_counts(struct target *target)
{
	const struct wire_pmu pmu = {
		.events = "skylake", .version = 4, .programmable = 4, .programmable_bits = 48,
		.fixed = 3, .fixed_bits = 48, .core = "", .method = "lfence;rdpmc...;lfence",
		.rings = "all", .overflow = "interrupts",
	};

	if (!target->options->with_counts)
		return;
	wire_write(&target->writer, WIRE_pmu, &pmu);
	put_count(target, "cycles", 0x3c, 5);
	put_count(target, "instructions", 0xc0, 2.5);
	put_count(target, "ref_cycles", 0x300, 5 * TICKS_PER_CYCLE);
	put_count(target, "l1d_misses", 0x8d1, 0);
}

static void put_selftests(struct target *target)
{
	double cycle = counts_instructions(target) ? 1 : TICKS_PER_CYCLE;
	bool chained = !counts_instructions(target);
	double product = target->options->wrong_self_test ? 1.5 :
		target->options->unknown_core ? 8 : 3;

	begin_bench(target, "null.timing", "one pair of clock reads");
	put_series(target, "", "", 1, true, 0);
	end_bench(target);
	begin_bench(target, "selftest.null", "an empty operation");
	put_series(target, "", "", 1, true, 0);
	end_bench(target);
	begin_bench(target, "selftest.add_chain", "one dependent register addition");
	put_series(target, "", "", 3000, true, cycle);
	end_bench(target);
	begin_bench(target, "selftest.xor_chain", "one dependent register exclusive-or");
	put_series(target, "", "", 3000, true, cycle);
	end_bench(target);
	begin_bench(target, "selftest.mul_chain", "one dependent register multiplication");
	put_series(target, "", "", 3000, true, chained ? product * cycle : cycle);
	end_bench(target);
	begin_bench(target, "selftest.l1_load", "one dependent load from the first-level cache");
	put_series(target, "", "", 3000, true, chained ? 5 * cycle : cycle);
	put_counts(target);
	end_bench(target);
}

/* Steps at the cache sizes. The last one rises over two octaves. */
static double latency_cycles(double size, double page_bytes)
{
	double cycles = size <= 32768 ? 5 : size <= 262144 ? 12 : 42;

	if (size > 8 << 20)
		cycles = 42 * pow(5, fmin(1, log2(size / (8 << 20)) / 2));
	if (page_bytes < 1 << 20 && size > 6 << 20)
		cycles += 10;
	return cycles;
}

static void put_curve(struct target *target, uint64_t page_bytes)
{
	unsigned octaves = target->options->short_curve ? 2 : 17;

	for (unsigned i = 0; i <= 4 * octaves; i++) {
		double size = exp2(10 + i / 4.0);
		uint64_t size_bytes = (uint64_t)size / 64 * 64;
		double cycles = counts_instructions(target) ? 1 : latency_cycles(size, page_bytes);
		double factor = counts_instructions(target) ? 1 : TICKS_PER_CYCLE;
		char point[64];

		fmt_buffer(point, sizeof(point), "page_bytes=%lu size_bytes=%lu", page_bytes,
			   size_bytes);
		put_series(target, point, "", 4096, true,
			   cycles * factor * (target->options->second_load ? 2 : 1));
	}
}

static void put_interrupts(struct target *target)
{
	static const char *const waits[] = {"wait=spin", "wait=hlt"};
	static const char *const stages[] = {"entered", "acknowledged", "returning", "resumed"};
	struct wire_disturbed disturbed = {.index = 7, .cause = "smi", .count = 1};

	begin_bench(target, "irq.self_ipi", "an interrupt that the CPU sends itself");
	for (size_t i = 0; i < 2; i++) {
		for (size_t j = 0; j < 4; j++)
			put_series(target, waits[i], stages[j], 1, false,
				   613 + 200 * (double)i + 57 * (double)j);
	}
	disturbed.series = target->next_series;
	wire_write(&target->writer, WIRE_disturbed, &disturbed);
	end_bench(target);
}

static void put_missing(struct target *target)
{
	const struct wire_skip skips[] = {
		{"irq.tsc_deadline", "", "tsc_deadline", "the CPU has no TSC-deadline timer"},
		{"mem.latency", "page_bytes=1073741824 size_bytes=1024", "page_1g",
		 "the CPU has no 1 GiB pages"},
		{"mem.latency", "page_bytes=1073741824 size_bytes=1216", "page_1g",
		 "the CPU has no 1 GiB pages"},
	};
	const struct wire_fault fault = {
		"fault.not_present", "page_bytes=2097152", "exception", 0, 13, 0,
		0xffffffff80101234, 0, "rax=0x0 rbx=0x1 rcx=0x2 rdx=0x3 rsi=0x4 rdi=0x5 rbp=0x6",
		"fault_trial+0x12 run_point+0x40 runner_run+0x91", "general protection",
	};

	for (size_t i = 0; i < sizeof(skips) / sizeof(skips[0]); i++)
		wire_write(&target->writer, WIRE_skip, &skips[i]);
	begin_bench(target, "fault.not_present", "touching a page that is not present");
	put_series(target, "page_bytes=4096", "entered", 1, false, 715);
	if (target->options->no_fault)
		end_bench(target);
	else
		wire_write(&target->writer, WIRE_fault, &fault);
}

struct sample_log sample_log_make(const struct sample_log_options *options)
{
	struct target target = {.options = options};
	const struct wire_plan plan = {10};
	const struct wire_planned planned = {
		"null.timing,selftest.null,selftest.add_chain,selftest.xor_chain,"
		"selftest.mul_chain,selftest.l1_load,mem.latency,irq.self_ipi,irq.tsc_deadline,"
		"fault.not_present",
	};
	struct wire_end end = {
		.status = "complete", .run = options->no_fault ? 9 : 8, .skipped = 1,
		.faulted = !options->no_fault,
	};

	target.writer = (struct wire_writer){.put = put, .context = &target.log};
	rng_seed(&target.rng, 1);
	put_identity(&target);
	put_machine(&target);
	wire_write(&target.writer, WIRE_plan, &plan);
	wire_write(&target.writer, WIRE_planned, &planned);
	put_selftests(&target);
	begin_bench(&target, "mem.latency", "one dependent load in a random cycle over the lines");
	put_curve(&target, 4096);
	put_curve(&target, 2 << 20);
	end_bench(&target);
	put_interrupts(&target);
	put_missing(&target);
	end.records = target.writer.seq;
	if (!options->no_end)
		wire_write(&target.writer, WIRE_end, &end);
	return target.log;
}

struct result *sample_log_load(const char *text, size_t length)
{
	struct loader *loader = malloc(sizeof(*loader));
	struct result *result;

	if (loader == NULL)
		abort();
	loader_init(loader);
	loader_feed(loader, text, length);
	result = loader_finish(loader);
	free(loader);
	return result;
}
