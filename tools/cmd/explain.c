/* SPDX-License-Identifier: MIT */
/* `bareline explain`: counts the instructions of an operation by function. */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/analysis/timing.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/run.h"
#include "tools/compare/layers.h"
#include "tools/explain/export.h"
#include "tools/record/catalogue.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/run/boots/explained_run.h"
#include "tools/run/reproduce.h"
#include "tools/topic/explain/change.h"
#include "tools/topic/explain/explain.h"
#include "tools/topic/explain/how.h"
#include "tools/topic/explain/metal.h"
#include "tools/view/data.h"
#include "tools/view/output.h"
#include "tools/view/page.h"

#define WORDS_MAX 16
#define TIMEOUT_SECONDS 1800
#define POINTS_PRINTED_MAX 40
#define SOURCES_MAX 3           /* base, new, bare metal */
#define OUTPUT_FILES "all stacks in stacks.folded, for FlameGraph and speedscope; trace.json, " \
	"for Perfetto; profile.pb, for pprof; all tables in explain.json"

struct settings {
	const char *operands[WORDS_MAX + 1];
	size_t operand_count;
	const char *layer;
	bool compares, has_metal;
	const char *stage, *show_directory, *output;
	struct explain_view view;
	struct symbol_files symbols;
	struct {
		bool is_wanted;
		struct memory_geometry geometry;
	} memory;
	struct explained_choice choice;
	struct run_request run;
};

static option_call explain_take_memory, explain_take_program;

static const char *const layer_names[] = {"metal", "kvm", "linux", "linux-in-kvm", NULL};

static const struct option_spec what_options[] = {
	{.name = "layer", .kind = OPTION_WORD, .argument = "NAME", .choices = layer_names,
	 .offset = offsetof(struct settings, layer),
	 .help = "select the layer: metal, kvm, linux or linux-in-kvm (metal)"},
	{.name = "bare-metal", .kind = OPTION_FLAG, .offset = offsetof(struct settings, has_metal),
	 .help = "with --layer: also count the operation on bare metal, for comparison"},
	{.name = "stage", .kind = OPTION_TEXT, .argument = "NAME",
	 .offset = offsetof(struct settings, stage),
	 .help = "select one stage of the benchmark"},
	{.name = "show", .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .offset = offsetof(struct settings, show_directory),
	 .help = "print the explanation in DIRECTORY of an earlier call, without booting"},
	{.name = "compare", .kind = OPTION_FLAG, .offset = offsetof(struct settings, compares),
	 .help = "print the difference by function between two earlier calls, without booting"},
	{.name = "symbols", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, symbols.kernel),
	 .help = "read the symbols of the measured Linux from this copy of /proc/kallsyms (read "
		 "in an extra boot, once)"},
	{.name = "hypervisor-symbols", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct settings, symbols.hypervisor),
	 .help = "read the symbols of the hypervisor's Linux from this copy of /proc/kallsyms"},
	{.name = "program", .kind = OPTION_CALL, .argument = "FILE[@OFFSET]",
	 .offset = offsetof(struct settings, symbols), .call = explain_take_program,
	 .help = "also read symbols from this ELF file: your kernel, if --image is a disk image, "
		 "or a program that it runs; may be repeated. OFFSET is the hexadecimal address "
		 "where the program runs minus its link address (found by the program's code) "
		 "(docs/your-kernel.md)"},
	{.name = "memory-model", .kind = OPTION_CALL, .argument = "GEOMETRY",
	 .offset = 0, .call = explain_take_memory,
	 .help = "also model caches and TLBs, and count their misses: \"default\", or the parts "
		 "that differ from the default, such as "
		 "l1d=48K/12,l2=none,dtlb=64/4,page=4K,prefetch=next "
		 "(docs/memory-model.md)"},
	{0},
};

