/* SPDX-License-Identifier: MIT */
/* Whether a machine can use KVM itself: nested in real KVM, or with the SVM that QEMU emulates. */
#ifndef TOOLS_HOST_NESTING_H
#define TOOLS_HOST_NESTING_H

#include <stdbool.h>

/* Whether guests of this host's KVM may have guests. If not, sets *why to a static sentence. */
bool nesting_is_allowed(const char **why);

/* Whether KVM can run a guest on the SVM that a QEMU emulates. version is the output of
 * `--version`. If the output contains no version, returns true. */
bool nesting_is_emulated(const char *version);

/* Like nesting_is_emulated(). If it is not, prints which QEMU works. */
bool nesting_check_emulated(const char *qemu, const char *version);

#endif
