/* SPDX-License-Identifier: MIT */
/* The machine's steps of kernel_main(), and its part of bench/platform.h, on x86-64. */
#include "kernel/machine/start.h"

#include "bench/platform.h"
#include "boot/boot_info.h"
#include "boot/qemu.h"
#include "kernel/core/console.h"
#include "kernel/core/panic.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/dev/smbios.h"
#include "kernel/dev/time_base.h"
#include "kernel/disk/disk.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/hypervisor.h"
#include "kernel/machine/firmware_return.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/watchdog.h"
#include "kernel/nodes.h"
#include "kernel/smp/ap.h"
#include "kernel/x86/core/probe.h"
#include "kernel/x86/cpu/cpu_init.h"
#include "kernel/x86/cpu/simd.h"
#include "kernel/x86/cpu/smi.h"
#include "kernel/x86/dev/fch.h"
#include "kernel/x86/dev/hpet.h"
#include "kernel/x86/dev/i8042.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/pager.h"
#include "kernel/x86/dev/pic.h"
#include "kernel/x86/dev/pit.h"
#include "kernel/x86/dev/pm_timer.h"
#include "kernel/x86/dev/rtc.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/smbus.h"
#include "kernel/x86/dev/tco.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/dev/uart.h"
#include "kernel/x86/dev/wdat.h"
#include "kernel/x86/pmu/pmu.h"
#include "kernel/x86/pmu/prefetcher.h"
#include "kernel/x86/pmu/state.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/x86/cpu_identity.h"
#include "lib/x86/cpuid.h"
#include "lib/x86/io.h"
#include "lib/x86/msr.h"

#define SMI_COMMAND_NONE 0

static const struct serial_choices *serial;

/* Add the ports in I/O space. find_serial adds others. */
void machine_start_serial(const struct boot_info *info, const struct serial_choices *choices)
{
	(void)info;
	serial = choices;
	for (unsigned i = 0; i < serial->count; i++) {
		const struct serial_choice *choice = &serial->items[i];

		if (choice->address != 0 && choice->address < UART_MEMORY_FIRST)
			serial_add((uint32_t)choice->address, choice->baud);
	}
}

/* Find other ports. Many machines have no serial port, so warn only if one was chosen. */
static void find_serial(void)
{
	if (serial->is_chosen)
		serial_find_chosen(serial->items, serial->count);
	else
		serial_find();
	if (serial_count() == 0 && serial->count > 0)
		console_print("no serial port; results go to the screen only\n");
}

void machine_start_cpu(const struct boot_info *info)
{
	(void)info;
	boot_ap.cpu.is_boot_cpu = true;
	if (cpu_init(&boot_ap.cpu) != 0)
		panic("cpu: no memory for the boot CPU's interrupt stacks");
}

void machine_read_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	cpu_hypervisor_read(signature);
}

void machine_report_cpu(void)
{
	simd_report();
}

static void start_counters(void)
{
	struct pmu_leaves leaves;

	pmu_leaves_read(&leaves);
	pmu_init(&leaves);
}

/* Start the CPUs. Continue on the CPU that measures, and send it the interrupts that the boot CPU
 * received. */
static void start_cpus(unsigned limit, unsigned measuring)
{
	unsigned needed = measuring != SMP_CPU_ANY && measuring >= limit ? measuring + 1 : limit;

	smp_init(needed);
	if (!smp_measure_on(measuring, limit))
		return;
	nodes_prefer_own();
	if (watchdog_works())
		watchdog_init();
}

/* Start the devices. Each driver needs those before it. */
void machine_start_devices(const struct boot_info *info, unsigned cpu_limit, unsigned measuring)
{
	acpi_init(info);
	if (acpi_madt() != NULL && acpi_madt()->cpu_count > 1)
		time_base_align();
	smbios_init(info);
	if (firmware_is_resident())
		pic_mask();
	else
		pic_disable();
	pci_init();
	find_serial();
	tco_stop();
	fch_stop();
	wdat_stop();
	ioapic_init();
	hpet_init();
	pm_timer_init();
	pit_init();
	rtc_init();
	tsc_init(rtc_exists() ? rtc_read_second : NULL);
	lapic_init();
	nodes_init();
	i8042_init();
	disk_init();
	watchdog_init();
	start_cpus(cpu_limit, measuring);
	smi_init();
	smbus_read_modules();
	start_counters();
	state_init();
}

/* Raise a vector without a handler twice, and a spurious interrupt once. */
void machine_raise_strays(void)
{
	static const uint8_t vectors[] = {VECTOR_STRAY, VECTOR_STRAY, VECTOR_SPURIOUS};

	for (size_t i = 0; i < sizeof(vectors); i++) {
		self_interrupt(vectors[i]);
		interrupts_handle_pending();
	}
	lapic_end_in_service();         /* spurious interrupts are not acknowledged, but this one
					 * was real */
}

