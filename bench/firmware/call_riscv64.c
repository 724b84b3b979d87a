/* SPDX-License-Identifier: MIT */
/* firmware.call: calls of SBI firmware that change nothing. RISC-V SBI Specification: a chapter for
 * each extension. */
#include "bench/firmware/call_riscv64.h"

#include "bench/benchmark.h"
#include "bench/engine/validity_check.h"
#include "bench/platform.h"
#include "lib/riscv64/control.h"
#include "lib/riscv64/sbi.h"

#define PAGE_BYTES 4096
#define ALL_BYTES UINT64_MAX
#define NOT_SUPPORTED (-2)              /* "Standard SBI Errors" */
#define ANOTHER_CPU 1

/* The number of no extension: "SBI Extension Space" of the chapter "Binary Encoding" lists the
 * numbers in use. */
#define SBI_UNKNOWN 0x0bff0000

/* What the first arguments name. */
enum subject {NOTHING, TIMER, CPU, SELF, OTHER};

/* X(name, extension, function, subject, a3: the size after the start address 0 in a2) */
#define CALLS(X) \
	X(sbi_spec_version, BASE, 0, NOTHING, 0) \
	X(sbi_probe_extension, BASE, SBI_BASE_PROBE, NOTHING, 0) \
	X(sbi_unknown_extension, UNKNOWN, 0, NOTHING, 0) \
	X(sbi_set_timer, TIME, 0, TIMER, 0) \
	X(sbi_send_ipi_none, IPI, 0, NOTHING, 0) \
	X(sbi_send_ipi_self, IPI, 0, SELF, 0) \
	X(sbi_fence_i_none, RFENCE, 0, NOTHING, 0) \
	X(sbi_fence_i_self, RFENCE, 0, SELF, 0) \
	X(sbi_fence_i_other, RFENCE, 0, OTHER, 0) \
	X(sbi_sfence_vma_self, RFENCE, 1, SELF, ALL_BYTES) \
	X(sbi_sfence_vma_page_self, RFENCE, 1, SELF, PAGE_BYTES) \
	X(sbi_sfence_vma_page_other, RFENCE, 1, OTHER, PAGE_BYTES) \
	X(sbi_sfence_vma_asid_self, RFENCE, 2, SELF, PAGE_BYTES) \
	X(sbi_hart_status, HSM, 2, CPU, 0) \
	X(sbi_console_write_nothing, CONSOLE, 0, NOTHING, 0) \
	X(sbi_pmu_counters, PMU, 0, NOTHING, 0)

#define X(name, extension, function, subject, bytes) \
	{SBI_##extension, #extension, function, subject, bytes},
static const struct {
	uint64_t extension;
	const char *word;
	uint64_t function;
	enum subject subject;
	uint64_t bytes;
} calls[] = {CALLS(X)};
#undef X

static void name_cpu(struct firmware_call *call, uint32_t cpu)
{
	call->arguments[0] = 1;
	call->arguments[1] = platform_firmware_cpu(cpu);
}

static int call_setup(struct bench_ctx *ctx)
{
	struct firmware_call *call = ctx->state;
	uint64_t extension = calls[ctx->point[0]].extension;

	if (extension != SBI_UNKNOWN && !sbi_has(extension))
		return bench_skip(ctx, "extension", "firmware lacks SBI's extension %s",
				  calls[ctx->point[0]].word);
	*call = (struct firmware_call){
		.arguments = {[3] = calls[ctx->point[0]].bytes},
		.function = calls[ctx->point[0]].function,
		.extension = extension,
	};
	switch (calls[ctx->point[0]].subject) {
	case NOTHING:
		break;
	case TIMER:
		call->arguments[0] = platform_firmware_timer_due();
		break;
	case CPU:
		call->arguments[0] = platform_firmware_cpu(platform_cpu());
		break;
	case SELF:
		name_cpu(call, platform_cpu());
		break;
	case OTHER:
		if (platform_cpu_count() <= ANOTHER_CPU)
			return bench_skip(ctx, "smp", "needs two or more CPUs");
		name_cpu(call, ANOTHER_CPU);
	}
	return 0;
}

/* Whether the call's argument names the CPU of its subject. */
static bool names_its_cpu(const struct firmware_call *call, enum subject subject)
{
	uint64_t own = platform_firmware_cpu(platform_cpu());

	if (subject == CPU)
		return call->arguments[0] == own;
	return subject == NOTHING || subject == TIMER ||
	       (call->arguments[1] == own) == (subject == SELF);
}

static int call_verify(struct bench_ctx *ctx)
{
	const struct firmware_call *call = ctx->state;
	int64_t expected = call->extension == SBI_UNKNOWN ? NOT_SUPPORTED : 0;
	int64_t error = firmware_call_once(call);

	if (!names_its_cpu(call, calls[ctx->point[0]].subject))
		validity_check_failed(ctx, "cpu", "the call names hart %lu",
				      call->arguments[1]);
	if (error != expected)
		validity_check_failed(ctx, "result", "the call returns %ld instead of %ld", error,
				      expected);
	return 0;
}

#define call_run firmware_call_loop
#define CALL_STATE_BYTES sizeof(struct firmware_call)
#include "bench/firmware/call.inc"
