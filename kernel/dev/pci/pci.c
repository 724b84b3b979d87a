/* SPDX-License-Identifier: MIT */
/* The list of functions and their mapped registers. */
#include "kernel/dev/pci/pci.h"

#include "bench/engine/warning.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/pci.h"
#include "kernel/mm/firmware.h"
#include "lib/text/fmt.h"

#define MAPPED_BYTES_MAX (1u << 20)
#define ADDRESS_CHARS 16
#define BUSES_CHARS 208                 /* buses of ACPI_MCFGS_MAX segments and segment 0 */

static struct {
	size_t count;
	struct pci_function functions[PCI_FUNCTIONS_MAX];
} pci;

void pci_init(void)
{
	struct pci_window window;

	pci_config_init();
	pci.count = pci_scan(pci.functions, PCI_FUNCTIONS_MAX);
	if (pci.count > PCI_FUNCTIONS_MAX) {
		warning("pci", "ignored %lu functions beyond the first %d",
			pci.count - PCI_FUNCTIONS_MAX, PCI_FUNCTIONS_MAX);
		pci.count = PCI_FUNCTIONS_MAX;
	}
	if (machine_pci_window(&window))
		pci_assign(pci.functions, pci.count, &window);
}

struct pci_function *pci_functions(size_t *count)
{
	*count = pci.count;
	return pci.functions;
}

/* Write which buses were scanned, as 0000:00-ff for each segment. */
static void describe_buses(struct wire_writer *writer)
{
	char value[BUSES_CHARS] = "";
	struct pci_buses buses;
	size_t used = 0;

	for (unsigned i = 0; pci_config_buses(i, &buses); i++)
		used += fmt_buffer(value + used, sizeof(value) - used, "%s%04x:%02x-%02x",
				   i > 0 ? ", " : "", buses.segment, buses.first, buses.last);
	wire_write(writer, WIRE_state, &(struct wire_state){
		.item = "pci_buses", .value = value, .cpus = 1,
	});
}

void pci_describe(struct wire_writer *writer)
{
	if (pci_config_way()[0] != '\0')
		describe_buses(writer);
	for (size_t i = 0; i < pci.count; i++) {
		const struct pci_function *function = &pci.functions[i];
		char address[ADDRESS_CHARS];
		size_t used = function->address.segment == 0 ? 0
			: fmt_buffer(address, sizeof(address), "%04x:", function->address.segment);

		fmt_buffer(address + used, sizeof(address) - used, "%02x:%02x.%x",
			   function->address.bus, function->address.device,
			   function->address.function);
		wire_write(writer, WIRE_pci, &(struct wire_pci){
			.address = address,
			.vendor = function->vendor,
			.device = function->device,
			.class_code = function->class_code,
			.revision = function->revision,
			.by = function->address.segment == 0 ? pci_config_way() : "ecam",
		});
	}
}

static const char *pci_map(struct pci_function *function, unsigned index)
{
	const struct pci_limits limits = {firmware_end_phys(), firmware_is_memory};
	struct pci_bar bar;
	const char *why = pci_function_read_bar(function, index, &limits, &bar);

	if (why != NULL)
		return why;
	function->mapped_bytes[index] =
		bar.size_bytes < MAPPED_BYTES_MAX ? bar.size_bytes : MAPPED_BYTES_MAX;
	function->bars[index] = paging_map_device(bar.phys, function->mapped_bytes[index]);
	return NULL;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	if (bar >= PCI_BARS) {
		*why = "does not exist";
		return NULL;
	}
	if (function->bars[bar] == NULL) {
		*why = pci_map(function, bar);
		if (*why != NULL)
			return NULL;
	}
	if (offset >= function->mapped_bytes[bar] ||
	    size_bytes > function->mapped_bytes[bar] - offset) {
		*why = "is too small";
		return NULL;
	}
	return function->bars[bar] + offset;
}
