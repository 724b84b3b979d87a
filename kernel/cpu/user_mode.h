/* SPDX-License-Identifier: MIT */
/* Ring 3 of the bare machine: one region of its own in the lower half, with the code of the section
 * .user.text, read-execute, and a stack. Interrupts are off there too, unless asked for. */
#ifndef KERNEL_CPU_USER_MODE_H
#define KERNEL_CPU_USER_MODE_H

#include <stdint.h>

#include "kernel/cpu/user_mode_enter.h"

struct address_space;

/* The region has an entry of the top-level page table to itself. */
#define USER_BASE_VIRT 0x0000008000000000ull
#define USER_CODE_VIRT USER_BASE_VIRT
#define USER_STACK_VIRT (USER_BASE_VIRT + 0x100000)
#define USER_DATA_VIRT (USER_BASE_VIRT + 0x200000)

/* A page entry's, of memory that ring 3 may write to. */
#define USER_DATA_BITS (PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_NO_EXECUTE)

/* Map the region in the kernel's page tables. Boot CPU, once, after paging_init. */
void user_mode_init(void);

/* Give an address space a region like it, with a stack of its own. Returns 0 or -ENOMEM. */
int user_mode_add(struct address_space *space);

/* Set this CPU's registers for entries from ring 3. Part of cpu_init. */
void user_mode_init_this_cpu(void);

/* Call a function of the section .user.text in ring 3 of the current address space, on an empty
 * user stack, and return what it returns. Until it does, this CPU's entries from ring 3 use the
 * stack below the caller's frame. An exception in it is handled as one in the kernel. */
uint64_t user_mode_call(uint64_t (*function)(uint64_t), uint64_t argument);

/* The same with interrupts on and ports allowed in ring 3, and with two results. */
typedef struct user_mode_result user_mode_function(uint64_t argument);

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument);

/* As user_mode_call, on another stack than the region's: a page of the current address space that
 * user_mode_make_stack was called for, by its address there. */
uint64_t user_mode_call_on(uint64_t stack_virt, uint64_t (*function)(uint64_t), uint64_t argument);

/* Let a page be a stack, by an address at which the kernel may write to it. */
void user_mode_make_stack(void *page);

/* Where ring 3 sees something of the section .user.text. */
uint64_t user_mode_address(const void *code);

#endif
