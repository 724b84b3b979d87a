/* SPDX-License-Identifier: MIT */
/* Measure your own kernel with Bareline: this header writes the record stream that `bareline run
 * --image` reads. docs/your-kernel.md is the guide.
 *
 * Freestanding C99 for x86-64, i386, riscv64, riscv32, aarch64, loongarch64 and Cortex-M: no C
 * library, heap or floating point. Exactly one file of the kernel defines BARELINE_IMPLEMENTATION:
 *
 *	#define BARELINE_IMPLEMENTATION
 *	#include "bareline.h"
 *
 *	static void serial_write(void *context, const char *text, size_t length) { ... }
 *	static void getpid_many(void *context, uint64_t n) { while (n-- > 0) getpid(); }
 *
 *	static struct bl bl = {.write = serial_write, .os = "MyOS"};
 *
 *	bl_begin(&bl);
 *	bl_bench(&bl, "myos.getpid", "the getpid system call");
 *	bl_measure(&bl, "", getpid_many, NULL, 100);
 *	bl_end(&bl);                    // and power off
 *
 * Measure on one CPU, with nothing else running: interrupts off, or none expected.
 *
 * May be defined before: BL_SAMPLES; BL_CLOCK(), a clock other than the processor's, and
 * BL_CLOCK_BITS, its width if it wraps (64). */
#ifndef BARELINE_H
#define BARELINE_H

#include <stddef.h>
#include <stdint.h>

/* The integers of the kernel's own stdint.h. */
#ifdef __cplusplus
#define BL_ASSERT static_assert
#else
#define BL_ASSERT __extension__ _Static_assert
#endif
BL_ASSERT(sizeof(uint8_t) == 1 && (uint8_t)-1 > 0, "uint8_t of stdint.h must have 8 bits");
BL_ASSERT(sizeof(uint32_t) == 4 && (uint32_t)-1 > 0, "uint32_t of stdint.h must have 32 bits");
BL_ASSERT(sizeof(uint64_t) == 8 && (uint64_t)-1 > 0, "uint64_t of stdint.h must have 64 bits");
BL_ASSERT(sizeof(size_t) == sizeof(void *), "size_t of stddef.h must be as wide as a pointer");

