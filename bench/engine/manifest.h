/* SPDX-License-Identifier: MIT */
/* The records that say what ran where, as far as they say the same on every platform: what CPUID
 * and the platform's contract tell. */
#ifndef BENCH_ENGINE_MANIFEST_H
#define BENCH_ENGINE_MANIFEST_H

#include <stddef.h>

#include "lib/smbios.h"
#include "lib/tsc_select.h"
#include "lib/wire/wire.h"

/* Write the manifest, and what of the command line (not NULL) it has no room for. The platform gives build, host, hypervisor, suite and what else only it
 * knows; the rest is filled in. */
void manifest_write(struct wire_writer *writer, const struct wire_manifest *known);

/* The same for the CPU: the platform gives microcode, count and online. */
void manifest_write_cpu(struct wire_writer *writer, const struct wire_cpu *known);

/* A record a cache. */
void manifest_write_caches(struct wire_writer *writer);

/* A record a source of the TSC's frequency. */
void manifest_write_timers(struct wire_writer *writer, const struct tsc_source *sources,
			   size_t count);

/* What SMBIOS says of memory, a record and one a device. status is MANIFEST_SMBIOS_READ, or why the
 * tables were not read, and then the rest says nothing. */
#define MANIFEST_SMBIOS_READ "read"
void manifest_write_smbios(struct wire_writer *writer, const char *status,
			   const struct smbios_entry *entry, const struct smbios_memory *memory);

#endif
