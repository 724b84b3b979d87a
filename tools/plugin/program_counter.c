/* SPDX-License-Identifier: MIT */
/* The kernel's symbols say what a block is: an entry, or the function of a system call. The
 * plugin therefore reads no register. QEMU runs one CPU at a time, and a CPU's block is followed
 * when its next one begins, even if other CPUs run in between. */
#include "tools/plugin/program_counter.h"

#include <string.h>

#include "tools/base/alloc.h"
#include "tools/plugin/program_places.h"
#include "tools/plugin/program_tally.h"
#include "tools/plugin/program_task.h"
#include "tools/plugin/qemu_interface.h"

struct cpu {
	struct block *block;    /* current or last one; NULL: none yet */
	uint32_t executed;      /* of its instructions */
	uint32_t counted;
	uint32_t node;          /* of the task's function, while blocks go on; 0: not known */
	bool has_accessed;      /* its last instruction accessed memory */
	/* Sums of the blocks that went on to the current one, not yet added to the task:
	 * instructions, and repetitions of string instructions. */
	uint64_t passed, repeats;
	struct task *task;
};

static struct {
	bool is_counting;
	struct cpu cpus[QEMU_CPUS_MAX];
	struct place *places;   /* by block */
	size_t place_capacity;
} counter;

unsigned program_counter_running = PROGRAM_NONE;

/* ---- Counting ---- */

/* Add to the sums of a task, on the side of a block. */
static void count_sums(struct task *task, const struct block *block, uint64_t insns,
		       uint64_t repeats)
{
	struct entry *top = task->entry_count > 0 ? &task->entries[task->entry_count - 1] : NULL;

	if (!block->is_kernel) {
		task->user += insns;
		task->user_repeats += repeats;
		return;
	}
	task->kernel += insns;
	task->kernel_repeats += repeats;
	if (top != NULL)
		top->insns += insns;
	else
		task->outside += insns;
}

/* Whether the task is the program's process before its program. */
static bool is_before(const struct task *task, const struct block *block)
{
	return task->is_first && task->image == 0 && !block->is_kernel;
}

/* Count what the CPU has executed, without its last instructions. */
static void cpu_count(struct cpu *cpu, uint32_t cut)
{
	uint64_t insns = cpu->executed - cpu->counted;

	insns = insns >= cut ? insns - cut : 0;
	if (cpu->block != NULL && counter.is_counting && insns + cpu->passed != 0) {
		if (is_before(cpu->task, cpu->block)) {
			cpu->task->before += insns + cpu->passed;
		} else {
			count_sums(cpu->task, cpu->block, insns + cpu->passed, cpu->repeats);
			if (insns != 0)
				program_tally_add(task_node(cpu->task), cpu->block, insns);
		}
	}
	cpu->passed = cpu->repeats = 0;
	cpu->counted = cpu->executed;
}

static void count_entry(const struct task *task, const struct entry *entry)
{
	if (counter.is_counting)
		program_tally_entry(task->serial, (char)entry->kind, entry->name, entry->insns,
				    entry->is_new);
}

/* ---- Following ---- */

static bool enters_firmware(const struct block *from, const struct place *to)
{
	return to->kind == PLACE_FIRMWARE && counter.places[from->id].kind != PLACE_FIRMWARE;
}

/* Whether an exception cut off the last instruction, which is then executed and counted again. If
 * so, the block was left early, or its last instruction did not access its memory. QEMU (7.2) does
 * not report the reads of returns. */
static bool was_cut(const struct cpu *cpu, const struct place *to)
{
	const struct block *block = cpu->block;
	enum branch_kind kind = block->branch.kind;

	if ((to->kind != PLACE_EXCEPTION && to->kind != PLACE_ENTRY &&
	     !enters_firmware(block, to)) || cpu->executed == 0)
		return false;
	if (cpu->executed < block->insns)
		return true;
	return block->ends_in_memory && !cpu->has_accessed && kind != BRANCH_RETURN &&
	       kind != BRANCH_OUT_OF_SYSTEM && kind != BRANCH_INDIRECT &&
	       kind != BRANCH_INTO_SYSTEM;
}

/* Whether an interrupt or exception led here. Only system calls lead to the entry of x86-64. Those
 * of other processors also take exceptions. */
static bool is_handler(const struct place *place, bool is_call)
{
	return place->kind == PLACE_EXCEPTION || place->kind == PLACE_INTERRUPT ||
	       (place->kind == PLACE_ENTRY && !is_call);
}

/* The kernel returns. If the next block handles an exception or interrupt, that came before the
 * first instruction after the return. For example, the page of a new program's first instruction is
 * not mapped yet. */
static const struct entry *leave(struct task *task, const struct block *to,
				 const struct place *place)
{
	bool is_to_kernel = to->is_kernel && !is_handler(place, false);
	const struct entry *left = task_leave(task, is_to_kernel);

	if (left == NULL)
		return NULL;
	count_entry(task, left);
	if (left->kind == ENTRY_CALL && place->kind != PLACE_INTERRUPT &&
	    left->return_virt != to->address &&
	    strncmp(places_name(left->name), "execve", strlen("execve")) == 0) {
		task->call_count = 0;
		task->image++;
	}
	return left;
}

/* Whether a call only fills the processor's return stack buffer, so that nothing returns from it.
 * Linux, arch/x86/include/asm/nospec-branch.h, "FILL_RETURN_BUFFER". */
static bool fills_return_buffer(const struct block *from, const struct block *to)
{
	return places_is_in_switch(to->address) && places_is_in_switch(from->address);
}

