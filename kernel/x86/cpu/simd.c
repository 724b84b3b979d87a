/* SPDX-License-Identifier: MIT */
/* Enables vector registers. Intel SDM vol. 1, "Enabling the XSAVE Feature Set and XSAVE-Enabled
 * Features", and vol. 3A, "Initialization of Intel SSE/SSE2/SSE3/SSSE3 Extensions". */
#include "kernel/x86/cpu/simd.h"

#include <stddef.h>
#include <stdint.h>

#include "bench/engine/warning.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/cpu/cpu.h"
#include "lib/x86/control.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/extended_state.h"

/* "Extended Control Registers (Including XCR0)": the AVX-512 bits are set all or none. */
#define XCR0_X87 (1u << 0)
#define XCR0_SSE (1u << 1)
#define XCR0_AVX (1u << 2)
#define XCR0_AVX512 (7u << 5)

/* Intel SDM vol. 1, "Format of an FXSAVE Area" and "XSAVE Area". */
#define XSAVE_BYTES 576                 /* with a header that lists no registers */
#define FXSAVE_MXCSR 24
#define MXCSR_RESET 0x1f80u             /* all exceptions masked */

/* Why the boot CPU's XSAVE is unusable although CPUID claims it, or NULL. */
static const char *refused;

static bool has_all(uint64_t value, uint64_t bits)
{
	return (value & bits) == bits;
}

/* The value to write to XCR0. It is 0 if the leaf is missing. Firmware or a hypervisor can set the
 * highest leaf below this one. The CPU then refuses every value. */
static uint64_t wanted_state(void)
{
	uint32_t supported = cpuid_or_zero(CPUID_XSAVE, 0).eax;
	uint64_t state = XCR0_X87 | XCR0_SSE;

	if (!has_all(supported, state))
		return 0;
	if (has_all(supported, XCR0_AVX))
		state |= XCR0_AVX;
	if (has_all(supported, XCR0_AVX | XCR0_AVX512))
		state |= XCR0_AVX512;
	return state;
}

static bool xsave_is_on(void)
{
	return (read_cr4() & CR4_OSXSAVE) != 0;
}

/* QEMU 7.2 treats OSXSAVE as reserved on a CPU without XSAVE extensions (Opteron_G4 and
 * Opteron_G5), and hangs instead of raising #GP. So an extension is required. Every CPU with AVX2
 * has XSAVEOPT. */
static bool has_extensions(void)
{
	return cpuid_or_zero(CPUID_XSAVE, 1).eax != 0;
}

/* Returns NULL or the reason why XSAVE is unusable. */
static const char *enable_xsave(void)
{
	uint64_t state = wanted_state();

	if (state == 0)
		return "CPUID leaf 0Dh is missing";
	if (!has_extensions())
		return "CPUID leaf 0Dh has no extensions";
	if (probe_write_cr4(read_cr4() | CR4_OSXSAVE) != 0 || !xsave_is_on())
		return "cannot set CR4.OSXSAVE";
	if (probe_write_xcr0(state) == 0)
		return NULL;
	write_cr4(read_cr4() & ~(uint64_t)CR4_OSXSAVE);
	return "cannot set XCR0";
}

/* Set x87 control word, MXCSR and vector registers to their values after a reset, because firmware
 * may have left exceptions unmasked, or upper halves in use, which slow down other instructions.
 * XRSTOR resets the registers that its area does not contain. Intel SDM vol. 1, "Operation of
 * XRSTOR". */
static void reset_registers(void)
{
	static const struct {
		uint32_t legacy[XSAVE_BYTES / 4];
	} __attribute__((aligned(64))) area = {.legacy = {[FXSAVE_MXCSR / 4] = MXCSR_RESET}};

	if (xsave_is_on())
		xrstor(&area);
	__asm__ volatile("fninit\n\tldmxcsr %0" : : "m"(area.legacy[FXSAVE_MXCSR / 4]));
}

void simd_enable_on_this_cpu(void)
{
	const char *why = NULL;

	write_cr0((read_cr0() & ~(uint64_t)(CR0_EM | CR0_TS)) | CR0_MP);
	write_cr4(read_cr4() | CR4_OSFXSR | CR4_OSXMMEXCPT);
	if (cpu_has(FEATURE_XSAVE))
		why = enable_xsave();
	if (this_cpu()->index == 0)
		refused = why;
	reset_registers();
}

void simd_report(void)
{
	if (refused != NULL)
		warning("simd", "XSAVE is unusable: %s; AVX is off", refused);
}

static bool state_is_enabled(uint64_t state)
{
	return xsave_is_on() && has_all(read_xcr0(), state);
}

bool simd_has_avx2(void)
{
	return cpu_has(FEATURE_AVX2) && state_is_enabled(XCR0_SSE | XCR0_AVX);
}

bool simd_has_avx512(void)
{
	return cpu_has(FEATURE_AVX512F) && state_is_enabled(XCR0_SSE | XCR0_AVX | XCR0_AVX512);
}
