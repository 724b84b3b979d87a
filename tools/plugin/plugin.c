/* SPDX-License-Identifier: MIT */
/* Counts the instructions of an unmodified machine by call path, between its clock reads. `bareline
 * explain` sets the options:
 *
 *	out=FILE	the trace to write
 *	range=LO-HI	addresses whose clock reads are marks (all)
 *	on=ADDRESS	instruction at which counting begins (the first mark)
 *	off=ADDRESS	instruction at which it ends
 *	begins=CODE	instructions at `on`: counting also begins where a kernel executes them at
 *			another address, since it does not run where it is linked
 *	ends=CODE	the same for `off`
 *	guest=on	count only in a guest of the machine
 *	guess=on	deduce interrupts even if QEMU reports them
 *	model=GEOMETRY	model a memory system of that geometry
 *	misses=FILE	the file for its counts
 *
 * `bareline count` sets out=FILE and places=FILE, and program_events.h then counts instead.
 *
 * An inline addition counts each instruction, so a block that is left early counts only its
 * executed instructions. Their number is read when the next block begins. QEMU must run with
 * -icount: it then runs one CPU at a time, and the plugin needs no locks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/plugin/block.h"
#include "tools/plugin/follower.h"
#include "tools/plugin/memory_model.h"
#include "tools/plugin/program_events.h"
#include "tools/plugin/qemu_interface.h"
#include "tools/plugin/tally.h"

#define EXPORTED __attribute__((visibility("default")))
#define INSNS_MAX 512           /* of a block: TCG_MAX_INSNS */
#define PAGE_BYTES 4096u
#define MARK_BYTES_MIN 4        /* up to a branch; equal code is at equal offsets in pages */
#define MARK_BYTES_MAX 32

/* Instructions of a mark, for a kernel that does not run where it is linked. */
struct mark_code {
	uint8_t bytes[MARK_BYTES_MAX];
	size_t size;                    /* 0: none */
};

static struct {
	struct mark_code begins, ends;
	const char *out, *model, *misses, *places;
	uint64_t low, high, on, off;
	bool has_on, has_off, is_guest, must_guess;
} options = {.high = UINT64_MAX};

static struct {
	uint64_t executed;              /* instructions, by all CPUs, as of counter_read */
	uint64_t begun;                 /* executed when the current block began */
	struct block *block;            /* current block, or the last one */
	unsigned cpu;                   /* that executes it */
	uint32_t counted;               /* number of its instructions counted */
	uint64_t repeats;               /* its whole executions before, not counted yet */
	bool is_counting;
	struct follower followers[QEMU_CPUS_MAX];
} counter;

/* ---- While the machine runs ---- */

static void counter_read(void)
{
	if (counter.block != NULL)
		counter.executed += qemu_executed_take();
}

/* Count the executed instructions of the current block, and its repeats before. */
static void counter_add(void)
{
	struct follower *follower = &counter.followers[counter.cpu];
	uint32_t executed = (uint32_t)(counter.executed - counter.begun);

	if (counter.repeats != 0)
		tally_add_repeats(follower_node(follower), counter.block, counter.repeats);
	counter.repeats = 0;
	if (executed > counter.counted)
		tally_add(follower_node(follower), counter.block, counter.counted, executed);
	counter.counted = executed;
}

/* End the current block. next is the next block, on the same or another CPU. Returns whether next
 * continues the same function. If so, there is nothing to follow. */
static bool counter_end_block(struct block *next, unsigned cpu)
{
	struct follower *follower = &counter.followers[counter.cpu];
	bool goes_on;

	if (counter.block == NULL)
		return false;
	counter_read();
	follower->last = counter.block;
	follower->executed = (uint32_t)(counter.executed - counter.begun);
	goes_on = cpu == counter.cpu && follower_goes_on(follower, next);
	if (!goes_on && cpu == counter.cpu && follower_was_cut(follower, next))
		counter.executed--;
	if (counter.is_counting)
		counter_add();
	return goes_on;
}

