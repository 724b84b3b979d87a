/* SPDX-License-Identifier: MIT */
/* What CPUID says of this CPU, compared with Linux, which reads it by itself. */
#include "tests/unit/unit.h"

#include <cpuid.h>
#include <sched.h>
#include <stdio.h>

#include "lib/counter.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/exception.h"
#include "lib/x86/cpu_caches.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/pmu_shape.h"
#include "lib/x86/tsc_cpuid.h"

/* The value of a line of /proc/cpuinfo, of the first CPU. */
static const char *cpuinfo(const char *name)
{
	static char line[8192];
	FILE *file = fopen("/proc/cpuinfo", "r");
	const char *value = NULL;

	while (file != NULL && value == NULL && fgets(line, sizeof(line), file) != NULL) {
		size_t length = strlen(name);

		line[strcspn(line, "\n")] = '\0';
		if (strncmp(line, name, length) == 0 && strchr("\t:", line[length]) != NULL)
			value = strchr(line, ':') + 1 + (strchr(line, ':')[1] == ' ');
	}
	if (file != NULL)
		fclose(file);
	return value;
}

/* A file of a cache of CPU 0. */
static bool cache_file(size_t index, const char *name, char text[64])
{
	char path[128];
	FILE *file;
	bool is_read;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%zu/%s", index, name);
	file = fopen(path, "r");
	is_read = file != NULL && fscanf(file, "%63s", text) == 1;
	if (file != NULL)
		fclose(file);
	return is_read;
}

static bool run_on_first_cpu(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	return sched_setaffinity(0, sizeof(cpus), &cpus) == 0;
}

TEST(identity_is_that_of_linux)
{
	struct cpu_identity identity;

	if (!run_on_first_cpu() || cpuinfo("vendor_id") == NULL)
		skip();
	cpu_identity_read(&identity);
	assert_string_equal(identity.vendor, cpuinfo("vendor_id"));
	assert_string_equal(identity.brand, cpuinfo("model name"));
	assert_int_equal(identity.family, atoi(cpuinfo("cpu family")));
	assert_int_equal(identity.model, atoi(cpuinfo("model")));
	assert_int_equal(identity.stepping, atoi(cpuinfo("stepping")));
	assert_int_equal(cpu_identity_is_amd(&identity),
			 strstr(identity.vendor, "AMD") != NULL ||
			 strstr(identity.vendor, "Hygon") != NULL);
}

/* Each of these has the same name there. */
TEST(features_include_those_of_linux)
{
	static const char *const words[] = {"rdtscp", "syscall", "nx", "mce", "pge", "pat", "apic",
					    "x2apic", "smep", "smap", "umip", "aperfmperf", "avx2",
					    "erms", "fsrm", "sep", "pcid", "hypervisor", "xsave"};
	char text[1024], short_text[12], all[1026], word[32], flags[8192];

	if (cpuinfo("flags") == NULL)
		skip();
	snprintf(flags, sizeof(flags), " %s ", cpuinfo("flags"));
	cpu_identity_features(text, sizeof(text));
	snprintf(all, sizeof(all), ",%s,", text);
	for (size_t i = 0; i < COUNT(words); i++) {
		snprintf(word, sizeof(word), " %s ", words[i]);
		if (strstr(flags, word) == NULL)
			continue;
		snprintf(word, sizeof(word), ",%s,", words[i]);
		if (strstr(all, word) == NULL)
			fail_msg("%s is not in %s", words[i], text);
	}
	cpu_identity_features(short_text, sizeof(short_text));
	assert_int_equal(strlen(short_text), sizeof(short_text) - 1);
	assert_int_equal(strncmp(short_text, text, sizeof(short_text) - 1), 0);
}

TEST(only_a_virtual_machine_has_a_hypervisor)
{
	char signature[CPU_HYPERVISOR_CHARS], expected[CPU_HYPERVISOR_CHARS] = "";
	uint32_t words[4] = {0};

	if (cpuinfo("flags") == NULL)
		skip();
	if (strstr(cpuinfo("flags"), " hypervisor") != NULL)
		__cpuid(0x40000000, words[0], words[1], words[2], words[3]);
	memcpy(expected, &words[1], 3 * sizeof(words[0]));
	memset(signature, 'x', sizeof(signature));
	cpu_hypervisor_read(signature);
	assert_memory_equal(signature, expected, sizeof(signature));
}

