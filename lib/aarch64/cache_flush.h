/* SPDX-License-Identifier: MIT */
/* Empties the caches of a CPU. */
#ifndef LIB_AARCH64_CACHE_FLUSH_H
#define LIB_AARCH64_CACHE_FLUSH_H

/* Write back and empty all data and unified caches that this CPU reports, by set and way. Other
 * CPUs and caches of the system keep their lines. Privileged. Arm ARM, "DC CISW". */
void cache_flush(void);

#endif
