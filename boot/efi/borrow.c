/* SPDX-License-Identifier: MIT */
/* See borrow.h. */
#include "boot/efi/borrow.h"

#include "boot/efi/cpus.h"
#include "boot/efi/describe.h"
#include "boot/efi/devices.h"
#include "boot/efi/kept_log.h"
#include "boot/efi/memory.h"
#include "boot/efi/results/head.h"
#include "boot/efi/results/results.h"
#include "boot/efi/results/started.h"
#include "boot/efi/state.h"
#include "boot/loan.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/x86/control.h"

#define CR4_LA57 (1u << 12)
#define CR4_CET (1u << 23)
#define RETRY_SECONDS 30
#define RETRY_SECONDS_BEFORE_OFF 600
#define RETRY_SECONDS_OF_TEST 5
#define DIFFERENCES_CHARS 160
#define CLOSING_CHARS 400

static struct {
	struct loan *loan;
	struct loan_log *log;
	struct results_place results;
	struct state cpu[2], machine[2];        /* before and after */
	char differences[DIFFERENCES_CHARS];    /* the first */
	bool has_run;                           /* the kernel */
} borrow;

/* With five levels of page tables, process-context identifiers or shadow stacks the way back would
 * take more than the world switch does. */
const char *borrow_obstacle(void)
{
	uint64_t cr4 = read_cr4();

	if ((cr4 & CR4_LA57) != 0)
		return "the firmware uses page tables of five levels";
	if ((cr4 & (CR4_PCIDE | CR4_CET)) != 0)
		return "the firmware uses PCIDs or shadow stacks";
	if (!devices_find_timer())
		return "the firmware does not tell of its timer";
	return NULL;
}

const char *borrow_prepare(struct boot_info *info, const struct words *words)
{
	char name[LOAN_LOG_NAME_CHARS];
	const char *why;

	efi_acpi_read(info->rsdp_phys, &devices_acpi);
	describe_run(name, sizeof(name));
	borrow.log = kept_log_make(name);
	borrow.loan = memory_allocate_low(sizeof(*borrow.loan), 0);
	if (borrow.log == NULL || borrow.loan == NULL)
		return "there is no memory for the log";
	borrow.loan->log_phys = (uintptr_t)borrow.log;
	borrow.loan->resume_phys = (uintptr_t)world_resume;
	borrow.loan->boot_apic_id = cpus_own_apic_id();
	why = memory_take(info);
	if (why != NULL)
		return why;
	cpus_bring(borrow.loan, words);
	info->loan_phys = (uintptr_t)borrow.loan;
	return NULL;
}

/* ---- There and back ---- */

/* What was last saved stands on what was before it, so the CPU comes back first: its interrupt
 * controller takes what the machine's raise, with interrupts still off. */
static void visit_kernel(uint64_t entry, uint64_t argument)
{
	EFI_TPL level = firmware_services->RaiseTPL(TPL_HIGH_LEVEL);

	interrupts_off();
	state_save(state_of_machine, &borrow.machine[0]);
	state_save(state_of_cpu, &borrow.cpu[0]);
	state_quiet_machine();
	state_quiet_cpu();              /* the firmware's are nothing to the kernel */
	world_switch(&borrow.loan->boot, entry, argument, &borrow.loan->boot, 0);
	state_quiet_machine();
	state_quiet_cpu();
	state_put_back(state_of_cpu, &borrow.cpu[0]);
	state_put_back(state_of_machine, &borrow.machine[0]);
	state_save(state_of_machine, &borrow.machine[1]);
	state_save(state_of_cpu, &borrow.cpu[1]);
	firmware_services->RestoreTPL(level);
}

static unsigned compare_with(const struct state_entry *list, const struct state state[2])
{
	char text[DIFFERENCES_CHARS];
	unsigned differences = state_compare(list, &state[0], &state[1], text, sizeof(text));

	if (differences > 0 && borrow.differences[0] == '\0')
		text_copy(borrow.differences, sizeof(borrow.differences), text);
	return differences;
}

static unsigned values_of(const struct state_entry *list, const struct state *state)
{
	unsigned entries = 0;

	while (list[entries].name != NULL)
		entries++;
	return state->begins[entries];
}

/* A line of text behind the kernel's. */
static void close_log(void)
{
	unsigned differences = cpus_see_home(borrow.loan, borrow.differences,
					     sizeof(borrow.differences));
	char line[CLOSING_CHARS];

	differences += compare_with(state_of_cpu, borrow.cpu);
	differences += compare_with(state_of_machine, borrow.machine);
	fmt_buffer(line, sizeof(line), "given back: %u values of the machine, %u of each of %u "
		   "CPUs; %u differ%s%s; CPUs that did not come back: %u; lines that found no "
		   "room: %lu", values_of(state_of_machine, &borrow.machine[0]),
		   values_of(state_of_cpu, &borrow.cpu[0]), borrow.loan->cpu_count + 1,
		   differences, differences > 0 ? ": " : "", borrow.differences,
		   borrow.loan->cpus_missing, (unsigned long)borrow.log->dropped_lines);
	kept_log_append(borrow.log, line);
}

