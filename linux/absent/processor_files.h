/* SPDX-License-Identifier: MIT */
#ifndef LINUX_ABSENT_PROCESSOR_FILES_H
#define LINUX_ABSENT_PROCESSOR_FILES_H

#include "lib/cpu/identity.h"

/* For processors on which no register names a hypervisor. A guest of KVM has QEMU's devices too,
 * but Linux then writes a line with kvm to its log. If the log lacks the line begin, its beginning
 * is not readable, so the log tells nothing. */
void processor_hypervisor_by_log(const char *begin, const char *kvm,
				 char signature[CPU_HYPERVISOR_CHARS]);

#endif
