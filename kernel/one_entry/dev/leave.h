/* SPDX-License-Identifier: MIT */
/* What firmware_return.c takes from a processor: leaving the kernel for the firmware, resuming the
 * kernel, and the devices that both use. The functions run on the boot CPU with interrupts off,
 * unless the comment names another CPU. */
#ifndef KERNEL_ONE_ENTRY_DEV_LEAVE_H
#define KERNEL_ONE_ENTRY_DEV_LEAVE_H

#include <stddef.h>
#include <stdint.h>

/* Enter the firmware at resume_phys with the argument world_phys, as boot/NAME/world.h says.
 * Returns when the loader enters resume_start, which is code of boot/NAME/head.S, with the address
 * leave_words_phys(). */
void leave_for(uint64_t world_phys, uint64_t resume_phys);
extern const char resume_start[];
uint64_t leave_words_phys(void);

/* Write these bytes to memory, because the firmware may run without caches. */
void leave_write_back(const void *begin, size_t size_bytes);

/* Restore the firmware's state of the interrupt controller. Count the values, and the values that
 * differ afterwards. */
void leave_restore_controller(uint32_t *values, uint32_t *differences);

/* leave_restore_serial() gives the serial port back as firmware had set it. leave_set_up_serial()
 * sets it up again. */
void leave_restore_serial(void);
void leave_set_up_serial(void);

/* Called on another CPU. leave_call_boot_cpu() interrupts the boot CPU, which then calls take_over
 * as soon as it can. leave_switch_off() switches the calling CPU off. */
void leave_call_boot_cpu(uint32_t hardware_id, void (*take_over)(void));
void leave_switch_off(void);

#endif
