/* SPDX-License-Identifier: MIT */
/* Whether a machine can have a KVM of its own: on real KVM, or with SVM as QEMU emulates it. */
#ifndef TOOLS_HOST_NESTING_H
#define TOOLS_HOST_NESTING_H

#include <stdbool.h>

/* Whether a guest of this host's KVM may have guests; if not, why is set to a sentence, which is
 * static. */
bool nesting_is_allowed(const char **why);

/* Whether KVM can run a guest on the SVM that a QEMU emulates. version: what `--version` says; true
 * if that names no version. */
bool nesting_is_emulated(const char *version);

/* The same. If it can't, says so, and which QEMU can. */
bool nesting_check_emulated(const char *qemu, const char *version);

#endif
