/* SPDX-License-Identifier: MIT */
/* Machine state that is saved before the kernel runs and restored after it. Each entry of the list
 * has a name and functions to save and restore. After the restore, the loader saves again and
 * compares, which shows whether all values are restored. */
#ifndef BOOT_EFI_STATE_H
#define BOOT_EFI_STATE_H

#include <stddef.h>
#include <stdint.h>

#define STATE_ENTRIES_MAX 24
#define STATE_VALUES_MAX 2048
#define STATE_ENTRY_VALUES_MAX 1024     /* of one entry */

struct state_entry {
	const char *name;
	/* Write the values to to and return their number; 0 if the machine lacks the device. Save
	 * only values that stay constant until they are restored. */
	unsigned (*save)(uint64_t to[STATE_ENTRY_VALUES_MAX]);
	/* Restore the count values that save has written. */
	void (*restore)(const uint64_t *from, unsigned count);
};

struct state {
	uint32_t begins[STATE_ENTRIES_MAX + 1];         /* index of each entry's first value, and of
							 * the end */
	uint64_t values[STATE_VALUES_MAX];
};

/* The lists, each ended by an entry without a name. State of a CPU is saved and restored on that
 * CPU. State of the machine is saved and restored on the boot CPU. */
extern const struct state_entry state_of_cpu[], state_of_machine[];

/* Save all entries. Interrupts must be off. An entry is left out if there is less room than for
 * STATE_ENTRY_VALUES_MAX values. */
void state_save(const struct state_entry *list, struct state *state);

/* Restore the entries in reverse order, because later entries depend on earlier ones. */
void state_restore(const struct state_entry *list, const struct state *state);

/* Number of values that differ. Writes the first entries that differ to text, as far as they fit
 * into size bytes: each with its name, the value's index and both values. */
unsigned state_compare(const struct state_entry *list, const struct state *before,
		       const struct state *after, char *text, size_t size);

/* ---- Entries of the lists ---- */

unsigned state_save_control(uint64_t *to);
void state_restore_control(const uint64_t *from, unsigned count);
unsigned state_save_debug(uint64_t *to);
void state_restore_debug(const uint64_t *from, unsigned count);
unsigned state_save_msrs(uint64_t *to);
void state_restore_msrs(const uint64_t *from, unsigned count);
unsigned state_save_counters(uint64_t *to);
void state_restore_counters(const uint64_t *from, unsigned count);
unsigned state_save_lapic(uint64_t *to);
void state_restore_lapic(const uint64_t *from, unsigned count);
unsigned state_save_ioapics(uint64_t *to);
void state_restore_ioapics(const uint64_t *from, unsigned count);
unsigned state_save_pic(uint64_t *to);
void state_restore_pic(const uint64_t *from, unsigned count);
unsigned state_save_pit(uint64_t *to);
void state_restore_pit(const uint64_t *from, unsigned count);
unsigned state_save_hpet(uint64_t *to);
void state_restore_hpet(const uint64_t *from, unsigned count);
unsigned state_save_rtc(uint64_t *to);
void state_restore_rtc(const uint64_t *from, unsigned count);
unsigned state_save_i8042(uint64_t *to);
void state_restore_i8042(const uint64_t *from, unsigned count);
unsigned state_save_serial(uint64_t *to);
void state_restore_serial(const uint64_t *from, unsigned count);
unsigned state_save_timer(uint64_t *to);
void state_restore_timer(const uint64_t *from, unsigned count);
unsigned state_save_screen(uint64_t *to);
void state_restore_screen(const uint64_t *from, unsigned count);

/* Clear pending interrupts of this CPU or of the devices, after the kernel has left and before
 * state is restored. */
void state_drain_cpu(void);
void state_drain_machine(void);

#endif
