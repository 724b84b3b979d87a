/* SPDX-License-Identifier: MIT */
/* The kernel provides entry point and structures as two files: its
 * Documentation/ABI/testing/sysfs-firmware-dmi-tables. */
#include "linux/smbios.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/manifest.h"
#include "lib/smbios.h"
#include "lib/text/fmt.h"

#define TABLES "/sys/firmware/dmi/tables/"
#define STATUS_MAX 128

/* Size of the file in bytes, at most size; 0 with the cause in status on failure. */
static size_t smbios_read(const char *name, uint8_t *bytes, size_t size, char *status)
{
	char path[sizeof(TABLES) + 32];
	FILE *file;
	size_t length = 0;

	fmt_buffer(path, sizeof(path), TABLES "%s", name);
	errno = 0;
	file = fopen(path, "re");
	if (file != NULL) {
		length = fread(bytes, 1, size, file);
		fclose(file);
	}
	if (length == 0)
		fmt_buffer(status, STATUS_MAX, "%s: %s", path,
			   errno != 0 ? strerror(errno) : "file is empty");
	return length;
}

static void smbios_read_tables(uint8_t *bytes, struct manifest_smbios *smbios, char *status)
{
	struct smbios_bytes read = {bytes, smbios_read("smbios_entry_point", bytes,
						       SMBIOS_ENTRY_BYTES_MAX, status)};

	if (read.size == 0)
		return;
	if (!smbios_parse_entry(read, &smbios->entry)) {
		fmt_buffer(status, STATUS_MAX, "damaged entry point");
		return;
	}
	read.size = smbios_read("DMI", bytes, SMBIOS_TABLE_BYTES_MAX, status);
	if (read.size > 0)
		manifest_parse_smbios(smbios, read);
}

void smbios_describe(struct wire_writer *writer, bool shows_serials)
{
	static struct manifest_smbios smbios;
	char status[STATUS_MAX] = "no memory for the tables";
	uint8_t *bytes = malloc(SMBIOS_TABLE_BYTES_MAX);

	smbios.status = status;
	if (bytes != NULL)
		smbios_read_tables(bytes, &smbios, status);
	free(bytes);
	manifest_write_smbios(writer, &smbios, shows_serials);
}
