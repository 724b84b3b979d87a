/* SPDX-License-Identifier: MIT */
/* Writes the manifest and the records of CPU, caches and timers. */
#include "bench/engine/manifest.h"

#include "bench/engine/time_base.h"
#include "bench/platform.h"
#include "lib/cpu/caches.h"
#include "lib/cpu/clock.h"
#include "lib/cpu/identity.h"
#include "lib/identifier.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

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

/* Each record has as much as a text field holds, which always fits in a line. */
static void write_rest(struct wire_writer *writer, const char *line)
{
	size_t first = wire_text_fitting(line);

	while (line[first] != '\0') {
		wire_write(writer, WIRE_command_line, &(struct wire_command_line){
			.first = first, .text = line + first});
		first += wire_text_fitting(line + first);
	}
}

void manifest_write(struct wire_writer *writer, const struct wire_manifest *known)
{
	struct wire_manifest manifest = *known;
	char capabilities[256];

	format_capabilities(capabilities, sizeof(capabilities));
	manifest.format = WIRE_FORMAT;
	manifest.compiler = COMPILER;
	manifest.time_base = time_base_name(platform_time_base());
	manifest.timing = CLOCK_READ_METHOD;
	manifest.tsc_hz = platform_clock_hz();
	if (platform_time_base() == TIME_INSTRUCTIONS)
		quantity_begin(0, "instruction");
	else
		quantity_begin(manifest.tsc_hz, "tick");
	manifest.capabilities = capabilities;
	manifest.arch = ARCH_NAME;
	wire_write(writer, WIRE_manifest, &manifest);
	write_rest(writer, manifest.command_line);
}

void manifest_write_cpu(struct wire_writer *writer, const struct wire_cpu *known)
{
	struct wire_cpu cpu = *known;
	struct cpu_identity identity;
	char features[512];

	cpu_identity_read(&identity);
	cpu_identity_features(features, sizeof(features));
	cpu.vendor = identity.vendor;
	cpu.brand = identity.brand;
	cpu.family = identity.family;
	cpu.model = identity.model;
	cpu.stepping = identity.stepping;
	cpu.features = features;
	cpu.max_hz = cpu_identity_max_hz();
	wire_write(writer, WIRE_cpu, &cpu);
}

void manifest_write_caches(struct wire_writer *writer)
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

void manifest_write_timers(struct wire_writer *writer, const struct clock_source *sources,
			   size_t count)
{
	for (size_t i = 0; i < count; i++)
		wire_write(writer, WIRE_timer, &(struct wire_timer){
			.name = sources[i].name,
			.rate_hz = sources[i].rate_hz,
			.tsc_hz = sources[i].tsc_hz,
			.disagreement_ppm = sources[i].disagreement_ppm,
			.status = sources[i].status,
			.uncertainty_ppm = sources[i].uncertainty_ppm,
		});
}

static void manifest_write_device(struct wire_writer *writer, const struct smbios_device *device)
{
	wire_write(writer, WIRE_memory_device, &(struct wire_memory_device){
		.locator = device->locator,
		.bank = device->bank,
		.type = device->type,
		.size_bytes = device->size_bytes,
		.data_bits = device->data_bits,
		.total_bits = device->total_bits,
		.rated_mts = device->rated_mts,
		.mts = device->mts,
		.maker = device->maker,
		.part = device->part,
	});
}

