/* SPDX-License-Identifier: MIT */
/* The TSC counts instructions on some emulators (QEMU with -icount, Bochs): then a chain of
 * multiplies and a chain of additions of the same length take exactly that many ticks, every
 * time. No real CPU does both. Another emulator is known by its hypervisor signature, or by the
 * name of its CPU where that is hidden. */
#include "bench/engine/time_base.h"

#include "lib/text/string.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/tsc.h"

#define CHAIN 256
#define TRIES 16
#define EXACT_TRIES_MIN 12              /* under an operating system an interrupt may spoil some */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

static const char *const names[] = {
	[TIME_REAL] = "real",
	[TIME_EMULATED] = "emulated",
	[TIME_INSTRUCTIONS] = "instructions",
};

static uint64_t time_additions(void)
{
	uint64_t start = tsc_read_fenced(), x = start;

	__asm__ volatile(".rept " TEXT(CHAIN) "\n\tadd %0, %0\n\t.endr" : "+r"(x));
	return tsc_read_fenced() - start;
}

static uint64_t time_multiplications(void)
{
	uint64_t start = tsc_read_fenced(), x = start;

	__asm__ volatile(".rept " TEXT(CHAIN) "\n\timul %0, %0\n\t.endr" : "+r"(x));
	return tsc_read_fenced() - start;
}

static uint64_t time_nothing(void)
{
	uint64_t start = tsc_read_fenced(), x = start;

	__asm__ volatile("" : "+r"(x));
	return tsc_read_fenced() - start;
}

static bool counts_instructions(void)
{
	unsigned exact = 0;

	for (int i = 0; i < TRIES; i++) {
		uint64_t nothing = time_nothing();

		exact += time_additions() - nothing == CHAIN &&
			 time_multiplications() - nothing == CHAIN;
	}
	return exact >= EXACT_TRIES_MIN;
}

static bool is_emulator(const char *hypervisor)
{
	static const char brand[] = "QEMU TCG CPU";
	struct cpu_identity identity;

	cpu_identity_read(&identity);
	return strcmp(hypervisor, "TCGTCGTCGTCG") == 0 ||
	       strncmp(identity.brand, brand, sizeof(brand) - 1) == 0;
}

enum platform_time_base time_base_find(const char *hypervisor)
{
	if (counts_instructions())
		return TIME_INSTRUCTIONS;
	return is_emulator(hypervisor) ? TIME_EMULATED : TIME_REAL;
}

const char *time_base_name(enum platform_time_base time_base)
{
	return names[time_base];
}
