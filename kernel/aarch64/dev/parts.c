/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/dev/parts.h"

#include <stddef.h>

#include "kernel/aarch64/dev/tree.h"
#include "lib/cpu/affinity.h"
#include "lib/text/string.h"

#define ALIAS_CHARS 32
#define PCI_RANGE_CELLS 7
#define PCI_RANGE_KIND(cell) ((cell) >> 24 & 3)
#define PCI_RANGE_MEMORY_32 2
#define TIMER_VIRTUAL 2                 /* index of the virtual timer among the interrupts of a
					 * timer's node */

static struct parts found;
static bool is_of_acpi;

const struct parts *parts(void)
{
	return &found;
}

const char *parts_source(void)
{
	return is_of_acpi ? "ACPI tables" : "device tree";
}

/* ---- Device tree ---- */

/* The node of a path such as "/pl011@9000000" or "serial0:115200", which names an alias. Only nodes
 * directly below the root are found. */
static bool find_chosen_serial(struct device_node *node)
{
	struct device_node chosen, aliases;
	const char *path;
	char alias[ALIAS_CHARS];
	size_t length = 0;

	if (!device_tree_find_name(machine_tree(), 1, "chosen", &chosen))
		return false;
	path = device_node_text(&chosen, "stdout-path");
	if (path == NULL)
		return false;
	while (path[length] != '\0' && path[length] != ':' && length < sizeof(alias) - 1) {
		alias[length] = path[length];
		length++;
	}
	alias[length] = '\0';
	if (alias[0] != '/') {
		if (!device_tree_find_name(machine_tree(), 1, "aliases", &aliases))
			return false;
		path = device_node_text(&aliases, alias);
	} else {
		path = alias;
	}
	return path != NULL && device_tree_find_name(machine_tree(), 1, path + 1, node) &&
	       device_node_is(node, "arm,pl011");
}

static void find_serial(void)
{
	struct device_node node;
	uint64_t size_bytes;

	if (find_chosen_serial(&node) || device_tree_find(machine_tree(), "arm,pl011", &node))
		device_node_range(&node, 0, &found.serial_phys, &size_bytes);
}

static void find_psci(void)
{
	static const char *const compatible[] = {"arm,psci-1.0", "arm,psci-0.2"};
	struct device_node node;
	const char *method = NULL;

	for (size_t i = 0; i < sizeof(compatible) / sizeof(compatible[0]) && method == NULL; i++) {
		if (device_tree_find(machine_tree(), compatible[i], &node))
			method = device_node_text(&node, "method");
	}
	if (method != NULL && strcmp(method, "hvc") == 0)
		found.psci = PSCI_HVC;
	else if (method != NULL && strcmp(method, "smc") == 0)
		found.psci = PSCI_SMC;
}

static void find_timer(void)
{
	struct device_node node;

	if (device_tree_find(machine_tree(), "arm,armv8-timer", &node))
		found.gic.virtual_timer = tree_interrupt(&node, TIMER_VIRTUAL);
}

/* A controller of version 3 has one or more ranges of redistributors after the distributor: Linux,
 * Documentation/devicetree/bindings/interrupt-controller/arm,gic-v3.yaml. */
static void find_gic(void)
{
	static const char *const version_2[] = {"arm,cortex-a15-gic", "arm,gic-400",
						"arm,cortex-a9-gic"};
	struct acpi_gic *gic = &found.gic;
	struct device_node node;
	uint64_t size_bytes;
	uint32_t ranges = 1;

	if (device_tree_find(machine_tree(), "arm,gic-v3", &node)) {
		device_node_cell(&node, "#redistributor-regions", 0, &ranges);
		for (uint32_t i = 0; i < ranges && i < ACPI_REDISTRIBUTORS_MAX; i++) {
			struct acpi_redistributors *range = &gic->redistributors[i];

			gic->redistributor_ranges += device_node_range(
				&node, 1 + i, &range->phys, &range->size_bytes);
		}
		if (device_node_range(&node, 0, &gic->distributor_phys, &size_bytes))
			gic->version = 3;
		if (device_tree_find(machine_tree(), "arm,gic-v3-its", &node)) {
			device_node_range(&node, 0, &gic->its_phys, &size_bytes);
			device_node_cell(&node, "phandle", 0, &found.its_handle);
		}
		return;
	}
	for (size_t i = 0; i < sizeof(version_2) / sizeof(version_2[0]); i++) {
		if (!device_tree_find(machine_tree(), version_2[i], &node))
			continue;
		if (device_node_range(&node, 0, &gic->distributor_phys, &size_bytes) &&
		    device_node_range(&node, 1, &gic->interface_phys, &size_bytes))
			gic->version = 2;
		if (device_tree_find(machine_tree(), "arm,gic-v2m-frame", &node))
			device_node_range(&node, 0, &gic->message_frame_phys, &size_bytes);
		return;
	}
}

static uint64_t two_cells(const struct device_node *node, const char *name, unsigned index)
{
	uint32_t high = 0, low = 0;

	device_node_cell(node, name, index, &high);
	device_node_cell(node, name, index + 1, &low);
	return (uint64_t)high << 32 | low;
}

