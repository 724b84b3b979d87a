/* SPDX-License-Identifier: MIT */
/* The records of the target and its environment that all platforms write in the same way, from what
 * the CPU says of itself and the functions of the platform. */
#ifndef BENCH_ENGINE_MANIFEST_H
#define BENCH_ENGINE_MANIFEST_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/identifier.h"
#include "lib/smbios.h"
#include "lib/clock_select.h"
#include "lib/utc_time.h"
#include "lib/wire/wire.h"

/* Write the manifest, and in further records the part of command_line that does not fit into it.
 * command_line must not be NULL. The platform sets build, host, hypervisor, suite and other fields
 * that only the platform knows. The function sets the remaining fields. */
void manifest_write(struct wire_writer *writer, const struct wire_manifest *known);

/* Write the cpu record. The platform sets microcode, count and online. The function sets the
 * remaining fields. */
void manifest_write_cpu(struct wire_writer *writer, const struct wire_cpu *known);

/* Write one record per cache. */
void manifest_write_caches(struct wire_writer *writer);

/* Write one record per source of the clock's frequency. */
void manifest_write_timers(struct wire_writer *writer, const struct clock_source *sources,
			   size_t count);

#define MANIFEST_SMBIOS_READ "read"

/* SMBIOS data. status is MANIFEST_SMBIOS_READ, or the reason why the tables were not read. Without
 * tables the other fields are undefined. */
struct manifest_smbios {
	const char *status;
	struct smbios_entry entry;
	struct smbios_machine machine;
	struct smbios_memory memory;
};

/* Decode the structures. smbios->entry must be set. */
void manifest_parse_smbios(struct manifest_smbios *smbios, struct smbios_bytes table);

/* Write a record of the tables and, if the tables were read, one of the machine and one per memory
 * device. Hashes stand for serial numbers and the UUID. If shows_serials is set, the records also
 * include the serial numbers and the UUID themselves. */
void manifest_write_smbios(struct wire_writer *writer, const struct manifest_smbios *smbios,
			   bool shows_serials);

/* Write a record of a network card, unless its address identifies no card. */
void manifest_write_network_card(struct wire_writer *writer, const char *place,
				 const uint8_t mac[IDENTIFIER_MAC_BYTES], bool shows_serials);

/* The time that the machine's clock gives at the start of a run. */
struct manifest_clock {
	const char *source;             /* as in the made record */
	const char *problem;            /* NULL, or why there is no time */
	struct utc_time time;           /* not checked for plausibility */
	bool is_zone_known;
};

/* Write the made record: the time, or why it is unknown. */
void manifest_write_made(struct wire_writer *writer, const struct manifest_clock *clock);

#endif
