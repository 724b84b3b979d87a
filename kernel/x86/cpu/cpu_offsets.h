/* SPDX-License-Identifier: MIT */
/* Offsets in struct cpu, for assembly beyond this directory. */
#ifndef KERNEL_X86_CPU_CPU_OFFSETS_H
#define KERNEL_X86_CPU_CPU_OFFSETS_H

#define CPU_FLOW_RING 248

#endif
