/* SPDX-License-Identifier: MIT */
/* The end of a run: off, reset, or a halt that leaves the result on the screen. */
#ifndef KERNEL_DEV_EXIT_H
#define KERNEL_DEV_EXIT_H

enum exit_method {
	EXIT_HALT,
	EXIT_ISA_DEBUG,         /* leaves QEMU; exit status 33 for EXIT_OK, 35 for EXIT_FAILED */
	EXIT_BOCHS,             /* leaves Bochs */
	EXIT_ACPI_OFF,
	EXIT_ACPI_RESET,
	EXIT_KEYBOARD,          /* reset by the keyboard controller */
	EXIT_TRIPLE,            /* reset by a triple fault */
};

enum exit_status {EXIT_OK, EXIT_FAILED};

/* The method by its word: halt, isa-debug, bochs, acpi-off, acpi-reset, keyboard, triple. Returns
 * 0, or -EINVAL, leaving *method alone. */
int exit_method_parse(const char *word, enum exit_method *method);

/* The method for exit_machine, EXIT_HALT until this is called; a panic ends by it, too. */
void exit_init(enum exit_method method);

/* End the run. Any CPU, any state. A reset that does not work is followed by the next surer one;
 * anything else that does not work by a halt. */
void exit_machine(enum exit_status status) __attribute__((noreturn));

#endif
