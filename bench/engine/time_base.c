/* SPDX-License-Identifier: MIT */
/* On some emulators (QEMU with -icount, Bochs) the TSC counts instructions. Then a chain of
 * multiplications and a chain of additions of equal length both take exactly that many ticks, every
 * time, which no real CPU does. Other emulators are recognised by the hypervisor signature, or if
 * the signature is hidden, by the CPU's name. */
#include "bench/engine/time_base.h"

#include "lib/cpu/clock.h"
#include "lib/cpu/identity.h"
#include "lib/text/string.h"

#define CHAIN 256
#define TRIES 16
#define EXACT_TRIES_MIN 12              /* under an operating system, interrupts may disturb some
					 * tries */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

static uint64_t time_additions(void)
{
	uint64_t start = clock_read(), x = start;

	__asm__ volatile(".rept " TEXT(CHAIN) "\n\t" ARCH_ADD_ITSELF "\n\t.endr" : "+r"(x));
	return clock_read() - start;
}

static uint64_t time_multiplications(void)
{
	uint64_t start = clock_read(), x = start;

	__asm__ volatile(".rept " TEXT(CHAIN) "\n\t" ARCH_MULTIPLY_BY_ITSELF "\n\t.endr" : "+r"(x));
	return clock_read() - start;
}

static uint64_t time_nothing(void)
{
	uint64_t start = clock_read(), x = start;

	__asm__ volatile("" : "+r"(x));
	return clock_read() - start;
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

enum time_base time_base_find(const char *hypervisor)
{
	if (counts_instructions())
		return TIME_INSTRUCTIONS;
	return is_emulator(hypervisor) ? TIME_EMULATED : TIME_REAL;
}