#ifdef __cplusplus
extern "C" {
#endif

#ifndef BL_SAMPLES
#define BL_SAMPLES 16           /* samples of each stage of a point */
#endif
#define BL_STAGES 4             /* maximum number of stages */
#define BL_TEXT_MAX 250         /* longer texts are truncated */

struct bl {
	/* To be set: */
	void (*write)(void *context, const char *text, size_t length);  /* to the serial line */
	const char *os;                 /* name of the kernel or its system: "MyOS" */
	/* May be set: */
	void *context;                  /* for write */
	const char *version;            /* release of the kernel, such as "1.2" */
	const char *build;              /* commit of the kernel */
	int is_program;                 /* 1: this program is a process of os, not its kernel */
	const char *command_line;       /* command line as the kernel received it */
	const char *const *plan;        /* names of the benchmarks, followed by NULL: a damaged log
					 * then shows which are missing */
	uint64_t (*elapsed_us)(void);   /* microseconds since any time */
	uint64_t clock_hz;              /* ticks per second of the clock; 0: unknown */
	int is_real;                    /* 1: this is real hardware, not an emulator */
	/* Private: */
	uint64_t seq, bench_count, series_count, run, skipped, faulted, begun_us, bench_us;
	uint64_t iterations, timed, cold, count[BL_STAGES], values[BL_STAGES][BL_SAMPLES];
	const char *bench, *point;
	uint32_t crc;
	int is_open, has_cold;
};

/* Performs an operation n times. */
typedef void bl_operation(void *context, uint64_t n);

/* Begin the run: describe it, find out what a tick is, and measure null.timing. */
void bl_begin(struct bl *bl);

/* Begin a benchmark. Names such as "myos.getpid" are unique and never change. */
void bl_bench(struct bl *bl, const char *name, const char *summary);

/* Measure one point of the benchmark: a cold sample and BL_SAMPLES warm ones, of n operations each.
 * point is "" or names parameters: "pages=16 order=random". */
void bl_measure(struct bl *bl, const char *point, bl_operation *operation, void *context,
		uint64_t n);

/* Measure an operation that is no function call, such as an interrupt. Between bl_point() and
 * bl_stages() the kernel adds samples of one operation each: differences of its own bl_clock()
 * values. names has the names of the stages, followed by NULL. Without names there is one stage. */
void bl_point(struct bl *bl, const char *point);
void bl_sample(struct bl *bl, unsigned stage, uint64_t ticks);
void bl_stages(struct bl *bl, const char *const *names);

/* State that the kernel cannot run a point of a benchmark, or any point if point is "". */
void bl_skip(struct bl *bl, const char *bench, const char *point, const char *why);

/* State that the current benchmark failed. The run continues, and counts as failed. */
void bl_fault(struct bl *bl, const char *why);

/* Record a condition that affects the use of the results. */
void bl_warning(struct bl *bl, const char *text);

/* End the run. bl_panic() may also be called while any other function runs. */
void bl_end(struct bl *bl);
void bl_panic(struct bl *bl, const char *why);

#if defined(__x86_64__)
#define BL_ARCH "x86_64"
#elif defined(__i386__)
#define BL_ARCH "i386"
#elif defined(__riscv) && __riscv_xlen == 64
#define BL_ARCH "riscv64"
#elif defined(__riscv) && __riscv_xlen == 32
#define BL_ARCH "riscv32"
#elif defined(__aarch64__)
#define BL_ARCH "aarch64"
#elif defined(__loongarch64)
#define BL_ARCH "loongarch64"
#elif defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && \
	(__ARM_ARCH > 6 || defined(BL_CLOCK))
#define BL_ARCH "cortex-m"
#elif !defined(BL_CLOCK) || !defined(BL_ARCH)
#error "bareline.h: unknown processor; define BL_ARCH (its name) and BL_CLOCK() (its clock)"
#endif

/* The clock. If QEMU counts instructions (-icount shift=0), a tick is one instruction. */
static inline __attribute__((always_inline)) uint64_t bl_clock(void)
{
#if defined(BL_CLOCK)
#define BL_TIMING "BL_CLOCK"
	return BL_CLOCK();
#elif defined(__x86_64__) || defined(__i386__)
#define BL_TIMING "lfence+rdtsc+lfence"
	uint32_t low, high;

	__asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
#elif defined(__riscv) && __riscv_xlen == 32
#define BL_TIMING "fence+rdinstreth+rdinstret+rdinstreth"
	uint32_t high, low, again;

	/* The RISC-V Instruction Set Manual, Volume I, "Zicntr": if the low half has overflowed
	 * between the reads, the halves are read again. */
	do {
		__asm__ volatile("fence\n\trdinstreth %0\n\trdinstret %1\n\trdinstreth %2"
				 : "=&r"(high), "=&r"(low), "=&r"(again) : : "memory");
	} while (high != again);
	return (uint64_t)high << 32 | low;
#elif defined(__riscv)
#define BL_TIMING "fence+rdinstret"
	uint64_t now;

	/* The ticks of RDTIME are longer than an instruction, so this reads instret. In S-mode this
	 * needs bit IR of mcounteren. */
	__asm__ volatile("fence\n\trdinstret %0" : "=r"(now) : : "memory");
	return now;
#elif defined(__loongarch64)
#define BL_TIMING "dbar+rdtime.d"
	uint64_t now;

	/* LoongArch Reference Manual, volume 1, "RDTIME{L/H}.W, RDTIME.D". QEMU's ticks are 10
	 * instructions. */
	__asm__ volatile("dbar 0\n\trdtime.d %0, $zero" : "=r"(now) : : "memory");
	return now;
#elif defined(__arm__)
#define BL_TIMING "isb+dwt_cyccnt+isb"
#define BL_CLOCK_BITS 32
	uint32_t now;

	/* Armv7-M Architecture Reference Manual, "DWT_CYCCNT". QEMU lacks this counter. */
	__asm__ volatile("isb\n\tldr %0, [%1]\n\tisb" : "=&r"(now) : "r"(0xe0001004) : "memory");
	return now;
#else
#define BL_TIMING "isb+pmccntr_el0+isb"
	uint64_t now;

	/* The ticks of CNTVCT_EL0 are longer than an instruction. */
	__asm__ volatile("isb\n\tmrs %0, pmccntr_el0\n\tisb" : "=r"(now) : : "memory");
	return now;
#endif
}

#ifdef __cplusplus
}
#endif