static void follow_branch(struct task *task, const struct block *from, enum branch_kind kind,
			  struct block *to, const struct place *place)
{
	switch (kind) {
	case BRANCH_INTO_SYSTEM:
		if (place->kind == PLACE_ENTRY)
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

/* Follow what the block's address states about its task. */
static void follow_place(struct task *task, struct block *to, const struct place *place)
{
	switch (place->kind) {
	case PLACE_CALL: case PLACE_NAME:
		task_name_entry(task, place->kind == PLACE_CALL, place->name);
		break;
	case PLACE_BECOMES:
		task_become_interrupt(task);
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
	if (!to->is_kernel)
		task->is_user = true;
}

/* The CPU's next block begins. */
static void follow(struct cpu *cpu, struct block *to)
{
	const struct place *place = &counter.places[to->id];
	const struct block *from = cpu->block;
	struct task *task = cpu->task;
	bool is_cut = was_cut(cpu, place), is_whole = cpu->executed == from->insns && !is_cut;
	bool is_from_kernel = from->is_kernel;
	bool is_call = is_whole && from->branch.kind == BRANCH_INTO_SYSTEM;

	cpu->repeats += is_whole && to->address == from->repeated;
	cpu_count(cpu, is_cut);
	if (is_whole && from->branch.kind == BRANCH_OUT_OF_SYSTEM) {
		const struct entry *left = leave(task, to, place);

		is_from_kernel &= left == NULL || !left->is_from_user;
		if (counter.is_counting && left != NULL && left->repeated == to->address)
			count_sums(task, to, 0, 1);
	}
	if (is_handler(place, is_call) || enters_firmware(from, place)) {
		bool is_interrupt = place->kind == PLACE_INTERRUPT;

		task_enter(task, &(struct entry){
			.kind = is_interrupt ? ENTRY_INTERRUPT : ENTRY_EXCEPTION,
			.is_from_user = !is_from_kernel, .name = place->name,
			.repeated = is_whole ? from->repeated : 0,
		});
		return;
	}
	if (is_whole)
		follow_branch(task, from, from->branch.kind, to, place);
	follow_place(task, to, place);
}

/* ---- Events ---- */

/* Take instructions that the CPU which ran until now has executed. */
static void counter_take(uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[program_counter_running];

	if (cpu->block != NULL)
		cpu->executed += (uint32_t)executed;
}

/* This function is separate from the fast path, so that the fast path saves no registers. */
static __attribute__((noinline)) void begin_block(unsigned vcpu, struct block *to,
						  uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];

	counter_take(executed);
	if (cpu->task == NULL)
		cpu->task = task_new(0);
	if (cpu->block != NULL)
		follow(cpu, to);
	program_counter_running = vcpu;
	cpu->node = is_before(cpu->task, to) ? 0 : task_node(cpu->task);
	cpu->block = to;
	cpu->executed = cpu->counted = 0;
	cpu->has_accessed = false;
}

/* Most blocks are whole, and go on to another one of the same function. */
void program_counter_block(unsigned vcpu, struct block *to, uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];
	struct block *from = cpu->block;

	if (vcpu != program_counter_running || cpu->node == 0 || !from->goes_on || to->is_place ||
	    from->is_kernel != to->is_kernel ||
	    cpu->executed + executed != from->insns) {
		if (program_counter_running != PROGRAM_NONE)
			begin_block(vcpu, to, executed);
		return;
	}
	if (counter.is_counting) {
		program_tally_add(cpu->node, from, from->insns - cpu->counted);
		cpu->passed += from->insns - cpu->counted;
		cpu->repeats += to->address == from->repeated;
	}
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
	if (program_counter_running != PROGRAM_NONE && counter.cpus[vcpu].task != NULL)
		task_name(counter.cpus[vcpu].task, task);
}

void program_counter_switch_to(unsigned vcpu, uint64_t task, uint64_t executed)
{
	struct cpu *cpu = &counter.cpus[vcpu];

	if (program_counter_running == PROGRAM_NONE || cpu->block == NULL)
		return;
	counter_take(executed);
	cpu_count(cpu, 0);
	cpu->task = task_find(task);
	cpu->node = 0;
}

static void counter_end(struct task *init)
{
	for (unsigned i = 0; i < QEMU_CPUS_MAX; i++)
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

	if (program_counter_running == PROGRAM_NONE && is_begin) {
		program_counter_running = vcpu;
		*cpu = (struct cpu){.block = block, .task = task_new(0),
				    .executed = block_mark(block), .counted = block_mark(block)};
	} else if (program_counter_running != PROGRAM_NONE) {
		counter_take(executed);
		cpu_count(cpu, 0);
	}
	cpu->node = 0;
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

void program_counter_describe(struct block *block)
{
	uint32_t size = block->sizes[block->insns - 1];
	enum branch_kind kind = block->branch.kind;

	if (block->id >= counter.place_capacity) {
		size_t before = counter.place_capacity;

		counter.place_capacity = 2 * (size_t)block->id + 4096;
		counter.places = xreallocarray(counter.places, counter.place_capacity,
					       sizeof(*counter.places));
		memset(counter.places + before, 0,
		       (counter.place_capacity - before) * sizeof(*counter.places));
	}
	counter.places[block->id] = places_find(block->address);
	block->is_place = counter.places[block->id].kind != PLACE_NONE;
	block->is_kernel = is_kernel(block->address) ||
			   counter.places[block->id].kind == PLACE_FIRMWARE;
	block->goes_on = kind == BRANCH_NONE || kind == BRANCH_JUMP || kind == BRANCH_CONDITIONAL;
	if (branch_is_repeated(block->code + block->bytes - size, size))
		block->repeated = block->next - size;
}
