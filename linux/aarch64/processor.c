/* SPDX-License-Identifier: MIT */
/* Caches and places of CPUs are read from /sys/devices/system/cpu: a process may not read the
 * registers of caches, and those of the CPU's place are the same on every CPU, because Linux
 * answers for them (Documentation/arm64/cpu-feature-registers.rst). */
#include "linux/processor.h"

#include <glob.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>

#include "bench/platform.h"
#include "lib/aarch64/control.h"
#include "lib/cpu/caches.h"
#include "lib/cpu/topology.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "linux/files.h"

#define CPU_PATH "/sys/devices/system/cpu/cpu%d/"
#define PATH_CHARS_MAX 128
#define KIB 1024u

/* syslog(2). */
#define SYSLOG_ACTION_READ_ALL 3

uint32_t processor_init(void)
{
	return 0;
}

size_t processor_clocks(struct clock_source sources[PROCESSOR_CLOCKS_MAX])
{
	sources[0] = (struct clock_source){.name = "cntfrq", .tsc_hz = read_register(cntfrq_el0)};
	return 1;
}

bool platform_has_conduit(enum platform_conduit conduit)
{
	(void)conduit;
	return false;
}

/* ---- Hypervisor ---- */

#define QEMU_DEVICE "/sys/firmware/devicetree/base/fw-cfg@*"
#define LOG_BYTES_MAX (256u << 10)
#define LOG_BEGIN "Booting Linux on physical CPU"
#define LOG_KVM "KVM: hypervisor services detected"

static bool qemu_made_devices(void)
{
	glob_t names;
	bool are_there = glob(QEMU_DEVICE, GLOB_NOSORT, NULL, &names) == 0;

	globfree(&names);
	return are_there;
}

/* No register names a hypervisor. QEMU's devices are also those of a guest of KVM, which Linux
 * notes in its log. A log that is not readable from its beginning tells nothing. */
void processor_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	char *log = calloc(1, LOG_BYTES_MAX + 1);

	signature[0] = '\0';
	if (log != NULL && qemu_made_devices() &&
	    klogctl(SYSLOG_ACTION_READ_ALL, log, LOG_BYTES_MAX) > 0 &&
	    strstr(log, LOG_BEGIN) != NULL)
		text_copy(signature, CPU_HYPERVISOR_CHARS,
			  strstr(log, LOG_KVM) != NULL ? "KVMKVMKVM" : "TCGTCGTCGTCG");
	free(log);
}

/* ---- Caches ---- */

/* A file of a cache of the current CPU, as a number; 0 if there is none. */
static uint64_t cache_number(size_t index, const char *name)
{
	char path[PATH_CHARS_MAX];
	uint64_t value = 0;

	fmt_buffer(path, sizeof(path), CPU_PATH "cache/index%zu/%s", sched_getcpu(), index, name);
	files_number(path, &value);
	return value;
}

/* The file has the size in KiB: "32K". */
static uint64_t cache_bytes(size_t index)
{
	char path[PATH_CHARS_MAX], text[32];

	fmt_buffer(path, sizeof(path), CPU_PATH "cache/index%zu/size", sched_getcpu(), index);
	return files_line(path, text, sizeof(text)) ? strtoull(text, NULL, 10) * KIB : 0;
}

static const char *cache_type(size_t index)
{
	char path[PATH_CHARS_MAX], text[32];

	fmt_buffer(path, sizeof(path), CPU_PATH "cache/index%zu/type", sched_getcpu(), index);
	if (!files_line(path, text, sizeof(text)))
		return NULL;
	return strcmp(text, "Data") == 0 ? "data" :
	       strcmp(text, "Instruction") == 0 ? "instruction" : "unified";
}

/* Linux knows the sizes only if firmware states them. A cache without a size is left out. */
size_t cpu_caches_read(struct cpu_cache caches[CPU_CACHES_MAX])
{
	const char *type;
	size_t count = 0;

	for (size_t index = 0; count < CPU_CACHES_MAX; index++) {
		type = cache_type(index);
		if (type == NULL)
			break;
		caches[count] = (struct cpu_cache){
			.level = (uint32_t)cache_number(index, "level"),
			.type = type,
			.size_bytes = cache_bytes(index),
			.line_bytes = (uint32_t)cache_number(index, "coherency_line_size"),
			.ways = (uint32_t)cache_number(index, "ways_of_associativity"),
		};
		count += caches[count].size_bytes != 0;
	}
	return count;
}

/* ---- Place ---- */

static uint32_t topology_number(const char *name)
{
	char path[PATH_CHARS_MAX];
	uint64_t value = 0;

	fmt_buffer(path, sizeof(path), CPU_PATH "topology/%s", sched_getcpu(), name);
	files_number(path, &value);
	return (uint32_t)value;
}

/* Linux numbers the cores of a package. */
void cpu_topology_read(struct cpu_topology *topology)
{
	uint32_t package = topology_number("physical_package_id");

	*topology = (struct cpu_topology){
		.apic_id = (uint32_t)sched_getcpu(),
		.core = package << 16 | topology_number("core_id"),
		.package = package,
	};
}
