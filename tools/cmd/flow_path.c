/* `bareline flow path`: the critical path of one interaction as a table, or those of many, a row
 * each. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/cmd/table_output.h"
#include "tools/flow/filter.h"
#include "tools/topic/flow.h"

#define NEAR_DEFAULT 5
#define NEAR_MAX 1000

static const char help[] =
	"Usage: bareline flow path [OPTION]... LOG\n"
	"Print critical paths: of one interaction vertex by vertex, of several a row each. "
	"Times are\n"
	"TSC ticks. `gain if 0` is by how much the response would be shorter if the way to that\n"
	"vertex took no time: no more than the next path allows.\n\n"
	"  --shorten EXPR[=PERCENT]   what the response times would be if time in that state were\n"
	"                        shorter by so much (100), wherever it is spent\n"
	"  --near N              how many near-critical paths to show (5)\n" FLOW_INTERACTION_HELP
		TABLE_HELP;

enum {OPT_SHORTEN = 256, OPT_NEAR};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"shorten", required_argument, NULL, OPT_SHORTEN},
	{"near", required_argument, NULL, OPT_NEAR},
	FLOW_INTERACTION_OPTIONS,
	TABLE_OPTIONS,
	{0},
};

/* Time spent in a state, to be shortened: a share of each arc. */
struct shortening {
	char *text;                     /* NULL: none is asked for */
	unsigned long percent;
	struct flow_expr state;
	struct flow_usage use;
	uint32_t run;                   /* that the usage is for */
	uint8_t *in_state;              /* by vertex: 1 its arc from prev, 2 that from second */
	uint64_t *earliest;
	size_t capacity;
};

struct paths {
	struct flow_session session;
	struct flow_graph graph;
	struct flow_path path;
	struct shortening shortening;
	unsigned long near_max;
	struct table_output output;
	struct tables tables;
	struct flow_paths rows;
};

/* ---- Shortening ---- */

static void parse_shortening(struct shortening *shortening, const char *text)
{
	char *equals;

	shortening->text = strdup(text);
	if (shortening->text == NULL)
		err(EXIT_USAGE, "out of memory");
	shortening->percent = 100;
	equals = strrchr(shortening->text, '=');
	if (equals == NULL)
		return;
	*equals = '\0';
	if (!text_number(equals + 1, &shortening->percent) || shortening->percent > 100)
		errx(EXIT_USAGE, "--shorten %s: not a number from 0 to 100 after '='", text);
}

static bool flow_path_wants_object(void *context, const struct flow_object *object)
{
	return flow_expr_names(context, object);
}

static void note_state(void *context, const struct flow_use_step *step)
{
	struct shortening *shortening = context;
	size_t words = shortening->use.words;

	shortening->in_state[step->vertex] =
		(step->prev != NULL && flow_expr_holds(&shortening->state, step->prev, words)) |
		(step->second != NULL &&
		 flow_expr_holds(&shortening->state, step->second, words)) << 1;
}

static uint64_t cut_share(void *context, uint32_t vertex, bool is_second, uint64_t ticks)
{
	const struct shortening *shortening = context;

	if ((shortening->in_state[vertex] >> is_second & 1) == 0)
		return 0;
	return (uint64_t)((unsigned __int128)ticks * shortening->percent / 100);
}

static void reserve(struct shortening *shortening, size_t vertices)
{
	if (vertices <= shortening->capacity)
		return;
	shortening->capacity = 2 * vertices;
	shortening->in_state = realloc(shortening->in_state, shortening->capacity);
	shortening->earliest = reallocarray(shortening->earliest, shortening->capacity,
					    sizeof(*shortening->earliest));
	if (shortening->in_state == NULL || shortening->earliest == NULL)
		err(EXIT_USAGE, "out of memory");
}

/* The response time of the network at hand, shortened. */
static uint64_t shortened_response(struct paths *paths)
{
	struct shortening *shortening = &paths->shortening;
	uint32_t run = paths->graph.interaction->run;

	if (shortening->use.log == NULL || shortening->run != run) {
		flow_use_free(&shortening->use);
		flow_use_begin(&shortening->use, paths->session.log, run, flow_path_wants_object,
			       &shortening->state);
		flow_expr_bind(&shortening->state, &shortening->use);
		shortening->run = run;
	}
	reserve(shortening, paths->graph.vertices.count);
	flow_use_walk(&shortening->use, &paths->graph, note_state, shortening);
	return flow_path_response_if(&paths->graph, cut_share, shortening, shortening->earliest);
}

