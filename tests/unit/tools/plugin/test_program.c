/* SPDX-License-Identifier: MIT */
/* The instructions of a program by task, entry to the kernel and call path, without QEMU. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/count/counted_run.h"
#include "tools/plugin/program_counter.h"
#include "tools/plugin/program_places.h"
#include "tools/plugin/program_tally.h"

#define KERNEL 0xffffffff81000000
#define ENTRY KERNEL
#define CALL_READ (KERNEL + 0x100)
#define CALL_EXECVE (KERNEL + 0x200)
#define CALL_EXIT (KERNEL + 0x300)
#define FAULT (KERNEL + 0x400)
#define TIMER (KERNEL + 0x500)
#define STUB (KERNEL + 0x600)
#define SWITCH (KERNEL + 0x700)
#define EXIT (KERNEL + 0x800)
#define IDLE (KERNEL + 0x900)
#define REPAIR (KERNEL + 0xa00)
#define INTERRUPT (KERNEL + 0xb00)
#define INTERRUPT_NAME (KERNEL + 0xb80)
#define FIRMWARE 0x80000000
#define CODE (KERNEL + 0x1000)
#define USER 0x400000
#define FIRST 0x1000            /* the structure of the first process */

#define NOP "\x90"
#define RET "\xc3"
#define CALL_ANYWHERE "\xff\xd0"
#define JUMP_ANYWHERE "\xff\xe0"
#define SYSCALL "\x0f\x05"
#define SYSRET "\x48\x0f\x07"
#define IRET "\x48\xcf"
#define LOAD "\x8b\x07"
#define REP_STOS "\xf3\xaa"
#define MARK_BEGIN "\x0f\x1f\x80" "bARe"

static char places[] = "/tmp/bareline-places-XXXXXX", out[] = "/tmp/bareline-counts-XXXXXX";
static char copy[] = "/tmp/bareline-copy-XXXXXX";

/* One program for all tests: the places stay read. */
static int begin_all(void **state)
{
	int file = mkstemp(places);
	FILE *text = fdopen(file, "w");

	(void)state;
	fprintf(text, "E %lx unknown\nS %lx read\nS %lx execve\nS %lx exit_group\n"
		"X %lx page_fault\nI %lx apic_timer_interrupt\nL %lx begin\nH %lx end\n"
		"T %lx __switch_to_asm\nQ %lx do_exit\nD %lx do_idle\nN %lx page_fault\n"
		"N %lx page_fault\nB %lx unknown\nN %lx timer\nF %x firmware\nG %x firmware\n",
		ENTRY, CALL_READ, CALL_EXECVE, CALL_EXIT, FAULT, TIMER, STUB,
		STUB + 0x100, SWITCH, EXIT, IDLE, REPAIR, REPAIR + 0x80,
		INTERRUPT, INTERRUPT_NAME, FIRMWARE, FIRMWARE + 0x200000);
	fclose(text);
	close(mkstemp(out));
	close(mkstemp(copy));
	return places_read(places) && program_tally_begin(out) ? 0 : -1;
}

static int end_all(void **state)
{
	(void)state;
	unlink(places);
	unlink(out);
	unlink(copy);
	return 0;
}

struct unit_group unit_group = {begin_all, end_all};

/* ---- A machine ---- */

static uint64_t pending;        /* instructions since the last event */

static struct block *block_at(uint64_t address, uint32_t nops, const char *last, uint32_t size)
{
	uint8_t code[32], sizes[32];
	struct block *block;

	memset(code, 0x90, nops);
	memset(sizes, 1, nops);
	memcpy(code + nops, last, size);
	sizes[nops] = (uint8_t)size;
	block = block_get(address, code, nops + size, sizes, nops + 1);
	program_counter_describe(block);
	return block;
}

#define BLOCK(address, nops, last) block_at(address, nops, last, sizeof(last) - 1)

/* Execute some instructions of a block on a CPU. */
static struct block *run_part(unsigned cpu, struct block *block, uint32_t insns)
{
	program_counter_block(cpu, block, pending);
	pending = insns;
	return block;
}

static struct block *run(struct block *block)
{
	return run_part(0, block, block->insns);
}

/* Execute a block whose last instruction accesses memory. */
static void run_access(struct block *block)
{
	run(block);
	program_counter_access(0);
}

static void switch_to(uint64_t from, uint64_t to)
{
	run(BLOCK(SWITCH, 3, RET));
	program_counter_switch_from(0, from);
	program_counter_switch_to(0, to, 2);
	pending = 2;
}

