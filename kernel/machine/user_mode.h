/* SPDX-License-Identifier: MIT */
/* User mode on bare metal: a region in the lower half with the code of section .user.text
 * (read-execute) and a stack. Interrupts are off in user mode, except in trials of interrupts. */
#ifndef KERNEL_MACHINE_USER_MODE_H
#define KERNEL_MACHINE_USER_MODE_H

#ifndef __ASSEMBLER__
#include <stdint.h>

#include "kernel/machine/arch.h"

struct address_space;

/* The region has its own entry in the top-level page table. */
#define USER_CODE_VIRT USER_BASE_VIRT
#define USER_STACK_VIRT (USER_BASE_VIRT + 0x100000)
#define USER_DATA_VIRT (USER_BASE_VIRT + 0x200000)

/* Page-entry bits of memory that user mode may write. */
#define USER_DATA_BITS (PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_NO_EXECUTE)

/* Map the region in the kernel's page tables. Boot CPU, once, after paging_init. */
void user_mode_init(void);

/* Add a region for user mode, with its own stack, to an address space. Returns 0 or -ENOMEM. */
int user_mode_add(struct address_space *space);

/* Call a function of section .user.text in user mode, in the current address space, on an empty
 * user stack, and return its result. Until this returns, this CPU's entries from user mode use the
 * stack below the caller's frame. Exceptions of the function are handled like exceptions of the
 * kernel. */
uint64_t user_mode_call(uint64_t (*function)(uint64_t), uint64_t argument);

/* Like user_mode_call(), on another stack, which is a page that user_mode_make_stack has prepared.
 * stack_virt is the page's address in the current address space. */
uint64_t user_mode_call_on(uint64_t stack_virt, uint64_t (*function)(uint64_t), uint64_t argument);

/* Prepare a page as a stack. page is an address that the kernel can write. */
void user_mode_make_stack(void *page);

/* Address in user mode of an object of section .user.text. */
uint64_t user_mode_address(const void *code);
#endif

#endif
