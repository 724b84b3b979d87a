/* SPDX-License-Identifier: MIT */
/* Records of the place of each CPU. */
#ifndef BENCH_ENGINE_MANIFEST_PLACES_H
#define BENCH_ENGINE_MANIFEST_PLACES_H

#include "lib/cpu/topology.h"
#include "lib/wire/wire.h"

/* Write one record per CPU, from the topology that each CPU has read itself. Warns if the CPU that
 * measures is an efficiency core. On a machine with one CPU, writes nothing. */
void manifest_write_places(struct wire_writer *writer, const struct cpu_topology *cpus,
			   uint32_t count);

#endif
