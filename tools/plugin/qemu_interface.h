/* SPDX-License-Identifier: MIT */
/* The part of QEMU's plugin interface that differs between its versions 1 to 7. The rest, which is
 * the same in all of them, is called directly (qemu_plugin.h).
 *
 *	1	QEMU 7.2	an inline addition goes to any address
 *	2	QEMU 9.0	to a scoreboard, which has an element for each CPU
 *	3	QEMU 9.1	an instruction's bytes are copied
 *	4, 5	QEMU 10.0, 10.1	access to memory and registers, which is not used here
 *	6	QEMU 11.0	interrupts and exceptions are reported, as by QEMU 10.2
 *	7	QEMU 11.1	every callback gets its own data, and no plugin's number
 *
 * QEMU 11.1 loads a plugin only if that names version 7, earlier ones take a range. So
 * qemu_plugin_version is set when the plugin is loaded, before QEMU reads it. */
#ifndef TOOLS_PLUGIN_QEMU_INTERFACE_H
#define TOOLS_PLUGIN_QEMU_INTERFACE_H

#include "tools/plugin/qemu_plugin.h"

#define QEMU_INSN_BYTES_MAX 15

/* QEMU reads it from the plugin. */
extern int qemu_plugin_version;

/* Finds a function of QEMU's by its name; NULL if QEMU has none of that name. */
typedef void *qemu_find(const char *name);

/* The version to name to a QEMU that has these functions. executable is the path of its program, by
 * whose text the releases that have the same functions are told apart. */
int qemu_interface_version(qemu_find *find, const char *executable);

/* Use the interface that QEMU offers, by the functions that find has or, if find is NULL, the
 * program's own. Returns false with a message if the plugin does not know that interface. */
bool qemu_interface_begin(const struct qemu_plugin_info *info, qemu_find *find);

/* ---- After qemu_interface_begin ---- */

void qemu_on_translation(qemu_plugin_id_t id, void (*callback)(struct qemu_plugin_tb *tb));
void qemu_on_exit(qemu_plugin_id_t id, void (*callback)(void));

/* A CPU takes an interrupt or an exception, and goes on at address. QEMU 11.1 reports an exception
 * twice: when it is raised, with an address that means nothing, and as an interrupt when its
 * handler comes next. So the last address before a block counts. */
typedef void qemu_interrupt(unsigned vcpu, uint64_t address, bool is_exception);

/* Returns false where QEMU does not report these. */
bool qemu_on_interrupt(qemu_plugin_id_t id, qemu_interrupt *callback);

/* Copy an instruction's bytes, QEMU_INSN_BYTES_MAX at most. Returns how many. */
size_t qemu_insn_copy(const struct qemu_plugin_insn *insn, uint8_t *bytes);

/* Count an instruction each time it is executed: after the callbacks that are registered for it
 * already. */
void qemu_insn_count(struct qemu_plugin_insn *insn);

/* How many instructions that CPU, which is the only one that ran meanwhile, has executed since the
 * last call. It has executed a block. */
uint64_t qemu_executed_take(unsigned vcpu);

#endif