void machine_settle(void)
{
	lapic_settle();
}

void machine_show_pages(void)
{
	pager_auto_advance();
}

static uint32_t offer(bool works, enum platform_capability capability)
{
	return works ? capability : 0;
}

uint32_t machine_capabilities(void)
{
	return CAN_SSE2 | offer(simd_has_avx2(), CAN_AVX2) |
	       offer(simd_has_avx512(), CAN_AVX512) |
	       offer(cpu_has(FEATURE_CMPXCHG16B), CAN_CMPXCHG16B) |
	       offer(prefetcher_init(), CAN_PREFETCH_CONTROL) |
	       offer(cpu_has(FEATURE_MONITOR) && timer_hz() != 0, CAN_MWAIT) |
	       /* a timer sends the keys */
	       offer(i8042_interrupts(I8042_KEYBOARD) && timer_hz() != 0, CAN_KEYBOARD) |
	       offer(i8042_interrupts(I8042_MOUSE), CAN_MOUSE) |
	       offer(ioapic_exists() && self_interrupt_works(), CAN_IOAPIC);
}

uint32_t platform_smi_msr(void)
{
	return smi_msr();
}

int platform_probe_msr(uint32_t msr)
{
	uint64_t value;

	return probe_rdmsr(msr, &value);
}

static uint64_t xapic_register_at(unsigned offset)
{
	return lapic_access.registers != NULL ? (uintptr_t)&lapic_access.registers[offset / 4] : 0;
}

static uint64_t x2apic_register_at(unsigned offset)
{
	return lapic_access.is_x2apic ? LAPIC_MSR(offset) : 0;
}

static uint64_t register_at(enum platform_register which)
{
	switch (which) {
	case REGISTER_XAPIC_ID:
		return xapic_register_at(LAPIC_ID);
	case REGISTER_XAPIC_TPR:
		return xapic_register_at(LAPIC_TASK_PRIORITY);
	case REGISTER_XAPIC_EOI:
		return xapic_register_at(LAPIC_EOI);
	case REGISTER_X2APIC_ID:
		return x2apic_register_at(LAPIC_ID);
	case REGISTER_X2APIC_TPR:
		return x2apic_register_at(LAPIC_TASK_PRIORITY);
	case REGISTER_X2APIC_EOI:
		return x2apic_register_at(LAPIC_EOI);
	case REGISTER_IOAPIC_SELECT:
		return (uintptr_t)ioapic_select_register();
	case REGISTER_HPET_COUNTER:
		return (uintptr_t)hpet_counter_register();
	case REGISTER_PM_TIMER:
		return pm_timer_port();
	default:                        /* another processor's */
		break;
	}
	return 0;
}

int platform_register(enum platform_register which, uint64_t *where)
{
	*where = register_at(which);
	return *where != 0 ? 0 : -ENOTSUP;
}

const struct counter *platform_program_clock(enum program_clock clock)
{
	if (clock == PROGRAM_CLOCK_HPET)
		return hpet_counter();
	return clock == PROGRAM_CLOCK_PM_TIMER ? pm_timer_counter() : NULL;
}

/* Intel SDM vol. 3A, "Determining the Signature": the register holds the revision after a write of
 * 0 and CPUID. AMD CPUs have it in the low half of the same register. */
uint64_t machine_microcode(void)
{
	struct cpu_identity identity;
	uint64_t value;
	bool is_amd;

	cpu_identity_read(&identity);
	is_amd = cpu_identity_is_amd(&identity);
	if (!is_amd)
		probe_wrmsr(MSR_MICROCODE, 0);
	cpuid(1, 0);
	if (probe_rdmsr(MSR_MICROCODE, &value) != 0)
		return 0;
	return is_amd ? value & 0xffffffff : value >> 32;
}

/* ACPI Specification, "Fixed ACPI Description Table (FADT)": SMI_CMD. Firmware ignores values that
 * it has not defined. */
int platform_raise_smi(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	if (fadt == NULL || fadt->smi_command_port == 0)
		return -ENOTSUP;
	if (this_cpu()->index == 0)
		smi_expect();
	outb(fadt->smi_command_port, SMI_COMMAND_NONE);
	return 0;
}

const char *platform_firmware_smi_problem(void)
{
	uint32_t before = smi_msr() != 0 ? (uint32_t)rdmsr(smi_msr()) : 0;

	if (!qemu_made_devices())
		return "needs QEMU: the reaction of other firmware to an unknown SMI is unknown";
	if (smi_msr() == 0)
		return "the CPU does not count its SMIs";
	if (platform_raise_smi() != 0)
		return "no I/O port raises an SMI";
	return (uint32_t)rdmsr(smi_msr()) - before == 1 ? NULL : "the port raises no SMI here";
}

enum firmware_answerer platform_firmware_answerer(void)
{
	return ANSWERED_BY_FIRMWARE;
}