#endif

#ifdef BARELINE_IMPLEMENTATION
#undef BARELINE_IMPLEMENTATION

#ifdef __cplusplus
extern "C" {
#endif

#define BL_SAMPLES_A_RECORD 128         /* a sample has at most 10 bytes; a record holds 1536 */
#define BL_HZ_OF_INSTRUCTIONS 1000000000u
#ifndef BL_CLOCK_BITS
#define BL_CLOCK_BITS 64
#endif
#define BL_TICKS_MASK (~(uint64_t)0 >> (64 - BL_CLOCK_BITS))

/* ---- Lines: docs/record-format.md ---- */

static void bl_put(struct bl *bl, const char *text, size_t length)
{
	uint32_t crc = ~bl->crc;

	for (size_t i = 0; i < length; i++) {
		crc ^= (uint8_t)text[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0x82f63b78 & (0 - (crc & 1)));        /* CRC-32C */
	}
	bl->crc = ~crc;
	bl->write(bl->context, text, length);
}

static void bl_text(struct bl *bl, const char *text)
{
	size_t length = 0;

	while (text[length] != '\0')
		length++;
	bl_put(bl, text, length);
}

static void bl_name(struct bl *bl, const char *name)
{
	bl_text(bl, " ");
	bl_text(bl, name);
	bl_text(bl, "=");
}

/* 16 bits at a time, since a 64-bit division would need a library on 32-bit processors. */
static void bl_number(struct bl *bl, const char *name, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do {
		uint64_t quotient = 0;
		uint32_t rest = 0;

		for (int i = 0; i < 4; i++) {
			rest = rest << 16 | (uint32_t)(number >> 48);
			number <<= 16;
			quotient = quotient << 16 | rest / 10;
			rest %= 10;
		}
		digits[--at] = (char)('0' + rest);
		number = quotient;
	} while (number != 0);
	bl_name(bl, name);
	bl_put(bl, digits + at, sizeof(digits) - at);
}

static void bl_string(struct bl *bl, const char *name, const char *text)
{
	bl_name(bl, name);
	bl_text(bl, "\"");
	for (size_t i = 0; text != NULL && text[i] != '\0' && i < BL_TEXT_MAX; i++) {
		uint8_t c = (uint8_t)text[i];

		if (c == '"' || c == '\\')
			bl_text(bl, "\\");
		if (c >= ' ' && c <= '~') {
			bl_put(bl, text + i, 1);
			continue;
		}
		bl_text(bl, "\\x");
		bl_put(bl, &"0123456789abcdef"[c >> 4], 1);
		bl_put(bl, &"0123456789abcdef"[c & 15], 1);
	}
	bl_text(bl, "\"");
}

static void bl_open(struct bl *bl, const char *kind)
{
	bl->crc = 0;
	bl_text(bl, "@");
	bl_text(bl, kind);
	bl_number(bl, "seq", bl->seq++);
}

static void bl_close(struct bl *bl)
{
	uint32_t crc = bl->crc;

	bl_text(bl, " *");
	for (int shift = 28; shift >= 0; shift -= 4)
		bl_put(bl, &"0123456789abcdef"[crc >> shift & 15], 1);
	bl_text(bl, "\n");
}

/* ---- Samples: zigzag differences, seven bits a byte, in base64 ---- */

struct bl_base64 {
	struct bl *bl;
	uint32_t bits;
	int bytes;
};

static void bl_base64_flush(struct bl_base64 *out)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

	if (out->bytes == 0)
		return;
	out->bits <<= 8 * (3 - out->bytes);
	for (int i = 0; i < 4; i++)
		bl_put(out->bl, &alphabet[i > out->bytes ? 64 : out->bits >> (18 - 6 * i) & 63], 1);
	out->bits = 0;
	out->bytes = 0;
}