static const struct option_spec output_group[] = {
	{.name = "sums", .kind = OPTION_FLAG, .offset = offsetof(struct settings, view.sums_only),
	 .help = "print only whether each metric equals the sum of its functions"},
	{.name = "tree", .kind = OPTION_FLAG, .offset = offsetof(struct settings, view.has_tree),
	 .help = "print the whole call tree, not only its largest parts"},
	{.name = "output", .letter = 'o', .kind = OPTION_TEXT, .argument = "DIRECTORY",
	 .writes = true, .offset = offsetof(struct settings, output),
	 .help = "write the run, the counts, explain.json, explain.md, explain.html, flames.svg, "
		 "stacks.folded, profile.pb and trace.json to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = what_options},
	{.options = output_group},
	{.options = replace_options},
	{0},
};

/* ---- Options ---- */

static bool explain_take_memory(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;
	char why[MEMORY_TEXT_MAX];

	settings->memory.is_wanted = true;
	return memory_geometry_parse(&settings->memory.geometry, value, why) ||
	       option_refuse(problem, "%s", why);
}

/* Split FILE@OFFSET. A file may have such a name itself. The path is valid until the program
 * ends. */
static void program_split(const char *value, const char **path, uint64_t *moved_by)
{
	const char *at = strrchr(value, '@');
	char *end = NULL;
	uint64_t offset = at != NULL ? strtoull(at + 1, &end, 16) : 0;

	*path = value;
	*moved_by = 0;
	if (at == NULL || end == at + 1 || *end != '\0' || access(value, F_OK) == 0)
		return;
	*path = xasprintf("%.*s", (int)(at - value), value);
	*moved_by = offset;
}

static bool explain_take_program(void *to, const char *value, struct option_problem *problem)
{
	struct symbol_files *files = to;

	if (files->program_count == sizeof(files->programs) / sizeof(files->programs[0]))
		return option_refuse(problem, "more than %zu programs", files->program_count);
	program_split(value, &files->programs[files->program_count],
		      &files->moved_by[files->program_count]);
	files->program_count++;
	return true;
}

static bool explain_take_operand(void *to, const char *value, struct option_problem *problem)
{
	struct settings *settings = to;

	char *words = xstrdup(value), *word;    /* until the program ends */
	char *first = xasprintf("%.*s", (int)strcspn(value, " ,"), value);
	const char *ends = catalogue_has(first) ? " ," : "";

	/* A name printed by a report may be one operand: 'fault.no_execute trap 4 KiB'. A directory
	 * may have blanks too. */
	free(first);
	while ((word = strsep(&words, ends)) != NULL) {
		if (word[0] == '\0')
			continue;
		if (settings->operand_count == WORDS_MAX)
			return option_refuse(problem, "more than %d arguments", WORDS_MAX);
		settings->operands[settings->operand_count++] = word;
	}
	return true;
}

/* The machine is as for `bareline run --deterministic`. */
static void explain_parse_run(struct settings *settings, int count, char **argv)
{
	struct run_request *run = &settings->run;
	const struct layer_info *layer = &layer_infos[LAYER_METAL];
	struct option_problem problem;

	run_request_init(run);
	run->is_part = true;
	run->timeout_seconds = TIMEOUT_SECONDS;
	run->machine.is_deterministic = true;
	if (settings->operand_count > 0 && !settings->compares &&
	    settings->show_directory == NULL && strcmp(settings->operands[0], "*") != 0 &&
	    !run_request_add_bench(run->benches, settings->operands[0], &problem))
		errx(EXIT_USAGE, "%s: %s", settings->operands[0], problem.text);
	arguments_parse(&run_command, run, count + 1, argv);
	run->machine.extra = argv + 1;
	if (run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--accel kvm: instructions of KVM guests cannot be counted by "
		     "function; use --accel tcg");
	if (run->is_linux || run->hypervisor.is_wanted)
		errx(EXIT_USAGE, "--linux, --in-kvm: not allowed with explain; use --layer");
	if (run->output != NULL)
		errx(EXIT_USAGE, "--output: must precede --");
	if (settings->layer != NULL)
		layer = &layer_infos[layer_find(settings->layer, strlen(settings->layer))];
	if (settings->symbols.program_count > 0 && (layer->is_linux || layer->is_in_kvm))
		errx(EXIT_USAGE, "--program: applies to a kernel given by --image; omit --layer");
	run->is_linux = layer->is_linux;
	run->hypervisor.is_wanted = layer->is_in_kvm;
}

static void explain_parse_options(struct settings *settings, int argc, char **argv)
{
	int count = arguments_parse(&explain_command, settings, argc, argv);
	size_t first = settings->compares ? 2 : 0;

	/* The operands from `first` on: the benchmark, then the parameters of its point. */
	if (settings->operand_count > first)
		patterns_add(&settings->choice.benches, settings->operands[first]);
	for (size_t i = first + 1; i < settings->operand_count; i++) {
		if (catalogue_has(settings->operands[i]))
			errx(EXIT_USAGE, "'%s': a second benchmark; to select several, give one "
			     "pattern", settings->operands[i]);
	}
	if (settings->operand_count > first + 1)
		settings->choice.words = &settings->operands[first + 1];
	settings->choice.stage = settings->stage;
	explain_parse_run(settings, count, argv);
	if (settings->compares && (settings->operand_count < 2 || settings->show_directory != NULL))
		errx(EXIT_USAGE, "--compare: needs two directories of earlier calls");
	if (settings->memory.is_wanted && (settings->compares || settings->show_directory != NULL))
		errx(EXIT_USAGE, "--memory-model: needs a run; omit --show and --compare");
	if (settings->has_metal && !settings->run.is_linux && !settings->run.hypervisor.is_wanted)
		errx(EXIT_USAGE, "--bare-metal: needs --layer kvm, linux or linux-in-kvm");
	if (settings->has_metal && (settings->compares || settings->show_directory != NULL))
		errx(EXIT_USAGE, "--bare-metal: needs a run; omit --show and --compare");
	if (!settings->compares && settings->operand_count == 0 && settings->show_directory == NULL)
		errx(EXIT_USAGE, "no benchmark selected; give BENCH, or '*' for all");
}

/* ---- A run ---- */

/* The content of a directory: log, counts, and symbols. */
struct contents {
	struct result *result;
	struct instruction_profile trace;
	struct memory_trace memory;
	struct code_names names;
	struct explanation explanation;
};

static void contents_free(struct contents *contents)
{
	explanation_free(&contents->explanation);
	code_names_free(&contents->names);
	memory_trace_free(&contents->memory);
	instruction_profile_free(&contents->trace);
	if (contents->result != NULL)
		result_free(contents->result);
}

/* Read the counts of the memory model, if there are any. */
static bool contents_read_memory(struct contents *contents, const char *directory)
{
	char *path = run_directory_file(directory, EXPLAINED_MEMORY);
	bool was_modelled = access(path, F_OK) == 0;
	bool good = !was_modelled || memory_trace_read(&contents->memory, path, &contents->trace);

	if (good && was_modelled)
		contents->trace.memory = &contents->memory;
	free(path);
	return good;
}

/* No metric matches: print the available points and stages. */
static void print_points(const struct result *result, const struct explained_choice *choice,
			 const char *directory)
{
	size_t count = 0;

	warnx("%s: no metric matches%s", directory,
	      choice->words != NULL || choice->stage != NULL ? "; it contains" : "");
	if (choice->words == NULL && choice->stage == NULL)
		return;
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		if (!patterns_select(&choice->benches, bench->info->name))
			continue;
		for (size_t j = 0; j < bench->series_count && count < POINTS_PRINTED_MAX;
		     j++, count++)
			fprintf(stderr, "  %s %s%s%s\n", bench->info->name,
				bench->series[j].info->point,
				bench->series[j].info->stage[0] != '\0' ? " --stage " : "",
				bench->series[j].info->stage);
	}
	if (count == POINTS_PRINTED_MAX)
		fputs("  ...\n", stderr);
}