static void free_shortening(struct shortening *shortening)
{
	flow_use_free(&shortening->use);
	flow_expr_free(&shortening->state);
	free(shortening->in_state);
	free(shortening->earliest);
	free(shortening->text);
}

/* ---- Tables ---- */

static void flow_path_add(struct paths *paths, size_t number)
{
	uint64_t shortened = paths->shortening.text != NULL ? shortened_response(paths) : 0;

	flow_paths_add(&paths->rows, &paths->graph, &paths->path, number, shortened);
}

/* Make the network and path of an interaction that is picked. */
static bool flow_path_make(struct paths *paths, const uint8_t *picked, size_t number)
{
	struct flow_interactions *interactions = &paths->session.interactions;

	return picked[number] &&
		flow_graph_make(interactions, &interactions->items.items[number], &paths->graph) &&
		flow_path_find(&paths->graph, &paths->path);
}

static void flow_path_add_all(struct paths *paths, const uint8_t *picked)
{
	for (size_t i = 0; i < paths->session.interactions.items.count; i++) {
		if (flow_path_make(paths, picked, i))
			flow_path_add(paths, i);
	}
	flow_paths_end(&paths->rows);
}

static void flow_path_add_one(struct paths *paths, size_t number)
{
	flow_path_add(paths, number);
	topic_flow_path(&paths->tables, &paths->graph, &paths->path, "", "path");
	topic_flow_near(&paths->tables, &paths->graph, &paths->path, paths->near_max);
}

static size_t count_picked(const uint8_t *picked, size_t count, size_t *last)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (picked[i]) {
			*last = i;
			found++;
		}
	}
	return found;
}

static int flow_path_write(struct paths *paths, const struct flow_filter *filter)
{
	size_t count = paths->session.interactions.items.count, number = 0;
	struct shortening *shortening = &paths->shortening;
	uint8_t *picked = flow_filter_interactions(filter, &paths->session);
	int status = EXIT_GOOD;
	bool is_one;

	if (picked == NULL ||
	    (shortening->text != NULL && !flow_filter_parse(&shortening->state, shortening->text,
							   paths->session.log))) {
		free(picked);
		return EXIT_USAGE;
	}
	is_one = count_picked(picked, count, &number) == 1;
	tables_init(&paths->tables, "Critical paths");
	flow_paths_begin(&paths->rows, &paths->tables, shortening->text != NULL);
	if (is_one && flow_path_make(paths, picked, number))
		flow_path_add_one(paths, number);
	else if (!is_one)
		flow_path_add_all(paths, picked);
	free(picked);
	flow_session_write_faults(&paths->session);
	if (!table_output_write(&paths->output, &paths->tables))
		status = EXIT_USAGE;
	tables_free(&paths->tables);
	return status;
}

static int flow_path_run(struct paths *paths, const struct flow_filter *filter, const char *path)
{
	int status;

	if (!flow_session_open(&paths->session, path))
		return EXIT_USAGE;
	status = flow_path_write(paths, filter);
	free_shortening(&paths->shortening);
	flow_path_free(&paths->path);
	flow_graph_free(&paths->graph);
	flow_session_close(&paths->session);
	return status;
}

int flow_path(int argc, char **argv)
{
	struct paths paths = {.near_max = NEAR_DEFAULT, .output.all = true};
	struct flow_filter filter = {0};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case OPT_SHORTEN:
			parse_shortening(&paths.shortening, optarg);
			break;
		case OPT_NEAR:
			if (!text_number(optarg, &paths.near_max) || paths.near_max > NEAR_MAX)
				errx(EXIT_USAGE, "--near %s: not a number up to %d", optarg,
				     NEAR_MAX);
			break;
		default:
			if (!flow_filter_option(&filter, option, optarg) &&
			    !table_output_option(&paths.output, option, optarg))
				return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return flow_path_run(&paths, &filter, argv[optind]);
}