static void bl_base64_byte(struct bl_base64 *out, uint8_t byte)
{
	out->bits = out->bits << 8 | byte;
	if (++out->bytes == 3)
		bl_base64_flush(out);
}

static void bl_samples(struct bl *bl, int is_cold, uint64_t first, const uint64_t *values,
		       uint64_t count)
{
	struct bl_base64 out;
	uint64_t before = 0;

	out.bl = bl;
	out.bits = 0;
	out.bytes = 0;
	bl_open(bl, "samples");
	bl_number(bl, "series", bl->series_count);
	bl_number(bl, "cpu", 0);
	bl_number(bl, "cold", (uint64_t)is_cold);
	bl_number(bl, "first", first);
	bl_number(bl, "n", count);
	bl_name(bl, "data");
	for (uint64_t i = 0; i < count; i++) {
		uint64_t difference = values[i] - before;
		uint64_t code = difference << 1 ^ (0 - (difference >> 63));

		for (; code >= 0x80; code >>= 7)
			bl_base64_byte(&out, (uint8_t)(code | 0x80));
		bl_base64_byte(&out, (uint8_t)code);
		before = values[i];
	}
	bl_base64_flush(&out);
	bl_close(bl);
}

/* ---- Timing ---- */

/* `bareline explain` counts from the first instruction of bl_point_begin to that of bl_point_end.
 * If a kernel does not run where it was linked, the instructions of the two functions show where it
 * runs. The functions differ, so that no compiler or linker merges them. */
void bl_point_begin(void);
void bl_point_end(void);

__attribute__((noinline, used)) void bl_point_begin(void)
{
	__asm__ volatile("nop; nop; nop; nop; nop" : : : "memory");
}

__attribute__((noinline, used)) void bl_point_end(void)
{
	__asm__ volatile("nop; nop; nop; nop; nop; nop; nop" : : : "memory");
}

/* The instructions around each operation are the same, so null.timing measures the overhead of all
 * operations. */
static __attribute__((noinline)) uint64_t bl_time(bl_operation *operation, void *context,
						  uint64_t n)
{
	uint64_t begin = bl_clock();

	operation(context, n);
	return (bl_clock() - begin) & BL_TICKS_MASK;
}

static __attribute__((noinline)) void bl_nothing(void *context, uint64_t n)
{
	(void)context;
	(void)n;
	__asm__ volatile("" : : : "memory");
}

static __attribute__((noinline)) void bl_hundred(void *context, uint64_t n)
{
	(void)context;
	(void)n;
	__asm__ volatile(".rept 100\n\tnop\n\t.endr" : : : "memory");
}

/* Whether 100 more instructions take exactly 100 more ticks. In the first samples an emulator may
 * still translate the code. */
static int bl_counts_instructions(void)
{
	int is_exact = 1;

	for (int i = 0; i < 4; i++) {
		uint64_t overhead = bl_time(bl_nothing, NULL, 1);

		is_exact &= bl_time(bl_hundred, NULL, 1) - overhead == 100 || i == 0;
	}
	return is_exact;
}

static void bl_clock_start(void)
{
#if defined(__aarch64__) && !defined(BL_CLOCK)
	/* Arm Architecture Reference Manual: count cycles in EL0 and EL1, by the 64-bit counter. */
	__asm__ volatile("msr pmccfiltr_el0, xzr\n\tmsr pmcntenset_el0, %0\n\t"
			 "msr pmcr_el0, %1\n\tisb"
			 : : "r"((uint64_t)1 << 31), "r"((uint64_t)0x41));
#elif defined(__arm__) && !defined(BL_CLOCK)
	/* Armv7-M Architecture Reference Manual: TRCENA of DEMCR, the key of DWT_LAR, which
	 * Cortex-M7 has, and CYCCNTENA of DWT_CTRL. */
	*(volatile uint32_t *)0xe000edfc |= (uint32_t)1 << 24;
	*(volatile uint32_t *)0xe0001fb0 = 0xc5acce55;
	*(volatile uint32_t *)0xe0001000 |= 1;
#endif
}