/* Log, counts and names. */
static bool contents_load(struct contents *contents, const struct settings *settings,
			  const char *directory)
{
	char *run = run_directory_file(directory, EXPLAINED_RUN);
	char *counts = run_directory_file(directory, EXPLAINED_COUNTS);
	bool good;

	*contents = (struct contents){.result = load_run(run)};
	good = contents->result != NULL && instruction_profile_read(&contents->trace, counts) &&
	       contents_read_memory(contents, directory) &&
	       explained_run_names(&contents->names, &(struct explained_left){
			directory, contents->result, &contents->trace,
	       }, &settings->run, &settings->symbols) &&
	       code_names_check(&contents->names, &contents->trace);
	if (!good)
		contents_free(contents);
	free(counts);
	free(run);
	return good;
}

/* Explain what contents_load() read. Frees the contents on failure. */
static bool contents_explain(struct contents *contents, const struct settings *settings,
			     const char *directory)
{
	bool good = explanation_make(&contents->explanation, contents->result, &contents->trace,
				     &contents->names, &settings->choice);

	if (good && contents->explanation.count == 0) {
		print_points(contents->result, &settings->choice, directory);
		good = false;
	}
	if (!good)
		contents_free(contents);
	return good;
}

static bool explain_write_tables(const struct tables *tables, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct tables *, FILE *);
	} files[] = {{"explain.json", json_write}, {"explain.md", markdown_write}};
	char *page = run_directory_file(directory, "explain.html");
	bool good = true;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = run_directory_file(directory, files[i].name);

		good &= output_write(tables, files[i].write, path);
		free(path);
	}
	if (page_write_file(tables, page, true))
		fprintf(stderr, "Report: %s\n", page);
	free(page);
	return good;
}