static void counter_begin(unsigned cpu)
{
	if (counter.block == NULL || counter.cpu != cpu)
		return;
	for (unsigned i = 0; i < QEMU_CPUS_MAX; i++)
		follower_restart(&counter.followers[i]);
	follower_enter(&counter.followers[cpu], counter.block);
	counter_read();
	counter.counted = (uint32_t)(counter.executed - counter.begun);
	counter.is_counting = true;
}

/* Whether a loop of one block was executed whole and begins again. Most loops have only such steps,
 * so this is the fast path. No mark may have counted a part of the block. */
static bool counter_repeat(const struct block *block, unsigned cpu)
{
	struct follower *follower = &counter.followers[counter.cpu];

	if (block != counter.block || !block->is_loop || cpu != counter.cpu ||
	    counter.counted != 0 || follower->is_in_guest || follower->is_interrupted)
		return false;
	counter_read();
	if (counter.executed - counter.begun != block->insns)
		return false;
	follower->has_accessed = false;
	counter.begun = counter.executed;
	counter.repeats += counter.is_counting;
	return true;
}

/* This function is separate from on_block, so that the fast path saves no registers. */
static __attribute__((noinline)) void counter_begin_block(struct block *block, unsigned cpu)
{
	struct follower *follower = &counter.followers[cpu];

	if (!counter_end_block(block, cpu) && counter.is_counting)
		follower_enter(follower, block);
	if (follower->is_in_guest || block->branch.kind == BRANCH_INTO_GUEST) {
		if (follower_leaves_guest(follower, block))
			follower->is_in_guest = false;
		if (block->branch.kind == BRANCH_INTO_GUEST) {
			follower->is_in_guest = true;
			follower->guest_exit_virt = block->next;
		}
	}
	follower->has_accessed = follower->is_interrupted = follower->has_raised = false;
	counter.block = block;
	counter.cpu = cpu;
	counter.begun = counter.executed;
	counter.counted = 0;
}

static void on_block(unsigned vcpu, void *data)
{
	unsigned cpu = qemu_cpu(vcpu);

	if (!counter_repeat(data, cpu))
		counter_begin_block(data, cpu);
	qemu_executed_begin(vcpu);
}

static bool is_in_scope(unsigned vcpu)
{
	return !options.is_guest || counter.followers[qemu_cpu(vcpu)].is_in_guest;
}

static void counter_mark(char letter, void *data)
{
	counter_read();
	counter_add();
	tally_mark(letter, (uint64_t)(uintptr_t)data, counter.executed);
	memory_model_mark();
}

static void on_clock_read(unsigned vcpu, void *data)
{
	if (!is_in_scope(vcpu))
		return;
	if (!counter.is_counting && !options.has_on)
		counter_begin(qemu_cpu(vcpu));
	if (counter.is_counting)
		counter_mark('M', data);
}

static void on_begin(unsigned vcpu, void *data)
{
	if (!is_in_scope(vcpu))
		return;
	if (!counter.is_counting)
		counter_begin(qemu_cpu(vcpu));
	if (counter.is_counting)
		counter_mark('I', data);
	memory_model_clear();
}

static void on_end(unsigned vcpu, void *data)
{
	if (!is_in_scope(vcpu) || !counter.is_counting)
		return;
	counter_mark('O', data);
	counter.is_counting = false;
}

/* A memory_owner for memory_model_begin(). */
static bool counter_owner(unsigned cpu, uint32_t *node)
{
	const struct follower *follower = &counter.followers[cpu];

	if (!counter.is_counting || follower->stack == NULL || follower->stack->count == 0)
		return false;
	*node = follower_node(follower);
	return true;
}

static void on_access(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt, void *data)
{
	struct follower *follower = &counter.followers[qemu_cpu(vcpu)];

	(void)info;
	(void)data;
	follower->slot_virt = address_virt;
	follower->has_accessed = true;
}

