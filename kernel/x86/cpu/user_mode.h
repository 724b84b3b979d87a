/* SPDX-License-Identifier: MIT */
/* Ring 3 on bare metal: a region in the lower half with the code of section .user.text
 * (read-execute) and a stack. Interrupts are off in ring 3, unless requested. */
#ifndef KERNEL_X86_CPU_USER_MODE_H
#define KERNEL_X86_CPU_USER_MODE_H

/* Offsets that user_mode_enter.S uses. */
#define CPU_TSS_RSP0 116                /* offset in struct cpu */
#define TSS_RSP0 4                      /* offset in struct tss */

#ifndef __ASSEMBLER__
#include <stdint.h>

struct address_space;
struct tss;

/* The region has its own entry in the top-level page table. */
#define USER_BASE_VIRT 0x0000008000000000ull
#define USER_CODE_VIRT USER_BASE_VIRT
#define USER_STACK_VIRT (USER_BASE_VIRT + 0x100000)
#define USER_DATA_VIRT (USER_BASE_VIRT + 0x200000)

/* Page-entry bits of memory that ring 3 may write. */
#define USER_DATA_BITS (PTE_PRESENT | PTE_USER | PTE_WRITE | PTE_NO_EXECUTE)

/* A user function's results in %rax and %rdx. */
struct user_mode_result {
	uint64_t first, second;
};

/* Map the region in the kernel's page tables. Boot CPU, once, after paging_init. */
void user_mode_init(void);

/* Add such a region, with a stack of its own, to an address space. Returns 0 or -ENOMEM. */
int user_mode_add(struct address_space *space);

/* Set this CPU's registers for entries from ring 3. Called by cpu_init. */
void user_mode_init_this_cpu(void);

/* Call a function of section .user.text in ring 3 of the current address space, on an empty user
 * stack, and return its result. Until it returns, this CPU's entries from ring 3 use the stack
 * below the caller's frame. Exceptions in it are handled like the kernel's. */
uint64_t user_mode_call(uint64_t (*function)(uint64_t), uint64_t argument);

/* The same with interrupts on and I/O ports allowed in ring 3, and with two results. */
typedef struct user_mode_result user_mode_function(uint64_t argument);

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument);

/* Like user_mode_call, on another stack: a page of the current address space that
 * user_mode_make_stack has prepared, by its address there. */
uint64_t user_mode_call_on(uint64_t stack_virt, uint64_t (*function)(uint64_t), uint64_t argument);

/* Prepare a page as a stack. page is an address that the kernel can write. */
void user_mode_make_stack(void *page);

/* Address in ring 3 of an object of section .user.text. */
uint64_t user_mode_address(const void *code);

/* ---- Implemented in user_mode_enter.S ---- */

/* Enter ring 3 at rip with the given stack, argument and flags. Returns %rax and %rdx at
 * user_mode_exit. */
struct user_mode_result user_mode_enter(uint64_t rip, uint64_t rsp, uint64_t argument,
					struct tss *tss, uint64_t flags);

/* Handler of VECTOR_USER_EXIT: makes user_mode_enter return. */
void user_mode_exit(void);

/* In .user.text: return address of a user function. */
extern const char user_mode_return[];
#endif

#endif
