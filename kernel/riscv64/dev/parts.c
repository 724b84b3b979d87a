/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/dev/parts.h"

#include <stddef.h>

#include "kernel/dev/acpi/parse_harts.h"
#include "kernel/riscv64/dev/tree.h"
#include "lib/text/string.h"

#define SERIAL "ns16550a"

#define PCI_RANGE_CELLS 7
#define PCI_RANGE_KIND(cell) ((cell) >> 24 & 3)
#define PCI_RANGE_MEMORY_32 2
#define CAUSE_EXTERNAL 9                /* an interrupt of S-mode by a device */
#define MESSAGE_PAGE_BYTES 4096

static struct parts found;
static struct acpi_harts harts;

const struct parts *parts(void)
{
	return &found;
}

/* Find the serial port. A register has one byte. Linux,
 * Documentation/devicetree/bindings/serial/8250.yaml. */
static void find_serial(void)
{
	struct device_node node;
	uint64_t size_bytes;
	uint32_t shift = 0;

	if (!device_tree_find(machine_tree(), SERIAL, &node) ||
	    !device_node_range(&node, 0, &found.serial_phys, &size_bytes))
		return;
	device_node_cell(&node, "interrupts", 0, &found.serial_source);
	device_node_cell(&node, "reg-shift", 0, &shift);
	found.serial_register_bytes = 1u << shift % 8;
}

/* The first cells of a CPU's `reg` are the number of its hart. Linux,
 * Documentation/devicetree/bindings/riscv/cpus.yaml. */
static void find_cpus(void)
{
	struct device_walk walk = {.tree = machine_tree()};
	struct device_node node;

	while (device_walk_next(&walk, &node)) {
		const char *type = device_node_text(&node, "device_type");
		uint64_t hart, none;

		if (node.depth == 1 && strcmp(node.name, "cpus") == 0)
			device_node_cell(&node, "timebase-frequency", 0, &found.time_hz);
		if (type == NULL || strcmp(type, "cpu") != 0 || !device_node_is_enabled(&node) ||
		    !device_node_range(&node, 0, &hart, &none) || found.cpu_count == CPUS_MAX)
			continue;
		found.cpu_ids[found.cpu_count++] = (uint32_t)hart;
		if (found.isa == NULL)
			found.isa = device_node_text(&node, "riscv,isa");
	}
}

static uint64_t two_cells(const struct device_node *node, const char *name, unsigned index)
{
	uint32_t high = 0, low = 0;

	device_node_cell(node, name, index, &high);
	device_node_cell(node, name, index + 1, &low);
	return (uint64_t)high << 32 | low;
}

/* Find the window. Each window has seven cells: kind, bus address, address, size. If UEFI started
 * us, functions already have addresses. */
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

/* Linux, Documentation/devicetree/bindings/pci/host-generic-pci.yaml. */
static void find_pci(const struct boot_info *info)
{
	struct device_node node;
	uint64_t size_bytes;
	uint32_t last;

	if (!device_tree_find(machine_tree(), "pci-host-ecam-generic", &node) ||
	    !device_node_range(&node, 0, &found.pci_space.phys, &size_bytes))
		return;
	last = (uint32_t)(size_bytes / ACPI_MCFG_BUS_BYTES) - 1;
	found.pci_space.last_bus = (uint8_t)(last < UINT8_MAX ? last : UINT8_MAX);
	if (info->path == BOOT_DEVICE_TREE)
		find_pci_window(&node);
}

/* A page for each CPU of S-mode, in the order of the CPUs. Linux,
 * Documentation/devicetree/bindings/interrupt-controller/riscv,imsics.yaml: pairs of a CPU and its
 * interrupt. The pages of a CPU's guests follow its own. */
static void find_messages(uint64_t boot_hart)
{
	struct device_walk walk = {.tree = machine_tree()};
	struct device_node node;
	uint64_t phys, size_bytes;
	uint32_t interrupt, guest_bits = 0;

	while (device_walk_next(&walk, &node)) {
		if (!device_node_is(&node, "riscv,imsics") || !device_node_is_enabled(&node) ||
		    !device_node_cell(&node, "interrupts-extended", 1, &interrupt) ||
		    interrupt != CAUSE_EXTERNAL ||
		    !device_node_range(&node, 0, &phys, &size_bytes))
			continue;
		device_node_cell(&node, "riscv,guest-index-bits", 0, &guest_bits);
		for (uint32_t cpu = 0; cpu < found.cpu_count; cpu++) {
			uint64_t offset = (uint64_t)cpu * MESSAGE_PAGE_BYTES << guest_bits % 8;

			if (found.cpu_ids[cpu] == boot_hart && offset < size_bytes)
				found.messages_phys = phys + offset;
		}
		return;
	}
}

void parts_init(const struct boot_info *info)
{
	tree_init(info);
	found = (struct parts){0};
	find_serial();
	find_cpus();
	find_pci(info);
	find_messages(info->boot_hart);
	tree_find_plic(machine_tree(), info->boot_hart, &found.plic);
}

/* The width of an access is the distance of the registers, as in Linux, because QEMU states 32 bits
 * for a register that has eight. */
static void find_acpi_serial(void)
{
	unsigned count;
	const struct acpi_console *consoles = acpi_consoles(&count);

	for (unsigned i = 0; i < count && found.serial_phys == 0; i++) {
		if (consoles[i].is_port || consoles[i].is_pl011)
			continue;
		found.serial_phys = consoles[i].address;
		found.serial_register_bytes = consoles[i].access_bytes;
		found.serial_source = consoles[i].interrupt;
	}
}

bool parts_cpu_uid(uint32_t hart, uint32_t *uid)
{
	for (uint32_t cpu = 0; cpu < harts.cpu_count; cpu++) {
		if (harts.cpu_ids[cpu] != hart)
			continue;
		*uid = harts.cpu_uids[cpu];
		return true;
	}
	return false;
}

static void find_acpi_cpus(uint64_t boot_hart)
{
	acpi_parse_rhct(acpi_find_table("RHCT"), &harts);
	found.time_hz = (uint32_t)harts.time_hz;
	found.isa = harts.isa;
	found.cpu_count = harts.cpu_count;
	for (uint32_t cpu = 0; cpu < harts.cpu_count; cpu++) {
		if (harts.cpu_ids[cpu] != boot_hart)
			continue;
		found.messages_phys = harts.messages_phys[cpu];
		if (harts.contexts[cpu] != ACPI_CONTEXT_NONE)
			found.plic = (struct plic){.phys = harts.plic_phys,
						   .context = harts.contexts[cpu]};
	}
	found.serial_source -= harts.plic_first_interrupt;
	memcpy(found.cpu_ids, harts.cpu_ids, sizeof(found.cpu_ids));
}

void parts_init_acpi(const struct boot_info *info)
{
	const struct acpi_mcfg *spaces;
	unsigned count;

	if (info->rsdp_phys == 0)
		return;
	acpi_init(info);
	harts = (struct acpi_harts){0};
	acpi_parse_harts(acpi_find_table("APIC"), &harts);
	if (machine_tree()->bytes != NULL)
		return;
	find_acpi_serial();
	find_acpi_cpus(info->boot_hart);
	spaces = acpi_mcfgs(&count);
	if (count > 0)
		found.pci_space = spaces[0];
}