/* Ticks per second of the clock if the processor states them, otherwise 0. */
static uint64_t bl_clock_hz(void)
{
#if defined(__loongarch64) && !defined(BL_CLOCK)
	uint64_t hz, ratio;

	/* LoongArch Reference Manual, volume 1, "CPUCFG": CC_FREQ, CC_MUL, CC_DIV. */
	__asm__ volatile("cpucfg %0, %1" : "=r"(hz) : "r"(4));
	__asm__ volatile("cpucfg %0, %1" : "=r"(ratio) : "r"(5));
	return ratio >> 16 != 0 ? hz * (ratio & 0xffff) / (ratio >> 16) : 0;
#else
	return 0;
#endif
}

static int bl_clock_advances(void)
{
	uint64_t begin = bl_clock();

	for (int i = 0; i < 100000; i++) {
		if (bl_clock() != begin)
			return 1;
	}
	return 0;
}

/* ---- The run ---- */

static uint64_t bl_elapsed_us(const struct bl *bl)
{
	return bl->elapsed_us != NULL ? bl->elapsed_us() : 0;
}

static void bl_manifest(struct bl *bl)
{
	int is_exact = bl_counts_instructions();

	bl_open(bl, "manifest");
	bl_number(bl, "format", 1);
	bl_string(bl, "build", bl->build);
#if defined(__clang__)
	bl_string(bl, "compiler", __VERSION__);
#else
	bl_string(bl, "compiler", "gcc " __VERSION__);
#endif
	bl_string(bl, "host", bl->is_program ? "other-os" : "bare-metal");
	bl_string(bl, "time_base", is_exact ? "instructions" : bl->is_real ? "real" : "emulated");
	bl_string(bl, "timing", BL_TIMING);
	bl_number(bl, "tsc_hz", is_exact ? BL_HZ_OF_INSTRUCTIONS
				: bl->clock_hz != 0 ? bl->clock_hz : bl_clock_hz());
	bl_string(bl, "command_line", bl->command_line);
	bl_string(bl, "kernel", bl->version);
	bl_string(bl, "arch", BL_ARCH);
	bl_string(bl, "os", bl->os != NULL && bl->os[0] != '\0' ? bl->os : "unnamed kernel");
	bl_close(bl);
}

static void bl_plan(struct bl *bl)
{
	uint64_t planned = 1;

	for (size_t i = 0; bl->plan[i] != NULL; i++)
		planned++;
	bl_open(bl, "plan");
	bl_number(bl, "benches", planned);
	bl_close(bl);
	for (uint64_t i = 0; i < planned; i++) {
		bl_open(bl, "planned");
		bl_string(bl, "benches", i == 0 ? "null.timing" : bl->plan[i - 1]);
		bl_close(bl);
	}
}

void bl_begin(struct bl *bl)
{
	bl->seq = bl->bench_count = bl->series_count = bl->run = bl->skipped = bl->faulted = 0;
	bl->is_open = 0;
	bl_clock_start();
	bl->begun_us = bl_elapsed_us(bl);
	bl_manifest(bl);
	if (bl->plan != NULL)
		bl_plan(bl);
	bl_bench(bl, "null.timing", "an empty function call between two clock reads");
	bl_measure(bl, "", bl_nothing, NULL, 1);
	if (!bl_clock_advances())
		bl_fault(bl, "the clock does not advance; define BL_CLOCK()");
}

static void bl_done(struct bl *bl)
{
	if (!bl->is_open)
		return;
	bl->is_open = 0;
	bl->run++;
	bl_open(bl, "done");
	bl_number(bl, "bench", bl->bench_count - 1);
	bl_number(bl, "elapsed_us", bl_elapsed_us(bl) - bl->bench_us);
	bl_close(bl);
}

void bl_bench(struct bl *bl, const char *name, const char *summary)
{
	bl_done(bl);
	bl->is_open = 1;
	bl->bench = name;
	bl->point = "";
	bl->bench_us = bl_elapsed_us(bl);
	bl_open(bl, "bench");
	bl_number(bl, "id", bl->bench_count++);
	bl_string(bl, "name", name);
	bl_string(bl, "summary", summary);
	bl_string(bl, "unit", "tsc_ticks");
	bl_close(bl);
}

