/* SPDX-License-Identifier: MIT */
/* `bareline layers`: compares bare metal, KVM guest, Linux, and Linux in a KVM guest. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/view/output.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/results/run_directory.h"
#include "tools/run/hypervisor.h"
#include "tools/run/boots/layer_boots.h"
#include "tools/topic/layers/layers.h"
#include "tools/view/data.h"
#include "tools/view/page.h"
#include "tools/view/chart.h"

#define BOOTS_MAX 1000
#define BOOTS_IN_TIME 3

struct settings {
	struct layers layers;
	struct patterns benches;
	struct linux_options linux;     /* for layers with Linux */
	struct hypervisor_options hypervisor;
	unsigned long boots;            /* per layer */
	struct run_request run;
	bool in_time, all, force;
	const char *output;
	const char *show_directory;     /* directory of an earlier call */
};

/* Parse a list of layers, such as "metal,kvm". */
static bool layers_pick(void *to, const char *value, struct option_problem *problem)
{
	bool *wanted = to;

	for (;;) {
		size_t length = strcspn(value, ",");
		enum layer layer = layer_find(value, length);

		if (layer == LAYERS)
			return option_refuse(problem, "unknown layer '%.*s'; use metal, kvm, linux "
					     "or linux-in-kvm", (int)length, value);
		wanted[layer] = true;
		if (value[length] == '\0')
			return true;
		value += length + 1;
	}
}

static const struct option_spec layer_options[] = {
	{.name = "layers", .kind = OPTION_CALL, .argument = "NAME[,NAME]", .call = layers_pick,
	 .offset = offsetof(struct settings, layers.wanted),
	 .help = "select layers: metal, kvm, linux, linux-in-kvm (all); each "
		 "--hypervisor-kernel has a kvm of its own"},
	{.name = "real-time", .kind = OPTION_FLAG, .offset = offsetof(struct settings, in_time),
	 .help = "measure time, on a host whose KVM supports nesting, instead of counting "
		 "instructions under emulation"},
	{.name = "boots", .kind = OPTION_NUMBER, .argument = "N", .least = 1, .most = BOOTS_MAX,
	 .offset = offsetof(struct settings, boots),
	 .help = "boot each layer N times (1; 3 with --real-time)"},
	{.name = "show", .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct settings, show_directory),
	 .help = "print the results in DIRECTORY of an earlier call, without booting"},
	{0},
};

static const struct option_spec all_options[] = {
	{.name = "all", .kind = OPTION_FLAG,
	 .help = "print all rows"},
	{0},
};

static const struct option_spec file_options[] = {
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write the runs, layers.json, layers.md, layers.html and parts.svg to DIRECTORY "
		 "(results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = layer_options},
	{.options = linux_options, .offset = offsetof(struct settings, linux)},
	{.options = bench_options, .offset = offsetof(struct settings, benches)},
	{.options = all_options, .offset = offsetof(struct settings, all)},
	{.options = force_options, .offset = offsetof(struct settings, force)},
	{.options = file_options},
	{.heading = "Hypervisor", .options = hypervisor_options,
	 .offset = offsetof(struct settings, hypervisor)},
	{0},
};

/* ---- Options ---- */

/* Select the layers that the user named, or all layers. With several hypervisor kernels, selects
 * the guest of each. */
static void layers_select(struct layers *layers, size_t hypervisors)
{
	bool is_default = true;

	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++)
		is_default &= !layers->wanted[layer];
	for (enum layer layer = LAYER_METAL; layer < LAYERS; layer++) {
		size_t hypervisor = layer_hypervisor(layer);

		if (hypervisor > 0)
			layers->wanted[layer] = hypervisor < hypervisors &&
						layers->wanted[LAYER_KVM];
		else
			layers->wanted[layer] |= is_default;
	}
}

static void layers_parse_options(struct settings *settings, int argc, char **argv)
{
	int count = arguments_parse(&layers_command, settings, argc, argv);
	const struct patterns *benches = &settings->benches;
	const bool *wanted = settings->layers.wanted;

	if (settings->show_directory != NULL) {
		if (count > 0 || settings->boots != 0 || settings->in_time ||
		    linux_options_are_used(&settings->linux))
			errx(EXIT_USAGE, "--show: boots nothing; omit RUN-OPTIONs, --boots, "
			     "--real-time and options for Linux");
		return;
	}
	layers_select(&settings->layers, settings->hypervisor.kernel_count);
	if (benches->count == 0 && !settings->in_time)
		benches = &interleaved_options_exact_benches;
	interleaved_options_parse(&settings->run, benches, !settings->in_time, count, argv);
	if (settings->run.hypervisor.is_wanted || settings->run.is_linux)
		errx(EXIT_USAGE, "--linux, --in-kvm: not allowed with layers; use --layers");
	if (linux_options_are_used(&settings->run.linux))
		errx(EXIT_USAGE, "--kernel, --initramfs, --kernel-append: must precede --");
	settings->run.linux = settings->linux;
	settings->run.hypervisor = settings->hypervisor;
	if (linux_options_are_used(&settings->linux) && !wanted[LAYER_LINUX] &&
	    !wanted[LAYER_LINUX_IN_KVM])
		errx(EXIT_USAGE, "--kernel, --initramfs, --kernel-append: unused; none of the "
		     "selected layers boots Linux");
	if (settings->linux.kernel_count > 1)
		errx(EXIT_USAGE, "--kernel: given more than once; use `bareline overhead` to "
		     "compare several kernels");
	if (settings->boots == 0)
		settings->boots = settings->in_time ? BOOTS_IN_TIME : 1;
}

