/* SPDX-License-Identifier: MIT */
/* CPUs of RISC-V in ACPI tables. */
#ifndef KERNEL_DEV_ACPI_PARSE_HARTS_H
#define KERNEL_DEV_ACPI_PARSE_HARTS_H

#include <stdint.h>

#include "kernel/dev/acpi/parse.h"

#define ACPI_CONTEXT_NONE UINT32_MAX

struct acpi_harts {
	uint64_t time_hz;               /* frequency of `time`; 0: not stated */
	const char *isa;                /* of the first CPUs, as a text in the table; NULL: not
					 * stated */
	uint32_t cpu_count;             /* enabled CPUs, at most CPUS_MAX */
	uint32_t cpu_ids[CPUS_MAX];     /* numbers of the harts */
	uint32_t cpu_uids[CPUS_MAX];    /* numbers by which other tables name these CPUs */
	uint64_t plic_phys;             /* of the first PLIC; 0: none */
	uint32_t plic_first_interrupt;  /* global system interrupt of its source 0 */
	uint32_t contexts[CPUS_MAX];    /* of that controller, which interrupt each CPU in S-mode;
					 * ACPI_CONTEXT_NONE: none */
	uint64_t messages_phys[CPUS_MAX];       /* where devices write messages for each CPU; 0:
						 * nowhere */
};

/* acpi_parse_harts() adds the CPUs of a MADT, acpi_parse_rhct() the properties in an RHCT. The
 * tables passed acpi_table_is_good. */
void acpi_parse_harts(struct acpi_bytes madt, struct acpi_harts *harts);
void acpi_parse_rhct(struct acpi_bytes rhct, struct acpi_harts *harts);

#endif