/* The first process's child begins the window, and executes a program. */
static void begin_window(uint64_t child)
{
	uint8_t code[9] = MARK_BEGIN SYSCALL;
	uint8_t sizes[2] = {7, 2};
	struct block *marked = block_get(USER - 0x1000, code, sizeof(code), sizes, 2);

	program_counter_describe(marked);
	switch_to(FIRST, child);
	program_counter_block(0, marked, pending);
	program_counter_mark(0, marked, true, 0);
	pending = 2;
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_EXECVE, 9, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
}

/* The file so far, as if QEMU had ended. */
static void copy_counts(void)
{
	FILE *from = fopen(out, "r"), *to = fopen(copy, "w");
	int c;

	assert_non_null(from);
	assert_non_null(to);
	while ((c = getc(from)) != EOF)
		putc(c, to);
	fputs("E 0\n", to);
	fclose(from);
	fclose(to);
}

/* The first process is switched to, and ends the window. */
static void end_window(uint64_t program, struct program_counts *counts, struct counted_run *of)
{
	struct block *last;

	switch_to(program, FIRST);
	run(BLOCK(CODE + 0x500, 1, SYSRET));
	last = run_part(0, BLOCK(USER - 0x800, 2, NOP), 1);
	program_counter_mark(0, last, false, pending);
	pending = 0;
	copy_counts();
	assert_true(program_counts_read(counts, copy));
	counted_run_make(of, counts, counts->window_count - 1);
	assert_int_equal(of->not_in_rows, 0);
	assert_int_equal(of->not_in_paths, 0);
}

static void end_counts(struct program_counts *counts, struct counted_run *of)
{
	counted_run_free(of);
	program_counts_free(counts);
}

static const struct entry_row *row(const struct counted_run *of, enum counted_kind kind,
				   const char *name)
{
	const struct entry_row *found = counted_run_row(of, kind, name);

	assert_non_null(found);
	return found;
}

/* ---- Tests ---- */

TEST(a_system_call_has_its_name_and_its_instructions)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x2000);
	run(BLOCK(USER, 2, SYSCALL));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_READ, 6, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
	run(BLOCK(USER + 4, 5, NOP));
	end_window(0x2000, &counts, &of);
	assert_int_equal(of.user, 3 + 6);
	assert_int_equal(of.calls, 2);
	assert_int_equal(row(&of, COUNTED_CALL, "read")->sum, 5 + 7 + 1);
	assert_int_equal(row(&of, COUNTED_CALL, "execve")->number, 1);
	assert_int_equal(of.others[CLASS_INIT], 2 + 2 + 2 + 1);  /* before, and the first process */
	end_counts(&counts, &of);
}

TEST(a_faulting_instruction_counts_once)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x3000);
	run(BLOCK(USER, 2, LOAD));              /* does not access its memory */
	run(BLOCK(FAULT, 7, IRET));
	run_access(BLOCK(USER + 2, 0, LOAD));
	run_part(0, BLOCK(USER + 4, 5, LOAD), 3);       /* left early */
	run(BLOCK(FAULT, 7, IRET));
	run_access(BLOCK(USER + 6, 3, LOAD));
	end_window(0x3000, &counts, &of);
	assert_int_equal(of.user, 3 + 6);
	assert_int_equal(of.faults, 2);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, PAGE_FAULT)->sum, 16);
	end_counts(&counts, &of);
}

/* On aarch64, exceptions and system calls of user mode have one entry. */
TEST(an_exception_at_the_entry_of_system_calls_is_named_by_a_function)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x3800);
	for (unsigned i = 0; i < 2; i++) {
		run(BLOCK(USER, 2, LOAD));      /* does not access its memory */
		run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
		run(BLOCK(REPAIR + i * 0x80, 6, RET));
		run(BLOCK(ENTRY + 6, 0, IRET));
	}
	run_access(BLOCK(USER, 2, LOAD));
	end_window(0x3800, &counts, &of);
	assert_int_equal(of.user, 2 + 2 + 3);
	assert_int_equal(of.calls, 1);          /* execve() */
	assert_int_equal(row(&of, COUNTED_EXCEPTION, PAGE_FAULT)->number, 2);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, PAGE_FAULT)->sum, 2 * (5 + 7 + 1));
	end_counts(&counts, &of);
}

/* On riscv64, all have one entry. */
TEST(an_interrupt_at_the_entry_of_system_calls_is_named_by_a_function)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x3900);
	run(BLOCK(USER, 2, NOP));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(INTERRUPT, 1, CALL_ANYWHERE));
	run(BLOCK(INTERRUPT_NAME, 6, RET));
	run(BLOCK(INTERRUPT + 3, 0, RET));
	run(BLOCK(ENTRY + 6, 0, IRET));
	run(BLOCK(USER + 3, 2, NOP));
	end_window(0x3900, &counts, &of);
	assert_int_equal(of.user, 3 + 3);
	assert_int_equal(of.calls, 1);          /* execve() */
	assert_int_equal(row(&of, COUNTED_INTERRUPT, "timer")->number, 1);
	assert_int_equal(row(&of, COUNTED_INTERRUPT, "timer")->sum, 5 + 2 + 7 + 1 + 1);
	end_counts(&counts, &of);
}

