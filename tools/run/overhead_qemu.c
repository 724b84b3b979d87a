/* Each boot is a `bareline run`, and leaves what that leaves. */
#include "tools/run/overhead_qemu.h"

#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"
#include "tools/results/run_directory.h"

#define WORDS_MAX 256
/* The same for both sides, though the image alone would do with less. */
#define MEMORY "1G"
#define TIMEOUT_SECONDS "900"

/* Exact figures repeat, which the second boot shows; figures of time vary from boot to boot. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_TIMED 3

/* Counted in instructions memory is flat, and long chases take minutes to show it. */
static const char *const exact_patterns[] = {
	"null.*", "selftest.*", "cpu.*", "entry.*", "os.*", "irq.*", "fault.*",
	"mem.store_forward", "clock.timer_lateness",
};

#define EXACT_PATTERNS (sizeof(exact_patterns) / sizeof(exact_patterns[0]))

struct words {
	const char *items[WORDS_MAX + 1];       /* ended by NULL */
	int count;
};

static void overhead_qemu_add(struct words *words, const char *word)
{
	if (words->count == WORDS_MAX)
		errx(EXIT_USAGE, "too many options for `bareline run`");
	words->items[words->count++] = word;
	words->items[words->count] = NULL;
}

static void overhead_qemu_add_pair(struct words *words, const char *name, const char *value)
{
	overhead_qemu_add(words, name);
	overhead_qemu_add(words, value);
}

static void add_benches(struct words *words, const struct overhead_boots *boots)
{
	const char *const *patterns = boots->patterns;
	size_t count = boots->pattern_count;

	if (count == 0 && boots->deterministic) {
		patterns = exact_patterns;
		count = EXACT_PATTERNS;
	}
	for (size_t i = 0; i < count; i++)
		overhead_qemu_add_pair(words, "--bench", patterns[i]);
}

/* What the caller adds comes last, so that it counts. */
static int run_side(const struct overhead_boots *boots, enum side side, const char *directory)
{
	struct words words = {0};

	overhead_qemu_add_pair(&words, "run", "--quiet");
	overhead_qemu_add_pair(&words, "--memory", MEMORY);
	overhead_qemu_add_pair(&words, "--timeout", TIMEOUT_SECONDS);
	if (side == LINUX)
		overhead_qemu_add(&words, "--linux");
	if (boots->deterministic)
		overhead_qemu_add(&words, "--deterministic");
	add_benches(&words, boots);
	for (char *const *option = boots->run_options; *option != NULL; option++)
		overhead_qemu_add(&words, *option);
	overhead_qemu_add_pair(&words, "--output", directory);
	optind = 0;     /* getopt(3), "Notes": begins anew */
	return cmd_run(words.count, (char **)words.items);
}

static int boot_side(const struct overhead_boots *boots, enum side side, const char *parent,
		     unsigned long number, struct comparison *comparison)
{
	static const char *const names[] = {[METAL] = "metal", [LINUX] = "linux"};
	char *directory;
	int status;

	if (asprintf(&directory, "%s/%s-%lu", parent, names[side], number) < 0)
		err(EXIT_USAGE, "out of memory");
	fprintf(stderr, "Boot %lu of %s\n", number, side_name(comparison, side));
	status = run_side(boots, side, directory);
	if (status == EXIT_GOOD && !compare_add(comparison, side, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static int boot_all(const struct overhead_boots *boots, const char *parent,
		    struct comparison *comparison)
{
	unsigned long count = boots->boots;
	int status = EXIT_GOOD;

	if (count == 0)
		count = boots->deterministic ? BOOTS_DETERMINISTIC : BOOTS_TIMED;
	for (unsigned long number = 1; number <= count; number++) {
		for (enum side side = METAL; status == EXIT_GOOD && side < SIDES; side++)
			status = boot_side(boots, side, parent, number, comparison);
	}
	return status;
}

int overhead_boot(const struct overhead_boots *boots, struct comparison *comparison)
{
	char *new_directory = boots->directory == NULL ? run_directory_make(NULL) : NULL;
	const char *parent = boots->directory != NULL ? boots->directory : new_directory;
	int status = EXIT_USAGE;

	if (parent != NULL)
		status = boot_all(boots, parent, comparison);
	free(new_directory);
	return status;
}
