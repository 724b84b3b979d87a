/* The manifest and the records that go with it. */
#include "kernel/describe.h"

#include "bench/platform.h"
#include "kernel/build_id.h"
#include "kernel/lapic.h"
#include "kernel/probe.h"
#include "kernel/smp.h"
#include "kernel/time_base.h"
#include "kernel/tsc.h"
#include "kernel/warning.h"
#include "lib/cpu_caches.h"
#include "lib/cpu_identity.h"
#include "lib/fmt.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/msr.h"
#include "lib/x86/tsc.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

static const struct boot_info *boot;
static const char *command_line;

static const char *const path_names[] = {
	[BOOT_MULTIBOOT1] = "multiboot1",
	[BOOT_MULTIBOOT2] = "multiboot2",
	[BOOT_MULTIBOOT2_EFI] = "multiboot2-efi",
	[BOOT_EFI] = "efi",
};

static const char *const memory_type_names[] = {
	[BOOT_MEMORY_USABLE] = "usable",
	[BOOT_MEMORY_RESERVED] = "reserved",
	[BOOT_MEMORY_ACPI] = "acpi",
	[BOOT_MEMORY_NVS] = "nvs",
	[BOOT_MEMORY_BAD] = "bad",
	[BOOT_MEMORY_LOADER] = "loader",
	[BOOT_MEMORY_OTHER] = "other",
};

static const char *const time_base_names[] = {
	[TIME_REAL] = "real",
	[TIME_EMULATED] = "emulated",
	[TIME_INSTRUCTIONS] = "instructions",
};

void describe_init(const struct boot_info *info, const char *line)
{
	boot = info;
	command_line = line;
}

static void format_capabilities(char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int bit = 0; bit < PLATFORM_CAPABILITY_COUNT && used < size; bit++) {
		if ((platform_capabilities() >> bit & 1) != 0)
			used += fmt_buffer(text + used, size - used, "%s%s", used > 0 ? "," : "",
					   platform_capability_texts[bit].word);
	}
}

static void describe_run(struct wire_writer *writer, const char *suite)
{
	char capabilities[256];

	format_capabilities(capabilities, sizeof(capabilities));
	wire_write(writer, WIRE_manifest, &(struct wire_manifest){
		.format = WIRE_FORMAT,
		.build = build_id,
		.compiler = COMPILER,
		.host = "bare-metal",
		.boot = path_names[boot->path],
		.loader = boot->loader,
		.time_base = time_base_names[platform_time_base()],
		.hypervisor = time_base_hypervisor(),
		.timing = TSC_READ_METHOD,
		.tsc_hz = platform_tsc_hz(),
		.capabilities = capabilities,
		.command_line = command_line,
		.suite = suite,
	});
}

/* Intel SDM vol. 3A, "Determining the Signature": the revision shows after a write of 0 and CPUID;
 * AMD CPUs have it in the same register's low half. */
static uint64_t microcode_revision(bool is_amd)
{
	uint64_t value;

	if (!is_amd)
		probe_wrmsr(MSR_MICROCODE, 0);
	cpuid(1, 0);
	if (probe_rdmsr(MSR_MICROCODE, &value) != 0)
		return 0;
	return is_amd ? value & 0xffffffff : value >> 32;
}

static void describe_cpu(struct wire_writer *writer)
{
	struct cpu_identity identity;
	char features[256];

	cpu_identity_read(&identity);
	cpu_identity_features(features, sizeof(features));
	wire_write(writer, WIRE_cpu, &(struct wire_cpu){
		.vendor = identity.vendor,
		.brand = identity.brand,
		.family = identity.family,
		.model = identity.model,
		.stepping = identity.stepping,
		.microcode = microcode_revision(cpu_identity_is_amd(&identity)),
		.count = smp_count(),
		.online = smp_online(),
		.features = features,
	});
}

static void describe_caches(struct wire_writer *writer)
{
	struct cpu_cache caches[CPU_CACHES_MAX];
	size_t count = cpu_caches_read(caches);

	for (size_t i = 0; i < count; i++)
		wire_write(writer, WIRE_cache, &(struct wire_cache){
			.level = caches[i].level,
			.type = caches[i].type,
			.size_bytes = caches[i].size_bytes,
			.line_bytes = caches[i].line_bytes,
			.ways = caches[i].ways,
			.sharing = caches[i].sharing,
		});
}

static void describe_memory(struct wire_writer *writer)
{
	for (uint32_t i = 0; i < boot->memory_count; i++)
		wire_write(writer, WIRE_memory, &(struct wire_memory){
			.base_phys = boot->memory[i].base_phys,
			.size_bytes = boot->memory[i].size_bytes,
			.type = memory_type_names[boot->memory[i].type],
		});
}

static void describe_timers(struct wire_writer *writer)
{
	size_t count;
	const struct tsc_source *sources = tsc_sources(&count);

	for (size_t i = 0; i < count; i++)
		wire_write(writer, WIRE_timer, &(struct wire_timer){
			.name = sources[i].name,
			.rate_hz = sources[i].rate_hz,
			.tsc_hz = sources[i].tsc_hz,
			.disagreement_ppm = sources[i].disagreement_ppm,
			.status = sources[i].status,
		});
	if (lapic_timer_hz() != 0)
		wire_write(writer, WIRE_timer, &(struct wire_timer){
			.name = "lapic", .rate_hz = lapic_timer_hz(), .status = "usable"});
}

void platform_describe(struct wire_writer *writer, const char *suite)
{
	describe_run(writer, suite);
	describe_cpu(writer);
	describe_caches(writer);
	describe_memory(writer);
	describe_timers(writer);
	warning_flush();
}