/* Find the window. Each window has seven cells: kind, bus address, address, size. If firmware
 * started us, functions already have addresses. */
static void find_pci_window(const struct device_node *node)
{
	uint32_t kind;

	for (unsigned at = 0; device_node_cell(node, "ranges", at, &kind); at += PCI_RANGE_CELLS) {
		uint64_t phys = two_cells(node, "ranges", at + 3);

		if (PCI_RANGE_KIND(kind) != PCI_RANGE_MEMORY_32 ||
		    two_cells(node, "ranges", at + 1) != phys)
			continue;
		found.pci_window_phys = phys;
		found.pci_window_bytes = two_cells(node, "ranges", at + 5);
	}
}

/* Linux, Documentation/devicetree/bindings/pci/host-generic-pci.yaml. The first configuration space
 * is that of segment 0. */
static void find_pci(const struct boot_info *info)
{
	struct acpi_mcfg *space = &found.pci_spaces[0];
	struct device_node node;
	uint64_t size_bytes;
	uint32_t last;

	if (!device_tree_find(machine_tree(), "pci-host-ecam-generic", &node) ||
	    !device_node_range(&node, 0, &space->phys, &size_bytes))
		return;
	last = (uint32_t)(size_bytes / ACPI_MCFG_BUS_BYTES) - 1;
	space->last_bus = (uint8_t)(last < UINT8_MAX ? last : UINT8_MAX);
	found.pci_space_count = size_bytes >= ACPI_MCFG_BUS_BYTES;
	if (info->path == BOOT_DEVICE_TREE)
		find_pci_window(&node);
}

/* The first cells of a CPU's `reg` are its affinity. Devicetree Specification 0.4, "/cpus/cpu*
 * Node Properties". */
static void find_cpus(void)
{
	struct device_walk walk = {.tree = machine_tree()};
	struct device_node node;

	while (device_walk_next(&walk, &node)) {
		const char *type = device_node_text(&node, "device_type");
		uint64_t mpidr, none;

		if (type != NULL && strcmp(type, "cpu") == 0 && device_node_is_enabled(&node) &&
		    device_node_range(&node, 0, &mpidr, &none) && found.gic.cpu_count < CPUS_MAX)
			found.gic.cpu_ids[found.gic.cpu_count++] = affinity_pack(mpidr);
	}
}

void parts_init(const struct boot_info *info)
{
	tree_init(info);
	found = (struct parts){0};
	find_serial();
	find_psci();
	find_timer();
	find_gic();
	find_cpus();
	find_pci(info);
}

/* Linux, Documentation/devicetree/bindings/pci/pci-msi.txt: entries of `msi-map` have the first
 * requester, the controller, its first number, and how many there are. */
static bool map_message(uint32_t requester, uint32_t *device_id)
{
	enum {FIRST, CONTROLLER, OUTPUT, COUNT, CELLS};
	struct device_node node;
	uint32_t mask = UINT32_MAX, entry[CELLS];

	if (!device_tree_find(machine_tree(), "pci-host-ecam-generic", &node))
		return false;
	device_node_cell(&node, "msi-map-mask", 0, &mask);
	for (unsigned at = 0;; at += CELLS) {
		for (unsigned i = 0; i < CELLS; i++) {
			if (!device_node_cell(&node, "msi-map", at + i, &entry[i]))
				return false;
		}
		if (entry[CONTROLLER] != found.its_handle ||
		    (requester & mask) < entry[FIRST] ||
		    (requester & mask) - entry[FIRST] >= entry[COUNT])
			continue;
		*device_id = (requester & mask) - entry[FIRST] + entry[OUTPUT];
		return true;
	}
}

bool parts_message_device(uint32_t requester, uint32_t *device_id)
{
	if (requester >> 16 != 0)       /* of another segment */
		return false;
	if (!is_of_acpi)
		return map_message(requester, device_id);
	return acpi_parse_iort(acpi_find_table("IORT"), requester, found.gic.its_id, device_id);
}

/* ---- ACPI ---- */

static void find_acpi_serial(void)
{
	unsigned count;
	const struct acpi_console *consoles = acpi_consoles(&count);

	for (unsigned i = 0; i < count && found.serial_phys == 0; i++) {
		if (consoles[i].is_pl011)
			found.serial_phys = consoles[i].address;
	}
}

void parts_init_acpi(const struct boot_info *info)
{
	const struct acpi_mcfg *spaces;
	const struct acpi_fadt *fadt;

	if (info->rsdp_phys == 0)
		return;
	acpi_init(info);
	if (machine_tree()->bytes != NULL)
		return;
	is_of_acpi = true;
	find_acpi_serial();
	fadt = acpi_fadt();
	if (fadt != NULL && fadt->has_psci)
		found.psci = fadt->psci_uses_hvc ? PSCI_HVC : PSCI_SMC;
	if (acpi_gic() != NULL)
		found.gic = *acpi_gic();
	spaces = acpi_mcfgs(&found.pci_space_count);
	memcpy(found.pci_spaces, spaces, found.pci_space_count * sizeof(*spaces));
}
