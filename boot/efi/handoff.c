/* SPDX-License-Identifier: MIT */
/* See handoff.h. */
#include "boot/efi/handoff.h"

#include "boot/efi/describe.h"
#include "boot/efi/persistent_log.h"
#include "boot/efi/memory.h"
#include "boot/efi/netboot/netboot.h"
#include "boot/efi/processor.h"
#include "boot/efi/resident.h"
#include "boot/efi/results/head.h"
#include "boot/efi/results/results.h"
#include "boot/efi/results/started.h"
#include "boot/efi/state.h"
#include "boot/handoff.h"
#include "lib/text/fmt.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/string.h"

#define RETRY_SECONDS 30
#define RETRY_SECONDS_BEFORE_OFF 600
#define RETRY_SECONDS_OF_TEST 5
#define SEND_TRIES 8                    /* tries take about ten minutes in all */
#define SEND_TRIES_OF_TEST 4
#define SEND_WAIT_SECONDS 5             /* after the first try; each further wait is twice as
					 * long */
#define DIFFERENCES_CHARS 160
#define SEND_CHARS 320
#define CLOSING_CHARS 400
#define NETWORK_LINE_CHARS 256

static struct {
	struct handoff *handoff;
	struct persistent_log *log;
	struct results_place results;
	struct state cpu[2], machine[2];        /* before and after the run */
	char differences[DIFFERENCES_CHARS];    /* the first values that differ */
	bool has_run;                           /* the kernel has run */
} resident;

const char *handoff_unsupported_reason(void)
{
	return resident_unsupported_reason();
}

static void append_network_lines(struct persistent_log *log)
{
	char line[NETWORK_LINE_CHARS];
	const char *at = netboot_lines();

	while (*at != '\0') {
		size_t length = 0;

		while (at[length] != '\n' && at[length] != '\0' && length + 1 < sizeof(line))
			length++;
		text_copy(line, length + 1, at);
		persistent_log_append(log, line);
		at += length + (at[length] == '\n');
	}
}

const char *handoff_prepare(struct boot_info *info, const struct loader_options *options)
{
	char name[PERSISTENT_LOG_NAME_CHARS];
	const char *why;

	describe_run(name, sizeof(name));
	resident.log = persistent_log_make(name);
	resident.handoff = memory_allocate_low(sizeof(*resident.handoff), 0);
	if (resident.log == NULL || resident.handoff == NULL)
		return "no memory for the log";
	append_network_lines(resident.log);
	resident.handoff->log_phys = (uintptr_t)resident.log;
	resident.handoff->resume_phys = (uintptr_t)world_resume;
	why = memory_take(info);
	if (why != NULL)
		return why;
	resident_prepare(resident.handoff, info, options);
	info->handoff_phys = (uintptr_t)resident.handoff;
	return NULL;
}

/* ---- Entering the kernel ---- */

/* Save the machine's state before the CPU's, and restore it after the CPU's, because the CPU's
 * interrupt controller must accept interrupts that restoring the devices raises. Interrupts stay
 * off. */
static void run_kernel(uint64_t entry, uint64_t argument)
{
	EFI_TPL level = firmware_services->RaiseTPL(TPL_HIGH_LEVEL);

	interrupts_off();
	state_save(state_of_machine, &resident.machine[0]);
	state_save(state_of_cpu, &resident.cpu[0]);
	state_drain_machine();
	state_drain_cpu();              /* the kernel must not get the firmware's interrupts */
	resident_enter(resident.handoff, entry, argument);
	state_drain_machine();
	state_drain_cpu();
	state_restore(state_of_cpu, &resident.cpu[0]);
	state_restore(state_of_machine, &resident.machine[0]);
	state_save(state_of_machine, &resident.machine[1]);
	state_save(state_of_cpu, &resident.cpu[1]);
	firmware_services->RestoreTPL(level);
}

static unsigned compare_with(const struct state_entry *list, const struct state state[2])
{
	char text[DIFFERENCES_CHARS];
	unsigned differences = state_compare(list, &state[0], &state[1], text, sizeof(text));

	if (differences > 0 && resident.differences[0] == '\0')
		text_copy(resident.differences, sizeof(resident.differences), text);
	return differences;
}

