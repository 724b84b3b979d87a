/* SPDX-License-Identifier: MIT */
/* The end of a run: power off, reset, or halt with the results on the screen. */
#ifndef KERNEL_MACHINE_EXIT_H
#define KERNEL_MACHINE_EXIT_H

enum exit_method {
	EXIT_HALT,
	EXIT_ISA_DEBUG,         /* ends QEMU with status 33 for EXIT_OK, 35 for EXIT_FAILED */
	EXIT_BOCHS,             /* ends Bochs */
	EXIT_ACPI_OFF,
	EXIT_ACPI_RESET,
	EXIT_KEYBOARD,          /* resets by the keyboard controller */
	EXIT_TRIPLE,            /* resets by a triple fault */
	EXIT_SEMIHOSTING,       /* as EXIT_ISA_DEBUG, if QEMU's semihosting is on */
	EXIT_PSCI_OFF,
	EXIT_PSCI_RESET,
	EXIT_SIFIVE_TEST,       /* as EXIT_ISA_DEBUG, with the test device of QEMU's virt machine */
	EXIT_SBI_OFF,
	EXIT_SBI_RESET,
};

enum exit_status {EXIT_OK, EXIT_FAILED};

/* Parse a method's name: halt, isa-debug, bochs, acpi-off, acpi-reset, keyboard, triple; on aarch64
 * halt, semihosting, psci-off, psci-reset; on riscv64 halt, sifive-test, sbi-off, sbi-reset.
 * Returns 0, or -EINVAL with *method unchanged. */
int exit_method_parse(const char *word, enum exit_method *method);

/* Set the method of exit_machine and of panics. The default is EXIT_HALT. */
void exit_init(enum exit_method method);

/* End the run. Any CPU, any state. If a method fails, another one follows: on x86-64 stronger
 * resets after a reset, elsewhere power-off after an emulator's method. In the end the machine
 * halts. */
void exit_machine(enum exit_status status) __attribute__((noreturn));

#endif
