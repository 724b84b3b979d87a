/* SPDX-License-Identifier: MIT */
/* `bareline lab`: boots the machines of a list, one after the other, by their BMCs. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/cmd/commands.h"
#include "tools/lab/bmc.h"
#include "tools/lab/list.h"
#include "tools/lab/program.h"
#include "tools/results/run_directory.h"
#include "tools/run/capture_port.h"
#include "tools/run/request.h"

#define TIMEOUT_SECONDS_DEFAULT 600
#define RUN_SECONDS_DEFAULT 14400
#define SECONDS_MAX 604800
#define BAUD 115200
#define DEVICES "/dev/"

struct lab {
	const char *output, *image;
	unsigned long timeout_seconds, run_seconds;
	bool is_insecure, restarts;
};

/* What happened to a machine. */
struct outcome {
	bool is_valid, is_stopped;      /* by a signal */
	char why[BMC_WHY_MAX];          /* "" after a capture, which prints its failure */
	char left[BMC_WHY_MAX];         /* what could not be undone, or "" */
	char *directory;
};

static const struct option_spec options[] = {
	{.name = "image", .kind = OPTION_TEXT, .argument = "URL",
	 .offset = offsetof(struct lab, image),
	 .help = "with Redfish: insert bareline.img from URL, which the BMC reads, as a virtual CD "
		 "(boot from the network)"},
	{.name = "timeout", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = SECONDS_MAX, .offset = offsetof(struct lab, timeout_seconds),
	 .help = "end a run after SECONDS without input (600)"},
	{.name = "run-limit", .kind = OPTION_NUMBER, .argument = "SECONDS", .least = 1,
	 .most = SECONDS_MAX, .offset = offsetof(struct lab, run_seconds),
	 .help = "end a run after SECONDS (14400)"},
	{.name = "restart", .kind = OPTION_FLAG, .offset = offsetof(struct lab, restarts),
	 .help = "restart machines that are on (leave them alone)"},
	{.name = "insecure", .kind = OPTION_FLAG, .offset = offsetof(struct lab, is_insecure),
	 .help = "with Redfish: accept any certificate of a BMC"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct lab, output),
	 .help = "write the run of machine NAME to DIRECTORY/NAME (results/TIMESTAMP/NAME)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = replace_options},
	{0},
};

static void tell(const struct lab_machine *machine, const char *what)
{
	fprintf(stderr, "%s: %s\n", machine->name, what);
}

/* Open the console that the list names, or else serial-over-LAN. A BMC has one session of
 * serial-over-LAN, so an old session is ended first. */
static bool open_console(const struct lab_machine *machine, struct port *port)
{
	char *words[IPMITOOL_WORDS_MAX + 3], why[BMC_WHY_MAX];
	size_t count;

	if (machine->console[0] != NULL && machine->console[1] == NULL &&
	    strncmp(machine->console[0], DEVICES, strlen(DEVICES)) == 0)
		return port_open(port, machine->console[0], BAUD) == 0;
	if (machine->console[0] != NULL)
		return port_start(port, machine->console) == 0;
	count = ipmitool_words(machine, words);
	words[count] = (char *)"sol";
	words[count + 1] = (char *)"deactivate";
	words[count + 2] = NULL;
	free(program_ask(words, "", why, sizeof(why)));
	words[count + 1] = (char *)"activate";
	return port_start(port, words) == 0;
}

static bool prepare(const struct lab *lab, struct bmc *bmc)
{
	bool uses_image = lab->image != NULL && bmc->machine->is_redfish &&
			  bmc->machine->source == LAB_BY_DEFAULT;

	if (uses_image) {
		tell(bmc->machine, "inserts the image");
		if (!bmc_insert(bmc, lab->image))
			return false;
	}
	return bmc_boot_once(bmc, uses_image ? LAB_CD : bmc->machine->source);
}

/* Start and record a prepared machine. Returns whether its run is valid. */
static bool record(const struct lab *lab, struct bmc *bmc, bool is_on, const char *directory)
{
	const char *name = bmc->machine->console[0];
	struct port port;
	bool is_valid = false;

	if (!open_console(bmc->machine, &port))
		return bmc_fail(bmc, "no console");
	tell(bmc->machine, is_on ? "restarts" : "starts");
	if (bmc_start(bmc, is_on))
		is_valid = capture_port(&(struct port_capture){
			.port = &port, .device = name != NULL ? name : "ipmitool",
			.baud = port.has_program ? 0 : BAUD,
			.timeout_seconds = lab->timeout_seconds,
			.limit_seconds = lab->run_seconds, .log_limit_mib = LOG_LIMIT_MIB,
		}, directory) == EXIT_GOOD;
	port_close(&port);
	return is_valid;
}

/* Leave a machine off and without the image, also after a signal. */
static void leave(struct bmc *bmc, struct outcome *outcome)
{
	outcome->is_stopped = signals_caught() != 0;
	signals_forget();
	signals_catch();
	tell(bmc->machine, "powers off");
	if (!bmc_power_off(bmc))
		snprintf(outcome->left, sizeof(outcome->left), "%s", bmc->why);
	if (!bmc_eject(bmc) && outcome->left[0] == '\0')
		snprintf(outcome->left, sizeof(outcome->left), "%s", bmc->why);
	outcome->is_stopped |= signals_caught() != 0;
}