static void on_interrupt(unsigned vcpu, uint64_t address, bool is_exception)
{
	follower_interrupt(&counter.followers[vcpu % QEMU_CPUS_MAX], address, is_exception);
}

/* ---- While blocks are translated ---- */

static void register_marks(struct qemu_plugin_insn *insn, const uint8_t *bytes, size_t size)
{
	uint64_t address = qemu_plugin_insn_vaddr(insn);
	void *data = (void *)(uintptr_t)address;

	if (options.has_on && address == options.on)
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_begin, QEMU_PLUGIN_CB_NO_REGS,
						       data);
	if (options.has_off && address == options.off)
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_end, QEMU_PLUGIN_CB_NO_REGS, data);
	if (address >= options.low && address <= options.high && branch_reads_clock(bytes, size))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_clock_read, QEMU_PLUGIN_CB_NO_REGS,
						       data);
}

/* Whether an instruction is that of a mark, at another address. The code goes on for `rest` bytes
 * after it. */
static bool is_moved_mark(const struct mark_code *mark, uint64_t link, uint64_t address,
			  const uint8_t *code, size_t rest)
{
	size_t size = rest < mark->size ? rest : mark->size;

	return address != link && address % PAGE_BYTES == link % PAGE_BYTES &&
	       size >= MARK_BYTES_MIN && memcmp(code, mark->bytes, size) == 0;
}

static void register_moved_marks(struct qemu_plugin_tb *tb, const uint8_t *code,
				 const uint8_t *sizes, size_t insns, size_t bytes)
{
	for (size_t i = 0, at = 0; i < insns; at += sizes[i++]) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t address = qemu_plugin_insn_vaddr(insn);
		void *data = (void *)(uintptr_t)address;

		if (is_moved_mark(&options.begins, options.on, address, code + at, bytes - at))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_begin,
							       QEMU_PLUGIN_CB_NO_REGS, data);
		if (is_moved_mark(&options.ends, options.off, address, code + at, bytes - at))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_end,
							       QEMU_PLUGIN_CB_NO_REGS, data);
	}
}

static void on_translation(struct qemu_plugin_tb *tb)
{
	static uint8_t code[INSNS_MAX * QEMU_INSN_BYTES_MAX], sizes[INSNS_MAX];
	size_t insns = qemu_plugin_tb_n_insns(tb), bytes = 0;
	struct qemu_plugin_insn *insn = NULL;
	struct block *block;
	enum branch_kind kind;
	bool is_call;

	if (insns == 0 || insns > INSNS_MAX)
		return;
	for (size_t i = 0; i < insns; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		sizes[i] = (uint8_t)qemu_insn_copy(insn, code + bytes);
		register_marks(insn, code + bytes, sizes[i]);
		qemu_insn_count(insn);
		bytes += sizes[i];
	}
	if (options.begins.size > 0 || options.ends.size > 0)
		register_moved_marks(tb, code, sizes, insns, bytes);
	block = block_get(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0)), code,
			  (uint32_t)bytes, sizes, (uint32_t)insns);
	tally_number_block(block);
	/* Register the memory access of a block's last instruction. The access of a call is to the
	 * place of its return address, which identifies the stack. Other accesses only show that
	 * the instruction was executed. */
	kind = block->branch.kind;
	is_call = kind == BRANCH_CALL || kind == BRANCH_INDIRECT_CALL;
	if (block->ends_in_memory && kind != BRANCH_RETURN)
		qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS,
						 is_call ? QEMU_PLUGIN_MEM_W : QEMU_PLUGIN_MEM_RW,
						 NULL);
	memory_model_register(tb, block);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

/* ---- Begin and end ---- */

static void on_end_of_run(void)
{
	tally_end();
	memory_model_end();
}