static bool explain_write_stacks(const struct explanation *explanation, const char *directory)
{
	static const struct {
		const char *name;
		void (*write)(const struct explained *, size_t, FILE *);
	} files[] = {
		{"stacks.folded", explain_write_folded}, {"flames.svg", explain_write_flames},
		{"trace.json", explain_write_chrome}, {"profile.pb", explain_write_pprof},
	};
	bool good = true;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = run_directory_file(directory, files[i].name);
		FILE *file = file_create(path);

		if (file != NULL)
			files[i].write(explanation->items, explanation->count, file);
		good &= file_finish(file, path);
		free(path);
	}
	return good;
}

static bool explain_print(const struct tables *tables)
{
	static const char *const no_files[OUTPUT_FORMATS];

	return output_files_and_text(tables, no_files, false);
}

/* ---- Bare metal ---- */

/* The request and symbols of the same operations on bare metal. */
static struct settings settings_of_metal(const struct settings *settings)
{
	struct settings metal = *settings;
	struct run_request otherwise;

	run_request_init(&otherwise);
	metal.symbols = (struct symbol_files){0};
	metal.run.is_linux = false;
	metal.run.linux = otherwise.linux;
	metal.run.hypervisor = otherwise.hypervisor;
	return metal;
}

/* Read the results below a directory of bare metal, if they are of the same build. Returns false
 * without a message if there are none. */
static bool metal_load(struct contents *metal, const struct settings *settings,
		       const struct contents *of, const char *directory)
{
	struct settings of_metal = settings_of_metal(settings);
	char *path = run_directory_file(directory, EXPLAINED_METAL);
	char *counts = run_directory_file(path, EXPLAINED_COUNTS);
	bool good = access(counts, F_OK) == 0 && contents_load(metal, &of_metal, path);

	if (good && strcmp(result_manifest(metal->result)->build,
			   result_manifest(of->result)->build) != 0) {
		warnx("%s: of another build, so it is not shown", path);
		good = false;
		contents_free(metal);
	} else if (good && !explanation_make(&metal->explanation, metal->result, &metal->trace,
					     &metal->names, &settings->choice)) {
		good = false;
		contents_free(metal);
	}
	free(counts);
	free(path);
	return good;
}

