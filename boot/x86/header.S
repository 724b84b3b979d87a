/* SPDX-License-Identifier: MIT */
/* From the boot loader to C code in 64-bit mode at the kernel's linked address.
 *
 * There are three entry points: _start32 for multiboot 1 and 2, _start_pvh for hypervisors without
 * firmware (both in 32-bit protected mode, paging off), and _start64 for the EFI loader (long
 * mode). _start64 leaves long mode and joins the other paths, so that every path sets up the same
 * state. This also works on firmware with 5-level paging, which can be disabled only outside of
 * long mode. The code is position-independent: addresses are relative to %ebp, the physical address
 * of __image_start. */
#include "boot/image_header.h"
#include "boot/x86/at_image.inc"
#include "boot/x86/layout.h"

#define LINKED_PHYS(symbol) (symbol - KERNEL_VIRT_BASE)

/* Intel SDM vol. 3A, "Control Registers", and vol. 4, "IA32_EFER". */
#define CR0_PE (1 << 0)
#define CR0_MP (1 << 1)
#define CR0_ET (1 << 4)
#define CR0_NE (1 << 5)
#define CR0_WP (1 << 16)
#define CR0_PG (1 << 31)
#define CR0_UNPAGED (CR0_WP | CR0_NE | CR0_ET | CR0_MP | CR0_PE)
#define CR4_PAE (1 << 5)
#define CR4_LA57 (1 << 12)
#define MSR_EFER 0xc0000080
#define EFER_LME (1 << 8)
#define EFER_NXE (1 << 11)
#define EFLAGS_FIXED (1 << 1)
#define EFLAGS_ID (1 << 21)
#define DR7_RESET 0x400                 /* no breakpoints */

/* Intel SDM vol. 2A, "CPUID-CPU Identification". */
#define CPUID_FEATURES 1
#define CPUID_EDX_SSE2 (1 << 25 | 1 << 26)      /* implies SSE */
#define CPUID_EXTENDED_MAX 0x80000000
#define CPUID_EXTENDED_FEATURES 0x80000001
#define CPUID_EXTENDED_LAST 0x8000ffff
#define CPUID_EDX_NX (1 << 20)
#define CPUID_EDX_LONG_MODE (1 << 29)

/* Intel SDM vol. 3A, "4-Level Paging and 5-Level Paging". */
#define PAGE_PRESENT (1 << 0)
#define PAGE_WRITABLE (1 << 1)
#define PAGE_LARGE (1 << 7)
#define PAGE_TABLE (PAGE_PRESENT | PAGE_WRITABLE)
#define PAGE_BYTES 4096
#define PAGE_2M_BYTES 0x200000
#define LOW_DIRECTORIES 4               /* of 1 GiB each */
#define HIGH_TABLES (KERNEL_END_PHYS_MAX / PAGE_2M_BYTES)

#define CODE64_SELECTOR 0x08
#define DATA_SELECTOR 0x10
#define CODE32_SELECTOR 0x18

	.section .boot, "ax"

/* struct boot_image_header. */
	.quad BOOT_IMAGE_MAGIC
	.long AT_IMAGE(__load_end)
	.long AT_IMAGE(__image_end)
	.long AT_IMAGE(_start64)
	.long 0

/* Multiboot Specification 0.6.96, "The layout of Multiboot header". The address fields make loaders
 * treat the file as a flat image. Without these fields `qemu -kernel` refuses a 64-bit ELF file. */
#define MULTIBOOT1_HEADER_MAGIC 0x1badb002
#define MULTIBOOT1_PAGE_ALIGN (1 << 0)
#define MULTIBOOT1_MEMORY_INFO (1 << 1)
#define MULTIBOOT1_ADDRESSES (1 << 16)
#define MULTIBOOT1_FLAGS (MULTIBOOT1_PAGE_ALIGN | MULTIBOOT1_MEMORY_INFO | MULTIBOOT1_ADDRESSES)

	.balign 4
multiboot1_header:
	.long MULTIBOOT1_HEADER_MAGIC
	.long MULTIBOOT1_FLAGS
	.long -(MULTIBOOT1_HEADER_MAGIC + MULTIBOOT1_FLAGS)
	.long LINKED_PHYS(multiboot1_header)
	.long LINKED_PHYS(__image_start)
	.long LINKED_PHYS(__load_end)
	.long LINKED_PHYS(__image_end)
	.long LINKED_PHYS(_start32)

