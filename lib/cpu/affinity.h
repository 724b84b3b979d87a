/* SPDX-License-Identifier: MIT */
/* The four affinity levels of an Arm CPU in one number of 32 bits, by which interrupt controllers
 * and records name the CPU. Arm ARM, "MPIDR_EL1, Multiprocessor Affinity Register". */
#ifndef LIB_AFFINITY_H
#define LIB_AFFINITY_H

#include <stdint.h>

#define AFFINITY_LOW 0x0000000000ffffffull      /* Aff0 to Aff2 */
#define AFFINITY_3 0x000000ff00000000ull

/* Convert MPIDR_EL1, or a CPU's `reg` in a device tree, to the number. */
static inline uint32_t affinity_pack(uint64_t mpidr)
{
	return (uint32_t)((mpidr & AFFINITY_LOW) | (mpidr & AFFINITY_3) >> 8);
}

/* Convert the number to a target CPU of PSCI. */
static inline uint64_t affinity_unpack(uint32_t affinity)
{
	return (affinity & AFFINITY_LOW) | ((uint64_t)affinity >> 24) << 32;
}

#endif