/* ---- How it was counted ---- */

/* The runs of an output, with texts that sources_free() frees. */
struct sources {
	struct explain_source items[SOURCES_MAX];
	char *texts[2 * SOURCES_MAX + 1];
	size_t count, text_count;
	const char *last;               /* the command that compares; or NULL */
	const char *files;              /* other output files; or NULL */
	const struct contents *metal;   /* NULL: none */
};

static char *sources_keep(struct sources *sources, char *text)
{
	return sources->texts[sources->text_count++] = text;
}

static void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->text_count; i++)
		free(sources->texts[i]);
}

/* The benchmark and the point of all metrics besides the timing overhead, which each run has. If
 * the metrics have several benchmarks, "*"; if they have several points, "". */
static void common_name(const struct explanation *explanation, const char **bench,
			const char **point)
{
	const struct explained *first = NULL;

	for (size_t i = 0; i < explanation->count; i++) {
		const struct explained *item = &explanation->items[i];

		if (strcmp(item->bench->info->name, TIMING_BENCH) == 0 && explanation->count > 1)
			continue;
		if (first == NULL) {
			first = item;
			*bench = item->bench->info->name;
			*point = item->series->info->point;
		}
		if (strcmp(item->bench->info->name, first->bench->info->name) != 0)
			*bench = "*";
		if (item->bench != first->bench ||
		    strcmp(item->series->info->point, first->series->info->point) != 0)
			*point = "";
	}
	if (first == NULL) {
		*bench = TIMING_BENCH;
		*point = "";
	}
}

/* The command that counts the operations of `explanation` again into `output`. NULL if the run
 * cannot be booted again, or if its manifest has words that are not this program's own. */
static char *command_of_run(const struct explanation *explanation, const struct contents *contents,
			    const json_t *manifest, const char *output)
{
	const json_t *options = json_object_get(manifest, "options");
	const char *bench, *point;

	common_name(explanation, &bench, &point);
	if (!reproduce_is_own(options) ||
	    (strcmp(bench, "*") != 0 && !reproduce_is_own_metric(bench, point)))
		return NULL;
	return reproduce_explain_command(bench, point,
					 reproduce_layer(result_manifest(contents->result)), output,
					 NULL, options);
}

static void sources_add(struct sources *sources, const char *name, const char *output,
			const struct explanation *explanation, const struct contents *contents,
			const char *directory)
{
	char *run = run_directory_file(directory, EXPLAINED_RUN);
	json_t *manifest = run_manifest_read(run);
	const char *qemu = json_string_value(json_object_get(manifest, "qemu_version"));
	const char *model = json_string_value(json_object_get(manifest, "cpu_model"));

	sources->items[sources->count++] = (struct explain_source){
		.name = name,
		.result = contents->result,
		.emulator = qemu == NULL || model == NULL
				    ? ""
				    : sources_keep(sources, xasprintf("%s, CPU model %s", qemu,
								      model)),
		.command = sources_keep(sources, command_of_run(explanation, contents, manifest,
								output)),
	};
	json_decref(manifest);
	free(run);
}

/* Add both sides of a comparison, and the command that compares them. */
static void sources_add_sides(struct sources *sources, const struct contents *base,
			      const struct contents *new, const char *const *directories)
{
	const char *bench, *point;
	char *text;
	size_t size;
	FILE *line = file_in_memory(&text, &size);

	sources_add(sources, "base", "explain-base", &new->explanation, base, directories[0]);
	sources_add(sources, "new", "explain-new", &new->explanation, new, directories[1]);
	common_name(&new->explanation, &bench, &point);
	fputs("bareline explain --compare explain-base explain-new", line);
	reproduce_write_metric(line, bench, point);
	file_end_memory(line, &text);
	sources->last = sources_keep(sources, text);
}

