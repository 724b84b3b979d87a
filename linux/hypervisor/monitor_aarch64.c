/* SPDX-License-Identifier: MIT */
/* A virtual machine monitor for the guest of an aarch64 machine that emulates EL2. It takes the
 * place of QEMU, which with its libraries would have to exist for that processor. The guest is
 * QEMU's virt machine with one CPU, GICv3, timer and PSCI, all by KVM, and a serial port, whose
 * output is the log. Other devices read as zero, which their drivers take for absent.
 *
 * usage: monitor KERNEL TREE MEMORY-MIB LOG [INITRD]
 * TREE is the device tree that QEMU makes for that machine. The exit status is 0 if the guest
 * switches itself off or resets.
 *
 * Linux, Documentation/virt/kvm/api.rst. QEMU, hw/arm/virt.c, "base_memmap", "a15irqmap". */
#include <elf.h>
#include <err.h>
#include <fcntl.h>
#include <linux/kvm.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMORY_PHYS 0x40000000ul
#define TREE_PHYS MEMORY_PHYS           /* where QEMU puts it for an ELF file */
#define IMAGE_PHYS 0x40200000ul
/* QEMU, hw/arm/boot.c, "initrd_start": at most 128 MiB after the begin of memory. */
#define INITRD_PHYS 0x48000000ul
#define MIB ((size_t)1 << 20)

#define GIC_DISTRIBUTOR_PHYS 0x08000000
#define GIC_REDISTRIBUTOR_PHYS 0x080a0000
#define GIC_INTERRUPTS 288

/* Arm PrimeCell UART (PL011) TRM, "Summary of registers". */
#define SERIAL_PHYS 0x09000000ul
#define SERIAL_BYTES 0x1000ul
#define SERIAL_INTERRUPT (32 + 1)
enum serial_register {
	SERIAL_DATA = 0x00, SERIAL_FLAGS = 0x18, SERIAL_MASK = 0x38, SERIAL_RAW = 0x3c,
	SERIAL_MASKED = 0x40, SERIAL_CLEAR = 0x44, SERIAL_IDENTIFIERS = 0xfe0,
};
#define SERIAL_EMPTY 0x90u              /* flags: both FIFOs are empty */
#define SERIAL_TRANSMIT 0x20u           /* an interrupt */

static struct {
	int kvm, vm, cpu, log;
	uint8_t *memory;
	size_t bytes;
	uint32_t mask, raw;     /* of the serial port's interrupts */
	bool is_raised;
} machine;

static long control(int file, unsigned long request, const void *argument, const char *what)
{
	long result = ioctl(file, request, argument);

	if (result < 0)
		err(EXIT_FAILURE, "KVM: %s", what);
	return result;
}

/* ---- The guest's memory ---- */

static void *memory_at(uint64_t address_phys, uint64_t size, const char *path)
{
	if (address_phys < MEMORY_PHYS || address_phys - MEMORY_PHYS > machine.bytes ||
	    size > machine.bytes - (address_phys - MEMORY_PHYS))
		errx(EXIT_FAILURE, "%s: does not fit into the guest's memory", path);
	return machine.memory + (address_phys - MEMORY_PHYS);
}

static void *load(const char *path, size_t *size)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat about;
	void *bytes;

	if (file < 0 || fstat(file, &about) != 0)
		err(EXIT_FAILURE, "%s", path);
	bytes = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
	if (bytes == MAP_FAILED)
		err(EXIT_FAILURE, "%s", path);
	close(file);
	*size = (size_t)about.st_size;
	return bytes;
}

static void put_file(const char *path, uint64_t address_phys)
{
	size_t size;
	const void *bytes = load(path, &size);

	memcpy(memory_at(address_phys, size, path), bytes, size);
}

