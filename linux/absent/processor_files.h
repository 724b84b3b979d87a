/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ABSENT_PROCESSOR_FILES_H
#define LINUX_ABSENT_PROCESSOR_FILES_H

#include "lib/cpu/identity.h"

/* Where no register names a hypervisor: QEMU's devices are also those of a guest of KVM, which
 * Linux notes in its log by a line with kvm. A log without the line begin, which is not readable
 * from its beginning, tells nothing. */
void processor_hypervisor_by_log(const char *begin, const char *kvm,
				 char signature[CPU_HYPERVISOR_CHARS]);

#endif
