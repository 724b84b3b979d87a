/* SPDX-License-Identifier: MIT */
/* Memory modules of a machine, counted by kind. */
#ifndef TOOLS_ANALYSIS_MODULE_KINDS_H
#define TOOLS_ANALYSIS_MODULE_KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "tools/record/result.h"

/* Whether two modules are of one kind, which the caller defines. */
typedef bool module_is_same(const struct wire_memory_device *a, const struct wire_memory_device *b);

/* The run's modules, at most as many as a target writes. A forged log may have more, and comparing
 * all of them with each other would take too long. */
struct record_list module_kinds_records(const struct result *result);

/* Number of modules of the same kind as the module at an index; 0 if an earlier module is of that
 * kind. */
size_t module_kinds_count(const struct record_list *devices, size_t index, module_is_same *is_same);

#endif
