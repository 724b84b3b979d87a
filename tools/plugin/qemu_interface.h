/* SPDX-License-Identifier: MIT */
/* The part of QEMU's plugin interface that differs between its versions 1 to 7. The rest, which is
 * the same in all of them, is called directly (qemu_plugin.h).
 *
 *	1	QEMU 7.2	an inline addition goes to any address
 *	2	QEMU 9.0	to a scoreboard, which has an element per CPU, at any offset
 *	3	QEMU 9.1	an instruction's bytes are copied
 *	4, 5	QEMU 10.0, 10.1	access to memory and registers, not used here
 *	6	QEMU 11.0	interrupts and exceptions are reported, as by QEMU 10.2
 *	7	QEMU 11.1	callbacks get a data pointer instead of the plugin's ID
 *
 * QEMU 11.1 loads only plugins of version 7; earlier ones accept a range. So a constructor sets
 * qemu_plugin_version before QEMU reads it. */
#ifndef TOOLS_PLUGIN_QEMU_INTERFACE_H
#define TOOLS_PLUGIN_QEMU_INTERFACE_H

#include <string.h>

#include "tools/plugin/qemu_plugin.h"

#define QEMU_INSN_BYTES_MAX 15

/* QEMU reads this variable of the plugin. */
extern int qemu_plugin_version;

/* Returns a function of QEMU, or NULL. */
typedef void *qemu_find(const char *name);

/* The version to declare to the QEMU that has these functions. executable is the path of its
 * program, which contains the release: some releases with the same functions need different
 * versions. */
int qemu_interface_version(qemu_find *find, const char *executable);

/* Use the interface that QEMU offers. find NULL looks functions up in this program. Returns false
 * with a message if the plugin does not support the interface. */
bool qemu_interface_begin(const struct qemu_plugin_info *info, qemu_find *find);

/* ---- After qemu_interface_begin ---- */

void qemu_on_translation(qemu_plugin_id_t id, void (*callback)(struct qemu_plugin_tb *tb));
void qemu_on_exit(qemu_plugin_id_t id, void (*callback)(void));

/* An interrupt or exception of a CPU leads to address. QEMU 11.1 reports an exception twice: when
 * it is raised, with an invalid address, and as an interrupt when its handler begins. Use the last
 * address before a block. */
typedef void qemu_interrupt(unsigned vcpu, uint64_t address, bool is_exception);

/* Returns false if QEMU does not report them. */
bool qemu_on_interrupt(qemu_plugin_id_t id, qemu_interrupt *callback);

/* Copy an instruction's bytes, QEMU_INSN_BYTES_MAX at most. Returns their number. */
size_t qemu_insn_copy(const struct qemu_plugin_insn *insn, uint8_t *bytes);

/* Count each execution of an instruction, after the callbacks already registered for it. */
void qemu_insn_count(struct qemu_plugin_insn *insn);

#define QEMU_CPUS_MAX 288       /* maximum of a q35 */

/* Counters of instructions, each 8 bytes. QEMU 7.2 to 8.2 uses the first one. Later QEMU uses one
 * for each CPU: they begin a byte apart, so they overlap, and only one is not 0 at any time. */
struct qemu_executed {
	uint8_t bytes[QEMU_CPUS_MAX + sizeof(uint64_t)];
	unsigned at;            /* the counter of the current block */
	bool is_per_cpu;
};
extern struct qemu_executed qemu_executed;

/* The number of instructions executed since the last call. Call it before each block, because only
 * one block may have been executed. */
static inline uint64_t qemu_executed_take(void)
{
	uint8_t *counter = qemu_executed.bytes + qemu_executed.at;
	uint64_t insns;

	memcpy(&insns, counter, sizeof(insns));
	memset(counter, 0, sizeof(insns));
	return insns;
}

/* A block begins. vcpu is the callback's. */
static inline void qemu_executed_begin(unsigned vcpu)
{
	if (qemu_executed.is_per_cpu)
		qemu_executed.at = vcpu % QEMU_CPUS_MAX;
}

/* Forget what was executed, by any number of blocks. */
void qemu_executed_clear(void);

extern bool qemu_names_translator;
unsigned qemu_running_cpu(void);

/* The CPU that executes, below QEMU_CPUS_MAX. vcpu is the callback's: with instructions counted,
 * QEMU 10.0 and later passes the CPU that translated the block, and all CPUs share blocks. */
static inline unsigned qemu_cpu(unsigned vcpu)
{
	return qemu_names_translator ? qemu_running_cpu() : vcpu % QEMU_CPUS_MAX;
}

#endif
