/* SPDX-License-Identifier: MIT */
/* What is saved of a machine before it is borrowed and put back when it is given back: as one
 * list, whose entries have a name, a way to save and a way to put back. Saving again afterwards
 * and comparing shows whether everything is as it was. */
#ifndef BOOT_EFI_STATE_H
#define BOOT_EFI_STATE_H

#include <stddef.h>
#include <stdint.h>

#define STATE_ENTRIES_MAX 24
#define STATE_VALUES_MAX 2048
#define STATE_ENTRY_VALUES_MAX 1024     /* of one entry */

struct state_entry {
	const char *name;
	/* Write the values to to, and return how many: none when the machine lacks the thing.
	 * Only what stands still until it is put back. */
	unsigned (*save)(uint64_t to[STATE_ENTRY_VALUES_MAX]);
	/* Put back what save has written, count values. */
	void (*put_back)(const uint64_t *from, unsigned count);
};

struct state {
	uint32_t begins[STATE_ENTRIES_MAX + 1];         /* of each entry's values, and the end */
	uint64_t values[STATE_VALUES_MAX];
};

/* The lists, ended by an entry without a name: what each CPU has, saved and put back on itself;
 * and what there is once, on the boot CPU. */
extern const struct state_entry state_of_cpu[], state_of_machine[];

/* Interrupts are off. An entry that does not fit is cut. */
void state_save(const struct state_entry *list, struct state *state);

/* The last entry first: what was saved last stands on what was saved before it. */
void state_put_back(const struct state_entry *list, const struct state *state);

/* How many values differ. The first names of entries with such go to text, each with the number
 * of the value in it and both values, as far as they fit into size bytes. */
unsigned state_compare(const struct state_entry *list, const struct state *before,
		       const struct state *after, char *text, size_t size);

/* ---- The parts of the lists ---- */

unsigned state_save_control(uint64_t *to);
void state_put_back_control(const uint64_t *from, unsigned count);
unsigned state_save_debug(uint64_t *to);
void state_put_back_debug(const uint64_t *from, unsigned count);
unsigned state_save_msrs(uint64_t *to);
void state_put_back_msrs(const uint64_t *from, unsigned count);
unsigned state_save_counters(uint64_t *to);
void state_put_back_counters(const uint64_t *from, unsigned count);
unsigned state_save_lapic(uint64_t *to);
void state_put_back_lapic(const uint64_t *from, unsigned count);
unsigned state_save_ioapics(uint64_t *to);
void state_put_back_ioapics(const uint64_t *from, unsigned count);
unsigned state_save_pic(uint64_t *to);
void state_put_back_pic(const uint64_t *from, unsigned count);
unsigned state_save_pit(uint64_t *to);
void state_put_back_pit(const uint64_t *from, unsigned count);
unsigned state_save_hpet(uint64_t *to);
void state_put_back_hpet(const uint64_t *from, unsigned count);
unsigned state_save_rtc(uint64_t *to);
void state_put_back_rtc(const uint64_t *from, unsigned count);
unsigned state_save_i8042(uint64_t *to);
void state_put_back_i8042(const uint64_t *from, unsigned count);
unsigned state_save_serial(uint64_t *to);
void state_put_back_serial(const uint64_t *from, unsigned count);
unsigned state_save_timer(uint64_t *to);
void state_put_back_timer(const uint64_t *from, unsigned count);
unsigned state_save_screen(uint64_t *to);
void state_put_back_screen(const uint64_t *from, unsigned count);

/* End what is pending on this CPU and may come: for the moment after the kernel has left it and
 * before anything is put back. */
void state_quiet_cpu(void);
void state_quiet_machine(void);

#endif
