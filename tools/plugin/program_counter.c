/* SPDX-License-Identifier: MIT */
/* The kernel's symbols say what a block is: an entry, or the function of a system call. So no
 * register is read. QEMU runs one CPU at a time, and a CPU's block is followed when its next one
 * begins, even if other CPUs run in between. */
#include "tools/plugin/program_counter.h"

#include <string.h>

#include "tools/base/alloc.h"
#include "tools/plugin/program_places.h"
#include "tools/plugin/program_tally.h"
#include "tools/plugin/program_task.h"

/* What the counter needs of a block besides block.h; by id. */
struct code {
	struct place place;
	bool repeats;           /* its last instruction is a repeated string instruction */
	uint64_t last_virt;     /* address of that instruction */
};

struct cpu {
	struct block *block;    /* current or last one; NULL: none yet */
	uint32_t executed;      /* of its instructions */
	uint32_t counted;
	uint64_t repeats;       /* whole executions of a loop before, not counted yet */
	bool has_accessed;      /* its last instruction accessed memory */
	struct task *task;
};

static struct {
	bool is_on;             /* a mark was executed */
	bool is_counting;
	unsigned vcpu;          /* that executes */
	struct cpu cpus[PROGRAM_VCPUS_MAX];
	struct code *codes;
	size_t code_capacity;
} counter;

/* ---- Counting ---- */

static void count(struct task *task, struct block *block, uint64_t insns)
{
	struct entry *top = task->entry_count > 0 ? &task->entries[task->entry_count - 1] : NULL;

	if (!counter.is_counting || insns == 0)
		return;
	if (!is_kernel(block->address)) {
		if (task->is_first && task->image == 0) {
			task->before += insns;
			return;
		}
		task->user += insns;
	} else {
		task->kernel += insns;
		if (top != NULL)
			top->insns += insns;
		else
			task->outside += insns;
	}
	program_tally_add(task_node(task), block, insns);
}

static void cpu_count(struct cpu *cpu, uint32_t cut)
{
	uint64_t insns = cpu->executed - cpu->counted;

	if (cpu->block != NULL && insns >= cut)
		count(cpu->task, cpu->block, insns - cut + cpu->repeats * cpu->block->insns);
	cpu->repeats = 0;
	cpu->counted = cpu->executed;
}

static void count_entry(const struct task *task, const struct entry *entry)
{
	if (counter.is_counting)
		program_tally_entry(task->serial, (char)entry->kind, entry->name, entry->insns,
				    entry->is_new);
}

/* ---- Following ---- */

/* Whether an exception cut off the last instruction, which is executed, and counted, again: the
 * block was left early, or its last instruction did not access its memory. QEMU (7.2) does not
 * report the reads of returns. */
static bool was_cut(const struct cpu *cpu, const struct code *to)
{
	const struct block *block = cpu->block;
	enum branch_kind kind = block->branch.kind;

	if ((to->place.kind != PLACE_EXCEPTION && to->place.kind != PLACE_ENTRY) ||
	    cpu->executed == 0)
		return false;
	if (cpu->executed < block->insns)
		return true;
	return block->ends_in_memory && !cpu->has_accessed && kind != BRANCH_RETURN &&
	       kind != BRANCH_OUT_OF_SYSTEM && kind != BRANCH_INDIRECT &&
	       kind != BRANCH_INTO_SYSTEM;
}

/* Whether an interrupt or exception led here. Only system calls lead to the entry of x86-64. The
 * one of aarch64 also takes exceptions in user mode. */
static bool is_handler(const struct code *code, bool is_call)
{
	return code->place.kind == PLACE_EXCEPTION || code->place.kind == PLACE_INTERRUPT ||
	       (code->place.kind == PLACE_ENTRY && !is_call);
}

/* The kernel returns. If the next block handles an exception or interrupt, it came before the first
 * instruction there: the page of a new program's first instruction is not mapped yet. */