/* Multiboot2 Specification 2.0, "The layout of Multiboot2 header". All requests are optional,
 * because the kernel also runs without the tags. */
#define MULTIBOOT2_HEADER_MAGIC 0xe85250d6
#define MULTIBOOT2_I386 0
#define MULTIBOOT2_OPTIONAL 1
#define MULTIBOOT2_TAG_END 0
#define MULTIBOOT2_TAG_INFORMATION 1
#define MULTIBOOT2_TAG_CONSOLE 4
#define MULTIBOOT2_TAG_FRAMEBUFFER 5
#define MULTIBOOT2_TAG_RELOCATABLE 10
#define MULTIBOOT2_EGA_TEXT (1 << 1)
#define MULTIBOOT2_LOWEST_ADDRESS 1

	.balign 8
multiboot2_header:
	.long MULTIBOOT2_HEADER_MAGIC
	.long MULTIBOOT2_I386
	.long multiboot2_header_end - multiboot2_header
	.long -(MULTIBOOT2_HEADER_MAGIC + MULTIBOOT2_I386 + \
		(multiboot2_header_end - multiboot2_header))
	.balign 8
1:	.short MULTIBOOT2_TAG_INFORMATION, MULTIBOOT2_OPTIONAL
	.long 2f - 1b
	.long 1, 2, 3, 4, 6, 8, 12, 14, 15, 17  /* the tags that multiboot.c parses */
2:	.balign 8
	.short MULTIBOOT2_TAG_CONSOLE, MULTIBOOT2_OPTIONAL
	.long 12
	.long MULTIBOOT2_EGA_TEXT
	.balign 8
	.short MULTIBOOT2_TAG_FRAMEBUFFER, MULTIBOOT2_OPTIONAL
	.long 20
	.long 0, 0, 32                          /* any size, 32 bits per pixel */
	.balign 8
	.short MULTIBOOT2_TAG_RELOCATABLE, MULTIBOOT2_OPTIONAL
	.long 24
	.long KERNEL_LOAD_PHYS, 0xffffffff, PAGE_BYTES, MULTIBOOT2_LOWEST_ADDRESS
	.balign 8
	.short MULTIBOOT2_TAG_END, 0
	.long 8
multiboot2_header_end:

/* Xen, "x86/HVM direct boot ABI": the note has the physical address of the entry. */
#define XEN_NOTE_PHYS32_ENTRY 18

	.pushsection .note.pvh, "a", @note
	.balign 4
	.long 2f - 1f, 4f - 3f, XEN_NOTE_PHYS32_ENTRY
1:	.asciz "Xen"
2:	.balign 4
3:	.quad LINKED_PHYS(_start_pvh)
4:	.popsection

/* The accessed bits are set in advance, because the CPU must not write to this read-only
 * section. */
	.balign 8
boot_gdt:
	.quad 0
	.quad 0x00af9b000000ffff                /* CODE64_SELECTOR */
	.quad 0x00cf93000000ffff                /* DATA_SELECTOR */
	.quad 0x00cf9b000000ffff                /* CODE32_SELECTOR */
boot_gdt_end:
boot_gdt_pointer:
	.short boot_gdt_end - boot_gdt - 1
	.quad boot_gdt

not_multiboot_message:
	.asciz "Bareline: not started by a multiboot loader\r\n"
no_long_mode_message:
	.asciz "Bareline: this CPU has no 64-bit mode\r\n"
no_sse2_message:
	.asciz "Bareline: this CPU has no SSE2\r\n"

/* Entry: EAX = magic number of the loader, EBX = physical address of its information, paging off,
 * no stack. Multiboot Specification, "Machine state". */
	.code32
	.globl _start32
_start32:
	cli
	mov %eax, %esi
	mov %ebx, %edi
	cmp $BOOT_MAGIC_MULTIBOOT1, %eax
	je .Lfind_image
	cmp $BOOT_MAGIC_MULTIBOOT2, %eax
	je .Lfind_image
	mov $KERNEL_LOAD_PHYS, %ebp
	lea AT_IMAGE(not_multiboot_message)(%ebp), %ebx
	xor %esi, %esi                          /* no loader information */
	jmp refuse

	/* Only a call gives the load address, and a call needs one word of stack. Use the first
	 * word of the loader's information, and restore it. */
