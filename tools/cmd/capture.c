/* `bareline capture`: follows a machine on a serial port to its end marker. */
#include <err.h>
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/cmd/commands.h"
#include "tools/run/finish.h"
#include "tools/results/run_directory.h"
#include "tools/run/port.h"
#include "tools/run/progress.h"

#define BAUD_DEFAULT 115200
#define BAUD_MIN 50
#define BAUD_MAX 4000000
#define READ_WAIT_MS 200
#define FAILURE_TEXT_MAX 256

static const char help[] =
	"Usage: bareline capture [OPTION]... DEVICE\n"
	"Read a machine's records from a serial port until its end marker comes; then show the\n"
	"results and keep them in a directory. Start it before the machine.\n\n"
	"  --baud N                 line speed (115200), 8 data bits, no parity, 1 stop bit\n"
	"  --timeout SECONDS        give up when nothing has come for so long (0: never)\n"
	"  -o, --output DIRECTORY   where to keep log, results and page\n"
	"                           (results/ and the time)\n";

enum {OPT_BAUD = 256, OPT_TIMEOUT};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"baud", required_argument, NULL, OPT_BAUD},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"output", required_argument, NULL, 'o'},
	{0},
};

struct capture {
	const char *device;
	const char *output;
	unsigned long baud;
	unsigned long timeout_seconds;  /* of silence; 0 for none */
	struct port port;
};

/* Read to the end marker. why is set if the capture fails before. */
static void capture_follow(struct capture *capture, struct live *live, FILE *log,
			   char why[FAILURE_TEXT_MAX])
{
	double last = live_seconds();
	char bytes[4096];

	while (!live->has_ended && why[0] == '\0') {
		ssize_t count = port_read(&capture->port, bytes, sizeof(bytes), READ_WAIT_MS);

		if (progress_signal() != 0) {
			snprintf(why, FAILURE_TEXT_MAX, "interrupted by signal %d (%s)",
				 progress_signal(), strsignal(progress_signal()));
		} else if (count < 0) {
			snprintf(why, FAILURE_TEXT_MAX, "%s is gone", capture->device);
		} else if (count > 0) {
			last = live_seconds();
			progress_feed(live, bytes, (size_t)count);
			if (fwrite(bytes, 1, (size_t)count, log) != (size_t)count ||
			    fflush(log) != 0)
				snprintf(why, FAILURE_TEXT_MAX, "the log can't be written");
		} else if (capture->timeout_seconds != 0 &&
			   live_seconds() - last >= (double)capture->timeout_seconds) {
			snprintf(why, FAILURE_TEXT_MAX, "nothing came for %lu s (--timeout)",
				 capture->timeout_seconds);
		}
	}
}

static json_t *capture_describe(const struct capture *capture)
{
	json_t *manifest = run_manifest_begin();

	json_object_set_new(manifest, "device", json_string(capture->device));
	json_object_set_new(manifest, "baud", json_integer((json_int_t)capture->baud));
	return manifest;
}

static int capture_in(struct capture *capture, const char *directory)
{
	char *path = run_directory_file(directory, RUN_LOG);
	struct live *live = malloc(sizeof(*live));
	char why[FAILURE_TEXT_MAX] = "";
	FILE *log = fopen(path, "wb");
	json_t *manifest = capture_describe(capture);
	double started = live_seconds();
	int status;

	if (live == NULL)
		err(EXIT_USAGE, "out of memory");
	if (log == NULL)
		err(EXIT_USAGE, "%s", path);
	live_init(live, stderr);
	progress_catch_signals();
	fprintf(stderr, "Listening on %s at %lu baud\n", capture->device, capture->baud);
	capture_follow(capture, live, log, why);
	if (fclose(log) != 0 && why[0] == '\0')
		snprintf(why, FAILURE_TEXT_MAX, "the log can't be written");
	free(path);
	json_object_set_new(manifest, "elapsed_seconds", json_real(live_seconds() - started));
	status = finish_run(live, directory, manifest, why[0] != '\0' ? why : NULL);
	free(live);
	return status;
}

static unsigned long number(const char *option, const char *text, unsigned long least,
			    unsigned long most)
{
	unsigned long value;

	if (!text_number(text, &value) || value < least || value > most)
		errx(EXIT_USAGE, "--%s %s: not a number from %lu to %lu", option, text, least,
		     most);
	return value;
}

static void capture_parse_options(struct capture *capture, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			exit(EXIT_GOOD);
		case 'o':
			capture->output = optarg;
			break;
		case OPT_BAUD:
			capture->baud = number("baud", optarg, BAUD_MIN, BAUD_MAX);
			break;
		case OPT_TIMEOUT:
			capture->timeout_seconds = number("timeout", optarg, 0, INT32_MAX);
			break;
		default:
			exit(EXIT_USAGE);
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		exit(EXIT_USAGE);
	}
	capture->device = argv[optind];
}

int cmd_capture(int argc, char **argv)
{
	struct capture capture = {.baud = BAUD_DEFAULT};
	int status = EXIT_USAGE;
	char *directory;

	capture_parse_options(&capture, argc, argv);
	if (port_open(&capture.port, capture.device, (unsigned)capture.baud) != 0)
		return EXIT_USAGE;
	directory = run_directory_make(capture.output);
	if (directory != NULL)
		status = capture_in(&capture, directory);
	free(directory);
	port_close(&capture.port);
	return status;
}