static const struct entry *leave(struct task *task, const struct block *to, const struct code *code)
{
	const struct entry *left = task_leave(task, is_kernel(to->address) &&
						    !is_handler(code, false));

	if (left == NULL)
		return NULL;
	count_entry(task, left);
	if (left->kind == ENTRY_CALL && code->place.kind != PLACE_INTERRUPT &&
	    left->return_virt != to->address &&
	    strncmp(places_name(left->name), "execve", strlen("execve")) == 0) {
		task->call_count = 0;
		task->image++;
	}
	return left;
}

/* Calls that only fill the processor's return stack buffer, and that nothing returns from. Linux,
 * arch/x86/include/asm/nospec-branch.h, "FILL_RETURN_BUFFER". */
static bool fills_return_buffer(const struct block *from, const struct block *to)
{
	return places_is_in_switch(to->address) && places_is_in_switch(from->address);
}

static void follow_branch(struct task *task, const struct block *from, enum branch_kind kind,
			  struct block *to, const struct code *code)
{
	switch (kind) {
	case BRANCH_INTO_SYSTEM:
		if (code->place.kind == PLACE_ENTRY)
			task_enter(task, &(struct entry){
				.kind = ENTRY_CALL, .is_from_user = true,
				.return_virt = from->next,
			});
		break;
	case BRANCH_CALL: case BRANCH_INDIRECT_CALL:
		if (!fills_return_buffer(from, to))
			task_call(task, to, from->next);
		break;
	case BRANCH_INDIRECT:
		task_jump(task, from, to);
		break;
	case BRANCH_RETURN:
		task_return(task, to);
		break;
	default:
		break;
	}
}

/* What the block's address says of its task. */
static void follow_place(struct task *task, struct block *to, const struct code *code)
{
	switch (code->place.kind) {
	case PLACE_CALL: case PLACE_NAME:
		task_name_entry(task, code->place.kind == PLACE_CALL, code->place.name);
		break;
	case PLACE_EXIT:
		task->is_dead = true;
		break;
	case PLACE_IDLE:
		task->is_idle = true;
		break;
	default:
		break;
	}
	if (!is_kernel(to->address))
		task->is_user = true;
}

/* The CPU's next block begins. */
static void follow(struct cpu *cpu, struct block *to)
{
	const struct code *code = &counter.codes[to->id];
	const struct block *from = cpu->block;
	struct task *task = cpu->task;
	bool is_cut = was_cut(cpu, code), is_whole = cpu->executed == from->insns && !is_cut;
	bool is_from_kernel = is_kernel(from->address);
	bool is_call = is_whole && from->branch.kind == BRANCH_INTO_SYSTEM;

	cpu_count(cpu, is_cut);
	if (counter.is_counting && is_whole && counter.codes[from->id].repeats &&
	    to->address == counter.codes[from->id].last_virt) {
		if (is_from_kernel)
			task->kernel_repeats++;
		else
			task->user_repeats++;
	}
	if (is_whole && from->branch.kind == BRANCH_OUT_OF_SYSTEM) {
		const struct entry *left = leave(task, to, code);

		is_from_kernel &= left == NULL || !left->is_from_user;
	}
	if (is_handler(code, is_call)) {
		bool is_interrupt = code->place.kind == PLACE_INTERRUPT;

		task_enter(task, &(struct entry){
			.kind = is_interrupt ? ENTRY_INTERRUPT : ENTRY_EXCEPTION,
			.is_from_user = !is_from_kernel, .name = code->place.name,
		});
		return;
	}
	if (is_whole)
		follow_branch(task, from, from->branch.kind, to, code);
	follow_place(task, to, code);
}

/* ---- Events ---- */

/* The instructions are those of the CPU that ran until now. */
static void counter_take(uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[counter.vcpu];

	if (cpu->block != NULL)
		cpu->executed += (uint32_t)executed;
}