TEST(caches_are_those_of_linux)
{
	static const char *const types[][2] = {{"data", "Data"}, {"instruction", "Instruction"},
					       {"unified", "Unified"}};
	struct cpu_cache caches[CPU_CACHES_MAX];
	size_t count = cpu_caches_read(caches), index = 0;
	uint64_t largest = 0;
	char text[64];

	if (!run_on_first_cpu() || !cache_file(0, "size", text))
		skip();
	for (; cache_file(index, "size", text); index++) {
		const struct cpu_cache *cache = &caches[index];
		uint64_t size = strtoull(text, NULL, 10) * 1024;

		assert_true(index < count);
		assert_int_equal(cache->size_bytes, size);
		if (size > largest)
			largest = size;
		assert_true(cache_file(index, "level", text));
		assert_int_equal(cache->level, atoi(text));
		assert_true(cache_file(index, "coherency_line_size", text));
		assert_int_equal(cache->line_bytes, atoi(text));
		if (cache_file(index, "ways_of_associativity", text) && cache->ways != 0)
			assert_int_equal(cache->ways, atoi(text));
		assert_true(cache_file(index, "type", text));
		for (size_t i = 0; i < COUNT(types); i++)
			assert_int_equal(strcmp(cache->type, types[i][0]) == 0,
					 strcmp(text, types[i][1]) == 0);
	}
	assert_int_equal(index, count);
	assert_int_equal(cpu_caches_largest_bytes(), largest);
}

static void assert_cache(const struct cpu_cache *cache, const struct cpu_cache *expected)
{
	assert_string_equal(cache->type, expected->type);
	assert_int_equal(cache->level, expected->level);
	assert_int_equal(cache->size_bytes, expected->size_bytes);
	assert_int_equal(cache->line_bytes, expected->line_bytes);
	assert_int_equal(cache->ways, expected->ways);
	assert_int_equal(cache->sharing, expected->sharing);
}

/* Intel SDM vol. 2A, "CPUID—CPU Identification", leaf 04h. */
TEST(deterministic_leaf_describes_a_cache)
{
	static const struct {
		struct cpuid leaf;
		struct cpu_cache cache;
	} cases[] = {
		{{1 | 1 << 5 | 1 << 14, 7u << 22 | 63, 63, 0}, {1, "data", 32768, 64, 8, 2}},
		{{2 | 1 << 5, 3u << 22 | 31, 255, 0}, {1, "instruction", 32768, 32, 4, 1}},
		{{3 | 3 << 5 | 4095 << 14, 15u << 22 | 1 << 12 | 63, 8191, 0},
		 {3, "unified", 16 << 20, 64, 16, 4096}},
		{{3 | 2 << 5 | 1 << 9, 511u << 22 | 63, 0, 0}, {2, "unified", 32768, 64, 0, 1}},
	};
	struct cpu_cache cache;

	for (size_t i = 0; i < COUNT(cases); i++) {
		assert_true(cpu_caches_decode(cases[i].leaf, &cache));
		assert_cache(&cache, &cases[i].cache);
	}
	assert_false(cpu_caches_decode((struct cpuid){.eax = 0x1e0, .ebx = 1}, &cache));
	assert_false(cpu_caches_decode((struct cpuid){.eax = 4 | 1 << 5}, &cache));
}

/* AMD APM vol. 3, "L1 Cache and TLB Information": size in KiB, ways, lines per tag, line size; and
 * "L2 Cache, L3 Cache, and TLB Information", with a code for the ways, and the L3 in 512 KiB. */
TEST(fixed_leaves_describe_up_to_four_caches)
{
	static const uint8_t ways[16] = {[1] = 1, [2] = 2, [3] = 3, [4] = 4, [5] = 6, [6] = 8,
					 [8] = 16, [10] = 32, [11] = 48, [12] = 64, [13] = 96,
					 [14] = 128};
	static const struct cpuid l1 = {.ecx = 64u << 24 | 2 << 16 | 1 << 8 | 64,
					.edx = 32u << 24 | 255 << 16 | 1 << 8 | 32};
	struct cpuid l2 = {.ecx = 512u << 16 | 8 << 12 | 1 << 8 | 64,
			   .edx = 12u << 18 | 11 << 12 | 1 << 8 | 128};
	struct cpu_cache caches[CPU_CACHES_MAX];

	assert_int_equal(cpu_caches_decode_fixed(l1, l2, caches), 4);
	assert_cache(&caches[0], &(struct cpu_cache){1, "data", 65536, 64, 2, 1});
	assert_cache(&caches[1], &(struct cpu_cache){1, "instruction", 32768, 32, 0, 1});
	assert_cache(&caches[2], &(struct cpu_cache){2, "unified", 512 << 10, 64, 16, 1});
	assert_cache(&caches[3], &(struct cpu_cache){3, "unified", 6 << 20, 128, 48, 1});
	for (uint32_t code = 0; code < 16; code++) {
		l2.ecx = 512u << 16 | code << 12 | 1 << 8 | 64;
		cpu_caches_decode_fixed(l1, l2, caches);
		assert_int_equal(caches[2].ways, ways[code]);
	}
	assert_int_equal(cpu_caches_decode_fixed(l1, (struct cpuid){.ecx = 0xffff}, caches), 2);
	assert_int_equal(cpu_caches_decode_fixed((struct cpuid){.ecx = 0xffffff, .edx = 0xffffff},
						 (struct cpuid){.edx = 0x3ffff}, caches), 0);
}