/* ---- Output ---- */

static bool layers_write_file(const struct tables *tables, const char *directory, const char *name,
			      void (*writer)(const struct tables *, FILE *))
{
	char *path = run_directory_file(directory, name);
	bool written = output_write(tables, writer, path);

	free(path);
	return written;
}

static bool layers_write(const struct settings *settings, const struct tables *tables,
			 const char *directory)
{
	static const char *const no_files[OUTPUT_FORMATS];
	bool written = output_files_and_text(tables, no_files, settings->all);
	char *path;

	if (directory == NULL)
		return written;
	written &= layers_write_file(tables, directory, "layers.json", json_write);
	written &= layers_write_file(tables, directory, "layers.md", markdown_write);
	/* Report and charts are optional. */
	path = run_directory_file(directory, "layers.html");
	if (page_write_file(tables, path, true) && charts_write_files(tables, directory))
		fprintf(stderr, "Report: %s\n", path);
	free(path);
	return written;
}

static int layers_show(struct settings *settings, const struct reasons *refused,
		       const char *directory)
{
	struct side_list *list = &settings->layers.sides;
	const struct layers_report report = {&settings->layers, refused};
	struct tables tables;
	int status;

	side_list_make(list, &settings->benches);
	if (!output_check_metrics(&settings->benches, list->names.metric_count))
		return EXIT_USAGE;
	tables_init(&tables, "");
	topic_layers(&tables, &report);
	status = layers_write(settings, &tables, directory) ? EXIT_GOOD : EXIT_MACHINE;
	tables_free(&tables);
	for (size_t i = 0; i < list->count; i++) {
		if (status == EXIT_GOOD && side_list_is_exact(list) &&
		    side_list_count_differing(list, i) > 0)
			status = EXIT_FAILED;
	}
	return status;
}

static int layers_compare(struct settings *settings, const char *directory)
{
	struct reasons refused = {0};
	int status = EXIT_USAGE;

	layers_refuse(&settings->layers, &refused);
	if (refused.count > 0 && !settings->force)
		reasons_print_refused(&refused, "layers not comparable");
	else
		status = layers_show(settings, &refused, directory);
	reasons_free(&refused);
	return status;
}

/* ---- The command ---- */

/* Boots write to a directory in any case. The results of an earlier call are written only to
 * --output. */
static int layers_run(int argc, char **argv)
{
	struct settings settings = {0};
	struct run_directory parent = {.lock = -1};
	int status = EXIT_USAGE;

	layers_parse_options(&settings, argc, argv);
	if (settings.show_directory == NULL)
		status = layer_boots_run(&settings.run, settings.boots, settings.output,
					 &settings.layers, &parent);
	else if (layer_boots_read(settings.show_directory, &settings.layers) &&
		 (settings.output == NULL || run_directory_make_parent(&parent, settings.output)))
		status = EXIT_GOOD;
	if (status == EXIT_GOOD)
		status = layers_compare(&settings, parent.path);
	run_directory_release(&parent);
	side_list_free(&settings.layers.sides);
	return status;
}

const struct command layers_command = {
	.name = "bareline layers",
	.summary = "compare bare metal, KVM guest, Linux, and Linux in a KVM guest",
	.usage = "[OPTION]... [-- RUN-OPTION...]\n"
		 "--show DIRECTORY [OPTION]...",
	.about = "Boot the image and Linux on one emulated machine, interleaved, both directly "
		 "and as KVM guests. Print each benchmark's metric on every layer, and what the "
		 "layer adds. RUN-OPTIONs, as for `bareline run`, describe the machine; --memory "
		 "is the guest's.",
	.groups = groups,
	.exit_status = "0 success\n"
		       "1 a run failed, or exact metrics differ between repeated runs\n"
		       "2 not comparable, wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = run_request_take_operand,
	.run = layers_run,
};