/* Whether a loop of one block was executed whole and begins again: often the only step. */
static bool is_repeat(const struct cpu *cpu, unsigned vcpu, const struct block *to)
{
	return to == cpu->block && to->is_loop && vcpu == counter.vcpu &&
	       cpu->executed == to->insns && cpu->counted == 0;
}

void program_counter_block(unsigned vcpu, struct block *to, uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];

	if (!counter.is_on)
		return;
	counter_take(executed);
	if (is_repeat(cpu, vcpu, to)) {
		cpu->repeats++;
		cpu->executed = 0;
		cpu->has_accessed = false;
		return;
	}
	if (cpu->task == NULL)
		cpu->task = task_new(0);
	if (cpu->block != NULL)
		follow(cpu, to);
	counter.vcpu = vcpu;
	cpu->block = to;
	cpu->executed = cpu->counted = 0;
	cpu->has_accessed = false;
}

void program_counter_access(unsigned vcpu)
{
	counter.cpus[vcpu].has_accessed = true;
}

void program_counter_switch_from(unsigned vcpu, uint64_t task)
{
	if (counter.is_on && counter.cpus[vcpu].task != NULL)
		task_name(counter.cpus[vcpu].task, task);
}

void program_counter_switch_to(unsigned vcpu, uint64_t task, uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];

	if (!counter.is_on || cpu->block == NULL)
		return;
	counter_take(executed);
	cpu_count(cpu, 0);
	cpu->task = task_find(task);
}

static void counter_end(struct task *init)
{
	for (unsigned i = 0; i < PROGRAM_VCPUS_MAX; i++)
		cpu_count(&counter.cpus[i], 0);
	init->is_init = true;
	for (size_t i = 0; i < task_count(); i++) {
		const struct task *task = task_at(i);

		for (size_t j = 0; j < task->entry_count; j++) {
			if (task->entries[j].insns > 0)
				count_entry(task, &task->entries[j]);
		}
		if (task->outside > 0)
			program_tally_entry(task->serial, 'K', PLACE_TASK, task->outside, true);
	}
	tasks_write();
	program_tally_window();
	counter.is_counting = false;
}

/* The index of the instruction that begins a window. */
static uint32_t block_mark(const struct block *block)
{
	const uint8_t *code = block->code;

	for (uint32_t i = 0; i < block->insns; code += block->sizes[i++]) {
		if (branch_is_counted_insn(COUNTED_BEGIN, code, block->sizes[i]))
			return i;
	}
	return 0;
}

void program_counter_mark(unsigned vcpu, struct block *block, bool is_begin, uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];

	if (!counter.is_on && is_begin) {
		counter.is_on = true;
		counter.vcpu = vcpu;
		*cpu = (struct cpu){.block = block, .task = task_new(0),
				    .executed = block_mark(block), .counted = block_mark(block)};
	} else if (counter.is_on) {
		counter_take(executed);
		cpu_count(cpu, 0);
	}
	if (is_begin) {
		tasks_clear();
		cpu->task->is_first = true;
		cpu->task->call_count = cpu->task->entry_count = 0;
		counter.is_counting = true;
	} else if (counter.is_counting) {
		counter_end(cpu->task);
	}
}

/* ---- Blocks ---- */

void program_counter_describe(const struct block *block)
{
	uint32_t size = block->sizes[block->insns - 1];

	if (block->id >= counter.code_capacity) {
		size_t before = counter.code_capacity;

		counter.code_capacity = 2 * (size_t)block->id + 4096;
		counter.codes = xreallocarray(counter.codes, counter.code_capacity,
					      sizeof(*counter.codes));
		memset(counter.codes + before, 0,
		       (counter.code_capacity - before) * sizeof(*counter.codes));
	}
	counter.codes[block->id] = (struct code){
		.place = places_find(block->address),
		.repeats = branch_is_repeated(block->code + block->bytes - size, size),
		.last_virt = block->next - size,
	};
}

bool program_counter_is_on(unsigned *vcpu)
{
	if (counter.is_on)
		*vcpu = counter.vcpu;
	return counter.is_on;
}
