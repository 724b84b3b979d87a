/* SPDX-License-Identifier: MIT */
#include "tools/plugin/program_events.h"

#include "tools/plugin/program_counter.h"
#include "tools/plugin/program_places.h"
#include "tools/plugin/program_tally.h"
#include "tools/plugin/program_task.h"
#include "tools/plugin/qemu_interface.h"

#define INSNS_MAX 512           /* of a block: TCG_MAX_INSNS */

static void on_block(unsigned vcpu, void *data)
{
	if (program_counter_running != PROGRAM_NONE)
		program_counter_block(qemu_cpu(vcpu), data, qemu_executed_take());
	qemu_executed_begin(vcpu);
}

static void on_access(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt, void *data)
{
	(void)info;
	(void)address_virt;
	(void)data;
	program_counter_access(qemu_cpu(vcpu));
}

static void on_switch_from(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt,
			   void *data)
{
	(void)info;
	(void)data;
	program_counter_switch_from(qemu_cpu(vcpu), address_virt);
}

static void on_switch_to(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt,
			 void *data)
{
	(void)info;
	(void)data;
	if (program_counter_running != PROGRAM_NONE)
		program_counter_switch_to(qemu_cpu(vcpu), address_virt, qemu_executed_take());
}

static void on_begin(unsigned vcpu, void *data)
{
	if (program_counter_running == PROGRAM_NONE)
		qemu_executed_clear();
	program_counter_mark(qemu_cpu(vcpu), data, true, qemu_executed_take());
}

static void on_end(unsigned vcpu, void *data)
{
	if (program_counter_running != PROGRAM_NONE)
		program_counter_mark(qemu_cpu(vcpu), data, false, qemu_executed_take());
}

/* QEMU 7.2 reports the load of a stack pointer only to a callback for reads and writes. */
static void register_switch(struct qemu_plugin_insn *insn, const uint8_t *bytes, size_t size)
{
	if (!places_is_in_switch(qemu_plugin_insn_vaddr(insn)))
		return;
	if (branch_is_counted_insn(COUNTED_SAVE, bytes, size))
		qemu_plugin_register_vcpu_mem_cb(insn, on_switch_from, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	else if (branch_is_counted_insn(COUNTED_LOAD, bytes, size))
		qemu_plugin_register_vcpu_mem_cb(insn, on_switch_to, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
}

/* Returns the callback of a mark, or NULL. */
static void (*mark_of(const struct qemu_plugin_insn *insn, const uint8_t *bytes, size_t size))
	(unsigned vcpu, void *data)
{
	if (is_kernel(qemu_plugin_insn_vaddr(insn)))
		return NULL;
	if (branch_is_counted_insn(COUNTED_BEGIN, bytes, size))
		return on_begin;
	return branch_is_counted_insn(COUNTED_END, bytes, size) ? on_end : NULL;
}

static void on_translation(struct qemu_plugin_tb *tb)
{
	static uint8_t code[INSNS_MAX * QEMU_INSN_BYTES_MAX], sizes[INSNS_MAX];
	size_t insns = qemu_plugin_tb_n_insns(tb), bytes = 0;
	void (*on_mark)(unsigned vcpu, void *data) = NULL;
	struct qemu_plugin_insn *insn = NULL;
	struct block *block;

	if (insns == 0 || insns > INSNS_MAX)
		return;
	for (size_t i = 0; i < insns; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		sizes[i] = (uint8_t)qemu_insn_copy(insn, code + bytes);
		bytes += sizes[i];
	}
	block = block_get(qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, 0)), code,
			  (uint32_t)bytes, sizes, (uint32_t)insns);
	program_counter_describe(block);
	bytes = 0;
	for (size_t i = 0; i < insns; i++) {
		insn = qemu_plugin_tb_get_insn(tb, i);
		on_mark = mark_of(insn, code + bytes, sizes[i]);
		if (on_mark != NULL)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark,
							       QEMU_PLUGIN_CB_NO_REGS, block);
		register_switch(insn, code + bytes, sizes[i]);
		qemu_insn_count(insn);
		bytes += sizes[i];
	}
	if (block->ends_in_memory && block->branch.kind != BRANCH_RETURN)
		qemu_plugin_register_vcpu_mem_cb(insn, on_access, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, NULL);
	qemu_plugin_register_vcpu_tb_exec_cb(tb, on_block, QEMU_PLUGIN_CB_NO_REGS, block);
}

bool program_events_begin(qemu_plugin_id_t id, const char *places, const char *out)
{
	if (!places_read(places) || !program_tally_begin(out))
		return false;
	qemu_on_translation(id, on_translation);
	qemu_on_exit(id, program_tally_end);
	return true;
}