static void run_machine(const struct lab *lab, const struct lab_machine *machine,
			struct outcome *outcome)
{
	bool is_on = false;
	struct bmc bmc;

	if (!bmc_open(&bmc, machine, lab->is_insecure, &is_on)) {
		text_copy(outcome->why, sizeof(outcome->why), bmc.why);
		outcome->is_stopped = signals_caught() != 0;
	} else if (is_on && !lab->restarts) {
		text_copy(outcome->why, sizeof(outcome->why),
			  "it is on, and may be in use; use --restart");
	} else {
		outcome->is_valid = prepare(lab, &bmc) &&
				    record(lab, &bmc, is_on, outcome->directory);
		text_copy(outcome->why, sizeof(outcome->why), bmc.why);
		leave(&bmc, outcome);
	}
	bmc_close(&bmc);
}

/* Run all machines, until a signal. */
static void run_all(const struct lab *lab, const struct lab_list *list, const char *parent,
		    struct outcome *outcomes)
{
	for (size_t i = 0; i < list->count; i++) {
		struct outcome *outcome = &outcomes[i];
		struct run_directory directory;
		bool is_begun;

		if (i > 0 && (outcomes[i - 1].is_stopped || signals_caught() != 0)) {
			outcome->is_stopped = true;
			text_copy(outcome->why, sizeof(outcome->why), "not begun");
			continue;
		}
		outcome->directory = run_directory_file(parent, list->machines[i].name);
		is_begun = run_directory_make(&directory, outcome->directory);
		if (!is_begun) {
			text_copy(outcome->why, sizeof(outcome->why), "no directory");
			continue;
		}
		run_machine(lab, &list->machines[i], outcome);
		if (outcome->why[0] != '\0') {
			tell(&list->machines[i], outcome->why);
			run_directory_clear(&directory);
		}
		run_directory_release(&directory);
	}
}

/* Print what became of each machine. Returns whether all runs are valid and all machines off. */
static bool print_outcomes(const struct lab_list *list, const struct outcome *outcomes)
{
	size_t good = 0;

	printf("\nMachines\n");
	for (size_t i = 0; i < list->count; i++) {
		const struct outcome *outcome = &outcomes[i];

		good += outcome->is_valid && outcome->left[0] == '\0';
		printf("  %-20s ", list->machines[i].name);
		if (outcome->why[0] != '\0')
			printf("not measured: %s", outcome->why);
		else
			printf("%s, %s", outcome->is_valid ? "valid" : "FAILED or invalid",
			       outcome->directory);
		if (outcome->left[0] != '\0')
			printf("; afterwards: %s", outcome->left);
		putchar('\n');
	}
	printf("%zu of %zu machines have a valid run and are off\n", good, list->count);
	return good == list->count;
}

static int lab_run(int argc, char **argv)
{
	struct lab lab = {.timeout_seconds = TIMEOUT_SECONDS_DEFAULT,
			  .run_seconds = RUN_SECONDS_DEFAULT};
	struct run_directory parent;
	struct outcome *outcomes;
	struct lab_list list;
	int status = EXIT_USAGE;

	arguments_parse(&lab_command, &lab, argc, argv);
	if (lab_list_read(argv[1], &list) && run_directory_make_parent(&parent, lab.output)) {
		outcomes = xcalloc(list.count, sizeof(*outcomes));
		signals_catch();
		run_all(&lab, &list, parent.path, outcomes);
		status = print_outcomes(&list, outcomes) ? EXIT_GOOD : EXIT_FAILED;
		run_directory_release(&parent);
		for (size_t i = 0; i < list.count; i++)
			free(outcomes[i].directory);
		free(outcomes);
	}
	lab_list_free(&list);
	return status;
}

const struct command lab_command = {
	.name = "bareline lab",
	.summary = "boot machines by their management controllers and record them",
	.usage = "[OPTION]... LIST",
	.about = "For each machine of LIST, one after the other: insert the image by Redfish, or "
		 "let the machine boot from the network; start it; record its console as "
		 "`capture` does; cut its power; remove the image. Every wait has a limit, and a "
		 "machine that fails does not stop the others. A machine that is on is left alone "
		 "without --restart.\n"
		 "Each line of LIST has a name and words, such as\n"
		 "node1 redfish=https://10.0.0.5 user=root password-file=node1.password\n"
		 "node2 ipmi=10.0.0.6 user=admin password-file=node2.password\n"
		 "Further words are boot=network|cd|usb|disk, system=ID (Redfish), cipher=N "
		 "(IPMI), and at the end console=, a device or a command with its arguments "
		 "(ipmitool's `sol activate`). Lines that begin with # are comments. The first "
		 "line of the file after password-file= is the password. Needs curl for Redfish "
		 "and ipmitool for IPMI.",
	.groups = groups,
	.exit_status = "0 all runs are valid, and all machines are off\n"
		       "1 a machine failed, or has an invalid or interrupted run\n"
		       "2 wrong arguments or list, or a directory in use by another run\n"
		       "3 out of memory, or no room for the results",
	.operands_min = 1,
	.operands_max = 1,
	.run = lab_run,
};