static unsigned values_of(const struct state_entry *list, const struct state *state)
{
	unsigned entries = 0;

	while (list[entries].name != NULL)
		entries++;
	return state->begins[entries];
}

/* Append the line about the restored state to the kernel's log. */
static void close_log(void)
{
	unsigned differences = resident_wait_for_cpus(resident.handoff, resident.differences,
						      sizeof(resident.differences));
	char line[CLOSING_CHARS];

	differences += compare_with(state_of_cpu, resident.cpu);
	differences += compare_with(state_of_machine, resident.machine);
	differences += resident.handoff->kernel_differences;
	fmt_buffer(line, sizeof(line),
		   "firmware state restored: %u machine values, %u values of each of %u CPUs; "
		   "%u differ%s%s; CPUs not returned: %u; log lines dropped: %lu",
		   values_of(state_of_machine, &resident.machine[0]) +
			   resident.handoff->kernel_values,
		   values_of(state_of_cpu, &resident.cpu[0]), resident.handoff->cpu_count + 1,
		   differences, differences > 0 ? ": " : "", resident.differences,
		   resident.handoff->cpus_missing, (unsigned long)resident.log->dropped_lines);
	persistent_log_append(resident.log, line);
}

/* ---- Messages ---- */

/* Let the kernel print below its results, because the firmware's console would overwrite them. */
static void print_in_kernel(const char *text, bool must_return)
{
	text_copy(resident.handoff->note, sizeof(resident.handoff->note), text);
	resident.handoff->must_return = must_return;
	run_kernel(resident.handoff->kernel_resume_phys, resident.handoff->kernel_world_phys);
}

static void print_note(const char *text)
{
	if (resident.has_run)
		print_in_kernel(text, true);
	else
		firmware_print_text(text);
}

/* ---- Writing ---- */

/* Send the log. While that fails, wait and retry; each wait is longer than the one before. A key
 * ends the wait. Returns whether the server has the log, and sets note. */
static bool send(const struct persistent_log *log, const struct loader_options *options,
		 unsigned tries, char note[HANDOFF_NOTE_CHARS])
{
	unsigned seconds = options->is_tested ? 1 : SEND_WAIT_SECONDS;
	char text[SEND_CHARS];

	while (!netboot_send(log, text, sizeof(text))) {
		if (--tries == 0) {
			fmt_buffer(note, HANDOFF_NOTE_CHARS,
				   "\nResults not sent:\n %s.\nThey are in memory. Start the "
				   "server, then reset the machine and boot it from\nthe network "
				   "again. Do not switch it off: that discards them.\n", text);
			return false;
		}
		fmt_buffer(note, HANDOFF_NOTE_CHARS,
			   "\nResults not sent:\n %s.\nCheck the server and the cable. Next try "
			   "in %u s; press a key to try now.\n", text, seconds);
		print_note(note);
		firmware_wait_for_key(seconds);
		seconds *= 2;
	}
	fmt_buffer(note, HANDOFF_NOTE_CHARS, "Results: %s.\n", text);
	return true;
}

/* Write the log. While that fails, wait for a key and retry, because the user may change a missing
 * or full stick. Returns whether the log was written, and sets note. */
static bool write(EFI_HANDLE volume, const struct persistent_log *log,
		  const struct loader_options *options, char note[HANDOFF_NOTE_CHARS])
{
	unsigned seconds = options->is_tested ? RETRY_SECONDS_OF_TEST
			   : options->switches_off ? RETRY_SECONDS_BEFORE_OFF
						   : RETRY_SECONDS;
	struct results_place *place = &resident.results;
	const char *why;

	do {
		why = results_write(volume, log, place);
		if (why == NULL) {
			fmt_buffer(note, HANDOFF_NOTE_CHARS, "%sResults: \\%s on the stick.\n",
				   place->remark, place->path);
			return true;
		}
		fmt_buffer(note, HANDOFF_NOTE_CHARS,
			   "\nResults not written:\n %s.\nPress a key within %u s to retry%s.\n",
			   why, seconds,
			   options->switches_off ? "; then power-off discards them" : "");
		print_note(note);
	} while (firmware_wait_for_key(seconds));
	text_copy(note, HANDOFF_NOTE_CHARS, options->switches_off
		  ? "No key was pressed.\n"
		  : "No key was pressed. The results are in memory. To write them, reset the "
		  "machine and\nstart from a stick with free space. Do not switch it off: that "
		  "discards them.\n");
	return false;
}