.Lfind_image:
	mov (%ebx), %edx
	lea 4(%ebx), %esp
	call 1f
1:	pop %ebp
	mov %edx, (%ebx)
	sub $AT_IMAGE(1b), %ebp
	jmp enter_kernel

/* Entry: EBX = physical address of the start information, paging off, flat segments, no stack. Xen,
 * "x86/HVM direct boot ABI". */
	.globl _start_pvh
_start_pvh:
	cli
	mov $BOOT_MAGIC_PVH, %esi
	mov %ebx, %edi
	jmp .Lfind_image

/* Entry: RDI = physical address of a struct boot_info below 4 GiB; image_header.h has the rest.
 * Clear all bits of CR4 that long mode does not need. PCIDE must be clear before paging is
 * disabled. CET must be clear before the far return, because no shadow stack holds the return's
 * address. */
	.code64
	.globl _start64
_start64:
	cli
	mov $BOOT_MAGIC_EFI, %esi
	lea __image_start(%rip), %rbp
	lea boot_stack_top(%rip), %rsp
	mov %cr4, %rax
	and $(CR4_PAE | CR4_LA57), %eax
	mov %rax, %cr4
	lea boot_gdt(%rip), %rax
	push %rax
	pushw $(boot_gdt_end - boot_gdt - 1)
	lgdt (%rsp)
	lea .Lleave_long_mode(%rip), %rax
	pushq $CODE32_SELECTOR
	push %rax
	lretq

	.code32
.Lleave_long_mode:
	mov $CR0_UNPAGED, %eax
	mov %eax, %cr0
	mov $MSR_EFER, %ecx
	xor %eax, %eax
	xor %edx, %edx
	wrmsr
	mov $DATA_SELECTOR, %eax
	mov %eax, %ds
	mov %eax, %es
	mov %eax, %ss

/* ESI = BOOT_MAGIC_*, EDI = physical address of the loader's information, EBP = that of the image;
 * paging off, flat segments. The loader has cleared the bss, which includes the page tables. */
enter_kernel:
	lea AT_IMAGE(boot_stack_top)(%ebp), %esp
	pushl $EFLAGS_FIXED
	popfl
	mov $DR7_RESET, %eax
	mov %eax, %dr7
	mov %ebp, AT_IMAGE(kernel_phys_base)(%ebp)

	/* EFLAGS.ID can be changed only if the CPU has CPUID. */
	pushl $(EFLAGS_FIXED | EFLAGS_ID)
	popfl
	pushfl
	popl %eax
	pushl $EFLAGS_FIXED
	popfl
	test $EFLAGS_ID, %eax
	jz .Lno_long_mode
	mov $CPUID_EXTENDED_MAX, %eax
	cpuid
	/* The highest extended leaf must be checked first, because a CPU without extended leaves
	 * returns the data of another leaf. */
	cmp $CPUID_EXTENDED_FEATURES, %eax
	jb .Lno_long_mode
	cmp $CPUID_EXTENDED_LAST, %eax
	ja .Lno_long_mode
	mov $CPUID_EXTENDED_FEATURES, %eax
	cpuid
	test $CPUID_EDX_LONG_MODE, %edx
	jz .Lno_long_mode

	/* Every 64-bit CPU has SSE2, whose fences clock reads need, but a hypervisor may hide
	 * SSE2. */
	push %edx
	mov $CPUID_FEATURES, %eax
	cpuid
	mov %edx, %eax
	pop %edx
	and $CPUID_EDX_SSE2, %eax
	cmp $CPUID_EDX_SSE2, %eax
	jne .Lno_sse2

	mov $EFER_LME, %eax
	test $CPUID_EDX_NX, %edx
	jz 1f
	or $EFER_NXE, %eax
1:	mov $MSR_EFER, %ecx
	xor %edx, %edx
	wrmsr

	call fill_page_tables
	mov $CR4_PAE, %eax
	mov %eax, %cr4
	lea AT_IMAGE(boot_pml4)(%ebp), %eax
	mov %eax, %cr3
	mov $(CR0_UNPAGED | CR0_PG), %eax
	mov %eax, %cr0

	lea AT_IMAGE(boot_gdt)(%ebp), %eax
	push %eax
	pushw $(boot_gdt_end - boot_gdt - 1)
	lgdt (%esp)
	lea AT_IMAGE(.Llong_mode)(%ebp), %eax
	pushl $CODE64_SELECTOR
	push %eax
	lretl

	.code64