/* Add the sections at the end: the operations on bare metal, and how the runs were counted. */
static void explain_add_end(struct tables *tables, const struct explanation *explanation,
			    const struct sources *sources)
{
	if (sources->metal != NULL)
		topic_explain_metal(tables, explanation, &sources->metal->explanation,
				    timing_has_tsc(sources->metal->result));
	topic_explain_how(tables, sources->items, sources->count, sources->last, sources->files);
}

/* ---- Outputs ---- */

/* Print the tables, and write all files to the directory unless it is NULL. On failure, prints the
 * cause and returns false. */
static bool explain_output(const struct explanation *explanation, const struct sources *sources,
			   const struct explain_view *view, const char *directory)
{
	const struct explain_view whole = {.has_tree = true};
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_explain(&tables, explanation, view);
	if (!view->sums_only)
		explain_add_end(&tables, explanation, sources);
	good = explain_print(&tables);
	tables_free(&tables);
	if (directory == NULL)
		return good;
	tables_init(&tables, "");
	topic_explain(&tables, explanation, &whole);
	explain_add_end(&tables, explanation, sources);
	good &= explain_write_tables(&tables, directory);
	tables_free(&tables);
	return explain_write_stacks(explanation, directory) && good;
}

/* Print and write the difference between two explanations. */
static bool explain_output_change(const struct explanation *base, const struct explanation *new,
				  const struct sources *sources, const char *directory)
{
	struct tables tables;
	bool good;

	tables_init(&tables, "");
	topic_explain_change(&tables, base, new);
	explain_add_end(&tables, new, sources);
	good = explain_print(&tables);
	if (directory != NULL)
		good &= explain_write_tables(&tables, directory);
	tables_free(&tables);
	return good;
}

static int explain_show(const struct settings *settings, const char *directory, const char *output)
{
	struct contents contents, metal;
	struct sources sources = {.files = output != NULL ? OUTPUT_FILES : NULL};
	int status = EXIT_GOOD;

	if (!contents_load(&contents, settings, directory) ||
	    !contents_explain(&contents, settings, directory))
		return EXIT_USAGE;
	for (size_t i = 0; i < contents.explanation.count; i++) {
		if (contents.explanation.items[i].status == EXPLAINED_WRONGLY)
			status = EXIT_FAILED;
	}
	if ((settings->has_metal || settings->show_directory != NULL) &&
	    metal_load(&metal, settings, &contents, directory))
		sources.metal = &metal;
	sources_add(&sources, "", "explained", &contents.explanation, &contents, directory);
	if (!explain_output(&contents.explanation, &sources, &settings->view, output))
		status = EXIT_MACHINE;
	sources_free(&sources);
	if (sources.metal != NULL)
		contents_free(&metal);
	contents_free(&contents);
	return status;
}

/* ---- All ---- */

/* Boot the image for the same operations, into a directory below that of the other run. A benchmark
 * that bare metal lacks ends only this boot. */
static void explain_boot_metal(const struct settings *settings, const char *parent)
{
	struct settings metal = settings_of_metal(settings);
	char *path = run_directory_file(parent, EXPLAINED_METAL);
	struct run_directory directory;

	if (run_directory_make_parent(&directory, path)) {
		if (explained_run_boot(&metal.run, &metal.symbols, directory.path, NULL) !=
		    EXIT_GOOD)
			warnx("the operation was not counted on bare metal");
		run_directory_release(&directory);
	}
	free(path);
}