TEST(only_two_vendors_are_amd)
{
	static const char *const vendors[] = {"AuthenticAMD", "HygonGenuine", "GenuineIntel",
					      "AuthenticAM", ""};
	struct cpu_identity identity = {0};

	for (size_t i = 0; i < COUNT(vendors); i++) {
		strcpy(identity.vendor, vendors[i]);
		assert_int_equal(cpu_identity_is_amd(&identity), i < 2);
	}
}

/* The registers of a leaf, by the compiler's own functions; zeros if it does not exist. */
static struct cpuid leaf_of(unsigned leaf)
{
	struct cpuid r = {0};

	__get_cpuid_count(leaf, 0, &r.eax, &r.ebx, &r.ecx, &r.edx);
	return r;
}

static void assert_leaf(struct cpuid leaf, unsigned number)
{
	struct cpuid expected = leaf_of(number);

	if (number == 1)                /* EBX has the number of the CPU */
		leaf.ebx = expected.ebx;
	assert_memory_equal(&leaf, &expected, sizeof(leaf));
}

TEST(leaves_of_the_counters_are_those_of_this_cpu)
{
	struct cpu_identity identity;
	struct pmu_leaves leaves;

	if (!run_on_first_cpu())
		skip();
	cpu_identity_read(&identity);
	pmu_leaves_read(&leaves);
	assert_int_equal(leaves.is_amd, cpu_identity_is_amd(&identity));
	assert_int_equal(leaves.family, identity.family);
	assert_int_equal(leaves.model, identity.model);
	assert_leaf(leaves.features, 1);
	assert_leaf(leaves.power, 6);
	assert_leaf(leaves.more_features, 7);
	assert_leaf(leaves.monitoring, 0xa);
	assert_leaf(leaves.core, 0x1a);
	assert_leaf(leaves.amd_features, 0x80000001);
	assert_leaf(leaves.amd_monitoring, 0x80000022);
}

TEST(frequencies_of_cpuid_are_in_hertz)
{
	struct cpuid ratio = leaf_of(0x15), frequency = leaf_of(0x16);
	struct cpuid hypervisor = cpuid(0x40000000, 0);
	bool has_timing = cpu_has(FEATURE_HYPERVISOR) && hypervisor.eax >= 0x40000010 &&
			  hypervisor.eax < 0x40010000;

	assert_int_equal(tsc_hz_by_cpuid_15h(),
			 ratio.eax == 0 ? 0 : 1ull * ratio.ecx * ratio.ebx / ratio.eax);
	assert_int_equal(tsc_hz_by_cpuid_16h(), frequency.eax % 65536 * 1000000ull);
	assert_int_equal(cpu_identity_max_hz(), frequency.ebx % 65536 * 1000000ull);
	assert_int_equal(tsc_hz_by_hypervisor(),
			 has_timing ? cpuid(0x40000010, 0).eax * 1000ull : 0);
}

TEST(cores_of_a_hybrid_cpu_have_names)
{
	assert_string_equal(pmu_core_name(CORE_TYPE_CORE), "core");
	assert_string_equal(pmu_core_name(CORE_TYPE_ATOM), "atom");
	assert_string_equal(pmu_core_name(0), "");
}

TEST(exceptions_have_names)
{
	assert_string_equal(exception_name(0), "divide error");
	assert_string_equal(exception_name(14), "page fault");
	assert_string_equal(exception_name(15), "exception");
	assert_string_equal(exception_name(21), "control protection");
	assert_string_equal(exception_name(22), "exception");
	assert_string_equal(exception_name(32), "exception");
	assert_string_equal(exception_name(UINT64_MAX), "exception");
}

/* ---- Counters ---- */

static uint64_t reads;

static uint64_t read_stopped(void)
{
	reads++;
	return 7;
}

/* Advances at the last of the reads that a slow counter gets. */
static uint64_t read_slow(void)
{
	return reads++ == 10000 ? 8 : 7;
}

static uint64_t read_tsc(void)
{
	reads++;
	return clock_read();
}

TEST(counter_runs_if_it_changes_within_its_reads)
{
	const struct counter stopped = {.read = read_stopped}, slow = {.read = read_slow};

	reads = 0;
	assert_false(counter_is_running(&stopped));
	assert_int_equal(reads, 10001);
	reads = 0;
	assert_true(counter_is_running(&slow));
}

/* The counter is the TSC, so its value is within the bracket. */
TEST(bracket_contains_the_read)
{
	const struct counter tsc = {.read = read_tsc};
	uint64_t begin = clock_read();
	struct clock_bracket bracket;

	reads = 0;
	bracket = clock_bracket(&tsc);
	assert_int_equal(reads, 5);
	assert_true(bracket.tsc - bracket.width / 2 >= begin);
	assert_true(bracket.tsc + bracket.width / 2 <= clock_read());
	assert_true(bracket.width > 0);
	assert_true(bracket.count >= bracket.tsc - bracket.width / 2);
	assert_true(bracket.count <= bracket.tsc + bracket.width / 2 + 1);
}