static void manifest_write_machine(struct wire_writer *writer,
				   const struct smbios_machine *machine, bool shows_serials)
{
	char uuid[IDENTIFIER_HASH_CHARS], serial[IDENTIFIER_HASH_CHARS];
	char board[IDENTIFIER_HASH_CHARS], chassis[IDENTIFIER_HASH_CHARS];

	identifier_hash(IDENTIFIER_UUID, machine->uuid, uuid);
	identifier_hash(IDENTIFIER_SERIAL, machine->serial, serial);
	identifier_hash(IDENTIFIER_BOARD_SERIAL, machine->board_serial, board);
	identifier_hash(IDENTIFIER_CHASSIS_SERIAL, machine->chassis_serial, chassis);
	wire_write(writer, WIRE_machine, &(struct wire_machine){
		.maker = machine->maker,
		.product = machine->product,
		.version = machine->version,
		.board_maker = machine->board_maker,
		.board = machine->board,
		.board_version = machine->board_version,
		.chassis = machine->chassis,
		.bios_maker = machine->bios_maker,
		.bios = machine->bios,
		.bios_date = machine->bios_date,
		.serial = shows_serials ? machine->serial : "",
		.board_serial = shows_serials ? machine->board_serial : "",
		.uuid = shows_serials ? machine->uuid : "",
		.uuid_hash = uuid,
		.serial_hash = serial,
		.board_serial_hash = board,
		.chassis_serial_hash = chassis,
		.chassis_serial = shows_serials ? machine->chassis_serial : "",
	});
}

void manifest_parse_smbios(struct manifest_smbios *smbios, struct smbios_bytes table)
{
	smbios_parse_machine(table, &smbios->machine);
	smbios_parse_memory(table, &smbios->memory);
	smbios->status = MANIFEST_SMBIOS_READ;
}

void manifest_write_smbios(struct wire_writer *writer, const struct manifest_smbios *smbios,
			   bool shows_serials)
{
	const struct smbios_memory *memory = &smbios->memory;
	char version[16];

	if (strcmp(smbios->status, MANIFEST_SMBIOS_READ) != 0) {
		wire_write(writer, WIRE_smbios, &(struct wire_smbios){.status = smbios->status});
		return;
	}
	fmt_buffer(version, sizeof(version), "%u.%u", smbios->entry.major, smbios->entry.minor);
	wire_write(writer, WIRE_smbios, &(struct wire_smbios){
		.status = memory->is_cut ? "truncated within a structure" : smbios->status,
		.version = version,
		.slots = memory->slots,
		.devices = memory->count + memory->dropped,
		.correction = memory->correction,
	});
	manifest_write_machine(writer, &smbios->machine, shows_serials);
	for (uint32_t i = 0; i < memory->count; i++)
		manifest_write_device(writer, &memory->devices[i]);
}

void manifest_write_network_card(struct wire_writer *writer, const char *place,
				 const uint8_t mac[IDENTIFIER_MAC_BYTES], bool shows_serials)
{
	char hash[IDENTIFIER_HASH_CHARS], text[IDENTIFIER_MAC_CHARS];

	identifier_hash_mac(mac, hash);
	identifier_mac_text(mac, text);
	if (hash[0] != '\0')
		wire_write(writer, WIRE_network_card, &(struct wire_network_card){
			.place = place, .mac_hash = hash, .mac = shows_serials ? text : ""});
}

/* Write why the clock's time is not that of the run, or "". If ticks are counted instructions, the
 * time is not real, and equal runs must have equal records. */
static void made_problem(const struct manifest_clock *clock, char *problem, size_t size)
{
	char text[UTC_TIME_CHARS];

	problem[0] = '\0';
	if (platform_time_base() == TIME_INSTRUCTIONS) {
		text_copy(problem, size, "ticks are instructions, so the clock shows no real time");
	} else if (clock->problem != NULL) {
		text_copy(problem, size, clock->problem);
	} else if (!utc_time_is_valid(&clock->time)) {
		text_copy(problem, size, "the clock has no valid time");
	} else if (clock->time.year < UTC_YEAR_MIN || clock->time.year > UTC_YEAR_MAX) {
		utc_time_text(&clock->time, text);
		fmt_buffer(problem, size, "the clock is not set: it shows %s", text);
	}
}

void manifest_write_made(struct wire_writer *writer, const struct manifest_clock *clock)
{
	char text[UTC_TIME_CHARS] = "", problem[96];

	made_problem(clock, problem, sizeof(problem));
	if (problem[0] == '\0')
		utc_time_text(&clock->time, text);
	wire_write(writer, WIRE_made, &(struct wire_made){
		.utc = text,
		.source = clock->source,
		.is_zone_known = clock->is_zone_known,
		.problem = problem,
	});
}
