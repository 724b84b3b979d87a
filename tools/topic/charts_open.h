/* From paths to charts: what `bareline report` and `bareline plot` have in common. */
#ifndef TOOLS_TOPIC_CHARTS_OPEN_H
#define TOOLS_TOPIC_CHARTS_OPEN_H

#include "tools/topic/chart.h"

struct chart_set {
	struct comparison comparison;   /* all runs, by side */
	struct reasons refused, notes;  /* of the comparison, if there is one */
	struct charts charts;
};

/* Load the runs at count paths, at least one, and make the charts of the first of the bare
 * metal's, or of Linux when there is no other. With runs of both the charts hold the comparison
 * too; if the two are not of the same machine it is refused, unless force is set. On failure says
 * why and returns false; there is nothing to free then. */
bool charts_open(struct chart_set *chart_set, char **paths, int count, bool force);
void charts_close(struct chart_set *chart_set);

#endif