static bool option_number(const char *text, uint64_t *number, const char **rest)
{
	char *end;

	*number = strtoull(text, &end, 16);
	*rest = end;
	return end != text;
}

static bool option_code(const char *text, struct mark_code *code)
{
	for (; text[0] != '\0' && text[1] != '\0' && code->size < MARK_BYTES_MAX; text += 2) {
		const char digits[3] = {text[0], text[1], '\0'};
		char *end;

		code->bytes[code->size++] = (uint8_t)strtoul(digits, &end, 16);
		if (*end != '\0')
			return false;
	}
	return text[0] == '\0';
}

static bool option_take(const char *option)
{
	const char *value = strchr(option, '='), *rest;
	size_t length = value != NULL ? (size_t)(value++ - option) : 0;

	if (length == 3 && strncmp(option, "out", length) == 0)
		return (options.out = strdup(value)) != NULL;
	if (length == 5 && strncmp(option, "model", length) == 0)
		return (options.model = strdup(value)) != NULL;
	if (length == 6 && strncmp(option, "misses", length) == 0)
		return (options.misses = strdup(value)) != NULL;
	if (length == 6 && strncmp(option, "places", length) == 0)
		return (options.places = strdup(value)) != NULL;
	if (length == 5 && strncmp(option, "range", length) == 0)
		return option_number(value, &options.low, &rest) && *rest == '-' &&
		       option_number(rest + 1, &options.high, &rest) && *rest == '\0';
	if (length == 2 && strncmp(option, "on", length) == 0)
		return options.has_on = option_number(value, &options.on, &rest) && *rest == '\0';
	if (length == 3 && strncmp(option, "off", length) == 0)
		return options.has_off = option_number(value, &options.off, &rest) && *rest == '\0';
	if (length == 6 && strncmp(option, "begins", length) == 0)
		return option_code(value, &options.begins);
	if (length == 4 && strncmp(option, "ends", length) == 0)
		return option_code(value, &options.ends);
	if (length == 5 && strncmp(option, "guest", length) == 0)
		return options.is_guest = strcmp(value, "on") == 0;
	if (length == 5 && strncmp(option, "guess", length) == 0)
		return options.must_guess = strcmp(value, "on") == 0;
	return false;
}

static int refuse(const char *cause, const char *object)
{
	fprintf(stderr, "bareline's plugin: %s%s\n", cause, object);
	return -1;
}

/* QEMU calls this function after loading the plugin. */
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_plugin_info *info, int argc,
			char **argv);

EXPORTED int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_plugin_info *info, int argc,
				 char **argv)
{
	if (!info->system_emulation || !branch_select(info->target_name))
		return refuse("supports machines of x86_64, riscv64, riscv32 and aarch64, not ",
			      info->target_name);
	for (int i = 0; i < argc; i++) {
		if (!option_take(argv[i]))
			return refuse("unknown option: ", argv[i]);
	}
	if (options.out == NULL)
		return refuse("out=FILE is missing", "");
	if ((options.model == NULL) != (options.misses == NULL))
		return refuse("model= and misses= belong together", "");
	if (options.model != NULL && strcmp(info->target_name, "x86_64") != 0)
		return refuse("models memory for x86_64 only, not for ", info->target_name);
	if (options.places != NULL)
		return qemu_interface_begin(info, NULL) &&
		       program_events_begin(id, options.places, options.out) ? 0 : -1;
	if (!qemu_interface_begin(info, NULL) || !tally_begin(options.out) ||
	    (options.model != NULL &&
	     !memory_model_begin(options.model, options.misses, counter_owner)))
		return -1;
	qemu_on_translation(id, on_translation);
	qemu_on_exit(id, on_end_of_run);
	if (!options.must_guess && qemu_on_interrupt(id, on_interrupt)) {
		for (unsigned i = 0; i < QEMU_CPUS_MAX; i++)
			counter.followers[i].has_reports = true;
	}
	return 0;
}
