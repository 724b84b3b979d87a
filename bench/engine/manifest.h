/* SPDX-License-Identifier: MIT */
/* The records that say what ran where, as far as they say the same on every platform: what CPUID
 * and the platform's contract tell. */
#ifndef BENCH_ENGINE_MANIFEST_H
#define BENCH_ENGINE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/smbios.h"
#include "lib/tsc_select.h"
#include "lib/wire/wire.h"

/* Write the manifest, and what of the command line (not NULL) it has no room for. The platform
 * gives build, host, hypervisor, suite and what else only it knows; the rest is filled in. */
void manifest_write(struct wire_writer *writer, const struct wire_manifest *known);

/* The same for the CPU: the platform gives microcode, count and online. */
void manifest_write_cpu(struct wire_writer *writer, const struct wire_cpu *known);

/* A record a cache. */
void manifest_write_caches(struct wire_writer *writer);

/* A record a source of the TSC's frequency. */
void manifest_write_timers(struct wire_writer *writer, const struct tsc_source *sources,
			   size_t count);

#define MANIFEST_SMBIOS_READ "read"

/* What SMBIOS says. status is MANIFEST_SMBIOS_READ, or why the tables were not read, and then the
 * rest says nothing. */
struct manifest_smbios {
	const char *status;
	struct smbios_entry entry;
	struct smbios_machine machine;
	struct smbios_memory memory;
};

/* Decode the structures, which were found by smbios->entry. */
void manifest_parse_smbios(struct manifest_smbios *smbios, struct smbios_bytes table);

/* Write a record of the tables, and of what was read one of the machine and one a memory device.
 * What tells the machine from all others of its kind is written only if it is asked for. */
void manifest_write_smbios(struct wire_writer *writer, const struct manifest_smbios *smbios,
			   bool shows_serials);

#endif
