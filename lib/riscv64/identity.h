/* SPDX-License-Identifier: MIT */
/* What identifies a CPU. The registers with this data belong to firmware, so the kernel asks
 * firmware and a process asks Linux. */
#ifndef LIB_RISCV64_IDENTITY_H
#define LIB_RISCV64_IDENTITY_H

#include <stdint.h>

struct riscv_identity {
	uint64_t vendor, architecture, implementation;  /* mvendorid, marchid, mimpid */
	const char *isa;                /* as in a device tree, "rv64imac_zicsr"; NULL: unknown */
};

/* Implemented by the kernel and by linux/riscv64/processor.c. */
void riscv_identity_read(struct riscv_identity *identity);

#endif
