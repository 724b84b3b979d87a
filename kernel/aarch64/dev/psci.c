/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/dev/psci.h"

#include "kernel/aarch64/dev/parts.h"
#include "lib/cpu/affinity.h"

/* "Function IDs". If an argument has 64 bits, the ID is that of the SMC64 convention. */
#define PSCI_CPU_OFF 0x84000002
#define PSCI_CPU_ON 0xc4000003
#define PSCI_AFFINITY_INFO 0xc4000004
#define AFFINITY_OFF 1                  /* its result */
#define PSCI_SYSTEM_OFF 0x84000008
#define PSCI_SYSTEM_RESET 0x84000009

#define VENDOR_HYPERVISOR_UID 0x8600ff01
#define KVM_UID_0 0xb66fb428
#define KVM_UID_1 0xe911c52e
#define KVM_UID_2 0x564bcaa9
#define KVM_UID_3 0x743a004d

/* SMC Calling Convention (DEN 0028), "Register use in AArch64 SMC and HVC calls": x4 to x17 may
 * change. */
#define CALL(instruction) \
	__asm__ volatile(instruction : "+r"(x0), "+r"(x1), "+r"(x2), "+r"(x3) \
			 : : "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", \
			     "x14", "x15", "x16", "x17", "memory")

/* Read how to call before the call, because a function call in between would change the
 * registers. */
static int64_t psci_call(uint64_t function, uint64_t a, uint64_t b, uint64_t c)
{
	bool uses_hvc = parts()->psci == PSCI_HVC;
	register uint64_t x0 __asm__("x0") = function;
	register uint64_t x1 __asm__("x1") = a;
	register uint64_t x2 __asm__("x2") = b;
	register uint64_t x3 __asm__("x3") = c;

	if (uses_hvc)
		CALL("hvc #0");
	else
		CALL("smc #0");
	return (int64_t)x0;
}

bool psci_exists(void)
{
	return parts()->psci != PSCI_NONE;
}

int64_t psci_cpu_on(uint32_t hardware_id, uint64_t entry_phys, uint64_t argument)
{
	return psci_call(PSCI_CPU_ON, affinity_unpack(hardware_id), entry_phys, argument);
}

void psci_cpu_off(void)
{
	psci_call(PSCI_CPU_OFF, 0, 0, 0);
}

bool psci_cpu_is_off(uint32_t hardware_id)
{
	return psci_call(PSCI_AFFINITY_INFO, affinity_unpack(hardware_id), 0, 0) == AFFINITY_OFF;
}

/* SMC Calling Convention, "Vendor Specific Hypervisor Service Calls": compare the UID with
 * KVM's. */
bool psci_is_of_kvm(void)
{
	bool uses_hvc = parts()->psci == PSCI_HVC;
	register uint64_t x0 __asm__("x0") = VENDOR_HYPERVISOR_UID;
	register uint64_t x1 __asm__("x1") = 0;
	register uint64_t x2 __asm__("x2") = 0;
	register uint64_t x3 __asm__("x3") = 0;

	if (!uses_hvc)
		return false;
	CALL("hvc #0");
	return (uint32_t)x0 == KVM_UID_0 && (uint32_t)x1 == KVM_UID_1 &&
	       (uint32_t)x2 == KVM_UID_2 && (uint32_t)x3 == KVM_UID_3;
}

void psci_system_off(void)
{
	if (psci_exists())
		psci_call(PSCI_SYSTEM_OFF, 0, 0, 0);
}

void psci_system_reset(void)
{
	if (psci_exists())
		psci_call(PSCI_SYSTEM_RESET, 0, 0, 0);
}