.Llong_mode:
	mov $.Llinked_address, %rax
	jmp *%rax
.Llinked_address:
	lgdt boot_gdt_pointer(%rip)
	mov $DATA_SELECTOR, %eax
	mov %eax, %ds
	mov %eax, %es
	mov %eax, %ss
	xor %eax, %eax
	mov %eax, %fs
	mov %eax, %gs
	mov $boot_stack_top, %rsp
	xor %ebp, %ebp                          /* end of the backtrace */
	xchg %esi, %edi                         /* boot_main(magic, information) */
	call boot_main
	ud2                                     /* keeps the return address inside this symbol */

/* Map the low 4 GiB one to one with 2 MiB pages, and the image at its linked address with 4 KiB
 * pages. In: EBP. Preserves ESI, EDI and EBP. */
	.code32
fill_page_tables:
	push %edi
	lea (AT_IMAGE(boot_pdpt_low) + PAGE_TABLE)(%ebp), %eax
	mov %eax, AT_IMAGE(boot_pml4)(%ebp)
	lea (AT_IMAGE(boot_pdpt_high) + PAGE_TABLE)(%ebp), %eax
	mov %eax, (AT_IMAGE(boot_pml4) + 511 * 8)(%ebp)
	lea (AT_IMAGE(boot_pd_high) + PAGE_TABLE)(%ebp), %eax
	mov %eax, (AT_IMAGE(boot_pdpt_high) + 510 * 8)(%ebp)

	lea AT_IMAGE(boot_pdpt_low)(%ebp), %edi
	lea (AT_IMAGE(boot_pd_low) + PAGE_TABLE)(%ebp), %eax
	mov $LOW_DIRECTORIES, %ecx
	mov $PAGE_BYTES, %edx
	call fill_entries

	lea AT_IMAGE(boot_pd_high)(%ebp), %edi
	lea (AT_IMAGE(boot_pt_high) + PAGE_TABLE)(%ebp), %eax
	mov $HIGH_TABLES, %ecx
	call fill_entries

	lea (AT_IMAGE(boot_pt_high) + KERNEL_LOAD_PHYS / PAGE_BYTES * 8)(%ebp), %edi
	lea PAGE_TABLE(%ebp), %eax
	mov $((KERNEL_END_PHYS_MAX - KERNEL_LOAD_PHYS) / PAGE_BYTES), %ecx
	call fill_entries

	lea AT_IMAGE(boot_pd_low)(%ebp), %edi
	mov $(PAGE_TABLE | PAGE_LARGE), %eax
	mov $(LOW_DIRECTORIES * 512), %ecx
	mov $PAGE_2M_BYTES, %edx
	call fill_entries
	pop %edi
	ret

/* Write ECX entries from EDI on. The first entry is EAX; each further entry is EDX larger. */
fill_entries:
	mov %eax, (%edi)
	add %edx, %eax
	add $8, %edi
	loop fill_entries
	ret

.Lno_long_mode:
	lea AT_IMAGE(no_long_mode_message)(%ebp), %ebx
	jmp refuse
.Lno_sse2:
	lea AT_IMAGE(no_sse2_message)(%ebp), %ebx
	jmp refuse

	.section .data
	.balign 8
	.globl kernel_phys_base
kernel_phys_base:
	.quad 0

	.section .bss.boot, "aw", @nobits
	.balign PAGE_BYTES
boot_pml4:
	.skip PAGE_BYTES
boot_pdpt_low:
	.skip PAGE_BYTES
boot_pd_low:
	.skip PAGE_BYTES * LOW_DIRECTORIES
boot_pdpt_high:
	.skip PAGE_BYTES
boot_pd_high:
	.skip PAGE_BYTES
boot_pt_high:
	.skip PAGE_BYTES * HIGH_TABLES
	.globl boot_stack_guard, boot_stack, boot_stack_top
boot_stack_guard:
	.skip PAGE_BYTES
boot_stack:
	.skip BOOT_STACK_BYTES
boot_stack_top:

	.section .note.GNU-stack, "", @progbits
