/* SPDX-License-Identifier: MIT */
/* Finds and maps the ACPI tables. A table is decoded only if its checksum is valid. */
#include "kernel/dev/acpi/acpi.h"

#include "bench/engine/warning.h"
#include "kernel/mm/firmware.h"
#include "lib/cpu/arch.h"

/* ACPI Specification, "Finding the RSDP on IA-PC Systems". */
#define EBDA_SEGMENT_PHYS 0x40eu
#define EBDA_LOWEST_PHYS 0x80000u
#define EBDA_BYTES 0x400u
#define BIOS_PHYS 0xe0000u
#define BIOS_BYTES 0x20000u

static struct {
	struct acpi_bytes root_table;   /* size 0: none */
	unsigned root_entry_bytes;
	bool has_madt, has_gic, has_fadt, has_hpet, has_soft_off, has_nodes, has_places;
	struct acpi_madt madt;
	struct acpi_gic gic;
	struct acpi_places places;
	struct acpi_fadt fadt;
	struct acpi_hpet hpet;
	unsigned mcfg_count;
	struct acpi_mcfg mcfgs[ACPI_MCFGS_MAX];
	struct acpi_soft_off soft_off;
	struct acpi_nodes nodes;
	unsigned remapping_unit_count;
	bool remapping_is_amd;
	uint64_t remapping_units_phys[ACPI_REMAPPING_UNITS_MAX];
	unsigned watchdog_count;
	struct acpi_watchdog_step watchdog[ACPI_WATCHDOG_STEPS_MAX];
	unsigned console_count;
	struct acpi_console consoles[ACPI_CONSOLES_MAX];        /* the console of the SPCR comes
								 * first */
} acpi;

/* Map bytes. The size is 0 if the range cannot be mapped. */
static struct acpi_bytes acpi_map_bytes(uint64_t phys, size_t size)
{
	const uint8_t *data = firmware_map(phys, size);

	return data != NULL ? (struct acpi_bytes){data, size} : (struct acpi_bytes){0};
}

static struct acpi_bytes map_table(uint64_t phys)
{
	return acpi_map_bytes(phys, acpi_table_length(acpi_map_bytes(phys, ACPI_HEADER_BYTES)));
}

static bool scan_for_root(uint64_t phys, size_t size, struct acpi_root *root)
{
	struct acpi_bytes area = acpi_map_bytes(phys, size);
	long offset = acpi_find_rsdp(area);

	if (offset < 0)
		return false;
	return acpi_parse_rsdp((struct acpi_bytes){area.data + offset, area.size - (size_t)offset},
			       root);
}

static bool find_root(const struct boot_info *info, struct acpi_root *root)
{
	uint64_t ebda_phys;

	if (acpi_parse_rsdp(acpi_map_bytes(info->rsdp_phys, ACPI_RSDP_BYTES), root))
		return true;
	if (!ARCH_HAS_BIOS)
		return false;
	ebda_phys = acpi_field(acpi_map_bytes(EBDA_SEGMENT_PHYS, 2), 0, 2) << 4;
	if (ebda_phys >= EBDA_LOWEST_PHYS && scan_for_root(ebda_phys, EBDA_BYTES, root))
		return true;
	return scan_for_root(BIOS_PHYS, BIOS_BYTES, root);
}

/* Map the table with that signature; size 0 if there is none with a valid checksum. */
static struct acpi_bytes find_table(struct acpi_bytes root_table, unsigned entry_bytes,
				    const char *signature)
{
	for (size_t i = 0; i < acpi_root_count(root_table, entry_bytes); i++) {
		uint64_t phys = acpi_root_entry(root_table, entry_bytes, i);
		struct acpi_bytes header = acpi_map_bytes(phys, ACPI_HEADER_BYTES);
		struct acpi_bytes table;

		if (!acpi_has_signature(header, signature))
			continue;
		table = map_table(phys);
		if (acpi_table_is_good(table, signature))
			return table;
		warning("acpi", "%s table at %#lx: damaged; ignored", signature, phys);
	}
	return (struct acpi_bytes){0};
}

static bool has_soft_off(uint64_t phys, const char *signature)
{
	struct acpi_bytes table = map_table(phys);

	return acpi_table_is_good(table, signature) &&
	       acpi_parse_soft_off(table, &acpi.soft_off);
}

/* Read the values for soft off, whose object is in the DSDT or in an SSDT. */
static void read_soft_off(uint64_t dsdt_phys, struct acpi_bytes root_table, unsigned entry_bytes)
{
	acpi.has_soft_off = has_soft_off(dsdt_phys, "DSDT");
	for (size_t i = 0; i < acpi_root_count(root_table, entry_bytes); i++) {
		if (acpi.has_soft_off)
			return;
		acpi.has_soft_off = has_soft_off(acpi_root_entry(root_table, entry_bytes, i),
						 "SSDT");
	}
}

/* Whether a configuration space is usable: all of it must be addressable, and none of it may be
 * memory. */