void bl_point(struct bl *bl, const char *point)
{
	bl->point = point;
	bl->iterations = 1;
	bl->timed = 0;
	bl->has_cold = 0;
	for (int i = 0; i < BL_STAGES; i++)
		bl->count[i] = 0;
	bl_point_begin();
}

void bl_sample(struct bl *bl, unsigned stage, uint64_t ticks)
{
	if (stage < BL_STAGES && bl->count[stage] < BL_SAMPLES)
		bl->values[stage][bl->count[stage]++] = ticks & BL_TICKS_MASK;
}

static void bl_stage(struct bl *bl, int stage, const char *name)
{
	uint64_t first = 0, count;

	bl_open(bl, "series");
	bl_number(bl, "id", bl->series_count);
	bl_number(bl, "bench", bl->bench_count - 1);
	bl_string(bl, "point", bl->point);
	bl_string(bl, "stage", name);
	bl_number(bl, "iterations", bl->iterations);
	bl_number(bl, "timed", bl->timed);
	bl_number(bl, "cold_iterations", bl->iterations);
	bl_close(bl);
	if (bl->has_cold)
		bl_samples(bl, 1, 0, &bl->cold, 1);
	for (; first < bl->count[stage]; first += count) {
		count = bl->count[stage] - first;
		if (count > BL_SAMPLES_A_RECORD)
			count = BL_SAMPLES_A_RECORD;
		bl_samples(bl, 0, first, bl->values[stage] + first, count);
	}
	bl->series_count++;
}

void bl_stages(struct bl *bl, const char *const *names)
{
	bl_point_end();
	if (names == NULL)
		bl_stage(bl, 0, "");
	for (int i = 0; names != NULL && i < BL_STAGES && names[i] != NULL; i++)
		bl_stage(bl, i, names[i]);
}

void bl_measure(struct bl *bl, const char *point, bl_operation *operation, void *context,
		uint64_t n)
{
	bl_point(bl, point);
	bl->iterations = n;
	bl->timed = 1;
	bl->has_cold = 1;
	bl->cold = bl_time(operation, context, n);
	for (int i = 0; i < BL_SAMPLES; i++)
		bl_sample(bl, 0, bl_time(operation, context, n));
	bl_stages(bl, NULL);
}

void bl_skip(struct bl *bl, const char *bench, const char *point, const char *why)
{
	bl_open(bl, "skip");
	bl_string(bl, "bench", bench);
	bl_string(bl, "point", point);
	bl_string(bl, "missing", "kernel");
	bl_string(bl, "detail", why);
	bl_close(bl);
	bl->skipped += point == NULL || point[0] == '\0';
}

void bl_fault(struct bl *bl, const char *why)
{
	bl->faulted += (uint64_t)bl->is_open;
	bl->is_open = 0;
	bl_open(bl, "fault");
	bl_string(bl, "bench", bl->bench);
	bl_string(bl, "point", bl->point);
	bl_string(bl, "kind", "error");
	bl_string(bl, "detail", why);
	bl_close(bl);
}

void bl_warning(struct bl *bl, const char *text)
{
	bl_open(bl, "warning");
	bl_string(bl, "source", "kernel");
	bl_string(bl, "text", text);
	bl_close(bl);
}

static void bl_finish(struct bl *bl, const char *status)
{
	uint64_t records = bl->seq;

	bl_open(bl, "end");
	bl_string(bl, "status", status);
	bl_number(bl, "records", records);
	bl_number(bl, "run", bl->run);
	bl_number(bl, "skipped", bl->skipped);
	bl_number(bl, "faulted", bl->faulted);
	bl_number(bl, "elapsed_us", bl_elapsed_us(bl) - bl->begun_us);
	bl_close(bl);
}

void bl_end(struct bl *bl)
{
	bl_done(bl);
	bl_finish(bl, "complete");
}

void bl_panic(struct bl *bl, const char *why)
{
	bl_open(bl, "panic");
	bl_string(bl, "reason", why);
	bl_close(bl);
	bl_finish(bl, "panic");
}

#ifdef __cplusplus
}
#endif

#endif