TEST(firmware_is_entered_by_a_call_of_the_kernel_and_by_an_exception)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x3a00);
	run(BLOCK(USER, 2, SYSCALL));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_READ, 6, SYSCALL));      /* a call of firmware */
	run(BLOCK(FIRMWARE, 3, NOP));
	run(BLOCK(FIRMWARE + 4, 3, IRET));
	run(BLOCK(CALL_READ + 8, 1, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
	run_part(0, BLOCK(USER + 4, 5, NOP), 3);        /* its third instruction is illegal */
	run(BLOCK(FIRMWARE + 0x100, 3, IRET));  /* gives it to the kernel */
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(REPAIR, 6, RET));
	run(BLOCK(ENTRY + 6, 0, IRET));
	run(BLOCK(USER + 7, 1, NOP));
	end_window(0x3a00, &counts, &of);
	assert_int_equal(of.user, 3 + 2 + 2);
	assert_int_equal(row(&of, COUNTED_CALL, "read")->sum, 5 + 7 + 2 + 1);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, "firmware")->number, 2);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, "firmware")->sum, 8 + 4);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, PAGE_FAULT)->sum, 5 + 7 + 1);
	end_counts(&counts, &of);
}

TEST(a_fault_in_a_system_call_is_counted_apart)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x4000);
	run(BLOCK(USER, 2, SYSCALL));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_READ, 6, LOAD));
	run(BLOCK(FAULT, 7, IRET));
	run_access(BLOCK(CALL_READ + 6, 1, LOAD));
	run(BLOCK(CALL_READ + 10, 1, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
	run(BLOCK(USER + 4, 5, NOP));
	end_window(0x4000, &counts, &of);
	assert_int_equal(row(&of, COUNTED_CALL, "read")->sum, 5 + 6 + 2 + 2 + 1);
	assert_int_equal(row(&of, COUNTED_EXCEPTION, PAGE_FAULT)->sum, 8);
	end_counts(&counts, &of);
}

TEST(an_interrupt_at_a_return_is_not_part_of_the_call)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x5000);
	run(BLOCK(USER, 2, SYSCALL));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_READ, 6, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
	run(BLOCK(TIMER, 4, IRET));
	run(BLOCK(USER + 4, 5, NOP));
	run(BLOCK(STUB + 8, 2, IRET));
	run(BLOCK(USER + 10, 1, NOP));
	end_window(0x5000, &counts, &of);
	assert_int_equal(row(&of, COUNTED_CALL, "read")->sum, 13);
	assert_int_equal(row(&of, COUNTED_INTERRUPT, "apic_timer_interrupt")->sum, 5);
	assert_int_equal(row(&of, COUNTED_INTERRUPT, "device")->sum, 3);
	assert_int_equal(of.user, 3 + 6 + 2);
	end_counts(&counts, &of);
}

TEST(repetitions_of_string_instructions_are_counted_apart)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x6000);
	run_access(BLOCK(USER, 3, REP_STOS));
	for (int i = 0; i < 4; i++)
		run_access(BLOCK(USER + 3, 0, REP_STOS));
	run(BLOCK(TIMER, 4, IRET));             /* between two repetitions */
	run_access(BLOCK(USER + 3, 0, REP_STOS));
	run(BLOCK(FAULT, 7, IRET));             /* after the last one */
	run(BLOCK(USER + 5, 1, NOP));
	end_window(0x6000, &counts, &of);
	assert_int_equal(of.user, 4 + 5 + 2);
	assert_int_equal(of.user_repeats, 5);
	end_counts(&counts, &of);
}

TEST(a_loop_of_one_block_counts_each_time)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x6800);
	run(BLOCK(USER, 1, NOP));
	for (int i = 0; i < 5; i++)
		run(BLOCK(USER + 2, 1, "\x75\xfd"));   /* jnz to its first instruction */
	run_part(0, BLOCK(USER + 2, 1, "\x75\xfd"), 1);
	run(BLOCK(TIMER, 4, IRET));
	run(BLOCK(USER + 3, 0, "\x75\xfd"));
	end_window(0x6800, &counts, &of);
	assert_int_equal(of.user, 2 + 5 * 2 + 1 + 1);
	end_counts(&counts, &of);
}

