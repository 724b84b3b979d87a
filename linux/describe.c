/* SPDX-License-Identifier: MIT */
/* Writes the manifest and its related records. Data that bare metal gets from firmware and
 * registers come from /proc and /sys. */
#include "linux/describe.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/engine/manifest.h"
#include "bench/engine/manifest_places.h"
#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/text/command_line.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "linux/build_id.h"
#include "linux/files.h"
#include "linux/kernel_line.h"
#include "linux/network_cards.h"
#include "linux/nodes.h"
#include "linux/pmu/pmc.h"
#include "linux/processor.h"
#include "linux/schedule.h"
#include "linux/smbios.h"
#include "linux/system.h"
#include "linux/tsc.h"

#define VULNERABILITIES "/sys/devices/system/cpu/vulnerabilities"
#define MICROCODE "/sys/devices/system/cpu/cpu0/microcode/version"

static char command_line[COMMAND_LINE_MAX + 1];
static bool shows_serials;

bool describe_arguments(int argc, char **argv)
{
	size_t used = 0;

	for (int i = 1; i < argc && used < sizeof(command_line); i++)
		used += fmt_buffer(command_line + used, sizeof(command_line) - used, "%s%s",
				   i > 1 ? " " : "", argv[i]);
	return used < sizeof(command_line);
}

void describe_serials(bool wants_serials)
{
	shows_serials = wants_serials;
}

static void format_kernel(char *text, size_t size)
{
	struct utsname name;

	if (uname(&name) == 0)
		fmt_buffer(text, size, "%s %s", name.release, name.version);
	else
		text[0] = '\0';
}

/* The kernel's mitigation of one vulnerability, after a separator. Vulnerabilities that the CPU
 * lacks are omitted. */
static size_t append_mitigation(char *text, size_t size, const char *name, const char *separator)
{
	static const char prefix[] = "Mitigation: ";
	char path[512], state[256];
	bool is_mitigated;

	fmt_buffer(path, sizeof(path), VULNERABILITIES "/%s", name);
	if (!files_line(path, state, sizeof(state)) || strcmp(state, "Not affected") == 0)
		return 0;
	is_mitigated = strncmp(state, prefix, strlen(prefix)) == 0;
	return fmt_buffer(text, size, "%s%s: %s", separator, name,
			  state + (is_mitigated ? strlen(prefix) : 0));
}

static int is_file(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void format_mitigations(char *text, size_t size)
{
	struct dirent **entries;
	int count = scandir(VULNERABILITIES, &entries, is_file, alphasort);
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0; i < count; i++) {
		if (used < size)
			used += append_mitigation(text + used, size - used, entries[i]->d_name,
						  used > 0 ? ". " : "");
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static void describe_run(struct wire_writer *writer, const char *suite)
{
	const struct system *system = system_this();
	char hypervisor[CPU_HYPERVISOR_CHARS], kernel[256], mitigations[WIRE_TEXT_MAX];

	processor_hypervisor(hypervisor);
	format_kernel(kernel, sizeof(kernel));
	format_mitigations(mitigations, sizeof(mitigations));
	manifest_write(writer, &(struct wire_manifest){
		.build = build_id,
		.host = system_is_linux(system) ? "linux" : "other-os",
		.hypervisor = hypervisor,
		.command_line = command_line,
		.suite = suite,
		.kernel = kernel,
		.mitigations = mitigations,
		.os = system->os,
		.os_version = system->version,
		.os_found = system->found,
		.container = system->container,
	});
}

static void describe_cpu(struct wire_writer *writer)
{
	uint64_t microcode = 0, available = schedule_cpu_count();
	long online = sysconf(_SC_NPROCESSORS_ONLN);    /* a guess without /sys and /proc */

	files_number(MICROCODE, &microcode);
	manifest_write_cpu(writer, &(struct wire_cpu){
		.microcode = microcode,
		.count = online > (long)available ? (uint64_t)online : available,
		.online = available,
	});
}

static struct cpu_topology places[SCHEDULE_CPUS_MAX];

static void read_place(uint32_t cpu)
{
	cpu_topology_read(&places[cpu]);
}

static void describe_places(struct wire_writer *writer)
{
	schedule_visit(read_place);
	manifest_write_places(writer, places, schedule_cpu_count());
}

static void describe_made(struct wire_writer *writer)
{
	manifest_write_made(writer, &(struct manifest_clock){
		.source = "system",
		.time = utc_time_from_seconds(time(NULL)),
		.is_zone_known = true,
	});
}

void platform_describe(struct wire_writer *writer, const char *suite)
{
	const struct clock_source *sources;
	size_t count;

	describe_run(writer, suite);
	kernel_line_describe(writer, shows_serials);
	describe_cpu(writer);
	manifest_write_caches(writer);
	nodes_describe(writer);
	describe_places(writer);
	describe_made(writer);
	smbios_describe(writer, shows_serials);
	network_cards_describe(writer, shows_serials);
	sources = clock_sources(&count);
	manifest_write_timers(writer, sources, count);
	pmc_describe(writer);
	warning_flush();
}