static int explain_boot(struct settings *settings)
{
	struct run_directory parent;
	int status;

	explained_run_check(&settings->run, &settings->symbols);
	if (!run_directory_make_parent(&parent, settings->output))
		return EXIT_USAGE;
	if (!explained_run_keep_symbols(&settings->run, parent.path, &settings->symbols))
		status = EXIT_USAGE;
	else
		status = explained_run_boot(&settings->run, &settings->symbols, parent.path,
					    settings->memory.is_wanted ? &settings->memory.geometry
								       : NULL);
	if (status == EXIT_GOOD && settings->has_metal)
		explain_boot_metal(settings, parent.path);
	if (status == EXIT_GOOD)
		status = explain_show(settings, parent.path, parent.path);
	run_directory_release(&parent);
	return status;
}

static int explain_compare_contents(struct contents *base, struct contents *new,
				    const struct settings *settings)
{
	struct contents metal;
	struct sources sources = {0};
	int status;
	bool has_base = code_names_read_inlines(&base->names);

	/* Inlined functions are named only if both sides name them: otherwise they would be
	 * differences. */
	if (!code_names_read_inlines(&new->names) || !has_base)
		base->names.has_inlines = new->names.has_inlines = false;
	if (!contents_explain(base, settings, settings->operands[0])) {
		contents_free(new);
		return EXIT_USAGE;
	}
	if (!contents_explain(new, settings, settings->operands[1])) {
		contents_free(base);
		return EXIT_USAGE;
	}
	sources_add_sides(&sources, base, new, settings->operands);
	if (metal_load(&metal, settings, new, settings->operands[1]))
		sources.metal = &metal;
	status = explain_output_change(&base->explanation, &new->explanation, &sources,
				       settings->output)
			 ? EXIT_GOOD
			 : EXIT_MACHINE;
	sources_free(&sources);
	if (sources.metal != NULL)
		contents_free(&metal);
	contents_free(new);
	contents_free(base);
	return status;
}

static int explain_compare(const struct settings *settings)
{
	struct contents base, new;

	if (!contents_load(&base, settings, settings->operands[0]))
		return EXIT_USAGE;
	if (contents_load(&new, settings, settings->operands[1]))
		return explain_compare_contents(&base, &new, settings);
	contents_free(&base);
	return EXIT_USAGE;
}

static int explain_run(int argc, char **argv)
{
	static struct settings settings;
	struct run_directory parent = {0};
	int status;

	explain_parse_options(&settings, argc, argv);
	if (!settings.compares && settings.show_directory == NULL)
		return explain_boot(&settings);
	/* The output directory may be the directory that is shown. */
	if (settings.output != NULL && !run_directory_make_parent(&parent, settings.output))
		return EXIT_USAGE;
	status = settings.compares
			 ? explain_compare(&settings)
			 : explain_show(&settings, settings.show_directory, settings.output);
	if (settings.output != NULL)
		run_directory_release(&parent);
	return status;
}

const struct command explain_command = {
	.name = "bareline explain",
	.summary = "count the instructions of an operation by function",
	.usage = "[OPTION]... BENCH [POINT]... [-- RUN-OPTION...]\n"
		 "--show DIRECTORY [OPTION]... [BENCH [POINT]...]\n"
		 "--compare DIRECTORY DIRECTORY [OPTION]... [BENCH [POINT]...]",
	.about = "Run benchmarks on an emulated machine, count their instructions by function "
		 "from outside, and print them by function and by caller. BENCH is a name or a "
		 "pattern; '*' selects all. POINT is PARAMETER=VALUE, or words of the names that "
		 "reports print, such as: fault.no_execute trap 4 KiB. The sum over all functions "
		 "must equal the measured metric, or the command fails. RUN-OPTIONs, as for "
		 "`bareline run`, describe the machine.",
	.groups = groups,
	.exit_status = "0 explained\n"
		       "1 a metric differs from the sum of its functions, or the run failed\n"
		       "2 wrong arguments, unreadable input, or symbols of another program\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.take_operand = explain_take_operand,
	.run = explain_run,
};