TEST(tasks_of_the_program_and_of_the_kernel_are_distinguished)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x7000);
	run(BLOCK(USER, 2, NOP));
	switch_to(0x7000, 0x7100);
	run(BLOCK(CODE, 9, NOP));               /* a kernel thread */
	switch_to(0x7100, 0x7200);
	run(BLOCK(CODE + 0x100, 4, SYSRET));    /* a thread of the program begins */
	run(BLOCK(USER + 0x100, 6, NOP));
	end_window(0x7200, &counts, &of);
	assert_int_equal(of.tasks, 2);
	assert_int_equal(of.user, 3 + 7);
	assert_int_equal(of.others[CLASS_KERNEL], 2 + 10 + 2);
	assert_int_equal(row(&of, COUNTED_START, "task")->number, 2);
	end_counts(&counts, &of);
}

TEST(a_block_of_another_cpu_does_not_hide_what_follows)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x8000);
	run(BLOCK(USER, 2, SYSCALL));
	run_part(1, BLOCK(CODE + 0x200, 3, NOP), 4);
	run_part(1, BLOCK(IDLE, 1, NOP), 2);
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_READ, 6, RET));
	run(BLOCK(ENTRY + 6, 0, SYSRET));
	run(BLOCK(USER + 4, 5, NOP));
	end_window(0x8000, &counts, &of);
	assert_int_equal(row(&of, COUNTED_CALL, "read")->sum, 13);
	assert_int_equal(of.others[CLASS_IDLE], 6);
	end_counts(&counts, &of);
}

TEST(the_number_of_a_task_that_ended_is_another_task)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0x9000);
	run(BLOCK(USER, 2, SYSCALL));
	run(BLOCK(ENTRY, 4, CALL_ANYWHERE));
	run(BLOCK(CALL_EXIT, 6, CALL_ANYWHERE));
	run(BLOCK(EXIT, 3, NOP));
	switch_to(0x9000, 0x9100);
	run(BLOCK(CODE, 9, NOP));
	switch_to(0x9100, 0x9000);
	run(BLOCK(CODE + 0x20, 2, NOP));
	end_window(0x9000, &counts, &of);
	assert_int_equal(of.tasks, 1);
	assert_int_equal(row(&of, COUNTED_CALL, "exit_group")->number, 1);
	assert_int_equal(of.others[CLASS_KERNEL], 2 + 10 + 2 + 2 + 3 + 2);
	end_counts(&counts, &of);
}

/* The first block of the function to which the last window counted a block; 0: no function. */
static uint64_t function_of(const struct program_counts *counts, uint64_t block_virt)
{
	for (size_t i = counts->windows[counts->window_count - 1].tally; i < counts->tally_count;
	     i++) {
		const struct counted_node *node = &counts->nodes[counts->tallies[i].node];

		if (counts->blocks[counts->tallies[i].block].address == block_virt)
			return node->kind == COUNTED_FUNCTION ? counts->blocks[node->block].address
							      : 0;
	}
	fail();
	return 0;
}

TEST(the_target_of_a_stub_is_the_called_function)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0xa000);
	run(BLOCK(USER, 2, CALL_ANYWHERE));
	run(BLOCK(USER + 0x100, 0, JUMP_ANYWHERE));
	run(BLOCK(USER + 0x200, 3, NOP));
	run(BLOCK(USER + 0x204, 3, RET));
	run(BLOCK(USER + 4, 1, NOP));
	end_window(0xa000, &counts, &of);
	assert_int_equal(function_of(&counts, USER + 0x204), USER + 0x200);
	assert_int_equal(function_of(&counts, USER + 4), 0);
	end_counts(&counts, &of);
}

TEST(calls_of_a_new_task_end_with_its_return_to_user_mode)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0xb000);
	run(BLOCK(USER, 2, NOP));
	switch_to(0xb000, 0xb100);
	run(BLOCK(CODE, 2, CALL_ANYWHERE));
	run(BLOCK(CODE + 0x300, 2, SYSRET));
	run(BLOCK(USER + 0x300, 3, NOP));
	end_window(0xb100, &counts, &of);
	assert_int_equal(function_of(&counts, USER + 0x300), 0);
	end_counts(&counts, &of);
}

TEST(calls_that_fill_the_return_buffer_are_none)
{
	struct program_counts counts;
	struct counted_run of;

	begin_window(0xc000);
	run(BLOCK(SWITCH + 0x20, 1, CALL_ANYWHERE));
	run(BLOCK(SWITCH + 0x28, 1, CALL_ANYWHERE));
	run(BLOCK(SWITCH + 0x30, 1, NOP));
	end_window(0xc000, &counts, &of);
	assert_int_equal(function_of(&counts, SWITCH + 0x30), 0);
	end_counts(&counts, &of);
}
