/* SPDX-License-Identifier: MIT */
#include "boot/efi/processor.h"

#include "lib/x86/cpuid.h"

/* Linux, arch/x86/include/asm/setup.h: COMMAND_LINE_SIZE, less the end. */
#define LINE_MAX 2047

/* tty0 is the screen, which bareline-linux finds by itself. The last console is the program's
 * console: the serial port, if there is one. */
#define CONSOLES " console=tty0 console=ttyS0,115200"

/* Nothing to find, because the I/O ports of QEMU's fw_cfg device are fixed. */
void processor_init(void)
{
}

bool processor_read_line(char *line, size_t size, size_t *length)
{
	(void)line;
	(void)size;
	(void)length;
	return false;
}

uint64_t processor_memory_begin(void)
{
	return 0;
}

/* In a guest, the kernel's timer check is disabled, because the host may stop the timer during the
 * check. */
struct processor_linux processor_linux(void)
{
	return (struct processor_linux){
		.parameters = cpu_has(FEATURE_HYPERVISOR) ? CONSOLES " no_timer_check" : CONSOLES,
		.line_max = LINE_MAX,
	};
}

void processor_ready_kernel(char *kernel, struct boot_info *info)
{
	(void)kernel;
	(void)info;
}