static bool is_mcfg_usable(const struct acpi_mcfg *mcfg)
{
	uint64_t buses = mcfg->last_bus - mcfg->first_bus + 1ull;
	const char *why = firmware_reason_against(
		mcfg->phys + mcfg->first_bus * (uint64_t)ACPI_MCFG_BUS_BYTES,
		buses * ACPI_MCFG_BUS_BYTES);

	if (why != NULL)
		warning("acpi", "MCFG memory at %#lx: %s; not used", mcfg->phys, why);
	return why == NULL;
}

static void read_mcfg(struct acpi_bytes table)
{
	struct acpi_mcfg mcfgs[ACPI_MCFGS_MAX];
	unsigned count = table.size != 0 ? acpi_parse_mcfg(table, mcfgs, ACPI_MCFGS_MAX) : 0;

	for (unsigned i = 0; i < count; i++) {
		if (is_mcfg_usable(&mcfgs[i]))
			acpi.mcfgs[acpi.mcfg_count++] = mcfgs[i];
	}
}

/* Replace the UIDs of Arm CPUs by their affinities. */
static void identify_node_cpus(void)
{
	for (uint32_t i = 0; i < acpi.nodes.cpu_count; i++) {
		for (uint32_t cpu = 0; cpu < acpi.gic.cpu_count; cpu++) {
			if (acpi.gic.cpu_uids[cpu] != acpi.nodes.cpus[i].apic_id)
				continue;
			acpi.nodes.cpus[i].apic_id = acpi.gic.cpu_ids[cpu];
			break;
		}
	}
}

/* Read the nodes. Distances are read only if there are nodes. */
static void read_nodes(struct acpi_bytes root_table, unsigned entry_bytes)
{
	struct acpi_bytes srat = find_table(root_table, entry_bytes, "SRAT"), table;

	if (srat.size == 0)
		return;
	acpi.has_nodes = acpi_parse_srat(srat, &acpi.nodes);
	if (!acpi.has_nodes) {
		warning("acpi", "SRAT: memory of two nodes overlaps; nodes are not used");
		return;
	}
	identify_node_cpus();
	table = find_table(root_table, entry_bytes, "SLIT");
	if (table.size != 0 && !acpi_parse_slit(table, &acpi.nodes))
		warning("acpi", "SLIT: a distance is impossible; distances are not used");
	table = find_table(root_table, entry_bytes, "HMAT");
	if (table.size != 0)
		acpi_parse_hmat(table, &acpi.nodes);
	table = find_table(root_table, entry_bytes, "CEDT");
	if (table.size != 0)
		acpi_parse_cedt(table, &acpi.nodes, firmware_is_memory);
	if (acpi.nodes.dropped > 0)
		warning("acpi", "SRAT, CEDT: ignored %u entries beyond %d nodes, %d CPUs or "
			"%d ranges", acpi.nodes.dropped, ACPI_NODES_MAX, CPUS_MAX,
			ACPI_NODE_RANGES_MAX);
}

const struct acpi_place *acpi_place_of_uid(uint32_t uid)
{
	for (unsigned i = 0; acpi.has_places && i < acpi.places.count; i++) {
		if (acpi.places.places[i].uid == uid)
			return &acpi.places.places[i];
	}
	return NULL;
}

static void read_places(struct acpi_bytes table)
{
	acpi.has_places = table.size != 0 && acpi_parse_pptt(table, &acpi.places);
	for (uint32_t cpu = 0; cpu < acpi.gic.cpu_count; cpu++)
		acpi.has_places = acpi_place_of_uid(acpi.gic.cpu_uids[cpu]) != NULL;
}

static void read_consoles(struct acpi_bytes root_table, unsigned entry_bytes)
{
	struct acpi_bytes spcr = find_table(root_table, entry_bytes, "SPCR");
	struct acpi_bytes dbg2 = find_table(root_table, entry_bytes, "DBG2");

	acpi.console_count = spcr.size != 0 && acpi_parse_spcr(spcr, &acpi.consoles[0]);
	if (dbg2.size != 0)
		acpi.console_count += acpi_parse_dbg2(dbg2, acpi.consoles + acpi.console_count,
						      ACPI_CONSOLES_MAX - acpi.console_count);
}

/* Read the remapping units. A machine has one of the two tables. */
static void read_remapping(struct acpi_bytes dmar, struct acpi_bytes ivrs)
{
	acpi.remapping_is_amd = dmar.size == 0;
	acpi.remapping_unit_count =
		dmar.size != 0 ? acpi_parse_dmar(dmar, acpi.remapping_units_phys,
						 ACPI_REMAPPING_UNITS_MAX)
			       : acpi_parse_ivrs(ivrs, acpi.remapping_units_phys,
						 ACPI_REMAPPING_UNITS_MAX);
}

