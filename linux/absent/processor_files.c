/* SPDX-License-Identifier: MIT */
/* What a process of x86-64 reads with CPUID, from Linux: caches and places of CPUs from
 * /sys/devices/system/cpu, and a hypervisor from the devices and the log. */
#include "linux/absent/processor_files.h"

#include <glob.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>

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

/* ---- Hypervisor ---- */

#define QEMU_DEVICE "/sys/firmware/devicetree/base/fw-cfg@*"
#define LOG_BYTES_MAX (256u << 10)

static bool qemu_made_devices(void)
{
	glob_t names;
	bool are_there = glob(QEMU_DEVICE, GLOB_NOSORT, NULL, &names) == 0;

	globfree(&names);
	return are_there;
}

void processor_hypervisor_by_log(const char *begin, const char *kvm,
				 char signature[CPU_HYPERVISOR_CHARS])
{
	char *log = calloc(1, LOG_BYTES_MAX + 1);

	signature[0] = '\0';
	if (log != NULL && qemu_made_devices() &&
	    klogctl(SYSLOG_ACTION_READ_ALL, log, LOG_BYTES_MAX) > 0 &&
	    strstr(log, begin) != NULL)
		text_copy(signature, CPU_HYPERVISOR_CHARS,
			  strstr(log, kvm) != NULL ? "KVMKVMKVM" : "TCGTCGTCGTCG");
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
