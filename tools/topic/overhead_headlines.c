/* Figures by the names that they have in every run. */
#include "tools/topic/overhead_headlines.h"

#include <string.h>

#include "tools/analysis/predict.h"

static const struct headline {
	const char *text;
	struct figure_name figure;
} headlines[HEADLINES] = {
	{"a null system call", {"entry.null_syscall", "path=syscall", ""}},
	{"a switch between processes", {"os.switch_space", "pcid=off", ""}},
	{"a page fault that maps a page",
	 {"fault.not_present", "ring=3 action=map page_bytes=4096", "total"}},
	{"a process made (fork)", {"os.process_create", "size_bytes=4096", ""}},
	{"a process made and run", {"os.process_run", "size_bytes=4096", ""}},
};

/* The metric of that name that both sides have, or NULL. */
static const struct metric *headline_find_common(const struct comparison *comparison,
						 const struct figure_name *name)
{
	for (size_t i = 0; i < comparison->metric_count; i++) {
		const struct metric *metric = &comparison->metrics[i];

		if (strcmp(metric->bench, name->bench) == 0 &&
		    strcmp(metric->point, name->point) == 0 &&
		    strcmp(metric->stage, name->stage) == 0 && metric_is_common(metric))
			return metric;
	}
	return NULL;
}

const struct metric *headline_find(const struct comparison *comparison, size_t number,
				   const char **text)
{
	const struct metric *metric = headline_find_common(comparison, &headlines[number].figure);

	*text = headlines[number].text;
	return metric != NULL && metric->contrast.has_ratio ? metric : NULL;
}
