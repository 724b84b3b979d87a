/* The TSC counts instructions on some emulators (QEMU with -icount, Bochs): then a chain of multiplies
 * and a chain of additions of the same length take exactly that many ticks, every time. No real CPU
 * does both. Other emulators are known by their hypervisor signature. */
#include "kernel/time_base.h"

#include "lib/string.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/tsc.h"

#define CHAIN 256
#define TRIES 4
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

/* "CPUID Hypervisor Interface", Linux Documentation/virt/kvm/x86/cpuid: the signature is in EBX, ECX
 * and EDX of the base leaf. */
static char hypervisor[13];
static enum platform_time_base time_base;

static void read_hypervisor(void)
{
	struct cpuid r = cpuid(CPUID_HYPERVISOR_BASE, 0);

	if (!cpu_has(FEATURE_HYPERVISOR))
		return;
	memcpy(hypervisor, &r.ebx, 4);
	memcpy(hypervisor + 4, &r.ecx, 4);
	memcpy(hypervisor + 8, &r.edx, 4);
}

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
	for (int i = 0; i < TRIES; i++) {
		uint64_t nothing = time_nothing();

		if (time_additions() - nothing != CHAIN ||
		    time_multiplications() - nothing != CHAIN)
			return false;
	}
	return true;
}

void time_base_init(void)
{
	read_hypervisor();
	if (counts_instructions())
		time_base = TIME_INSTRUCTIONS;
	else if (strcmp(hypervisor, "TCGTCGTCGTCG") == 0)
		time_base = TIME_EMULATED;
	else
		time_base = TIME_REAL;
}

const char *time_base_hypervisor(void)
{
	return hypervisor;
}

enum platform_time_base platform_time_base(void)
{
	return time_base;
}