static void read_tables(struct acpi_bytes root_table, unsigned entry_bytes)
{
	struct acpi_bytes madt = find_table(root_table, entry_bytes, "APIC");
	struct acpi_bytes fadt = find_table(root_table, entry_bytes, "FACP");
	struct acpi_bytes hpet = find_table(root_table, entry_bytes, "HPET"), wdat;

	acpi.has_madt = madt.size != 0;
	if (acpi.has_madt)
		acpi_parse_madt(madt, &acpi.madt);
	acpi.has_gic = acpi.has_madt && acpi_parse_gic(madt, &acpi.gic);
	acpi.gic.virtual_timer = acpi_parse_gtdt(find_table(root_table, entry_bytes, "GTDT"));
	read_places(find_table(root_table, entry_bytes, "PPTT"));
	acpi.has_hpet = hpet.size != 0 && acpi_parse_hpet(hpet, &acpi.hpet);
	read_mcfg(find_table(root_table, entry_bytes, "MCFG"));
	read_nodes(root_table, entry_bytes);
	read_consoles(root_table, entry_bytes);
	read_remapping(find_table(root_table, entry_bytes, "DMAR"),
		       find_table(root_table, entry_bytes, "IVRS"));
	wdat = find_table(root_table, entry_bytes, "WDAT");
	if (wdat.size != 0)
		acpi.watchdog_count = acpi_parse_wdat(wdat, acpi.watchdog, ACPI_WATCHDOG_STEPS_MAX);
	acpi.has_fadt = fadt.size != 0;
	if (acpi.has_fadt) {
		acpi_parse_fadt(fadt, &acpi.fadt);
		read_soft_off(acpi.fadt.dsdt_phys, root_table, entry_bytes);
	}
}

/* Read a root table. If the table is damaged, warns and returns false. */
static bool read_root(uint64_t phys, unsigned entry_bytes, const char *name)
{
	struct acpi_bytes root_table = map_table(phys);

	if (!acpi_table_is_good(root_table, name)) {
		warning("acpi", "%s at %#lx: damaged; ignored", name, phys);
		return false;
	}
	if ((root_table.size - ACPI_HEADER_BYTES) / entry_bytes > ACPI_TABLES_MAX)
		warning("acpi", "%s: ignored the tables beyond the first %d", name,
			ACPI_TABLES_MAX);
	acpi.root_table = root_table;
	acpi.root_entry_bytes = entry_bytes;
	read_tables(root_table, entry_bytes);
	return true;
}

void acpi_init(const struct boot_info *info)
{
	struct acpi_root root;

	if (!find_root(info, &root)) {
		warning("acpi", "no root pointer; using one CPU and legacy devices");
		return;
	}
	if (root.xsdt_phys == 0 || !read_root(root.xsdt_phys, ACPI_XSDT_ENTRY_BYTES, "XSDT")) {
		if (root.rsdt_phys != 0)
			read_root(root.rsdt_phys, ACPI_RSDT_ENTRY_BYTES, "RSDT");
	}
	if (acpi.madt.cpus_dropped + acpi.gic.cpus_dropped > 0)
		warning("acpi", "ignored %u CPUs beyond the first %d",
			acpi.madt.cpus_dropped + acpi.gic.cpus_dropped, CPUS_MAX);
}

struct acpi_bytes acpi_find_table(const char *signature)
{
	if (acpi.root_table.size == 0)
		return (struct acpi_bytes){0};
	return find_table(acpi.root_table, acpi.root_entry_bytes, signature);
}

const struct acpi_madt *acpi_madt(void)
{
	return acpi.has_madt ? &acpi.madt : NULL;
}

const struct acpi_gic *acpi_gic(void)
{
	return acpi.has_gic ? &acpi.gic : NULL;
}

bool acpi_cpu_uid(uint32_t hardware_id, uint32_t *uid)
{
	for (uint32_t cpu = 0; acpi.has_gic && cpu < acpi.gic.cpu_count; cpu++) {
		if (acpi.gic.cpu_ids[cpu] != hardware_id)
			continue;
		*uid = acpi.gic.cpu_uids[cpu];
		return true;
	}
	return false;
}

const struct acpi_place *acpi_place(uint32_t hardware_id)
{
	uint32_t uid;

	return acpi_cpu_uid(hardware_id, &uid) ? acpi_place_of_uid(uid) : NULL;
}

const struct acpi_fadt *acpi_fadt(void)
{
	return acpi.has_fadt ? &acpi.fadt : NULL;
}

const struct acpi_hpet *acpi_hpet(void)
{
	return acpi.has_hpet ? &acpi.hpet : NULL;
}

const struct acpi_mcfg *acpi_mcfgs(unsigned *count)
{
	*count = acpi.mcfg_count;
	return acpi.mcfgs;
}

const struct acpi_soft_off *acpi_soft_off(void)
{
	return acpi.has_soft_off ? &acpi.soft_off : NULL;
}

const uint64_t *acpi_remapping_units(unsigned *count, bool *is_amd)
{
	*is_amd = acpi.remapping_is_amd;
	*count = acpi.remapping_unit_count;
	return acpi.remapping_units_phys;
}

const struct acpi_watchdog_step *acpi_watchdog(unsigned *count)
{
	*count = acpi.watchdog_count;
	return acpi.watchdog;
}

const struct acpi_console *acpi_consoles(unsigned *count)
{
	*count = acpi.console_count;
	return acpi.consoles;
}

const struct acpi_nodes *acpi_nodes(void)
{
	return acpi.has_nodes ? &acpi.nodes : NULL;
}