/* ---- Saying ---- */

/* By the kernel, below the figures: the firmware's console would write over them. */
static void have_kernel_say(const char *text, bool is_wanted_back)
{
	text_copy(borrow.loan->note, sizeof(borrow.loan->note), text);
	borrow.loan->is_wanted_back = is_wanted_back;
	visit_kernel(borrow.loan->kernel_resume_phys, borrow.loan->kernel_world_phys);
}

static void say(const char *text)
{
	if (borrow.has_run)
		have_kernel_say(text, true);
	else
		firmware_say(text);
}

/* ---- Writing ---- */

/* Returns whether it is written; a stick that is not there, or full, can be changed. */
static bool save(EFI_HANDLE volume, const struct loan_log *log, const struct words *words,
		 char note[LOAN_NOTE_CHARS])
{
	unsigned seconds = words->is_tested ? RETRY_SECONDS_OF_TEST
			   : words->switches_off ? RETRY_SECONDS_BEFORE_OFF
						 : RETRY_SECONDS;
	struct results_place *place = &borrow.results;
	const char *why;

	do {
		why = results_write(volume, log, place);
		if (why == NULL) {
			fmt_buffer(note, LOAN_NOTE_CHARS, "%sResults: \\%s on the stick.\n",
				   place->remark, place->path);
			return true;
		}
		fmt_buffer(note, LOAN_NOTE_CHARS, "\nThe results are not written:\n %s.\n"
			   "For %u s a key tries again%s.\n", why, seconds, words->switches_off
			   ? "; then the machine is switched off, which loses them" : "");
		say(note);
	} while (firmware_wait_for_key(seconds));
	text_copy(note, LOAN_NOTE_CHARS, words->switches_off ? "Nobody struck one.\n"
		  : "Nobody struck one. They are in memory: reset the machine, and the next start\n"
		    "from a stick with room writes them. Switching it off loses them.\n");
	return false;
}

/* What could not be saved stays where it is, for the next start. */
static void save_earlier(EFI_HANDLE volume, struct loan_log *log, const struct words *words)
{
	bool has_ended = kept_log_has_line(log, "@end ");
	const char *line = has_ended ? HEAD_FOUND_ENDED : HEAD_FOUND_CUT_SHORT;
	char note[LOAN_NOTE_CHARS];

	if (!kept_log_has_line(log, line))
		kept_log_append(log, line);
	if (!save(volume, log, words, note)) {
		firmware_say(note);
		return;
	}
	firmware_print("Bareline: a run that %s left its log in memory. %s",
		       has_ended ? "had ended" : "was cut short", note);
	firmware_notice_set("Saved a run found in memory", log->name);
	kept_log_forget(log);
}

void borrow_save_earlier(EFI_HANDLE volume)
{
	const struct words words = {.then = THEN_NOTHING};
	struct loan_log *log;

	if (results_obstacle(volume) != NULL)
		return;
	for (unsigned place = 0; (log = kept_log_find(&place)) != NULL;)
		save_earlier(volume, log, &words);
}

/* Linux's figures stand on the screen even if the stick can't take them. */
static void begin_linux(EFI_HANDLE volume, char note[LOAN_NOTE_CHARS])
{
	const char *warning = results_warning_of_linux(volume);
	size_t used = strlen(note);

	if (warning != NULL)
		used += fmt_buffer(note + used, LOAN_NOTE_CHARS - used, "%s\n", warning);
	text_copy(note + used, LOAN_NOTE_CHARS - used, "Now the same under Linux.\n");
	started_note(volume, borrow.results.path);
}

const char *borrow_run(char *kernel, uint32_t entry_offset, struct boot_info *info,
		       EFI_HANDLE volume, const struct words *words)
{
	char note[LOAN_NOTE_CHARS];

	visit_kernel((uintptr_t)kernel + entry_offset, (uintptr_t)info);
	borrow.has_run = true;
	close_log();
	cpus_settle();
	borrow.loan->is_unsaved = !save(volume, borrow.log, words, note);
	if (borrow.loan->is_unsaved == 0) {
		borrow.log->magic = 0;
		if (words->then == THEN_LINUX)
			begin_linux(volume, note);
	}
	/* Without the metal's Linux has nothing to stand beside, and memory alone has it. */
	have_kernel_say(note, words->then == THEN_OS ||
				      (words->then == THEN_LINUX && borrow.loan->is_unsaved == 0));
	memory_give_back();
	return borrow.results.path;
}