/* Put an ELF file, or a Linux Image, into memory. Returns the physical address of its entry. */
static uint64_t put_kernel(const char *path)
{
	size_t size;
	const uint8_t *bytes = load(path, &size);
	uint64_t entry;
	Elf64_Ehdr header;

	memcpy(&header, bytes, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
		memcpy(memory_at(IMAGE_PHYS, size, path), bytes, size);
		return IMAGE_PHYS;
	}
	entry = header.e_entry;
	for (unsigned i = 0; i < header.e_phnum; i++) {
		Elf64_Phdr segment;

		memcpy(&segment, bytes + header.e_phoff + i * sizeof(segment), sizeof(segment));
		if (segment.p_type != PT_LOAD)
			continue;
		memcpy(memory_at(segment.p_paddr, segment.p_memsz, path), bytes + segment.p_offset,
		       segment.p_filesz);
		if (header.e_entry - segment.p_vaddr < segment.p_memsz)
			entry = header.e_entry - segment.p_vaddr + segment.p_paddr;
	}
	return entry;
}

/* ---- The machine ---- */

static void set_register(uint64_t number, uint64_t value)
{
	struct kvm_one_reg change = {
		.id = KVM_REG_ARM64 | KVM_REG_SIZE_U64 | KVM_REG_ARM_CORE | number,
		.addr = (uintptr_t)&value,
	};

	control(machine.cpu, KVM_SET_ONE_REG, &change, "register");
}

static void set_attribute(int device, uint32_t group, uint64_t number, const void *value)
{
	struct kvm_device_attr attribute = {
		.group = group, .attr = number, .addr = (uintptr_t)value,
	};

	control(device, KVM_SET_DEVICE_ATTR, &attribute, "GICv3");
}

static void make_interrupt_controller(void)
{
	struct kvm_create_device gic = {.type = KVM_DEV_TYPE_ARM_VGIC_V3};
	const uint64_t distributor = GIC_DISTRIBUTOR_PHYS, redistributor = GIC_REDISTRIBUTOR_PHYS;
	const uint32_t interrupts = GIC_INTERRUPTS;

	control(machine.vm, KVM_CREATE_DEVICE, &gic, "GICv3");
	set_attribute((int)gic.fd, KVM_DEV_ARM_VGIC_GRP_NR_IRQS, 0, &interrupts);
	set_attribute((int)gic.fd, KVM_DEV_ARM_VGIC_GRP_ADDR, KVM_VGIC_V3_ADDR_TYPE_DIST,
		      &distributor);
	set_attribute((int)gic.fd, KVM_DEV_ARM_VGIC_GRP_ADDR, KVM_VGIC_V3_ADDR_TYPE_REDIST,
		      &redistributor);
	set_attribute((int)gic.fd, KVM_DEV_ARM_VGIC_GRP_CTRL, KVM_DEV_ARM_VGIC_CTRL_INIT, NULL);
}