/* Save the log where the loader came from: on the volume or the server. */
static bool save(EFI_HANDLE volume, const struct persistent_log *log,
		 const struct loader_options *options, char note[HANDOFF_NOTE_CHARS])
{
	if (!netboot_is_origin())
		return write(volume, log, options, note);
	if (netboot_unsupported_reason() != NULL)
		return send(log, options, 1, note);
	return send(log, options, options->is_tested ? SEND_TRIES_OF_TEST : SEND_TRIES, note);
}

/* Save a log of an earlier start. If this fails, the log stays in memory for the next start. */
static void save_earlier(EFI_HANDLE volume, struct persistent_log *log,
			 const struct loader_options *options)
{
	bool has_ended = persistent_log_has_line(log, "@end ");
	char bench[HEAD_BENCH_CHARS];
	const char *line = has_ended ? HEAD_FOUND_COMPLETE : HEAD_FOUND_ABORTED;
	char note[HANDOFF_NOTE_CHARS];

	if (!has_ended) {
		head_last_bench(bench, (const char *)log + PERSISTENT_LOG_TEXT, log->used_bytes);
		firmware_set_aborted(bench);
	}
	if (!persistent_log_has_line(log, line))
		persistent_log_append(log, line);
	if (!(netboot_is_origin() ? send(log, options, 1, note)
				  : write(volume, log, options, note))) {
		firmware_print_text(note);
		return;
	}
	firmware_print("Bareline: found the log of %s in memory. %s",
		       has_ended ? "a complete run" : "an aborted run", note);
	firmware_notice_set("Saved a run from memory", log->name);
	persistent_log_discard(log);
}

void handoff_save_earlier(EFI_HANDLE volume)
{
	const struct loader_options options = {.then = THEN_NOTHING};
	struct persistent_log *log;

	if (netboot_is_origin() ? netboot_unsupported_reason() != NULL
				: results_unsupported_reason(volume) != NULL)
		return;
	for (unsigned place = 0; (log = persistent_log_find_unsaved(&place)) != NULL;)
		save_earlier(volume, log, &options);
}

/* Begin the start of Linux. Linux starts even if the stick has no room for its results, because
 * they also appear on the screen. */
static void begin_linux(EFI_HANDLE volume, char note[HANDOFF_NOTE_CHARS])
{
	const char *warning = results_linux_warning(volume);
	size_t used = strlen(note);

	if (warning != NULL)
		used += fmt_buffer(note + used, HANDOFF_NOTE_CHARS - used, "%s\n", warning);
	text_copy(note + used, HANDOFF_NOTE_CHARS - used,
		  "Next: the same benchmarks under Linux.\n");
	linux_started_mark(volume, resident.results.path);
}

const char *handoff_run(char *kernel, uint32_t entry_offset, struct boot_info *info,
			EFI_HANDLE volume, const struct loader_options *options)
{
	char note[HANDOFF_NOTE_CHARS];

	processor_ready_kernel(kernel, info);
	run_kernel((uintptr_t)kernel + entry_offset, (uintptr_t)info);
	resident.has_run = true;
	close_log();
	resident_settle();
	resident.handoff->is_unsaved = !save(volume, resident.log, options, note);
	resident.handoff->must_stay_on = resident.handoff->is_unsaved != 0 &&
					 netboot_is_origin() && options->switches_off;
	if (resident.handoff->is_unsaved == 0) {
		resident.log->magic = 0;
		if (options->then == THEN_LINUX)
			begin_linux(volume, note);
	}
	/* Linux is not started while the bare-metal results are only in memory. */
	print_in_kernel(note, options->then == THEN_OS ||
			(options->then == THEN_LINUX && resident.handoff->is_unsaved == 0));
	memory_release();
	return resident.results.path;
}