static void make_machine(const char *memory_mib)
{
	struct kvm_userspace_memory_region region = {.guest_phys_addr = MEMORY_PHYS};
	struct kvm_vcpu_init features;

	machine.kvm = open("/dev/kvm", O_RDWR | O_CLOEXEC);
	if (machine.kvm < 0)
		err(EXIT_FAILURE, "/dev/kvm");
	machine.vm = (int)control(machine.kvm, KVM_CREATE_VM, NULL, "machine");
	machine.bytes = strtoul(memory_mib, NULL, 10) * MIB;
	machine.memory = mmap(NULL, machine.bytes, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (machine.memory == MAP_FAILED)
		err(EXIT_FAILURE, "memory of the guest");
	region.memory_size = machine.bytes;
	region.userspace_addr = (uintptr_t)machine.memory;
	control(machine.vm, KVM_SET_USER_MEMORY_REGION, &region, "memory");
	machine.cpu = (int)control(machine.vm, KVM_CREATE_VCPU, NULL, "CPU");
	control(machine.vm, KVM_ARM_PREFERRED_TARGET, &features, "CPU");
	features.features[0] |= 1u << KVM_ARM_VCPU_PSCI_0_2;
	control(machine.cpu, KVM_ARM_VCPU_INIT, &features, "CPU");
	make_interrupt_controller();
}

/* ---- The serial port ---- */

static void serial_signal(void)
{
	bool is_raised = (machine.raw & machine.mask) != 0;
	struct kvm_irq_level level = {
		.irq = KVM_ARM_IRQ_TYPE_SPI << KVM_ARM_IRQ_TYPE_SHIFT | SERIAL_INTERRUPT,
		.level = is_raised,
	};

	if (is_raised != machine.is_raised)
		control(machine.vm, KVM_IRQ_LINE, &level, "interrupt");
	machine.is_raised = is_raised;
}

/* Write to the serial port. Each byte is sent at once, after which the FIFO is empty again. */
static void serial_write(uint64_t offset, uint32_t value)
{
	uint8_t byte = (uint8_t)value;

	switch (offset) {
	case SERIAL_DATA:
		if (write(machine.log, &byte, sizeof(byte)) != sizeof(byte))
			err(EXIT_FAILURE, "log");
		machine.raw |= SERIAL_TRANSMIT;
		break;
	case SERIAL_MASK:
		machine.mask = value;
		break;
	case SERIAL_CLEAR:
		machine.raw &= ~value;
		break;
	}
	serial_signal();
}

static uint32_t serial_read(uint64_t offset)
{
	static const uint8_t identifiers[] = {0x11, 0x10, 0x14, 0x00, 0x0d, 0xf0, 0x05, 0xb1};

	if (offset >= SERIAL_IDENTIFIERS)
		return identifiers[(offset - SERIAL_IDENTIFIERS) / sizeof(uint32_t)];
	switch (offset) {
	case SERIAL_FLAGS:
		return SERIAL_EMPTY;
	case SERIAL_MASK:
		return machine.mask;
	case SERIAL_RAW:
		return machine.raw;
	case SERIAL_MASKED:
		return machine.raw & machine.mask;
	}
	return 0;
}

static void access_device(struct kvm_run *run)
{
	uint64_t offset = run->mmio.phys_addr - SERIAL_PHYS;
	uint32_t value = 0;

	if (run->mmio.is_write) {
		memcpy(&value, run->mmio.data, sizeof(value));
		if (offset < SERIAL_BYTES)
			serial_write(offset, value);
		return;
	}
	memset(run->mmio.data, 0, sizeof(run->mmio.data));
	if (offset < SERIAL_BYTES)
		value = serial_read(offset);
	memcpy(run->mmio.data, &value, sizeof(value));
}

/* Returns when the guest has switched itself off or reset. */
static void run_guest(void)
{
	long size = control(machine.kvm, KVM_GET_VCPU_MMAP_SIZE, NULL, "CPU");
	struct kvm_run *run = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED,
				   machine.cpu, 0);

	if (run == MAP_FAILED)
		err(EXIT_FAILURE, "KVM: CPU");
	for (;;) {
		control(machine.cpu, KVM_RUN, NULL, "run");
		if (run->exit_reason == KVM_EXIT_SYSTEM_EVENT)
			return;
		if (run->exit_reason != KVM_EXIT_MMIO)
			errx(EXIT_FAILURE, "the guest ended with KVM's exit reason %u",
			     run->exit_reason);
		access_device(run);
	}
}

int main(int argc, char **argv)
{
	if (argc < 5)
		errx(EXIT_FAILURE, "usage: monitor KERNEL TREE MEMORY-MIB LOG [INITRD]");
	machine.log = open(argv[4], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	if (machine.log < 0)
		err(EXIT_FAILURE, "%s", argv[4]);
	make_machine(argv[3]);
	set_register(KVM_REG_ARM_CORE_REG(regs.pc), put_kernel(argv[1]));
	set_register(KVM_REG_ARM_CORE_REG(regs.regs[0]), TREE_PHYS);
	put_file(argv[2], TREE_PHYS);
	if (argc > 5)
		put_file(argv[5], INITRD_PHYS);
	run_guest();
	return EXIT_SUCCESS;
}
